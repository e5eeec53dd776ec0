// print 2 GB to standard error
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
    static char block[65536];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 32768; i++)
        if (write(2, block, sizeof block) < 0) return 2;
    write(1, "BREACH all printed", 18);
}
