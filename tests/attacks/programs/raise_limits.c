// raise its own resource limits, and those of other processes
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
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1

int main(void) {
    GUARD;
    for (int what = 0; what < 16; what++) {
        struct rlimit old, higher = {RLIM_INFINITY, RLIM_INFINITY};
        if (getrlimit(what, &old) < 0) continue;
        if (old.rlim_max != RLIM_INFINITY && setrlimit(what, &higher) == 0) printf("BREACH limit %d\n", what);
        if (prlimit(1, what, &(struct rlimit){1, 1}, NULL) == 0) printf("BREACH limit %d of process 1\n", what);
        struct rlimit one_more = {old.rlim_max, old.rlim_max + 1};
        if (old.rlim_max != RLIM_INFINITY && setrlimit(what, &one_more) == 0) printf("BREACH limit %d by one\n", what);
    }
    const int bounded[] = {RLIMIT_NPROC, RLIMIT_FSIZE, RLIMIT_CORE, RLIMIT_CPU, RLIMIT_NOFILE, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE};
    for (unsigned i = 0; i < sizeof bounded / sizeof *bounded; i++) {
        struct rlimit now;
        getrlimit(bounded[i], &now);
        if (now.rlim_max == RLIM_INFINITY) printf("BREACH limit %d is not set\n", bounded[i]);
    }
    puts("DONE");
}
