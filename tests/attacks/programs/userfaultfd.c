// handle its own page faults, which can stop the kernel in the middle of a call
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1
#define TRY(call) ((call) >= 0 ? (void)puts("BREACH " #call) : (void)0)

int main(void) {
    GUARD;
    TRY(syscall(SYS_userfaultfd, 0));
    TRY(syscall(SYS_userfaultfd, 1));
    TRY(open("/dev/userfaultfd", O_RDWR));
    puts("DONE");
}
