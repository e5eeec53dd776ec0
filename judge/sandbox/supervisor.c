/* The trusted part of the sandbox: starts one command at a time under limits and reports facts.
 *
 * It serves one solution and speaks with the judge's worker over a socket that it inherits. For
 * every request it runs a command as an unprivileged process, watches CPU time, wall time, memory
 * and output, and kills all that is left of it. Nothing survives from one request to the next.
 *
 * In the mode `namespaces` it is process 1 of a sandbox that bubblewrap makes: it alone survives
 * kill(-1), and no fork can slip past that call; the one writable place is a tmpfs, mounted anew as
 * soon as a command has left any trace on it. In the mode `landlock` it is an ordinary process:
 * commands read the PATHs, and write nothing but, where a request says so, below SCRATCH.
 *
 * Usage: supervisor SOCKET UID namespaces
 *        supervisor SOCKET UID landlock SCRATCH PATH...
 * SOCKET is a descriptor's number; commands run as user and group UID, or as oneself if UID is 0.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>

#include "landlock.h"
#include "lockdown.h"
#include "processes.h"

enum { RESULT_FD = 3, CHUNK = 1 << 16 };
enum ended { EXITED, SIGNALLED, CPU_LIMIT, WALL_LIMIT, MEMORY_LIMIT, OUTPUT_LIMIT, FAILED };
enum flags { WANT_RESULT = 1, WATCH_MEMORY = 2, WRITABLE = 4 };

/* Both structures cross the socket as they lie in memory; protocol.py holds the same layout. */
struct request {
    uint64_t cpu_ns, wall_ns, memory, output, error, input_size;
    uint32_t strings_size, argc, envc, processes, disk_mib, flags;
};
struct reply {
    uint32_t ended, wait_status, stage, error_number;
    uint64_t cpu_ns, wall_ns, peak_kib, output_size, error_size, result_size;
};

enum stage { STARTED, SCRATCH, FORK, LIMITS, IDENTITY, CONFINE, EXEC };

struct buffer {
    char *data;
    size_t size, room, limit;
    int tail; /* keep the last `limit` bytes rather than the first */
    uint64_t seen;
};

static int control, namespaces;
static const char *scratch;
static char **readable;
static uid_t solution_uid;
static struct statx pristine; /* the scratch folder as it was mounted */
static uint32_t scratch_mib;
static uint64_t cores;
/* Where a command failed to start; memory that a forked process shares with us until exec. */
static volatile struct failure {
    uint32_t stage, error_number;
} *failure;

static void die(const char *what) {
    fprintf(stderr, "supervisor: %s: %s\n", what, strerror(errno));
    _exit(70);
}

static void read_exactly(void *into, size_t size) {
    for (size_t got = 0; got < size;) {
        ssize_t n = read(control, (char *)into + got, size - got);
        if (n == 0 && got == 0) _exit(0); /* the worker closed the session */
        if (n <= 0 && errno != EINTR) die("control socket");
        if (n > 0) got += (size_t)n;
    }
}

/* ---- the scratch folder ------------------------------------------------------------------- */

static void look_at_scratch(struct statx *now) {
    if (statx(AT_FDCWD, scratch, 0, STATX_BASIC_STATS, now) < 0) die(scratch);
}

static void mount_scratch(uint32_t mib) {
    char options[80];
    snprintf(options, sizeof options, "mode=1777,size=%um,nr_inodes=16384", mib);
    if (mount("scratch", scratch, "tmpfs", MS_NOSUID | MS_NODEV, options) < 0) die("mount the scratch folder");
    scratch_mib = mib;
    look_at_scratch(&pristine);
}

/* No file in it, and the folder's own inode as it was: a command that owns it could hide a message
 * in its mode, times, flags or extended attributes. */
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

static void renew_scratch(uint32_t mib) {
    if (!namespaces) return;
    if (scratch_mib == mib && scratch_is_pristine()) return;
    if (scratch_mib && umount2(scratch, MNT_DETACH) < 0) die("unmount the scratch folder");
    mount_scratch(mib);
}

/* ---- between vfork and exec: only this process's own state is changed ---------------------- */

static void give_up(enum stage stage) {
    failure->stage = stage;
    failure->error_number = (uint32_t)errno;
    _exit(71);
}

static void limit(int what, uint64_t value) {
    struct rlimit both = {value, value}, old;
    if (getrlimit(what, &old) == 0 && old.rlim_max < value) both.rlim_cur = both.rlim_max = old.rlim_max;
    if (setrlimit(what, &both) < 0) give_up(LIMITS);
}

static void execute(const struct request *r, char **argv, char **envp, const int fds[4]) {
    for (int i = 0; i < 4; i++)
        if (fds[i] >= 0 && dup2(fds[i], i) < 0) give_up(LIMITS);
    if (close_range(fds[3] >= 0 ? 4 : 3, UINT_MAX, 0) < 0) give_up(LIMITS);
    if (chdir(scratch) < 0) give_up(SCRATCH);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, r->cpu_ns / 1000000000u + 2);
    limit(RLIMIT_FSIZE, (uint64_t)r->disk_mib << 20);
    limit(RLIMIT_NOFILE, 1024);
    limit(RLIMIT_STACK, r->memory);
    limit(RLIMIT_MSGQUEUE, 0);
    limit(RLIMIT_MEMLOCK, 1 << 16);
    if (solution_uid && (syscall(SYS_setgroups, 0, NULL) < 0 ||
                         syscall(SYS_setresgid, solution_uid, solution_uid, solution_uid) < 0 ||
                         syscall(SYS_setresuid, solution_uid, solution_uid, solution_uid) < 0))
        give_up(IDENTITY);
    limit(RLIMIT_NPROC, r->processes);
    if (setsid() < 0 || drop_privileges() < 0) give_up(IDENTITY);
    if (!namespaces && confine(readable, r->flags & WRITABLE ? scratch : NULL) < 0) give_up(CONFINE);
    signal(SIGPIPE, SIG_DFL);
    execve(argv[0], argv, envp);
    give_up(EXEC);
}

static pid_t start(const struct request *r, char **argv, char **envp, const int fds[4]) {
    struct rusage own;
    failure->stage = failure->error_number = 0;
    getrusage(RUSAGE_SELF, &own);
    /* vfork costs half as much, but what it starts inherits our peak as its own peak of memory:
     * once a large input or output has raised ours, the child needs memory of its own. */
    pid_t command = own.ru_maxrss > 2048 ? fork() : vfork();
    if (command == 0) execute(r, argv, envp, fds);
    if (command < 0) failure->stage = FORK, failure->error_number = (uint32_t)errno;
    return command;
}

static void count_dead(pid_t who, int status, const struct rusage *usage, pid_t command,
                       struct reply *reply) {
    reply->cpu_ns += (uint64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000000u +
                     (uint64_t)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1000u;
    if ((uint64_t)usage->ru_maxrss > reply->peak_kib) reply->peak_kib = (uint64_t)usage->ru_maxrss;
    if (who == command) reply->wait_status = (uint32_t)status;
}

/* Kills and reaps everything but ourselves. Fills in what the command and its tree used. */
static void end_all(pid_t command, struct reply *reply) {
    const uint64_t looked = reply->cpu_ns;
    reply->cpu_ns = 0;
    reply->wait_status = UINT32_MAX;
    if (namespaces) kill(-1, SIGKILL);
    for (;;) {
        int status;
        struct rusage usage;
        pid_t who = wait4(-1, &status, namespaces ? __WALL : __WALL | WNOHANG, &usage);
        if (who < 0 && errno == ECHILD) break;
        if (who > 0) count_dead(who, status, &usage, command, reply);
        if (who == 0) kill_descendants(), usleep(200);
    }
    if (looked > reply->cpu_ns) reply->cpu_ns = looked;
}

/* ---- watching --------------------------------------------------------------------------- */

enum drained { MORE, NOTHING_NOW, AT_END };

/* Takes a chunk of what a pipe holds now. */
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
    memcpy(b->data + b->size, chunk, want);
    b->size += want;
    if (b->tail && b->size > 2 * b->limit + CHUNK) {
        memmove(b->data, b->data + b->size - b->limit, b->limit);
        b->size = b->limit;
    }
    return MORE;
}

static uint64_t earlier(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Feeds and reads the command until it ends or reaches a limit. Returns which. */
static enum ended watch(const struct request *r, int pidfd, int fds[4], const char *input,
                        struct buffer out[4], struct reply *reply) {
    const uint64_t begin = now_ns(CLOCK_MONOTONIC);
    const uint64_t watch_step = 5000000;
    uint64_t next_look = begin + earlier(r->cpu_ns / cores, r->flags & WATCH_MEMORY ? watch_step : UINT64_MAX);
    size_t fed = 0;
    for (;;) {
        const uint64_t now = now_ns(CLOCK_MONOTONIC);
        if (now - begin >= r->wall_ns) return WALL_LIMIT;
        if (now >= next_look) {
            struct usage u = tree_usage();
            if (u.rss_kib > reply->peak_kib) reply->peak_kib = u.rss_kib;
            if (u.cpu_ns > reply->cpu_ns) reply->cpu_ns = u.cpu_ns;
            if (u.cpu_ns >= r->cpu_ns) return CPU_LIMIT;
            if (r->flags & WATCH_MEMORY && u.rss_kib > r->memory >> 10) return MEMORY_LIMIT;
            uint64_t step = (r->cpu_ns - u.cpu_ns) / cores;
            if (step < 2000000) step = 2000000;
            next_look = now + (r->flags & WATCH_MEMORY ? earlier(step, watch_step) : step);
        }
        struct pollfd polls[5] = {{pidfd, POLLIN, 0}, {fds[0], POLLOUT, 0}, {fds[1], POLLIN, 0},
                                  {fds[2], POLLIN, 0}, {fds[3], POLLIN, 0}};
        const uint64_t wait = earlier(next_look, begin + r->wall_ns) - now;
        struct timespec timeout = {(time_t)(wait / 1000000000u), (long)(wait % 1000000000u)};
        if (ppoll(polls, 5, &timeout, NULL) < 0 && errno != EINTR) die("poll");

        if (polls[1].revents) {
            ssize_t n = fed < r->input_size ? write(fds[0], input + fed, r->input_size - fed) : 0;
            if (n > 0) fed += (size_t)n;
            if ((n < 0 && errno != EAGAIN) || fed == r->input_size) close(fds[0]), fds[0] = -1;
        }
        for (int i = 1; i < 4; i++) {
            if (polls[i + 1].revents && drain(fds[i], &out[i]) == AT_END) close(fds[i]), fds[i] = -1;
            if (out[i].seen > (i == 2 ? r->output + r->error : r->output)) return OUTPUT_LIMIT;
        }
        if (polls[0].revents) return EXITED;
    }
}

static void open_pipes(const struct request *r, int ours[4], int theirs[4]) {
    for (int i = 0; i < 4; i++) {
        int both[2];
        ours[i] = theirs[i] = -1;
        if (i == RESULT_FD && !(r->flags & WANT_RESULT)) continue;
        if (pipe2(both, O_CLOEXEC) < 0) die("pipe");
        ours[i] = both[i ? 0 : 1];
        /* Their end moves above 3, so that dup2 never hits an end still needed. */
        theirs[i] = fcntl(both[i ? 1 : 0], F_DUPFD_CLOEXEC, 16);
        close(both[i ? 1 : 0]);
        if (theirs[i] < 0 || fcntl(ours[i], F_SETFL, O_NONBLOCK) < 0) die("pipe");
    }
}

static void answer(const struct reply *reply, const struct buffer out[4]) {
    struct iovec parts[4] = {{(void *)reply, sizeof *reply}};
    for (int i = 1; i < 4; i++) parts[i] = (struct iovec){out[i].data, out[i].size};
    for (int first = 0; first < 4;) {
        ssize_t n = writev(control, parts + first, 4 - first);
        if (n < 0 && errno != EINTR) die("control socket");
        for (; n > 0 || (first < 4 && !parts[first].iov_len); first++) {
            if (n > 0 && (size_t)n < parts[first].iov_len) {
                parts[first].iov_base = (char *)parts[first].iov_base + n;
                parts[first].iov_len -= (size_t)n;
                break;
            }
            n -= (ssize_t)parts[first].iov_len;
        }
    }
}

static void serve(const struct request *r, char **argv, char **envp, const char *input) {
    int ours[4], theirs[4];
    struct reply reply = {0};
    struct buffer out[4] = {{0}};
    out[1].limit = out[3].limit = r->output;
    out[2].limit = r->error, out[2].tail = 1;
    renew_scratch(r->disk_mib);
    open_pipes(r, ours, theirs);

    const uint64_t begin = now_ns(CLOCK_MONOTONIC);
    pid_t command = start(r, argv, envp, theirs);
    for (int i = 0; i < 4; i++)
        if (theirs[i] >= 0) close(theirs[i]);
    enum ended ended = FAILED;
    if (!failure->stage) {
        int pidfd = (int)syscall(SYS_pidfd_open, command, 0);
        if (pidfd < 0) die("pidfd_open");
        ended = watch(r, pidfd, ours, input, out, &reply);
        reply.wall_ns = now_ns(CLOCK_MONOTONIC) - begin;
        close(pidfd);
    }
    if (ended == EXITED) waitid(P_PID, (id_t)command, NULL, WEXITED | WNOWAIT);
    end_all(command, &reply);
    for (int i = 0; i < 4; i++) {
        if (i && ours[i] >= 0)
            while (out[i].seen <= r->output && drain(ours[i], &out[i]) == MORE) {}
        if (ours[i] >= 0) close(ours[i]);
    }
    if (ended == EXITED) {
        if (out[1].seen > r->output || out[3].seen > r->output) ended = OUTPUT_LIMIT;
        else if (reply.cpu_ns >= r->cpu_ns) ended = CPU_LIMIT;
        else if (reply.peak_kib > r->memory >> 10) ended = MEMORY_LIMIT;
        else if (WIFSIGNALED(reply.wait_status)) ended = SIGNALLED;
    } else {
        reply.wait_status = UINT32_MAX; /* it was we who killed it */
    }
    if (out[2].size > r->error) {
        memmove(out[2].data, out[2].data + out[2].size - r->error, r->error);
        out[2].size = r->error;
    }
    reply.ended = ended, reply.stage = failure->stage;
    reply.error_number = failure->error_number;
    reply.output_size = out[1].size, reply.error_size = out[2].size, reply.result_size = out[3].size;
    answer(&reply, out);
    for (int i = 1; i < 4; i++) free(out[i].data);
}

static int usage(void) {
    fprintf(stderr, "usage: supervisor SOCKET UID namespaces | landlock SCRATCH PATH...\n");
    return 64;
}

int main(int argc, char **argv) {
    if (argc < 4) return usage();
    control = atoi(argv[1]);
    solution_uid = (uid_t)atol(argv[2]);
    namespaces = !strcmp(argv[3], "namespaces");
    if (namespaces) {
        if (getpid() != 1) return usage();
        scratch = "/box";
    } else {
        if (argc < 5 || strcmp(argv[3], "landlock")) return usage();
        scratch = argv[4], readable = argv + 5;
        if (landlock_version() < LANDLOCK_WANTED) {
            fprintf(stderr, "this kernel's Landlock is too old: Linux 6.12 is needed\n");
            return 69;
        }
        prctl(PR_SET_CHILD_SUBREAPER, 1);
    }
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_DUMPABLE, 0);
    umask(022);
    cores = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
    failure = mmap(NULL, sizeof *failure, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (failure == MAP_FAILED) die("memory");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || install_filter(!namespaces) < 0) die("seccomp");
    fcntl(control, F_SETFD, FD_CLOEXEC);
    for (;;) {
        struct request r;
        read_exactly(&r, sizeof r);
        char *strings = malloc(r.strings_size + 1), *input = malloc(r.input_size + 1);
        char **words = calloc(r.argc + r.envc + 2, sizeof *words);
        if (!strings || !input || !words) die("memory");
        read_exactly(strings, r.strings_size);
        read_exactly(input, r.input_size);
        strings[r.strings_size] = 0;
        char *at = strings;
        for (uint32_t i = 0; i < r.argc + r.envc + 1; i++) {
            if (i == r.argc) continue; /* the NULL between arguments and environment */
            words[i] = at;
            at += strlen(at) + 1;
        }
        serve(&r, words, words + r.argc + 1, input);
        free(words), free(input), free(strings);
    }
}
