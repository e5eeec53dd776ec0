/* The pipes of a command: created, fed, read up to a limit, and watched together with its limits. */
#ifndef STREAMS_H
#define STREAMS_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "crossed.h"
#include "privilege.h"
#include "held.h"
#include "processes.h"
#include "protocol.h"
#include "replies.h"
#include "scratch_size.h"

enum { RESULT_FD = 3, CHUNK = 1 << 16 };

static uint64_t cores;
static int namespaces;

/* Writes as much input after the first `fed` bytes as the pipe takes, and closes it after the last
 * byte. Returns the number of bytes written in all. */
static size_t feed(const struct request *r, int fds[4], const char *input, size_t fed) {
    ssize_t n = fed < r->input_size ? write(fds[0], input + fed, r->input_size - fed) : 0;
    if (n > 0) fed += (size_t)n;
    if ((n < 0 && errno != EAGAIN) || fed == r->input_size) close(fds[0]), fds[0] = -1;
    return fed;
}

/* A pipe belongs to the user that creates it, and /dev/stdin can be opened only by its owner. As much
 * input as the pipe takes is in it before the command starts: what it reads first does not depend on who
 * runs first. Returns the number of bytes written. */
static size_t open_pipes(const struct request *r, int ours[4], int theirs[4], const char *input) {
    act_as(solution_uid);
    for (int i = 0; i < 4; i++) {
        int both[2];
        ours[i] = theirs[i] = -1;
        if (i == RESULT_FD && !(r->flags & WANT_RESULT)) continue;
        if (i == 0 && crossed.page) {
            theirs[0] = fcntl(crossed.input, F_DUPFD_CLOEXEC, 16);
            if (theirs[0] < 0) die("pipe");
            continue;
        }
        if (pipe2(both, O_CLOEXEC) < 0) die("pipe");
        ours[i] = both[i ? 0 : 1];
        /* Their end moves above 3, so that dup2 never closes an end that is still needed. */
        struct stat info;
        if (account < 0 && fstat(both[0], &info) == 0) own_pipes[i] = info.st_ino;
        theirs[i] = fcntl(both[i ? 1 : 0], F_DUPFD_CLOEXEC, 16);
        close(both[i ? 1 : 0]);
        if (theirs[i] < 0 || fcntl(ours[i], F_SETFL, O_NONBLOCK) < 0) die("pipe");
    }
    act_as(0);
    begin_crossed(now_ns(CLOCK_MONOTONIC), ours[1]);
    if (crossed.page) own_pipes[0] = crossed.to_us;
    return crossed.page ? 0 : feed(r, ours, input, 0);
}

enum drained { MORE, NOTHING_NOW, AT_END };

/* Reads one chunk that is available now. */
static enum drained drain(int fd, struct buffer *b) {
    static char chunk[CHUNK];
    ssize_t n = read(fd, chunk, sizeof chunk);
    if (n < 0) return errno == EINTR ? MORE : NOTHING_NOW;
    if (n == 0) return AT_END;
    b->seen += (uint64_t)n;
    size_t want = (size_t)n;
    if (!b->tail && b->size + want > b->limit) want = b->limit - b->size;
    if (b->size + want > b->room) {
        b->room = 2 * (b->size + want);
        if (!(b->data = realloc(b->data, b->room))) die("memory");
    }
    if (want) memcpy(b->data + b->size, chunk, want);
    b->size += want;
    if (b->tail && b->size > 2 * b->limit + CHUNK) {
        memmove(b->data, b->data + b->size - b->limit, b->limit);
        b->size = b->limit;
    }
    return MORE;
}

/* The same for the output of a crossed command, which is passed on. */
static enum drained drain_crossed(int fd, struct buffer *b) {
    struct buffer dropped = {0};
    const uint64_t before = b->seen;
    const enum drained how = drain(fd, is_dropped() ? &dropped : b);
    if (b->seen > before) note_turn(b->seen);
    if (how == AT_END) crossed.at_end = 1;
    pass_on(b->data, b->size);
    return how;
}

static enum drained receive(int number, int fd, struct buffer *b) {
    return number == 1 && crossed.page ? drain_crossed(fd, b) : drain(fd, b);
}

/* Passes on the rest of what a command has said that ended by itself, then the end of file. */
static void end_crossed(int by_itself, const struct buffer *said) {
    if (!crossed.page) return;
    note_end(); /* of one that has failed to start */
    if (by_itself) finish_crossed(said->data, said->size, control);
    close_crossed(&crossed.output);
}

/* The event to wait for, the process that is not charged to the command, and the account before. */
struct watched {
    int event;
    pid_t except;
    struct account_base base;
};

/* Whether the wall limit is exceeded; time for which the machine held up the command does not count. */
static int is_over(const struct request *r, const struct held *held, uint64_t lasted) {
    return lasted >= r->wall_ns + held->ns || lasted >= MOST_WALL_LIMITS * r->wall_ns;
}

/* Samples the command's processes; returns the limit that they exceed, or EXITED for none, or SIGNALLED
 * if it must end as one whose file is too large. */
static enum ended look(const struct request *r, struct watched what, struct held *held, uint64_t now,
                       struct reply *reply) {
    struct usage u = tree_usage(what.except);
    const uint64_t listed_ns = u.cpu_ns + (what.except ? cpu_of(what.except) : 0);
    if (account >= 0) u.cpu_ns = accounted_since(what.base);
    look_at_hold(held, listed_ns, u.states, now);
    reply->held_ns = held->ns;
    if (u.rss_kib > reply->peak_kib) reply->peak_kib = u.rss_kib;
    if (u.cpu_ns > reply->cpu_ns) reply->cpu_ns = u.cpu_ns;
    if (refusals < 0 && is_full(u.threads, r->processes, COUNT_NS)) reply->exceeded |= TOO_MANY_PROCESSES;
    if (namespaces && scratch_is_full()) reply->exceeded |= TOO_MUCH_DISK;
    if (u.cpu_ns >= r->cpu_ns) return CPU_LIMIT;
    if (!namespaces && r->flags & WRITABLE && scratch_overflows(r, now)) return SIGNALLED;
    return r->flags & WATCH_MEMORY && u.rss_kib > r->memory >> 10 ? MEMORY_LIMIT : EXITED;
}

/* Standard output and standard error are counted together, the result by itself. */
static int has_written_too_much(const struct request *r, const struct buffer out[4]) {
    return out[1].seen + out[2].seen > r->output || out[3].seen > r->output;
}

static int has_ended(struct watched what) {
    struct pollfd event = {what.event, POLLIN, 0};
    return poll(&event, 1, 0) > 0;
}

/* How a command ended whose time is over. One that has exited was in time, even if we notice it late. */
static enum ended out_of_time(const struct request *r, struct watched what, uint64_t lasted,
                              const struct held *held) {
    if (has_ended(what)) return EXITED;
    return lasted >= r->wall_ns + held->ns ? WALL_LIMIT : OVERLOADED;
}

/* Feeds the command what its pipe has not taken yet, and reads it, until its event is readable, because it
 * has ended, or until it reaches a limit. Returns which. */
static enum ended watch(const struct request *r, struct watched what, int fds[4], const char *input,
                        size_t fed, struct buffer out[4], struct reply *reply) {
    const uint64_t begin = now_ns(CLOCK_MONOTONIC);
    const uint64_t watch_step = 5000000;
    uint64_t next_look = begin + earlier(r->cpu_ns / cores, r->flags & WATCH_MEMORY ? watch_step : UINT64_MAX);
    struct held held = begin_to_hold(what.base, begin);
    for (;;) {
        const uint64_t now = now_ns(CLOCK_MONOTONIC);
        if (now >= next_look || is_over(r, &held, charged(now - begin))) {
            const enum ended over = look(r, what, &held, now, reply);
            if (over != EXITED) return over;
            if (look_across(what.except, reply->cpu_ns, now)) return STOPPED;
            const uint64_t lasted = charged(now - begin);
            if (r->idle_ns && held.idle_ns >= r->idle_ns && !has_ended(what)) return IDLE_LIMIT;
            if (is_over(r, &held, lasted)) return out_of_time(r, what, lasted, &held);
            uint64_t step = (r->cpu_ns - reply->cpu_ns) / cores;
            if (step < 2000000) step = 2000000;
            next_look = now + (r->flags & WATCH_MEMORY ? earlier(step, watch_step) : step);
        }
        struct pollfd polls[6] = {{what.event, POLLIN, 0}, {fds[0], POLLOUT, 0}, {fds[1], POLLIN, 0},
                                  {fds[2], POLLIN, 0}, {fds[3], POLLIN, 0}, {control, 0, 0}};
        const uint64_t end = crossed.page ? UINT64_MAX : begin + r->wall_ns + held.ns;
        const uint64_t wait = earlier(next_look, end) - now;
        const uint64_t moved = fed + out[1].seen + out[2].seen + out[3].seen;
        poll_crossed(&polls[1], &polls[2], out[1].size);
        struct timespec timeout = {(time_t)(wait / 1000000000u), (long)(wait % 1000000000u)};
        if (ppoll(polls, 6, &timeout, NULL) < 0 && errno != EINTR) die("poll");

        if (polls[5].revents) { /* the worker is gone: nobody needs the reply */
            if (!namespaces) kill_descendants();
            _exit(0);
        }
        if (polls[1].revents && crossed.page) went_on(polls[1].revents, out[1].data, out[1].size);
        else if (polls[1].revents) fed = feed(r, fds, input, fed);
        for (int i = 1; i < 4; i++) {
            if (polls[i + 1].revents && receive(i, fds[i], &out[i]) == AT_END) close(fds[i]), fds[i] = -1;
            if (has_written_too_much(r, out)) return OUTPUT_LIMIT;
        }
        const uint64_t more = fed + out[1].seen + out[2].seen + out[3].seen - moved;
        if (more >= (crossed.page ? 1 : CHUNK)) held.by_us = 1;
        if (polls[0].revents) return EXITED;
    }
}

/* Reads what is left in the pipes once all writers are dead, and closes them. */
static void drain_all(const struct request *r, int fds[4], struct buffer out[4]) {
    for (int i = 0; i < 4; i++) {
        if (i && fds[i] >= 0)
            while (out[i].seen <= r->output && receive(i, fds[i], &out[i]) == MORE) {}
        if (fds[i] >= 0) close(fds[i]);
    }
}

#endif
