// use memory by endless recursion
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

static int deep(int n) {
    volatile char room[4096];
    room[n % 4096] = (char)n;
    return deep(n + 1) + room[n % 4096];
}

int main(void) {
    GUARD;
    printf("BREACH %d\n", deep(0));
}
