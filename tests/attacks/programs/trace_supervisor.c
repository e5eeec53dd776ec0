// trace process 1, its parent and the judge; read and write their memory
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

#include <sys/ptrace.h>
#include <sys/uio.h>

int main(void) {
    GUARD;
    char byte[8];
    struct iovec here = {byte, 8}, there = {(void *)0x400000, 8};
    int targets[] = {1, getppid(), getpid()};
    for (int i = 0; i < 3; i++) {
        pid_t pid = targets[i];
        if (pid != getpid() && ptrace(PTRACE_ATTACH, pid, 0, 0) == 0) puts("BREACH attach");
        if (pid != getpid() && ptrace(PTRACE_SEIZE, pid, 0, 0) == 0) puts("BREACH seize");
        if (process_vm_readv(pid, &here, 1, &there, 1, 0) > 0) puts("BREACH read");
        if (process_vm_writev(pid, &here, 1, &there, 1, 0) > 0) puts("BREACH write");
        if (syscall(SYS_kcmp, pid, getpid(), 0, 0, 0) >= 0) puts("BREACH kcmp");
        int fd = (int)syscall(SYS_pidfd_open, pid, 0);
        if (fd >= 0 && syscall(438 /* pidfd_getfd */, fd, 0, 0) >= 0) puts("BREACH getfd");
        char path[40];
        snprintf(path, sizeof path, "/proc/%d/mem", pid);
        if (pid != getpid() && open(path, O_RDWR) >= 0) puts("BREACH mem");
    }
    pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) puts("BREACH traced by process 1 or a parent");
        fflush(stdout);
        _exit(0);
    }
    wait(NULL);
    puts("DONE");
}
