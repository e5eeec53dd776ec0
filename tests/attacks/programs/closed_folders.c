// make folders that nobody may enter or empty, and look for them in the next case
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

int main(void) {
    GUARD;
    if (access("closed", F_OK) == 0) puts("BREACH left from the case before");
    mkdir("closed", 0700);
    close(open("closed/file", O_CREAT, 0600));
    mkdir("closed/more", 0);
    chmod("closed", 0);
    chmod(".", 0);
    puts("DONE");
}
