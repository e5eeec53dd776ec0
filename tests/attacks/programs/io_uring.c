// make system calls through io_uring, unseen by a filter
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

#include <linux/io_uring.h>

int main(void) {
    GUARD;
    struct io_uring_params params = {0};
    TRY(syscall(SYS_io_uring_setup, 8, &params));
    TRY(syscall(SYS_io_uring_setup, 1, &(struct io_uring_params){.flags = 2}));
    TRY(syscall(SYS_io_uring_enter, 0, 1, 1, 0, NULL, 0));
    TRY(syscall(SYS_io_uring_register, -1, 22, NULL, 0));
    puts("DONE");
}
