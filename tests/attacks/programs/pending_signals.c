// use up the signals and timers that all processes of a user may have pending
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 4096 };

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    sigset_t all;
    struct rlimit limit = {1 << 20, 1 << 20};
    int sent = 0, timers = 0;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    setrlimit(RLIMIT_SIGPENDING, &limit);
    while (sent <= MOST && sigqueue(getpid(), SIGRTMIN, (union sigval){0}) == 0) sent++;
    for (timer_t timer; timers <= MOST; timers++)
        if (timer_create(CLOCK_MONOTONIC, NULL, &timer) < 0) break;
    if (sent + timers > MOST) printf("BREACH %d pending signals and %d timers\n", sent, timers);
    for (int what = RLIMIT_NICE; what <= RLIMIT_RTPRIO; what++)
        if (getrlimit(what, &limit) < 0 || limit.rlim_max) printf("BREACH may raise its priority (%d)\n", what);
    puts("DONE");
}
