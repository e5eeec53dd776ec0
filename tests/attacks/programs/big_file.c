// write to one file endlessly
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
    static char block[65536];
    int fd = open("big", O_RDWR | O_CREAT, 0600);
    long long total = 0;
    for (ssize_t n; (n = write(fd, block, sizeof block)) > 0;)
        if ((total += n) > 9 << 20) puts("BREACH"), exit(3);
}
