// get a descriptor of a process from clone, and use it to signal, enter, copy and end
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    int descriptor = -1;
    const long child = syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, 0, &descriptor, 0, 0);
    if (child == 0) pause();
    if (child > 0 && descriptor >= 0) {
        if (syscall(424, descriptor, SIGKILL, 0, 0) == 0) puts("BREACH signals by descriptor");
        if (syscall(438, descriptor, 0, 0) >= 0) puts("BREACH copies a descriptor");
        if (syscall(440, descriptor, 0, 0, 20, 0) >= 0) puts("BREACH advises");
        if (syscall(448, descriptor, 0) == 0) puts("BREACH takes memory back");
        if (syscall(SYS_setns, descriptor, 0x20000000) == 0) puts("BREACH enters namespaces");
        for (unsigned long request = 0xff00; request < 0xff20; request++)
            if (ioctl(descriptor, request, 0) >= 0 || errno != ENOTTY) printf("BREACH request %lx\n", request);
        kill((pid_t)child, SIGKILL);
    }
    for (int pid = 0; pid < 3; pid++)
        if (syscall(434, pid == 2 ? getppid() : pid, 0) >= 0) printf("BREACH opens process %d\n", pid);
    puts("DONE");
}
