/* How much a command keeps in its scratch folder. A tmpfs limits that itself. In a folder of the host,
 * where only a compiler and a validator may write, the sum is measured. */
#ifndef SCRATCH_SIZE_H
#define SCRATCH_SIZE_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "privilege.h"
#include "processes.h"
#include "protocol.h"

/* The only folder that a command may write to. */
static const char *scratch;

/* Folders below each other, files as in a tmpfs of ours, and deleted files that are told apart. */
enum { MOST_DEPTH = 64, MOST_FILES = 16384, MOST_DELETED = 4096 };

/* Of a tmpfs. */
static int scratch_is_full(void) {
    struct statfs now;
    return statfs(scratch, &now) == 0 && (!now.f_bavail || !now.f_ffree);
}

struct kept {
    /* `sizes`: of regular files, as they say themselves, without what is hidden at the top: libraries and
     * virtual machines keep caches there. */
    uint64_t bytes, files, sizes;
    int unreadable;
};

/* Adds what is below an open folder, and closes it. No link is followed. `skip_hidden`: not what is in hidden
 * folders at the top. */
static void measure_folder(int folder, int depth, int skip_hidden, struct kept *kept) {
    DIR *entries = fdopendir(folder);
    if (!entries) {
        close(folder);
        return;
    }
    for (struct dirent *entry; kept->files <= MOST_FILES && (entry = readdir(entries));) {
        struct stat info;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (fstatat(folder, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) < 0) continue; /* it is gone */
        kept->files++;
        const int is_folder = S_ISDIR(info.st_mode);
        if (S_ISREG(info.st_mode) && (depth || entry->d_name[0] != '.')) kept->sizes += (uint64_t)info.st_size;
        kept->bytes += (uint64_t)info.st_blocks * 512 / (is_folder || !info.st_nlink ? 1 : info.st_nlink);
        if (!is_folder || (!depth && entry->d_name[0] == '.' && skip_hidden)) continue;
        const int inner = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner >= 0 && depth < MOST_DEPTH) measure_folder(inner, depth + 1, skip_hidden, kept);
        else if (inner >= 0 || (errno != ENOENT && errno != ENOTDIR)) kept->unreadable = 1;
        if (inner >= 0 && depth >= MOST_DEPTH) close(inner);
    }
    closedir(entries);
}

/* Adds the files that the listed processes have deleted and still hold open, each once. */
static void measure_deleted(dev_t device, struct kept *kept) {
    static ino_t known[MOST_DELETED];
    size_t count = 0;
    for (size_t i = 0; i < listed; i++) {
        char path[32];
        snprintf(path, sizeof path, "%d/fd", processes[i].pid);
        DIR *descriptors = processes[i].ours ? opendir(path) : NULL;
        if (!descriptors) continue;
        for (struct dirent *entry; count < MOST_DELETED && (entry = readdir(descriptors));) {
            struct stat info;
            if (entry->d_name[0] == '.' || fstatat(dirfd(descriptors), entry->d_name, &info, 0) < 0) continue;
            if (!S_ISREG(info.st_mode) || info.st_nlink || info.st_dev != device) continue;
            size_t k = 0;
            while (k < count && known[k] != info.st_ino) k++;
            if (k < count) continue;
            known[count++] = info.st_ino;
            kept->bytes += (uint64_t)info.st_blocks * 512;
        }
        closedir(descriptors);
    }
}

/* Whether the scratch folder of the host holds more than the limit. Looks again only after eight times
 * as long as a look takes, and at least 20 ms. */
static int scratch_overflows(const struct request *r, uint64_t now) {
    static uint64_t next_look;
    struct stat info;
    struct kept kept = {0, 0, 0, 0};
    if (now < next_look) return 0;
    const int folder = open(scratch, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return 0;
    if (fstat(folder, &info) == 0) measure_deleted(info.st_dev, &kept);
    measure_folder(folder, 0, 0, &kept);
    const uint64_t took = now_ns(CLOCK_MONOTONIC) - now, wait = 8 * took;
    next_look = now + took + (wait > 20000000u ? wait : 20000000u);
    return kept.unreadable || kept.files > MOST_FILES || kept.bytes > (uint64_t)r->disk_mib << 20;
}

/* The size of the files that a command has left in its tmpfs, without those that it was given. What is
 * in folders that it has made unreadable counts as the blocks of everything. */
static uint64_t written_files(uint64_t given) {
    struct statfs now;
    struct kept kept = {0, 0, 0, 0};
    if (statfs(scratch, &now) < 0) return 0;
    const uint64_t blocks = (uint64_t)(now.f_blocks - now.f_bfree) * (uint64_t)now.f_bsize;
    if (!blocks) return 0;
    act_as(solution_uid);
    const int folder = open(scratch, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0) measure_folder(folder, 0, 1, &kept);
    act_as(0);
    const uint64_t all = folder < 0 || kept.unreadable ? blocks : kept.sizes;
    return all > given ? all - given : 0;
}

#endif
