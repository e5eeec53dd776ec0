// let others go first, so that the time in which it waits for a processor seems to be the machine's fault
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

struct attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
    uint32_t least, most;
};

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    const struct sched_param none = {0};
    const int policies[] = {SCHED_IDLE, SCHED_BATCH, SCHED_FIFO, SCHED_RR, 6, 7};
    for (int i = 0; i < 6; i++) {
        sched_setscheduler(0, policies[i], &none);
        if (sched_getscheduler(0) != SCHED_OTHER) printf("BREACH policy %d\n", policies[i]);
        struct attributes wanted = {.size = 56, .policy = (uint32_t)policies[i]};
        syscall(SYS_sched_setattr, 0, &wanted, 0);
        if (sched_getscheduler(0) != SCHED_OTHER) printf("BREACH attributes %d\n", policies[i]);
    }
    const int before = getpriority(PRIO_PROCESS, 0);
    struct attributes nice = {.size = 56, .nice = 19};
    syscall(SYS_sched_setattr, 0, &nice, 0);
    if (getpriority(PRIO_PROCESS, 0) != before) puts("BREACH nice");
    puts("DONE");
}
