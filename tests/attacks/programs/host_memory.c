// write into the memory of the process that forks for each case, stop it, trace it, and speak to its socket
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static volatile int mark;

int main(void) {
    char name[32];
    int one = 1;
    const pid_t host = getppid();
    struct iovec here = {&one, sizeof one}, there = {(void *)&mark, sizeof mark};
    struct rlimit none = {0, 0};
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    if (mark) puts("BREACH a case before has written here");
    snprintf(name, sizeof name, "/proc/%d/mem", host);
    const int memory = open(name, O_RDWR);
    if (memory >= 0 && pwrite(memory, &one, sizeof one, (off_t)&mark) > 0) puts("BREACH /proc/PID/mem");
    if (process_vm_writev(host, &here, 1, &there, 1, 0) > 0) puts("BREACH process_vm_writev");
    if (ptrace(PTRACE_ATTACH, host, 0, 0) == 0) puts("BREACH ptrace");
    if (prlimit(host, RLIMIT_NPROC, &none, NULL) == 0) puts("BREACH prlimit");
    for (int number = 1; number < NSIG; number++)
        if (number != SIGKILL || host == 1) kill(host, number);
    for (int fd = 3; fd < 64; fd++)
        if (send(fd, &one, sizeof one, MSG_DONTWAIT) > 0) puts("BREACH a socket is open");
    puts("DONE");
}
