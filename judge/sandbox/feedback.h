/* The feedback folder: a folder of its own that a command may write to, whose files go back with the
 * reply. A command that has one works in another new folder beside it, which nothing else is in. A request
 * may put files into both, or into the scratch folder of a command without, before the command starts.
 *
 * In both directions each file is a struct packed_file, its name, and its bytes. */
#ifndef FEEDBACK_H
#define FEEDBACK_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "processes.h"
#include "protocol.h"
#include "requests.h"
#include "scratch.h"
#include "streams.h"

enum { MOST_FEEDBACK_FILES = 1024 };

/* The files of the last command that had a folder. */
static struct buffer feedback;

static int open_feedback(void) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/" FEEDBACK_NAME, scratch);
    return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static void put_file(int folder, const char *name, const char *data, size_t size) {
    const int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (fd < 0) die("a file for the command");
    for (size_t done = 0; done < size;) {
        const ssize_t n = write(fd, data + done, size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) die("a file for the command");
        done += (size_t)n;
    }
    close(fd);
}

/* The command's user makes the link, so that it leads nowhere that this user may not go. */
static void put_link(int folder, const char *name, const char *data, size_t size) {
    char target[PATH_MAX];
    if (size >= sizeof target) die("a link for the command");
    memcpy(target, data, size), target[size] = 0;
    if (symlinkat(target, folder, name) < 0) die("a link for the command");
}

/* Makes the folders that a file lies in. */
static void put_folders(int folder, char *name) {
    for (char *slash = name; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        if (mkdirat(folder, name, 0755) < 0 && errno != EEXIST) die("a folder for the command");
        *slash = '/';
    }
}

static void put_files(const struct asked *a, int folder) {
    char name[LONGEST_PATH + 1];
    for (size_t at = 0; at < a->files_size;) {
        struct packed_file head;
        memcpy(&head, a->files + at, sizeof head); /* find_files has checked the sizes */
        at += sizeof head;
        memcpy(name, a->files + at, head.name_size), name[head.name_size] = 0;
        at += head.name_size;
        put_folders(folder, name);
        if (head.size & LINK)
            put_link(folder, name, a->files + at, head.size &= ~LINK);
        else
            put_file(folder, name, a->files + at, head.size);
        at += head.size;
    }
}

/* Makes the two folders of a command with feedback, and puts the files of the request into the scratch
 * folder. All of it belongs to the command. */
static void put_given_files(const struct asked *a) {
    if (!(a->r.flags & (FEEDBACK | CASE_FILES))) return;
    act_as(solution_uid);
    const int folder = open(scratch, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) die(scratch);
    if (a->r.flags & FEEDBACK &&
        (mkdirat(folder, FEEDBACK_NAME, 0755) < 0 || mkdirat(folder, WORK_NAME, 0755) < 0))
        die("the feedback folder");
    put_files(a, folder);
    close(folder);
    act_as(0);
}

static void append(const void *data, size_t size) {
    struct buffer *const b = &feedback;
    if (b->size + size > b->room) {
        b->room = 2 * (b->size + size);
        if (!(b->data = realloc(b->data, b->room))) die("memory");
    }
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

/* Appends the name of what is no regular file or may not be read: with a slash, and no bytes. */
static void pack_other(const char *name) {
    const struct packed_file head = {strlen(name) + 1, 0};
    if (feedback.size + sizeof head + head.name_size > feedback.limit) return;
    append(&head, sizeof head), append(name, strlen(name)), append("/", 1);
}

/* Appends one file. If that would be more than the limit, the buffer stays as it is, and has seen too
 * much. */
static void pack_file(int folder, const char *name) {
    struct buffer *const into = &feedback;
    struct stat about;
    const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &about) < 0 || !S_ISREG(about.st_mode)) {
        pack_other(name);
    } else {
        struct packed_file head = {strlen(name), (uint64_t)about.st_size};
        const uint64_t whole = sizeof head + head.name_size;
        if (head.size > into->limit || into->size + whole + head.size > into->limit) {
            into->seen = (uint64_t)into->limit + 1;
        } else {
            static char chunk[CHUNK];
            append(&head, sizeof head), append(name, head.name_size);
            for (uint64_t left = head.size; left;) {
                const ssize_t n = read(fd, chunk, left < sizeof chunk ? left : sizeof chunk);
                if (n < 0 && errno == EINTR) continue;
                if (n <= 0) die("a file of the feedback folder"); /* nobody is left to shorten it */
                append(chunk, (size_t)n);
                left -= (uint64_t)n;
            }
        }
    }
    if (fd >= 0) close(fd);
}

/* Once everything is dead: the files directly in the folder, read as the user of the command. No link is
 * followed, and nothing is opened that could block. */
static void pack_feedback(uint64_t most) {
    feedback = (struct buffer){.limit = most};
    act_as(solution_uid);
    const int fd = open_feedback();
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    int count = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (++count > MOST_FEEDBACK_FILES) feedback.seen = most + 1;
        if (feedback.seen > most) break;
        pack_file(fd, entry->d_name);
    }
    if (folder) closedir(folder);
    else if (fd >= 0) close(fd);
    act_as(0);
}

#endif
