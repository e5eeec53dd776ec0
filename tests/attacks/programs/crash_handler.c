// crash so that the program which handles crashes of the machine starts outside, as root
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1

int main(void) {
    GUARD;
    const rlim_t wanted[] = {0, 4096, RLIM_INFINITY};
    for (int i = 0; i < 3; i++) {
        const struct rlimit both = {wanted[i], wanted[i]};
        setrlimit(RLIMIT_CORE, &both);
#ifdef SYS_setrlimit
        syscall(SYS_setrlimit, RLIMIT_CORE, &both);
#endif
        syscall(SYS_prlimit64, 0, RLIMIT_CORE, &both, NULL);
        syscall(SYS_prlimit64, getpid(), RLIMIT_CORE, &both, NULL);
    }
    struct rlimit now;
    /* The kernel starts that program for every limit but one byte. */
    if (getrlimit(RLIMIT_CORE, &now) < 0 || now.rlim_cur != 1 || now.rlim_max != 1)
        printf("BREACH the limit is %lu\n", (unsigned long)now.rlim_cur);
    fflush(stdout);
    abort();
}
