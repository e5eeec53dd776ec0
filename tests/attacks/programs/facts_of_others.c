// ask for limits, locks and groups of every process, and change policies, processors and priorities
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    const struct sched_param plain = {0};
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    for (int pid = 1; pid < 30000; pid++) {
        struct rlimit limit;
        void *locks;
        size_t size;
        if (pid == getpid()) continue;
        if (prlimit(pid, RLIMIT_CPU, NULL, &limit) == 0) printf("BREACH limits of %d\n", pid);
        if (syscall(SYS_get_robust_list, pid, &locks, &size) == 0) printf("BREACH locks of %d\n", pid);
        if (sched_setparam(pid, &plain) == 0) printf("BREACH parameters of %d\n", pid);
        if (sched_setscheduler(pid, SCHED_BATCH, &plain) == 0) printf("BREACH policy of %d\n", pid);
        if (sched_setaffinity(pid, sizeof one, &one) == 0) printf("BREACH processors of %d\n", pid);
        if (setpriority(PRIO_PROCESS, pid, 19) == 0) printf("BREACH priority of %d\n", pid);
        if (pid > 1 && kill(pid, SIGCONT) == 0) printf("BREACH signals %d\n", pid);
        if (pid > 1 && pid != getpgrp() && kill(-pid, SIGCONT) == 0) printf("BREACH signals group %d\n", pid);
    }
    puts("DONE");
}
