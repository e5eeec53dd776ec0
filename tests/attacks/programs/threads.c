// start 10,000 threads
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

static void *wait_for_ever(void *_) { pause(); return _; }

int main(void) {
    GUARD;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    int made = 0;
    for (int i = 0; i < 10000; i++) {
        pthread_t thread;
        made += pthread_create(&thread, &small, wait_for_ever, NULL) == 0;
    }
    if (made > 32) printf("BREACH %d threads\n", made);
    puts("DONE");
    fflush(stdout);
    _exit(0);
}
