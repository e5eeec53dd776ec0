/* The processes that descend from ours: what they use, and their end. */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { MOST_PROCESSES = 32768 };

struct process {
    pid_t pid, parent;
    int ours, state;
    uint64_t cpu_ns, rss_kib, threads, started;
};

/* What a process or thread is at: a bit each, none for what sleeps or is stopped. */
enum states { CAN_RUN = 1, WAITS_FOR_DISK = 2 };

/* The list that was made last, and its length. */
static struct process processes[MOST_PROCESSES];
static size_t listed;

static uint64_t now_ns(clockid_t clock) {
    struct timespec t;
    if (clock_gettime(clock, &t) < 0) return 0;
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t cpu_of(pid_t pid) {
    return now_ns((clockid_t)((~(clockid_t)pid << 3) | 2)); /* the kernel's encoding of its clock */
}

/* What a small file holds, as text; returns its length, not above 0 where it cannot be read. */
static ssize_t read_text(const char *path, char *text, size_t size) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);
    if (fd >= 0) close(fd);
    text[n > 0 ? n : 0] = 0;
    return n;
}

static int state_bit(char letter) {
    return letter == 'R' ? CAN_RUN : letter == 'D' ? WAITS_FOR_DISK : 0;
}

/* A process whose first thread has ended shows no memory of its own; its other threads do. */
static uint64_t rss_of_threads(const char *name) {
    char path[600], text[64];
    uint64_t pages = 0;
    snprintf(path, sizeof path, "/proc/%s/task", name);
    DIR *tasks = opendir(path);
    if (!tasks) return 0;
    for (struct dirent *entry; !pages && (entry = readdir(tasks));) {
        if (entry->d_name[0] == '.' || !strcmp(entry->d_name, name)) continue;
        snprintf(path, sizeof path, "/proc/%s/task/%s/statm", name, entry->d_name);
        read_text(path, text, sizeof text);
        if (sscanf(text, "%*u %lu", &pages) != 1) pages = 0;
    }
    closedir(tasks);
    return pages;
}

static int read_process(const char *name, struct process *p) {
    static uint64_t tick_ns, page_kib;
    if (!tick_ns) tick_ns = 1000000000u / (uint64_t)sysconf(_SC_CLK_TCK);
    if (!page_kib) page_kib = (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
    char path[300], text[512];
    snprintf(path, sizeof path, "/proc/%s/stat", name);
    if (read_text(path, text, sizeof text) <= 0) return 0;
    char *after = strrchr(text, ')'); /* a process may put anything in its name */
    long reaped_user, reaped_system;
    uint64_t rss;
    char state;
    if (!after || sscanf(after + 2, "%c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %ld %ld %*d "
                         "%*d %lu %*d %lu %*u %lu", &state, &p->parent, &reaped_user, &reaped_system,
                         &p->threads, &p->started, &rss) != 7)
        return 0;
    if (state == 'Z') rss = rss_of_threads(name);
    p->pid = atoi(name);
    p->ours = 0;
    p->state = state_bit(state);
    p->cpu_ns = cpu_of(p->pid) + (uint64_t)(reaped_user + reaped_system) * tick_ns;
    p->rss_kib = rss * page_kib;
    return 1;
}

/* Fills `processes` with what there is, ours marked; returns how many were read. Every process of
 * a command leads back to us: orphans are handed to process 1 or to the subreaper that we are. */
static size_t list_processes(void) {
    const pid_t self = getpid();
    size_t count = 0;
    DIR *proc = opendir("/proc");
    if (!proc) return 0;
    for (struct dirent *entry; (entry = readdir(proc)) && count < MOST_PROCESSES;)
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' &&
            read_process(entry->d_name, &processes[count]))
            count++;
    closedir(proc);
    for (int changed = 1; changed;) {
        changed = 0;
        for (size_t i = 0; i < count; i++) {
            struct process *p = &processes[i];
            if (p->ours || p->pid == self) continue;
            int found = p->parent == self;
            for (size_t k = 0; k < count && !found; k++)
                found = processes[k].ours && processes[k].pid == p->parent;
            if (found) p->ours = changed = 1;
        }
    }
    return listed = count;
}

struct usage {
    uint64_t cpu_ns, rss_kib, threads;
    /* Of that one, too. */
    int states;
};

/* Of all of them but one. */
static struct usage tree_usage(pid_t except) {
    struct usage sum = {0, 0, 0, 0};
    const size_t count = list_processes();
    for (size_t i = 0; i < count; i++) {
        if (!processes[i].ours) continue;
        sum.states |= processes[i].state;
        if (processes[i].pid == except) continue;
        sum.cpu_ns += processes[i].cpu_ns, sum.rss_kib += processes[i].rss_kib;
        sum.threads += processes[i].threads;
    }
    return sum;
}

/* Whether it is our user's, as the kernel counts: the owner of its folder in /proc may be another. */
static int is_of_our_user(pid_t pid) {
    char path[32], text[1024];
    unsigned user;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    read_text(path, text, sizeof text);
    const char *line = strstr(text, "\nUid:");
    return line && sscanf(line, "\nUid: %u", &user) == 1 && user == getuid();
}

/* The kernel's limit on processes counts all processes and threads of a user: where a command runs as
 * ourselves and in no namespace of its own, these too, of which we are one. They are counted anew after
 * a while only, for that takes as long as a small command. */
static uint64_t tasks_beside_commands(void) {
    static uint64_t counted_at, tasks;
    const uint64_t now = now_ns(CLOCK_MONOTONIC);
    if (counted_at && now - counted_at < 250000000u) return tasks;
    const size_t count = list_processes();
    counted_at = now, tasks = 0;
    for (size_t i = 0; i < count; i++)
        if (!processes[i].ours && is_of_our_user(processes[i].pid)) tasks += processes[i].threads;
    return tasks;
}

/* How many of them there were when the command began, and have come since; 0 where they do not count. */
static uint64_t beside_at_start;

static uint64_t come_since(void) {
    const uint64_t now = beside_at_start ? tasks_beside_commands() : 0;
    return now > beside_at_start ? now - beside_at_start : 0;
}

/* The control group's account of CPU time, where there is one: it holds what was used by children
 * that nobody waited for. Our own part, and that of a host between calls, is taken off. */
static int account = -1;

struct account_base {
    pid_t apart;
    uint64_t all_ns, own_ns, apart_ns;
};

static struct account_base account_now(pid_t apart) {
    char text[64] = {0};
    struct account_base now = {apart, 0, 0, apart ? cpu_of(apart) : 0};
    if (account < 0 || pread(account, text, sizeof text - 1, 0) <= 0) return now;
    const int version_2 = !strncmp(text, "usage_usec ", 11);
    now.all_ns = strtoull(version_2 ? text + 11 : text, NULL, 10) * (version_2 ? 1000 : 1);
    now.own_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    return now;
}

/* The account as it was last read is the base of the next command: what happens in between is our
 * own, and is taken off as such. */
static struct account_base last_account;

static struct account_base account_base(pid_t apart) {
    if (account < 0 || !last_account.all_ns) last_account = account_now(apart);
    last_account.apart = apart;
    last_account.apart_ns = apart ? cpu_of(apart) : 0;
    return last_account;
}

static uint64_t accounted_since(struct account_base base) {
    const struct account_base now = last_account = account_now(base.apart);
    const uint64_t all = now.all_ns - base.all_ns;
    const uint64_t ours = now.own_ns - base.own_ns + (now.apart_ns ? now.apart_ns - base.apart_ns : 0);
    return all > ours ? all - ours : 0;
}

/* The control group's count of processes and threads that the kernel refused to start, where there is
 * one. It is read after every command, so that none answers for another's. */
static int refusals = -1;

static int refused_since_last(void) {
    static uint64_t before;
    char text[64] = {0};
    uint64_t now = before;
    if (refusals < 0 || pread(refusals, text, sizeof text - 1, 0) <= 0) return 0;
    sscanf(text, "max %lu", &now);
    const int more = now > before;
    before = now;
    return more;
}

/* Signals one that was listed, and nobody else: a command can use up numbers so fast that another
 * process may have this one by now. */
static void signal_listed(const struct process *listed, int number) {
    char name[16];
    struct process now;
    const int fd = (int)syscall(SYS_pidfd_open, listed->pid, 0);
    if (fd < 0) return;
    snprintf(name, sizeof name, "%d", listed->pid);
    if (read_process(name, &now) && now.started == listed->started &&
        (now.parent == listed->parent || now.parent == getpid()))
        syscall(SYS_pidfd_send_signal, fd, number, NULL, 0);
    close(fd);
}

/* Where kill(-1) would reach others: stop every descendant until no new one shows itself, so that
 * none can fork while we work, then kill them. */
static void kill_descendants(void) {
    for (size_t before = 0, seen = 1; seen > before;) {
        const size_t count = list_processes();
        before = seen, seen = 1;
        for (size_t i = 0; i < count; i++)
            if (processes[i].ours) signal_listed(&processes[i], SIGSTOP), seen++;
    }
    const size_t count = list_processes();
    for (size_t i = 0; i < count; i++)
        if (processes[i].ours) signal_listed(&processes[i], SIGKILL);
}

#endif
