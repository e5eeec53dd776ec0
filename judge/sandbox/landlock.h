/* Confinement without namespaces: Landlock limits a command to named folders, its signals to its own
 * processes, and denies abstract sockets. Linux 6.12 (version 6 of the interface) is the first kernel
 * with all three; on older ones this layer is refused. */
#ifndef LANDLOCK_H
#define LANDLOCK_H

#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "privilege.h"

enum { LANDLOCK_WANTED = 6, CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { VERSION_FLAG = 1, PATH_BENEATH = 1 };

/* The kernel's structures; the headers of older systems lack the newer fields. */
struct ll_ruleset {
    uint64_t access_fs, access_net, scoped;
};
struct ll_path {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

#define LL_EXECUTE (1u << 0)
#define LL_WRITE_FILE (1u << 1)
#define LL_READ_FILE (1u << 2)
#define LL_READ_DIR (1u << 3)
#define LL_TRUNCATE (1u << 14)
#define LL_IOCTL (1u << 15)
#define LL_ALL_FS ((1u << 16) - 1)
#define LL_ALL_NET 3u
#define LL_ALL_SCOPES 3u
#define LL_READING (LL_EXECUTE | LL_READ_FILE | LL_READ_DIR)
#define LL_OF_FILES (LL_EXECUTE | LL_WRITE_FILE | LL_READ_FILE | LL_TRUNCATE | LL_IOCTL)

/* Reading a file sets the access time of its inode, which a later command could read. If we may, we
 * create mounts of our own with noatime; otherwise most mounts (relatime) set it once a day. */
struct mount_attributes {
    uint64_t set, clear, propagation, user_namespace;
};
enum { MOUNT_SETATTR = 442, NO_ACCESS_TIME = 0x10, ANY_ACCESS_TIME = 0x70, RECURSIVELY = 0x8000 };

static void keep_no_access_times(void) {
    const struct mount_attributes how = {NO_ACCESS_TIME, ANY_ACCESS_TIME, 0, 0};
    if (unshare(CLONE_NEWNS) < 0 || mount("", "/", NULL, MS_REC | MS_SLAVE, NULL) < 0) return;
    syscall(MOUNT_SETATTR, AT_FDCWD, "/", RECURSIVELY, &how, sizeof how);
}

static int landlock_version(void) {
    return (int)syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
}

/* What run-times read about their own process. The rest of the folder describes the machine: its
 * mounts, network connections and control groups. */
static const char *const own_facts[] = {"/proc/self/maps",   "/proc/self/stat", "/proc/self/statm",
                                        "/proc/self/status", "/proc/self/fd",   "/proc/self/cmdline"};

/* A path that does not exist needs no rule. */
static int allow(int ruleset, const char *path, uint64_t access) {
    struct stat what;
    struct ll_path rule = {access, open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent < 0) return 0;
    if (fstat(rule.parent, &what) == 0 && !S_ISDIR(what.st_mode)) rule.allowed &= LL_OF_FILES;
    int done = (int)privileged(ADD_RULE, ruleset, PATH_BENEATH, (long)&rule, 0, 0);
    close(rule.parent);
    return done;
}

/* From here on the process may read and execute below `readable`, read below `shown` and write below
 * `writable` (if any), and write to the null device. Returns -1 on failure. */
static int confine(char **readable, const char *shown, const char *writable) {
    struct ll_ruleset all = {LL_ALL_FS, LL_ALL_NET, LL_ALL_SCOPES};
    int ruleset = (int)privileged(CREATE_RULESET, (long)&all, sizeof all, 0, 0, 0);
    if (ruleset < 0) return -1;
    for (; *readable; readable++)
        if (allow(ruleset, *readable, LL_READING) < 0) return -1;
    for (size_t i = 0; i < sizeof own_facts / sizeof *own_facts; i++)
        if (allow(ruleset, own_facts[i], LL_READ_FILE | LL_READ_DIR) < 0) return -1;
    /* The list of its threads; the folders of the threads would show mounts and the network, too. */
    if (allow(ruleset, "/proc/self/task", LL_READ_DIR) < 0) return -1;
    if (allow(ruleset, "/dev/null", LL_READ_FILE | LL_WRITE_FILE) < 0) return -1;
    if (shown && allow(ruleset, shown, LL_READ_FILE | LL_READ_DIR) < 0) return -1;
    if (writable && allow(ruleset, writable, LL_ALL_FS & ~(uint64_t)LL_IOCTL) < 0) return -1;
    int done = (int)privileged(RESTRICT_SELF, ruleset, 0, 0, 0, 0);
    close(ruleset);
    return done;
}

#endif
