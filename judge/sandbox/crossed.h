/* Two commands of two supervisors whose standard streams are crossed: a solution and an interactor.
 *
 * The worker makes two pipes, one to the standard input of each command, and passes three descriptors
 * with each request: the end that the command reads, the end that leads to the other command, and a page
 * of memory that both supervisors share. Each supervisor reads the output of its own command, counts and
 * keeps it as always, and passes it on. So a command has no descriptor of the other, the limit on output
 * holds, and neither command can see that the other has ended before its supervisor has noted that: who
 * ended first is certain.
 *
 * The interactor's end of file is passed on when it closes its output, that of the solution when it has
 * ended. Nobody reports a solution's early end to the interactor but by the end of file: what it still
 * writes is dropped.
 *
 * Whose time is it? A solution is not charged for time in which the interactor is busy: for all the time
 * that it does not wait for the solution, at a pipe or for an event. The interactor is charged for
 * just that time. So if both wait, the solution is over its limit, and if the interactor hangs,
 * the interactor is. */
#ifndef CROSSED_H
#define CROSSED_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "held.h"
#include "privilege.h"
#include "processes.h"
#include "protocol.h"

enum { CROSSED_FDS = 3, MOST_TURNS = 1 << 17, SEAL_SHRINK = 2, GET_SEALS = 1034, EXITING = 4 };

/* For how long the output of a command is held back once nobody reads it. */
enum { MOST_HOLD_NS = 250000000 };

/* A part of the output: how much the other command had said before it, and where it ends. */
struct turn {
    uint32_t other, own;
};

/* crossing.py has the same layout. Each supervisor writes its own side only, the worker `stop`. */
struct page {
    _Atomic uint64_t stop; /* the solution is to end: its verdict is known */
    struct side {
        _Atomic uint64_t ended_ns, busy_ns, passed, count;
        struct turn turns[MOST_TURNS];
    } solution, interactor;
};

static struct {
    int input, output; /* of the command; to the other command */
    struct page *page; /* NULL without a crossing */
    struct side *own, *other;
    size_t sent;
    int at_end, moved, waited, interactor;
    ino_t to_us, from_us;
    uint64_t looked_at, cpu_ns, our_wait_ns, busy_before_ns, lost_ns;
} crossed = {.input = -1, .output = -1};

static void close_crossed(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* ---- the request ---------------------------------------------------------------------------- */

static int is_pipe(int fd, int mode) {
    struct stat info;
    return fstat(fd, &info) == 0 && S_ISFIFO(info.st_mode) && (fcntl(fd, F_GETFL) & O_ACCMODE) == mode;
}

/* Whether it holds the whole page, and always will: a shorter file would kill us. */
static int is_page(int fd) {
    struct stat info;
    const long seals = privileged(SYS_fcntl, fd, GET_SEALS, 0, 0, 0);
    return seals > 0 && seals & SEAL_SHRINK && fstat(fd, &info) == 0 &&
           info.st_size >= (off_t)sizeof(struct page);
}

/* Takes over the descriptors of a request; returns -1 if they do not fit it. */
static int cross(const struct request *r, const int *fds, size_t count) {
    if (!(r->flags & CROSSED)) return count || r->flags & INTERACTOR ? -1 : 0;
    if (count != CROSSED_FDS || r->input_size || r->flags & WANT_RESULT) return -1;
    if (!is_pipe(fds[0], O_RDONLY) || !is_pipe(fds[1], O_WRONLY) || !is_page(fds[2])) return -1;
    struct page *page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, fds[2], 0);
    close(fds[2]);
    if (page == MAP_FAILED || fcntl(fds[1], F_SETFL, O_NONBLOCK) < 0) return -1;
    memset(&crossed, 0, sizeof crossed);
    crossed.input = fds[0], crossed.output = fds[1], crossed.page = page;
    crossed.interactor = !!(r->flags & INTERACTOR);
    crossed.own = crossed.interactor ? &page->interactor : &page->solution;
    crossed.other = crossed.interactor ? &page->solution : &page->interactor;
    return 0;
}

static void uncross(void) {
    close_crossed(&crossed.input), close_crossed(&crossed.output);
    if (crossed.page) munmap(crossed.page, sizeof *crossed.page);
    crossed.page = NULL;
}

/* ---- data ----------------------------------------------------------------------------------- */

/* Notes that the command has said so much in all. */
static void note_turn(uint64_t said) {
    const uint64_t heard = crossed.other->passed;
    struct turn now = {(uint32_t)(heard < UINT32_MAX ? heard : UINT32_MAX),
                       (uint32_t)(said < UINT32_MAX ? said : UINT32_MAX)};
    struct side *own = crossed.own;
    struct turn *last = own->count ? &own->turns[own->count - 1] : NULL;
    if (last && (last->other == now.other || own->count == MOST_TURNS)) last->own = now.own;
    else own->turns[own->count++] = now;
    own->passed = said;
}

static int has_unsent(size_t size) { return crossed.output >= 0 && crossed.sent < size; }

/* Nobody reads our pipe any more. If the other command has ended, its supervisor is about to note that:
 * until then nothing more is read, or ours could reach its output limit first. */
static void lose_reader(void) {
    const uint64_t now = now_ns(CLOCK_MONOTONIC);
    if (!crossed.lost_ns) crossed.lost_ns = now;
    if (crossed.other->ended_ns || now - crossed.lost_ns >= MOST_HOLD_NS) close_crossed(&crossed.output);
}

/* Passes on what the pipe takes of the data; what nobody reads is dropped. */
static void pass_on(const char *data, size_t size) {
    while (has_unsent(size)) {
        const ssize_t n = write(crossed.output, data + crossed.sent, size - crossed.sent);
        if (n < 0 && errno == EAGAIN) return;
        if (n < 0 && errno == EPIPE) {
            lose_reader();
            return;
        }
        if (n < 0 && errno != EINTR) close_crossed(&crossed.output);
        if (n > 0) crossed.sent += (size_t)n, crossed.moved = 1;
    }
}

/* What to wait for: room in the pipe while there is something to pass on, otherwise more of it. */
static void poll_crossed(struct pollfd *output, struct pollfd *said, size_t size) {
    if (!crossed.page) return;
    if (crossed.lost_ns) lose_reader();
    if (crossed.lost_ns && crossed.output >= 0) {
        output->fd = said->fd = -1;
        return;
    }
    *output = (struct pollfd){crossed.output, has_unsent(size) ? POLLOUT : 0, 0};
    if (has_unsent(size)) said->fd = -1;
}

static void went_on(short events, const char *data, size_t size) {
    if (events & POLLERR) lose_reader();
    else pass_on(data, size);
}

/* Whether what the command writes is dropped unseen: an interactor may talk on for as long as its time
 * lasts when nobody listens. A solution's output counts to the end. */
static int is_dropped(void) { return crossed.page && crossed.interactor && crossed.output < 0; }

static void note_end(void) {
    if (crossed.page && !crossed.own->ended_ns) crossed.own->ended_ns = now_ns(CLOCK_MONOTONIC);
}

static void finish_crossed(const char *data, size_t size, int control) {
    pass_on(data, size);
    while (has_unsent(size) && !crossed.lost_ns && !crossed.page->stop) {
        struct pollfd polls[2] = {{crossed.output, POLLOUT, 0}, {control, 0, 0}};
        poll(polls, 2, 50);
        if (polls[1].revents) _exit(0); /* the worker is gone, and the command has ended */
        pass_on(data, size);
    }
}

/* ---- time ----------------------------------------------------------------------------------- */

/* The inode of the pipe behind a descriptor of a process; 0 if it is none. */
static ino_t pipe_of(const char *process, unsigned long fd) {
    char path[64], target[64];
    unsigned long inode = 0;
    snprintf(path, sizeof path, "%s/fd/%lu", process, fd);
    const ssize_t n = readlink(path, target, sizeof target - 1);
    target[n > 0 ? n : 0] = 0;
    return sscanf(target, "pipe:[%lu]", &inode) == 1 ? (ino_t)inode : 0;
}

/* Whether a thread is in a call that the other command may end: at one of our pipes, or for events. One
 * whose call cannot be read may be. */
static int thread_waits(const char *process, const char *thread) {
    char path[96], text[256];
    long call;
    unsigned long first, second;
    snprintf(path, sizeof path, "%s/task/%.16s/syscall", process, thread);
    if (read_text(path, text, sizeof text) <= 0) return errno == EACCES || errno == EPERM;
    if (sscanf(text, "%ld %lx %lx", &call, &first, &second) != 3) return 0; /* it runs */
    switch (call) {
    case SYS_read: case SYS_readv: return pipe_of(process, first) == crossed.to_us;
    case SYS_write: case SYS_writev: return pipe_of(process, first) == crossed.from_us;
    case SYS_pselect6: return first > 0; /* no descriptors: it sleeps */
    case SYS_ppoll: return second > 0;
    case SYS_epoll_pwait: case __NR_epoll_pwait2: return 1;
#ifdef __x86_64__
    case SYS_select: return first > 0;
    case SYS_poll: return second > 0;
    case SYS_epoll_wait: return 1;
#endif
    default: return 0;
    }
}

/* Whether any thread of the listed processes, but of one of them, waits for the other command. */
static int waits_for_other(pid_t except) {
    int waits = 0;
    act_as(solution_uid);
    for (size_t i = 0; i < listed && !waits; i++) {
        char process[16], path[32];
        if (!processes[i].ours || processes[i].pid == except) continue;
        snprintf(process, sizeof process, "%d", processes[i].pid);
        snprintf(path, sizeof path, "%s/task", process);
        DIR *tasks = opendir(path);
        if (!tasks) continue;
        for (struct dirent *entry; !waits && (entry = readdir(tasks));)
            waits = entry->d_name[0] != '.' && thread_waits(process, entry->d_name);
        closedir(tasks);
    }
    act_as(0);
    return waits;
}

/* Whether the command lives on, though its output is closed. A process closes its files while it ends. */
static int has_closed_itself(pid_t except) {
    for (size_t i = 0; i < listed; i++) {
        char path[32], text[512];
        unsigned long flags;
        if (!processes[i].ours || processes[i].zombie || processes[i].pid == except) continue;
        snprintf(path, sizeof path, "%d/stat", processes[i].pid);
        if (read_text(path, text, sizeof text) <= 0) continue;
        const char *after = strrchr(text, ')');
        if (after && sscanf(after + 2, "%*c %*d %*d %*d %*d %*d %lu", &flags) == 1 && !(flags & EXITING))
            return 1;
    }
    return 0;
}

static void begin_crossed(uint64_t begin, int from_us) {
    struct stat info;
    if (!crossed.page) return;
    crossed.to_us = fstat(crossed.input, &info) == 0 ? info.st_ino : 0;
    crossed.from_us = fstat(from_us, &info) == 0 ? info.st_ino : 0;
    close_crossed(&crossed.input); /* or nobody could tell that the command has closed it */
    crossed.looked_at = begin, crossed.our_wait_ns = our_wait();
    crossed.busy_before_ns = crossed.other->busy_ns;
}

/* Accounts for the time since the last look; `processes` lists those of now. Time for which we held up
 * the data is nobody's. Returns whether the command is to be stopped. */
static int look_across(pid_t except, uint64_t cpu_ns, uint64_t now) {
    if (!crossed.page) return 0;
    if (crossed.interactor) {
        const uint64_t step = now - crossed.looked_at, waited_ns = our_wait();
        const int waits = waits_for_other(except);
        uint64_t busy = cpu_ns - crossed.cpu_ns;
        if (crossed.moved) busy += waited_ns - crossed.our_wait_ns;
        if (crossed.other->ended_ns || (!waits && !crossed.waited)) busy = step;
        crossed.own->busy_ns += busy < step ? busy : step;
        crossed.waited = waits, crossed.moved = 0, crossed.our_wait_ns = waited_ns;
        if (crossed.at_end && has_closed_itself(except)) close_crossed(&crossed.output);
    }
    crossed.looked_at = now, crossed.cpu_ns = cpu_ns;
    return !crossed.interactor && crossed.page->stop;
}

/* The part of the time since its start that a command is charged for. */
static uint64_t charged(uint64_t lasted) {
    if (!crossed.page) return lasted;
    if (crossed.interactor) return crossed.own->busy_ns;
    return grown(lasted, crossed.other->busy_ns - crossed.busy_before_ns);
}

#endif
