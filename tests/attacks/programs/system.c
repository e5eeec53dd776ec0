// reboot, load modules, set clocks and names, read the log, account, swap, watch all files
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

#include <sys/timex.h>
#include <sys/utsname.h>
#include <time.h>

int main(void) {
    GUARD;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    TRY(syscall(SYS_init_module, "", 0, ""));
    TRY(syscall(SYS_finit_module, 0, "", 0));
    TRY(syscall(SYS_delete_module, "none", 0));
    TRY(syscall(SYS_kexec_load, 0, 0, NULL, 0));
    TRY(syscall(SYS_reboot, 0xfee1dead, 672274793, 0, NULL)); /* only turns off Ctrl-Alt-Del */
    TRY(syscall(SYS_swapoff, "/none"));
    TRY(syscall(SYS_swapon, "/none", 0));
    TRY(syscall(SYS_acct, NULL));
    TRY(syscall(SYS_syslog, 3, &now, 8));
    TRY(clock_settime(CLOCK_REALTIME, &now));
    TRY(syscall(SYS_settimeofday, &now, NULL));
    TRY(syscall(SYS_adjtimex, &(struct timex){.modes = 0}));
    TRY(sethostname("attack", 6));
    TRY(setdomainname("attack", 6));
    TRY(syscall(SYS_fanotify_init, 0, 0));
    TRY(syscall(SYS_quotactl, 0, NULL, 0, NULL));
    TRY(syscall(SYS_vhangup));
    TRY(syscall(SYS_move_pages, 1, 0, NULL, NULL, NULL, 0));
    TRY(syscall(SYS_migrate_pages, 0, 0, NULL, NULL));
    TRY(syscall(SYS_set_mempolicy, 1, NULL, 0));
#ifdef __x86_64__
    TRY(syscall(SYS_iopl, 3));
    TRY(syscall(SYS_ioperm, 0, 8, 1));
    TRY(syscall(SYS_modify_ldt, 1, &now, 16));
#endif
    puts("DONE");
}
