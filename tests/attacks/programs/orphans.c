// flood process 1 with thousands of orphans and zombies
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
    for (int i = 0; i < 2000; i++) {
        if (fork() == 0) {
            for (int j = 0; j < 3; j++)
                if (fork() == 0) _exit(j);
            _exit(7);
        }
        if (i % 4 == 0) wait(NULL);
    }
    puts("DONE");
}
