// make a sparse file of a terabyte, by seeking, truncating and allocating
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1

int main(void) {
    GUARD;
    signal(SIGXFSZ, SIG_IGN);
    const char *places[] = {"sparse", "/tmp/sparse", "/dev/shm/sparse"};
    for (int p = 0; p < 3; p++) {
        int fd = open(places[p], O_RDWR | O_CREAT, 0600);
        if (fd < 0) continue;
        if (ftruncate(fd, 1LL << 40) == 0) puts("BREACH truncate");
        if (posix_fallocate(fd, 0, 1LL << 40) == 0) puts("BREACH allocate");
        if (pwrite(fd, "x", 1, 1LL << 40) == 1) puts("BREACH seek");
    }
    puts("DONE");
}
