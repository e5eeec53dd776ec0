/* Requests from the control socket. Only the worker can send them; they are checked all the same: an
 * invalid request ends the supervisor, and with it the session. */
#ifndef REQUESTS_H
#define REQUESTS_H

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "crossed.h"
#include "protocol.h"
#include "streams.h"

/* Larger than any valid value, and small enough that no sum of a few overflows. */
#define MOST_BYTES ((uint64_t)1 << 40)
#define MOST_NS ((uint64_t)1 << 61)
enum { MOST_STRINGS = 1 << 26, MOST_LISTED = 1 << 20, MOST_DISK_MIB = 1 << 24, LONGEST_PATH = 2048 };

/* A request and what follows it: the arguments of the command, a NULL, its environment, a NULL; then the
 * files that it is given, and the input. */
struct asked {
    struct request r;
    char *strings, **words, *whole, *files, *input;
    /* `given_size`: of the bytes of the files alone. */
    uint64_t whole_size, files_size, given_size;
};

static void refuse_request(void) {
    errno = EPROTO;
    die("invalid request");
}

static void read_exactly(void *into, size_t size) {
    for (size_t got = 0; got < size;) {
        ssize_t n = read(control, (char *)into + got, size - got);
        if (n == 0 && got == 0) _exit(0); /* the worker closed the session */
        if (n == 0) errno = EPIPE;
        if (n == 0 || (n < 0 && errno != EINTR)) die("control socket");
        if (n > 0) got += (size_t)n;
    }
}

/* Reads the header, and the descriptors that come with it; returns their number. */
static size_t read_header(struct request *r, int fds[CROSSED_FDS]) {
    char room[CMSG_SPACE(CROSSED_FDS * sizeof *fds)];
    struct iovec data = {r, sizeof *r};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = room,
                             .msg_controllen = sizeof room};
    ssize_t n;
    while ((n = recvmsg(control, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {}
    if (n == 0) _exit(0); /* the worker closed the session */
    if (n < 0) die("control socket");
    read_exactly((char *)r + n, sizeof *r - (size_t)n);
    const struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    if (!rights) return 0;
    if (message.msg_flags & MSG_CTRUNC || rights->cmsg_type != SCM_RIGHTS) refuse_request();
    const size_t size = rights->cmsg_len - CMSG_LEN(0);
    if (size > CROSSED_FDS * sizeof *fds) refuse_request();
    memcpy(fds, CMSG_DATA(rights), size);
    return size / sizeof *fds;
}

static int makes_sense(const struct request *r) {
    const uint32_t known = WANT_RESULT | WATCH_MEMORY | WRITABLE | WARM | CROSSED | INTERACTOR | FEEDBACK |
                           CASE_FILES | READ_ONLY | COUNT_FILES | FOLLOWED;
    return r->cpu_ns <= MOST_NS && r->wall_ns <= MOST_NS && r->idle_ns <= MOST_NS && r->memory <= MOST_BYTES &&
           r->output <= MOST_BYTES && r->error <= MOST_BYTES && r->input_size <= MOST_BYTES &&
           r->strings_size <= MOST_STRINGS && r->argc >= 1 && r->argc <= r->strings_size &&
           r->envc <= r->strings_size - r->argc && r->processes <= MOST_LISTED &&
           r->disk_mib >= 1 && r->disk_mib <= MOST_DISK_MIB && !(r->flags & ~known);
}

/* Finds the strings, each ended by a NUL; there must be exactly as many as announced. */
static void find_words(struct asked *a) {
    const struct request *r = &a->r;
    char *at = a->strings, *const end = a->strings + r->strings_size;
    for (uint32_t i = 0; i < r->argc + r->envc + 1; i++) {
        if (i == r->argc) continue; /* the NULL between arguments and environment */
        char *const nul = memchr(at, 0, (size_t)(end - at));
        if (!nul) refuse_request();
        a->words[i] = at;
        at = nul + 1;
    }
    if (at != end) refuse_request();
}

/* Whether a path is one of a file to be put into the scratch folder: no part of it leads out. Hidden files
 * are not counted where the files of a command are, so that only a command with feedback may be given any. */
static int is_file_path(const char *path, size_t size, int may_be_hidden) {
    if (memchr(path, 0, size)) return 0;
    for (const char *const end = path + size; path <= end;) {
        const char *slash = memchr(path, '/', (size_t)(end - path));
        if (!slash) slash = end;
        const size_t length = (size_t)(slash - path);
        if (length == 0 || length > NAME_MAX || (length <= 2 && !memcmp(path, "..", length))) return 0;
        if (!may_be_hidden && path[0] == '.') return 0;
        path = slash + 1;
    }
    return 1;
}

/* Divides what has been read into files and input. */
static void find_files(struct asked *a) {
    a->files = a->input = a->whole;
    a->files_size = a->given_size = 0;
    if (!(a->r.flags & (FEEDBACK | CASE_FILES))) return;
    if (a->whole_size < sizeof a->files_size) refuse_request();
    memcpy(&a->files_size, a->whole, sizeof a->files_size);
    if (a->files_size > a->whole_size - sizeof a->files_size) refuse_request();
    a->files = a->whole + sizeof a->files_size;
    a->input = a->files + a->files_size;
    a->r.input_size = a->whole_size - sizeof a->files_size - a->files_size;
    for (uint64_t at = 0; at < a->files_size;) {
        struct packed_file head;
        if (a->files_size - at < sizeof head) refuse_request();
        memcpy(&head, a->files + at, sizeof head);
        at += sizeof head;
        if (!head.name_size || head.name_size > LONGEST_PATH || head.name_size > a->files_size - at)
            refuse_request();
        if (!is_file_path(a->files + at, head.name_size, !!(a->r.flags & FEEDBACK))) refuse_request();
        at += head.name_size;
        head.size &= ~LINK;
        if (head.size > a->files_size - at) refuse_request();
        a->given_size += head.size;
        at += head.size;
    }
}

/* Memory that no forked command gets: there a copy of the input would count as its own. What small requests
 * bring is kept in the same place. */
enum { SMALL = 1 << 16 };

static char *unforked(size_t size) {
    char *const made = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED) die("memory");
    madvise(made, size, MADV_DONTFORK);
    return made;
}

static char *room_for(size_t size) {
    static char *small;
    if (size > SMALL) return unforked(size);
    if (!small) small = unforked(SMALL);
    return small;
}

static void read_request(struct asked *a) {
    struct request *r = &a->r;
    int fds[CROSSED_FDS];
    const size_t count = read_header(r, fds);
    if (!makes_sense(r)) refuse_request();
    a->strings = malloc(r->strings_size);
    a->words = calloc((size_t)r->argc + r->envc + 2, sizeof *a->words);
    a->whole_size = r->input_size;
    a->whole = room_for(a->whole_size + 1);
    if (!a->strings || !a->words) die("memory");
    read_exactly(a->strings, r->strings_size);
    read_exactly(a->whole, a->whole_size);
    find_words(a);
    find_files(a);
    if (cross(r, fds, count) < 0) refuse_request();
}

static void forget_request(struct asked *a) {
    uncross();
    free(a->words), free(a->strings);
    if (a->whole_size + 1 > SMALL) munmap(a->whole, a->whole_size + 1);
}

#endif
