/* Replies on the control socket. A worker that has asked for several commands in one message gets the replies
 * to short ones together: to wake it for each takes as long as such a command. */
#ifndef REPLIES_H
#define REPLIES_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "protocol.h"

struct buffer {
    char *data;
    size_t size, room, limit;
    int tail; /* keep the last `limit` bytes rather than the first */
    uint64_t seen;
};

static int control;

static void die(const char *what) {
    fprintf(stderr, "supervisor: %s: %s\n", what, strerror(errno));
    _exit(70);
}

/* Replies that were not sent yet. */
enum { MOST_WAITING = 1 << 16 };
static char waiting[MOST_WAITING];
static size_t waiting_size;

enum { PARTS = 5 };

static void send_parts(struct iovec parts[], int count) {
    for (int first = 0; first < count;) {
        ssize_t n = writev(control, parts + first, count - first);
        if (n < 0 && errno != EINTR) die("control socket");
        for (; n > 0 || (first < count && !parts[first].iov_len); first++) {
            if (n > 0 && (size_t)n < parts[first].iov_len) {
                parts[first].iov_base = (char *)parts[first].iov_base + n;
                parts[first].iov_len -= (size_t)n;
                break;
            }
            n -= (ssize_t)parts[first].iov_len;
        }
    }
}

/* Sends what waits, and then this reply. `may_wait`: another request has come already, whose reply follows. */
static void answer(const struct reply *reply, const struct buffer out[4], const struct buffer *files, int may_wait) {
    struct iovec parts[PARTS + 1] = {{waiting, waiting_size}, {(void *)reply, sizeof *reply}};
    size_t size = sizeof *reply;
    for (int i = 1; i < 5; i++) {
        const struct buffer *part = i < 4 ? &out[i] : files;
        parts[i + 1] = (struct iovec){part->data, part->size};
        size += part->size;
    }
    if (!may_wait || size > MOST_WAITING - waiting_size) {
        send_parts(parts, PARTS + 1);
        waiting_size = 0;
        return;
    }
    for (int i = 1; i <= PARTS; i++) {
        if (parts[i].iov_len) memcpy(waiting + waiting_size, parts[i].iov_base, parts[i].iov_len);
        waiting_size += parts[i].iov_len;
    }
}

#endif
