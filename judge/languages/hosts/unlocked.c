/* Preloaded into a compiler that locks its cache with a system call that the sandbox refuses. Nobody
   shares the cache of a build. */
int flock(int descriptor, int operation) {
    (void)descriptor;
    (void)operation;
    return 0;
}
