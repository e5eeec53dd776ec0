// allocate 20 GB of POSIX shared memory
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
    for (int i = 0; i < 20 << 7; i++) {
        char name[40];
        snprintf(name, sizeof name, "/attack-stray-%d", i);
        int fd = shm_open(name, O_RDWR | O_CREAT, 0600);
        if (fd < 0 || ftruncate(fd, 8 << 20) < 0) return 0;
        char *block = mmap(NULL, 8 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (block == MAP_FAILED) return 0;
        memset(block, 1, 8 << 20);
        munmap(block, 8 << 20);
        close(fd);
        if (i > 8) puts("BREACH"), exit(3);
    }
}
