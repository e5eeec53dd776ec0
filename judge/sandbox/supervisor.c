/* The trusted part of the sandbox: starts one command at a time under limits and reports facts.
 *
 * It runs inside a sandbox that is kept for one solution (bubblewrap makes it) and speaks with the
 * judge's worker over a socket that it inherits. For every request it makes a new PID and mount
 * namespace with an empty scratch folder and a fresh procfs, runs the command there as an
 * unprivileged process, watches CPU time, wall time, memory and output, and takes the namespace
 * down, which kills whatever is left in it. Nothing survives from one request to the next.
 *
 * Usage: supervisor SOCKET UID     SOCKET is a descriptor's number; commands run as user and group
 * UID, or as oneself if UID is 0.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
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
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>

#include "lockdown.h"

enum { RESULT_FD = 3, CHUNK = 1 << 16 };
enum ended { EXITED, SIGNALLED, CPU_LIMIT, WALL_LIMIT, MEMORY_LIMIT, OUTPUT_LIMIT, FAILED };
enum flags { WANT_RESULT = 1, WATCH_MEMORY = 2 };

/* Both structures cross the socket as they lie in memory; protocol.py holds the same layout. */
struct request {
    uint64_t cpu_ns, wall_ns, memory, output, error, input_size;
    uint32_t strings_size, argc, envc, processes, disk_mib, flags;
};
struct reply {
    uint32_t ended, wait_status, stage, error_number;
    uint64_t cpu_ns, wall_ns, peak_kib, output_size, error_size, result_size;
};

/* What the namespace's init process tells the supervisor; shared memory that only they map. */
struct shared {
    volatile int32_t done, wait_status, stage, error_number;
    volatile uint64_t own_cpu_ns, peak_kib;
};
enum stage { STARTED, MOUNTS, FORK, LIMITS, IDENTITY, FILTER, EXEC };

struct buffer {
    char *data;
    size_t size, room, limit;
    int tail; /* keep the last `limit` bytes rather than the first */
    uint64_t seen;
};

static int control;
static uid_t solution_uid;
static struct shared *shared;

static void die(const char *what) {
    fprintf(stderr, "supervisor: %s: %s\n", what, strerror(errno));
    _exit(70);
}

static uint64_t now_ns(clockid_t clock) {
    struct timespec t;
    if (clock_gettime(clock, &t) < 0) return 0;
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void read_exactly(void *into, size_t size) {
    for (size_t got = 0; got < size;) {
        ssize_t n = read(control, (char *)into + got, size - got);
        if (n == 0 && got == 0) _exit(0); /* the worker closed the session */
        if (n <= 0 && errno != EINTR) die("control socket");
        if (n > 0) got += (size_t)n;
    }
}

static void write_exactly(const void *from, size_t size) {
    for (size_t put_ = 0; put_ < size;) {
        ssize_t n = write(control, (const char *)from + put_, size - put_);
        if (n < 0 && errno != EINTR) die("control socket");
        if (n > 0) put_ += (size_t)n;
    }
}

/* ---- inside the new namespaces ---------------------------------------------------------- */

static void give_up(enum stage stage) {
    shared->stage = stage;
    shared->error_number = errno;
    _exit(71);
}

static void limit(int what, uint64_t value) {
    struct rlimit both = {value, value};
    struct rlimit old;
    if (getrlimit(what, &old) == 0 && old.rlim_max < value) both.rlim_cur = both.rlim_max = old.rlim_max;
    if (setrlimit(what, &both) < 0) give_up(LIMITS);
}

static void execute(const struct request *r, char **argv, char **envp, const int fds[4]) {
    for (int i = 0; i < 4; i++)
        if (fds[i] >= 0 && dup2(fds[i], i) < 0) give_up(LIMITS);
    if (close_range(fds[3] >= 0 ? 4 : 3, UINT_MAX, 0) < 0) give_up(LIMITS);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, r->cpu_ns / 1000000000u + 2);
    limit(RLIMIT_FSIZE, (uint64_t)r->disk_mib << 20);
    limit(RLIMIT_NOFILE, 1024);
    limit(RLIMIT_STACK, r->memory);
    limit(RLIMIT_MSGQUEUE, 0);
    limit(RLIMIT_MEMLOCK, 1 << 16);
    if (solution_uid &&
        (setgroups(0, NULL) < 0 || setresgid(solution_uid, solution_uid, solution_uid) < 0 ||
         setresuid(solution_uid, solution_uid, solution_uid) < 0))
        give_up(IDENTITY);
    limit(RLIMIT_NPROC, r->processes);
    if (setsid() < 0 || drop_privileges() < 0) give_up(IDENTITY);
    if (chdir("/box") < 0) give_up(MOUNTS);
    signal(SIGPIPE, SIG_DFL);
    if (install_filter() < 0) give_up(FILTER);
    execve(argv[0], argv, envp);
    give_up(EXEC);
}

static void scratch(const char *where, uint32_t mib) {
    char options[80];
    snprintf(options, sizeof options, "mode=1777,size=%um,nr_inodes=16384", mib);
    if (mount("scratch", where, "tmpfs", MS_NOSUID | MS_NODEV, options) < 0) give_up(MOUNTS);
}

/* Process 1 of the namespace: prepares it, starts the command, adopts orphans, reports, ends. */
static void init_process(const struct request *r, char **argv, char **envp, const int fds[4]) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    scratch("/box", r->disk_mib);
    scratch("/tmp", r->disk_mib);
    scratch("/dev/shm", r->disk_mib);
    if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0) give_up(MOUNTS);

    pid_t command = fork();
    if (command < 0) give_up(FORK);
    if (command == 0) execute(r, argv, envp, fds);
    close_range(0, UINT_MAX, 0);
    shared->own_cpu_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    for (;;) {
        int status;
        struct rusage usage;
        pid_t who = wait4(-1, &status, __WALL, &usage);
        if (who < 0 && errno == EINTR) continue;
        if (who < 0) _exit(72);
        if ((uint64_t)usage.ru_maxrss > shared->peak_kib) shared->peak_kib = (uint64_t)usage.ru_maxrss;
        if (who != command) continue;
        shared->wait_status = status;
        shared->done = 1;
        shared->own_cpu_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID);
        _exit(0); /* the kernel kills all that is left in the namespace */
    }
}

static pid_t new_namespaces(int *pidfd) {
    struct {
        uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
    } args = {CLONE_NEWPID | CLONE_NEWNS | CLONE_PIDFD, (uintptr_t)pidfd, 0, 0, SIGCHLD, 0, 0, 0};
    return (pid_t)syscall(SYS_clone3, &args, sizeof args);
}

/* ---- watching --------------------------------------------------------------------------- */

struct usage {
    uint64_t cpu_ns, rss_kib;
};

/* CPU time and resident memory of all that lives in the sandbox but bubblewrap and ourselves. */
static struct usage tree_usage(pid_t init) {
    struct usage sum = {0, 0};
    const pid_t self = getpid();
    DIR *proc = opendir("/proc");
    if (!proc) die("/proc");
    for (struct dirent *entry; (entry = readdir(proc));) {
        pid_t pid = atoi(entry->d_name);
        if (pid <= 1 || pid == self || pid == init) continue;
        char path[64], text[512];
        snprintf(path, sizeof path, "/proc/%d/stat", pid);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        if (fd < 0) continue;
        ssize_t n = read(fd, text, sizeof text - 1);
        close(fd);
        if (n <= 0) continue;
        text[n] = 0;
        char *after = strrchr(text, ')'); /* a process may put anything in its name */
        long reaped_user, reaped_system, rss;
        if (!after || sscanf(after + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %ld %ld "
                             "%*d %*d %*d %*d %*u %*u %ld", &reaped_user, &reaped_system, &rss) != 3)
            continue;
        /* The kernel's encoding of another process's CPU clock. */
        sum.cpu_ns += now_ns((clockid_t)((~(clockid_t)pid << 3) | 2));
        sum.cpu_ns += (uint64_t)(reaped_user + reaped_system) * (1000000000u / (uint64_t)sysconf(_SC_CLK_TCK));
        sum.rss_kib += (uint64_t)rss * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
    }
    closedir(proc);
    return sum;
}

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

/* Feeds and reads the command until its namespace ends or a limit is reached. Returns how. */
static enum ended watch(const struct request *r, pid_t init, int pidfd, int fds[4],
                        const char *input, struct buffer out[4], struct reply *reply) {
    const uint64_t start = now_ns(CLOCK_MONOTONIC), cores = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
    const uint64_t watch_step = 5000000;
    uint64_t next_look = start + earlier(r->cpu_ns / cores, r->flags & WATCH_MEMORY ? watch_step : UINT64_MAX);
    size_t fed = 0;
    for (;;) {
        const uint64_t now = now_ns(CLOCK_MONOTONIC);
        if (now - start >= r->wall_ns) return WALL_LIMIT;
        if (now >= next_look) {
            struct usage u = tree_usage(init);
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
        const uint64_t wait = earlier(next_look, start + r->wall_ns) - now;
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

static void serve(const struct request *r, char **argv, char **envp, const char *input) {
    int ours[4], theirs[4], pidfd = -1;
    struct reply reply = {0};
    struct buffer out[4] = {{0}};
    out[1].limit = out[3].limit = r->output;
    out[2].limit = r->error, out[2].tail = 1;
    *shared = (struct shared){0};
    open_pipes(r, ours, theirs);

    const uint64_t start = now_ns(CLOCK_MONOTONIC);
    pid_t init = new_namespaces(&pidfd);
    if (init < 0) die("new namespaces");
    if (init == 0) init_process(r, argv, envp, theirs);
    for (int i = 0; i < 4; i++)
        if (theirs[i] >= 0) close(theirs[i]);

    enum ended ended = watch(r, init, pidfd, ours, input, out, &reply);
    int status;
    struct rusage usage;
    kill(init, SIGKILL);
    while (wait4(init, &status, 0, &usage) < 0)
        if (errno != EINTR) die("wait");
    reply.wall_ns = now_ns(CLOCK_MONOTONIC) - start;
    for (int i = 0; i < 4; i++) {
        if (i && ours[i] >= 0)
            while (out[i].seen <= r->output && drain(ours[i], &out[i]) == MORE) {}
        if (ours[i] >= 0) close(ours[i]);
    }
    close(pidfd);

    uint64_t cpu = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000u +
                   (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000u;
    cpu = cpu > shared->own_cpu_ns ? cpu - shared->own_cpu_ns : 0;
    if (cpu > reply.cpu_ns) reply.cpu_ns = cpu;
    if (shared->peak_kib > reply.peak_kib) reply.peak_kib = shared->peak_kib;
    reply.stage = (uint32_t)shared->stage;
    reply.error_number = (uint32_t)shared->error_number;
    reply.wait_status = shared->done ? (uint32_t)shared->wait_status : UINT32_MAX;
    if (ended == EXITED) {
        if (shared->stage || !shared->done) ended = FAILED;
        else if (out[1].seen > r->output || out[3].seen > r->output) ended = OUTPUT_LIMIT;
        else if (reply.cpu_ns >= r->cpu_ns) ended = CPU_LIMIT;
        else if (reply.peak_kib > r->memory >> 10) ended = MEMORY_LIMIT;
        else if (WIFSIGNALED(shared->wait_status)) ended = SIGNALLED;
    }
    reply.ended = ended;
    if (out[2].size > r->error) {
        memmove(out[2].data, out[2].data + out[2].size - r->error, r->error);
        out[2].size = r->error;
    }
    reply.output_size = out[1].size, reply.error_size = out[2].size, reply.result_size = out[3].size;
    write_exactly(&reply, sizeof reply);
    for (int i = 1; i < 4; i++) {
        write_exactly(out[i].data, out[i].size);
        free(out[i].data);
    }
}

int main(int argc, char **argv) {
    if (argc != 3) return fprintf(stderr, "usage: supervisor SOCKET UID\n"), 64;
    control = atoi(argv[1]);
    solution_uid = (uid_t)atol(argv[2]);
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_DUMPABLE, 0);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) die("memory");
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
