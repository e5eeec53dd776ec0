// use too much memory only for a moment, between two samples of a watcher
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
    for (int i = 0; i < 3; i++) {
        if (fork() == 0) {
            const size_t size = 80u << 20;
            char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
            munmap(block, size);
            _exit(0);
        }
        wait(NULL);
    }
    puts("DONE"); // what counts is that it is told
}
