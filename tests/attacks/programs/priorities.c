// take over the machine by priority: nice, real time, deadlines, disk priority, protection from the OOM killer
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

#include <linux/sched.h>
#include <linux/types.h>

int main(void) {
    GUARD;
    const int before = getpriority(PRIO_PROCESS, 0);
    if (setpriority(PRIO_PROCESS, 0, -20) == 0) puts("BREACH nice");
    errno = 0;
    if (nice(-5) == before - 5) puts("BREACH nicer");
    if (setpriority(PRIO_PROCESS, 1, 19) == 0) puts("BREACH nice of process 1");
    struct sched_param high = {.sched_priority = 99};
    if (sched_setscheduler(0, SCHED_FIFO, &high) == 0) puts("BREACH fifo");
    if (sched_setscheduler(0, SCHED_RR, &high) == 0) puts("BREACH round robin");
    struct { __u32 size, policy; __u64 flags; __s32 nice; __u32 priority; __u64 runtime, deadline, period; } d =
        {48, 6, 0, 0, 0, 10000000, 20000000, 20000000};
    if (syscall(SYS_sched_setattr, 0, &d, 0) == 0) puts("BREACH deadline");
    if (syscall(SYS_ioprio_set, 1, 0, 1 << 13) == 0) puts("BREACH real-time disk");
    int fd = open("/proc/self/oom_score_adj", O_WRONLY);
    if (fd >= 0 && write(fd, "-1000", 5) == 5) puts("BREACH favour");
    if (fd >= 0 && write(fd, "-1", 2) == 2) puts("BREACH little favour");
    if (mlockall(MCL_CURRENT | MCL_FUTURE) == 0) puts("locked what the limit lets it");
    puts("DONE");
}
