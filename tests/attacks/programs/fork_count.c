// have more processes at once than allowed
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
    int made = 0;
    for (int i = 0; i < 5000; i++) {
        pid_t pid = i % 2 ? fork() : vfork();
        if (pid == 0 && i % 2) pause();
        if (pid == 0) _exit(0);
        if (pid > 0) made += i % 2;
    }
    if (made > 32) printf("BREACH %d processes\n", made);
    if (made < 4) printf("BREACH only %d processes, which no attack explains\n", made);
    puts("DONE");
}
