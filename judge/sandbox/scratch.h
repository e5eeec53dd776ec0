/* The only folder that a command may write to, and other state in which it could leave a message for
 * the next command: none of it survives the command. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "privilege.h"
#include "streams.h"

static struct statx pristine; /* the folder as it was mounted */
static uint32_t scratch_mib;

static void look_at_scratch(struct statx *now) {
    if (privileged(SYS_statx, AT_FDCWD, (long)scratch, 0, STATX_BASIC_STATS, (long)now) < 0) die(scratch);
}

static void mount_scratch(uint32_t mib) {
    char options[80];
    snprintf(options, sizeof options, "mode=1777,size=%um,nr_inodes=16384", mib);
    if (privileged(SYS_mount, (long)"scratch", (long)scratch, (long)"tmpfs", MS_NOSUID | MS_NODEV,
                   (long)options) < 0)
        die("mount the scratch folder");
    scratch_mib = mib;
}

/* Whether commands may not write to it. It is written to before every command, and to mount it again in
 * another way costs less than a new one. */
static int scratch_is_read_only;

static void protect_scratch(int read_only) {
    if (!namespaces || read_only == scratch_is_read_only) return;
    const long how = MS_REMOUNT | MS_BIND | MS_NOSUID | MS_NODEV | (read_only ? MS_RDONLY : 0);
    if (privileged(SYS_mount, (long)"scratch", (long)scratch, 0, how, 0) < 0) die("protect the scratch folder");
    scratch_is_read_only = read_only;
}

/* No file in it, and an unchanged inode: a command that owns the folder could hide a message in its
 * mode, times, flags or extended attributes. */
static int scratch_is_pristine(void) {
    struct statx now;
    look_at_scratch(&now);
    char names[256];
    return now.stx_nlink == pristine.stx_nlink && now.stx_mode == pristine.stx_mode &&
           now.stx_size == pristine.stx_size && now.stx_attributes == pristine.stx_attributes &&
           !memcmp(&now.stx_ctime, &pristine.stx_ctime, sizeof now.stx_ctime) &&
           !memcmp(&now.stx_mtime, &pristine.stx_mtime, sizeof now.stx_mtime) &&
           !memcmp(&now.stx_atime, &pristine.stx_atime, sizeof now.stx_atime) &&
           listxattr(scratch, names, sizeof names) <= 0;
}

/* Whoever may write to a device of the host may also change its times, which all cases see. On a read-only
 * mount it can still be used. Flags that the mount has must stay: only the host may take them away. */
static void keep_times_of_devices(void) {
    static const struct {
        unsigned long shown, flag;
    } flags[] = {{ST_NOSUID, MS_NOSUID}, {ST_NODEV, MS_NODEV}, {ST_NOEXEC, MS_NOEXEC},
                 {ST_NOATIME, MS_NOATIME}, {ST_NODIRATIME, MS_NODIRATIME}, {ST_RELATIME, MS_RELATIME}};
    DIR *devices = opendir("/dev");
    if (!devices) die("/dev");
    for (struct dirent *entry; (entry = readdir(devices));) {
        char path[sizeof "/dev/" + sizeof entry->d_name];
        struct statvfs now;
        struct stat info;
        snprintf(path, sizeof path, "/dev/%s", entry->d_name);
        if (lstat(path, &info) < 0 || !S_ISCHR(info.st_mode)) continue;
        if (statvfs(path, &now) < 0) die(path);
        unsigned long how = MS_REMOUNT | MS_BIND | MS_RDONLY;
        for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
            if (now.f_flag & flags[i].shown) how |= flags[i].flag;
        if (mount("none", path, NULL, how, NULL) < 0) die(path);
    }
    closedir(devices);
}

/* Any process of a user namespace may write its projid_map once, and PIDs count up: both could carry a
 * message. The map is written here, and PIDs are reset before every command. */
static int last_pid = -1;
/* Our own PID namespace, to return to. */
static int own_pids = -1;

static void settle_namespaces(void) {
    int map = open("/proc/self/projid_map", O_WRONLY | O_CLOEXEC);
    if (map >= 0 && write(map, "0 0 1", 5) < 0 && errno != EPERM) die("projid_map");
    if (map >= 0) close(map);
    /* The sandbox's own /proc/sys is read-only. */
    if (mount("proc", scratch, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0) die("procfs");
    last_pid = open("/box/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC);
    if (umount2(scratch, MNT_DETACH) < 0) die("procfs");
    own_pids = open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC);
}

/* A procfs that shows a command only its own processes, and nothing about the machine: counters of the
 * supervisor or of the kernel tell a case what another has done. It is read-only because values written
 * to it persist (the autogroup's nice value, the login UID). Before Linux 5.8 the machine's files show.
 * It has the process numbers of the namespace that the caller is in. */
static void hide_processes(void) {
    const long how = MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, proc = (long)"proc", at = (long)"/proc";
    if (privileged(SYS_mount, proc, at, proc, how, (long)"hidepid=2,subset=pid") < 0 &&
        privileged(SYS_mount, proc, at, proc, how, (long)"hidepid=2") < 0)
        die("procfs");
}

/* The procfs below it is seen again. */
static void show_processes(void) {
    if (privileged(SYS_umount2, (long)"/proc", MNT_DETACH, 0, 0, 0) < 0) die("procfs");
}

static void restart_pids(void) {
    if (last_pid >= 0 && pwrite(last_pid, "1", 1, 0) < 0) die("ns_last_pid");
}

/* The same in the namespace of our next child, which is not our own: a child does it, between two calls. It
 * shares our memory, as one of vfork does, but we do not wait for it until it must be done. */
static pid_t restarter;
static int pids_are_restarted;

static int restart_here(void *none) {
    (void)none;
    return pwrite(last_pid, "1", 1, 0) < 0;
}

static void begin_to_restart_pids(void) {
    static _Alignas(16) char stack[1 << 14];
    if (last_pid < 0 || restarter || pids_are_restarted) return;
    restarter = clone(restart_here, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, NULL);
    if (restarter < 0) restarter = 0;
}

static void finish_to_restart_pids(void) {
    if (!restarter) return;
    while (waitpid(restarter, NULL, 0) < 0 && errno == EINTR) {}
    restarter = 0, pids_are_restarted = 1;
}

/* Before a call, which uses them. */
static void have_pids_restarted(void) {
    begin_to_restart_pids();
    finish_to_restart_pids();
    pids_are_restarted = 0;
}

static void unmount_scratch(void) {
    if (privileged(SYS_umount2, (long)scratch, MNT_DETACH, 0, 0, 0) < 0) die("unmount the scratch folder");
}

/* Remembers how it is before a command. An old time would tell how long no command has touched it. */
static void settle_scratch(void) {
    if (utimensat(AT_FDCWD, scratch, NULL, 0) < 0) die(scratch);
    look_at_scratch(&pristine);
}

static void renew_scratch(uint32_t mib) {
    if (!namespaces) return;
    const int as_it_was = scratch_mib == mib && scratch_is_pristine();
    if (!as_it_was && scratch_mib) unmount_scratch();
    if (!as_it_was) mount_scratch(mib);
    settle_scratch();
}

/* Puts it behind all other mounts, where it always is after it has been renewed. Their order, which a
 * command can read, would tell whether it has been. */
static void mount_scratch_last(void) {
    unmount_scratch();
    mount_scratch(scratch_mib);
}

#endif
