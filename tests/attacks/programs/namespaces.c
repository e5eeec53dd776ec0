// create namespaces and enter those of others, by every possible call
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

#include <linux/sched.h>

int main(void) {
    GUARD;
    const int kinds[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP, CLONE_NEWTIME};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (syscall(SYS_unshare, kinds[i]) == 0) printf("BREACH unshare %x\n", kinds[i]);
        if (syscall(SYS_unshare, kinds[i] | CLONE_NEWUSER) == 0) printf("BREACH unshare user and %x\n", kinds[i]);
        if (kinds[i] == CLONE_NEWTIME) continue; /* clone has no such flag */
        long pid = syscall(SYS_clone, kinds[i] | SIGCHLD, 0, 0, 0, 0);
        if (pid == 0) _exit(0);
        if (pid > 0) printf("BREACH clone %x\n", kinds[i]);
        struct clone_args args = {.flags = (unsigned)kinds[i], .exit_signal = SIGCHLD};
        pid = syscall(SYS_clone3, &args, sizeof args);
        if (pid == 0) _exit(0);
        if (pid > 0) printf("BREACH clone3 %x\n", kinds[i]);
    }
    const char *names[] = {"mnt", "pid", "net", "ipc", "uts", "user", "cgroup"};
    for (int i = 0; i < 7; i++)
        for (int pid = 1; pid < 4; pid++) {
            char path[40];
            snprintf(path, sizeof path, "/proc/%d/ns/%s", pid, names[i]);
            int fd = open(path, O_RDONLY);
            if (fd >= 0 && setns(fd, 0) == 0) printf("BREACH setns %s\n", path);
        }
    int self = (int)syscall(SYS_pidfd_open, 1, 0);
    if (setns(self, CLONE_NEWNS) == 0 || setns(self, CLONE_NEWNET) == 0) puts("BREACH setns by pidfd");
    pid_t pid = fork();
    if (pid == 0) _exit(0);
    puts(pid > 0 ? "DONE" : "BREACH of sense: no fork at all");
}
