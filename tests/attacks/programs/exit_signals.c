// have the kernel send odd signals at the end of children, of orphans and of siblings
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static long child_with(unsigned long signal) { return syscall(SYS_clone, signal, 0, 0, 0, 0); }

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
    const long sibling = child_with(CLONE_PARENT | SIGKILL);
    if (sibling == 0) _exit(0);
    if (sibling > 0) puts("BREACH makes a child of its parent");
    for (int i = 0; i < 8; i++) {
        if (fork()) continue;
        if (child_with(i % 2 ? SIGKILL : SIGSTOP) == 0) usleep(2000); /* it outlives its parent */
        _exit(0);
    }
    for (int number = 1; number < NSIG; number++) {
        siginfo_t forged = {.si_code = -6};
        sigqueue(getppid(), number, (union sigval){0});
        syscall(SYS_tgkill, getppid(), getppid(), number);
        syscall(SYS_rt_sigqueueinfo, getppid(), number, &forged);
    }
    prctl(PR_SET_PDEATHSIG, SIGSTOP);
    usleep(20000);
    puts("DONE");
}
