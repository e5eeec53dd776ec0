// compute in handlers of timers alone, and ignore the signals that ask it to end
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

static void work(int number) {
    (void)number;
    for (volatile long i = 0; i < 100000; i++) {}
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    const int handled[] = {SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU};
    for (int i = 0; i < 4; i++) signal(handled[i], work);
    signal(SIGTERM, SIG_IGN);
    const struct itimerval often = {{0, 100}, {0, 100}};
    setitimer(ITIMER_REAL, &often, NULL), setitimer(ITIMER_PROF, &often, NULL);
    for (;;) pause();
}
