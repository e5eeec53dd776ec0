// become root or another user, and regain capabilities
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

#include <grp.h>
#include <linux/capability.h>

int main(void) {
    GUARD;
    if (getuid() == 0 || geteuid() == 0 || getgid() == 0) puts("BREACH it is root");
    TRY(setuid(0));
    TRY(setresuid(0, 0, 0));
    TRY(setreuid(-1, 0));
    TRY(setfsuid(0) == 0 ? 0 : -1);
    TRY(setgid(0));
    TRY(setgroups(1, (gid_t[]){0}));
    TRY(setuid(1));
    TRY(seteuid(1000));
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct all[2] = {{~0u, ~0u, ~0u}, {~0u, ~0u, ~0u}}, now[2] = {{0}};
    TRY(syscall(SYS_capset, &header, all));
    syscall(SYS_capget, &header, now);
    if (now[0].effective | now[0].permitted | now[0].inheritable | now[1].effective | now[1].permitted)
        puts("BREACH it has capabilities");
    for (int cap = 0; cap < 41; cap++)
        if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, cap, 0, 0) == 0) printf("BREACH ambient %d\n", cap);
    TRY(prctl(PR_SET_SECUREBITS, 0x2f));
    if (getgroups(0, NULL) > 1) puts("BREACH it has groups");
    if (getgroups(0, NULL) == 1) {
        gid_t group;
        getgroups(1, &group);
        if (group == 0) puts("BREACH it has root's group");
    }
    puts("DONE");
}
