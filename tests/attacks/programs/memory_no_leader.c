// use memory in a thread after the first thread has ended, so that procfs shows none
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

static void *take(void *_) {
    (void)_;
    const size_t size = 160u << 20;
    usleep(20000);
    char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) _exit(2);
    memset(block, 1, size);
    usleep(1000000); // a busy machine may not look at it for long
    if (write(1, "BREACH holds 160 MiB\n", 21)) _exit(0);
    return NULL;
}

int main(void) {
    GUARD;
    pthread_t thread;
    pthread_create(&thread, NULL, take, NULL);
    syscall(SYS_exit, 0);
}
