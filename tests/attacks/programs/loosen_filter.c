// weaken its filter with another one, with a notifier, or by exec
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

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/socket.h>

int main(int argc, char **argv) {
    GUARD;
    struct sock_filter allow = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
    struct sock_fprog program = {1, &allow};
    if (argc == 1) {
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
        TRY(prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
        if (prctl(PR_GET_SECCOMP) != 2) puts("BREACH no filter");
    }
    TRY(socket(AF_UNIX, SOCK_STREAM, 0));
    TRY(unshare(CLONE_NEWUSER));
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) puts("BREACH new privileges");
    fflush(stdout);
    if (argc == 1) execl(argv[0], argv[0], "again", NULL);
    puts("DONE");
}
