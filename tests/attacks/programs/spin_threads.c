// compute for ever in two threads, to use twice the time on two cores
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

static void *spin(void *_) {
    for (;;) __asm__ volatile("");
    return _;
}

int main(void) {
    GUARD;
    pthread_t thread;
    pthread_create(&thread, NULL, spin, NULL);
    spin(NULL);
}
