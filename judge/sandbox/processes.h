/* Our descendant processes: what they use, and how they are killed. Paths of procfs are relative: our
 * working directory is the procfs of our own namespace, whatever is mounted over it. */
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
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "privilege.h"

enum { MOST_PROCESSES = 32768 };

struct process {
    pid_t pid, parent;
    int ours, zombie, state;
    uint64_t cpu_ns, rss_kib, threads, started;
};

/* States of processes and threads, as bits; none for those that sleep or are stopped. */
enum states { CAN_RUN = 1, WAITS_FOR_DISK = 2 };

/* The most recent list, and its length. */
static struct process processes[MOST_PROCESSES];
/* A control group's file of CPU time; -1 where there is no group. */
static int account = -1;
static size_t listed;

static uint64_t now_ns(clockid_t clock) {
    struct timespec t;
    if (clock_gettime(clock, &t) < 0) return 0;
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t cpu_of(pid_t pid) {
    struct timespec t;
    const clockid_t clock = (clockid_t)((~(uint32_t)pid << 3) | 2); /* the kernel's encoding */
    if (privileged(SYS_clock_gettime, clock, (long)&t, 0, 0, 0) < 0) return 0;
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Reads a small file as text; returns its length, 0 or less if it cannot be read. */
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

/* A process whose first thread has ended shows no memory itself; its other threads do. */
static uint64_t rss_of_threads(const char *name) {
    char path[600], text[64];
    uint64_t pages = 0;
    snprintf(path, sizeof path, "%s/task", name);
    DIR *tasks = opendir(path);
    if (!tasks) return 0;
    for (struct dirent *entry; !pages && (entry = readdir(tasks));) {
        if (entry->d_name[0] == '.' || !strcmp(entry->d_name, name)) continue;
        snprintf(path, sizeof path, "%s/task/%s/statm", name, entry->d_name);
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
    snprintf(path, sizeof path, "%s/stat", name);
    if (read_text(path, text, sizeof text) <= 0) return 0;
    char *after = strrchr(text, ')'); /* the name of a process may contain anything */
    long reaped_user, reaped_system;
    uint64_t rss;
    char state;
    if (!after || sscanf(after + 2, "%c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %ld %ld %*d "
                         "%*d %lu %*d %lu %*u %lu", &state, &p->parent, &reaped_user, &reaped_system,
                         &p->threads, &p->started, &rss) != 7)
        return 0;
    if (state == 'Z') rss = rss_of_threads(name);
    p->pid = atoi(name);
    p->ours = 0, p->zombie = state == 'Z';
    p->state = state_bit(state);
    p->cpu_ns = cpu_of(p->pid) + (uint64_t)(reaped_user + reaped_system) * tick_ns;
    p->rss_kib = rss * page_kib;
    return 1;
}

/* Fills `processes` with all processes, ours marked; returns their number. Every process of a command
 * is our descendant: orphans become children of process 1 or of the subreaper, which we are. */
static size_t list_processes(void) {
    const pid_t self = getpid();
    size_t count = 0;
    DIR *proc = opendir(".");
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

/* The capacity of pipes and sockets, which counts in full because their content shows nowhere. No
 * command can increase it. If a process hides its descriptors, each counts as a socket; if it hides
 * their number, too, UNSEEN_DESCRIPTORS are assumed. */
enum { PIPE_KIB = 64, SOCKET_KIB = 256, UNSEEN_DESCRIPTORS = 64, MOST_CHANNELS = 1 << 16, OUR_PIPES = 4 };

/* Those of one sample, by inode; one inode may occur several times, once for each process. */
static struct channel {
    uint64_t inode, kib;
} channels[MOST_CHANNELS];
static size_t channel_count;

static void note_unseen(const char *descriptors) {
    struct stat folder, own;
    if (channel_count == MOST_CHANNELS || stat(descriptors, &folder) < 0) return; /* it has ended */
    const int told = stat("self/fd", &own) == 0 && own.st_size; /* since Linux 6.2 */
    const uint64_t count = told ? (uint64_t)folder.st_size : UNSEEN_DESCRIPTORS;
    channels[channel_count++] = (struct channel){folder.st_ino, count * SOCKET_KIB};
}

static void note_channels(const char *process) {
    char path[64], target[64];
    snprintf(path, sizeof path, "%s/fd", process);
    DIR *folder = opendir(path);
    if (!folder) return note_unseen(path);
    for (struct dirent *entry; (entry = readdir(folder)) && channel_count < MOST_CHANNELS;) {
        const ssize_t n = readlinkat(dirfd(folder), entry->d_name, target, sizeof target - 1);
        if (n <= 0) continue;
        target[n] = 0;
        struct channel *c = &channels[channel_count];
        if (sscanf(target, "pipe:[%lu]", &c->inode) == 1) c->kib = PIPE_KIB, channel_count++;
        else if (sscanf(target, "socket:[%lu]", &c->inode) == 1) c->kib = SOCKET_KIB, channel_count++;
    }
    closedir(folder);
}

static int by_inode(const void *a, const void *b) {
    const uint64_t one = ((const struct channel *)a)->inode, other = ((const struct channel *)b)->inode;
    return (one > other) - (one < other);
}

/* Counts each of them once, without the pipes that connect us with the command. */
static uint64_t channels_kib(const ino_t own[OUR_PIPES]) {
    uint64_t sum = 0;
    qsort(channels, channel_count, sizeof *channels, by_inode);
    for (size_t i = 0; i < channel_count; i++) {
        int counts = i == 0 || channels[i].inode != channels[i - 1].inode;
        for (size_t k = 0; k < OUR_PIPES; k++)
            if (channels[i].inode == own[k]) counts = 0;
        if (counts) sum += channels[i].kib;
    }
    return sum;
}

/* Page tables and swapped memory, which are not resident. */
static uint64_t hidden_kib(const char *process) {
    char path[64], text[2048];
    uint64_t sum = 0, kib;
    snprintf(path, sizeof path, "%s/status", process);
    if (read_text(path, text, sizeof text) <= 0) return 0;
    for (const char *const *name = (const char *const[]){"\nVmPTE:", "\nVmSwap:", NULL}; *name; name++) {
        const char *line = strstr(text, *name);
        if (line && sscanf(line + strlen(*name), "%lu", &kib) == 1) sum += kib;
    }
    return sum;
}

/* The folder with the facts of a process: its own or, once its first thread has ended, that of another
 * thread. Returns whether there is one. */
static int folder_of(const struct process *p, char folder[48]) {
    snprintf(folder, 48, "%d", p->pid);
    if (!p->zombie) return 1;
    char path[64];
    int found = 0;
    snprintf(path, sizeof path, "%d/task", p->pid);
    DIR *tasks = p->threads > 1 ? opendir(path) : NULL;
    if (!tasks) return 0;
    for (struct dirent *entry; !found && (entry = readdir(tasks));)
        if ((found = atoi(entry->d_name) > 0 && atoi(entry->d_name) != p->pid))
            snprintf(folder, 48, "%d/task/%d", p->pid, atoi(entry->d_name));
    closedir(tasks);
    return found;
}

struct usage {
    uint64_t cpu_ns, rss_kib, threads;
    /* Includes the process that the other sums leave out. */
    int states;
};

/* Commands run as this user and group, or as our own user if it is 0. */
static uid_t solution_uid;

/* Files of commands are created and read with the rights of their user. */
static void act_as(uid_t user) {
    if (!solution_uid) return;
    privileged(SYS_setfsgid, user, 0, 0, 0, 0), privileged(SYS_setfsuid, user, 0, 0, 0, 0);
    /* A change of user clears the parent-death signal. */
    if (!user) prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/* The pipes of the current command. */
static ino_t own_pipes[OUR_PIPES];

/* The usage of all of them but one. Without a control group it includes memory that is not resident. */
static struct usage tree_usage(pid_t except) {
    struct usage sum = {0, 0, 0, 0};
    const size_t count = list_processes();
    channel_count = 0;
    if (account < 0) act_as(solution_uid);
    for (size_t i = 0; i < count; i++) {
        const struct process *p = &processes[i];
        if (!p->ours) continue;
        sum.states |= p->state;
        if (p->pid == except) continue;
        sum.cpu_ns += p->cpu_ns, sum.rss_kib += p->rss_kib, sum.threads += p->threads;
        char folder[48];
        if (account < 0 && folder_of(p, folder)) sum.rss_kib += hidden_kib(folder), note_channels(folder);
    }
    if (account < 0) sum.rss_kib += channels_kib(own_pipes), act_as(0);
    return sum;
}

/* Whether the kernel counts it as our user's: its folder in /proc may have another owner. */
static int is_of_our_user(pid_t pid) {
    char path[32], text[1024];
    unsigned user;
    snprintf(path, sizeof path, "%d/status", pid);
    read_text(path, text, sizeof text);
    const char *line = strstr(text, "\nUid:");
    return line && sscanf(line, "\nUid: %u", &user) == 1 && user == getuid();
}

/* The kernel's limit on processes counts all processes and threads of a user. Where a command runs as
 * our own user and without a namespace, those are included. A count is as good for `age_ns`, because
 * counting takes as long as a small command. */
static uint64_t tasks_beside_commands(uint64_t age_ns) {
    static uint64_t counted_at, tasks;
    const uint64_t now = now_ns(CLOCK_MONOTONIC);
    if (counted_at && now - counted_at < age_ns) return tasks;
    const size_t count = list_processes();
    counted_at = now, tasks = 0;
    for (size_t i = 0; i < count; i++)
        if (!processes[i].ours && is_of_our_user(processes[i].pid)) tasks += processes[i].threads;
    return tasks;
}

/* How many there were when the command started, and how many more there are now; 0 if not counted. */
static uint64_t beside_at_start;
enum { OLD_COUNT_NS = 250000000, COUNT_NS = 100000000 };

static uint64_t come_since(uint64_t age_ns) {
    const uint64_t now = beside_at_start ? tasks_beside_commands(age_ns) : 0;
    return now > beside_at_start ? now - beside_at_start : 0;
}

/* Whether a command may have been refused a process because of what had come beside it, and not because of
 * its own. */
static int is_crowded;

/* So many of others' tasks may have ended between a refusal and our count. */
enum { JUST_ENDED = 4 };

/* Notes what a command of so many tasks has come up against. Returns whether that is its own limit. */
static int is_full(uint64_t tasks, uint64_t limit, uint64_t age_ns) {
    if (tasks >= limit) return 1;
    const uint64_t come = come_since(age_ns);
    if (come && tasks + come + JUST_ENDED >= limit) is_crowded = 1;
    return 0;
}

/* The control group's account of CPU time, which includes children that nobody waited for. Our own
 * time, and that of a host between calls, is subtracted. */
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

/* The last value read is the base of the next command: time in between is our own and is subtracted
 * as such. */
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

/* The control group's count of processes and threads that the kernel refused to start. It is read after
 * every command, so that no command is charged for another's. */
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

/* Signals a listed process, and no other: a command can use up PIDs so fast that another process may
 * have this one by now. */
static void signal_listed(const struct process *listed, int number) {
    char name[16];
    struct process now;
    const int fd = (int)privileged(SYS_pidfd_open, listed->pid, 0, 0, 0, 0);
    if (fd < 0) return;
    snprintf(name, sizeof name, "%d", listed->pid);
    if (read_process(name, &now) && now.started == listed->started &&
        (now.parent == listed->parent || now.parent == getpid()))
        privileged(SYS_pidfd_send_signal, fd, number, 0, 0, 0);
    close(fd);
}

/* For use where kill(-1) would reach other processes: stops all descendants until no new one appears, so
 * that none can fork meanwhile, then kills them. */
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
