// keep state in the CPU time of process 1, of its parent and of the judge, which their clocks tell
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1

static void try(int process) {
    for (unsigned kind = 0; kind < 8; kind++) {
        const int clock = (int)((~(unsigned)process << 3) | kind);
        struct timespec now, at = {0, 1};
        struct sigevent silent = {.sigev_notify = SIGEV_NONE};
        int timer;
        if (syscall(SYS_clock_gettime, clock, &now) == 0) printf("BREACH clock %u of %d\n", kind, process);
        if (syscall(SYS_clock_getres, clock, &now) == 0) printf("BREACH resolution %u of %d\n", kind, process);
        if (syscall(SYS_timer_create, clock, &silent, &timer) == 0) printf("BREACH timer %u of %d\n", kind, process);
        if (syscall(SYS_clock_nanosleep, clock, 0, &at, NULL) == 0) printf("BREACH sleep %u of %d\n", kind, process);
    }
}

int main(void) {
    GUARD;
    char name[64], value[256];
    struct timespec now;
    const int mine[] = {CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID};
    for (int i = 0; i < 3; i++)
        if (clock_gettime(mine[i], &now) < 0) printf("BREACH of the rules: its own clock %d is refused\n", mine[i]);
    if (getppid() > 1) try(getppid());
    if (getpid() != 1) try(1);
    while (scanf("%63s %255s", name, value) == 2)
        if (!strcmp(name, "agent") || !strcmp(name, "tests")) try(atoi(value));
    puts("DONE");
}
