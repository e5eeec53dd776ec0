// mount, unmount, move and change mounts; change the root folder
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
    mkdir("here", 0700);
    TRY(mount("none", "here", "tmpfs", 0, ""));
    TRY(mount("/", "here", NULL, MS_BIND | MS_REC, ""));
    TRY(mount("proc", "here", "proc", 0, ""));
    TRY(mount(NULL, "/program", NULL, MS_REMOUNT | MS_BIND, ""));
    TRY(mount(NULL, "/", NULL, MS_REMOUNT, ""));
    TRY(umount2("/proc", MNT_DETACH));
    TRY(umount2("/box", MNT_DETACH));
    TRY(umount2("/tmp", 0));
    TRY(syscall(SYS_pivot_root, ".", "here"));
    TRY(chroot("here"));
    TRY(chroot("."));
    TRY(syscall(SYS_fsopen, "tmpfs", 0));
    TRY(syscall(SYS_fspick, AT_FDCWD, "/box", 0));
    TRY(syscall(SYS_open_tree, AT_FDCWD, "/", 1));
    TRY(syscall(SYS_move_mount, AT_FDCWD, "/box", AT_FDCWD, "here", 0));
    TRY(syscall(442 /* mount_setattr */, AT_FDCWD, "/box", 0, NULL, 0));
    puts("DONE");
}
