/* What a process sets for itself between vfork and exec, where it may change only its own state. */
#ifndef LAUNCH_H
#define LAUNCH_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "landlock.h"
#include "lifeline.h"
#include "lockdown.h"
#include "privilege.h"
#include "processes.h"
#include "protocol.h"
#include "scratch.h"
#include "streams.h"

/* Far more than any run-time reserves. It bounds page tables, which some accounts of memory lack. */
#define MOST_ADDRESSES ((uint64_t)64 << 30)

/* With these on top, the limit of the control group, which reports refusals, is reached first. */
enum { SPARE_PROCESSES = 8, MANY_PROCESSES = 1 << 16, MOST_PENDING = 4096 };

static char **readable;
/* Where a command failed to start. A forked process shares this memory with us until exec. */
static volatile struct failure {
    uint32_t stage, error_number, own_procfs;
} *failure;

static void give_up(enum stage stage) {
    failure->stage = stage;
    failure->error_number = (uint32_t)errno;
    _exit(71);
}

static void limit(int what, uint64_t value) {
    struct rlimit both = {value, value};
    if (setrlimit(what, &both) == 0) return;
    /* Our own limit is already lower and cannot be raised. */
    if (getrlimit(what, &both) < 0 || both.rlim_max > value) give_up(LIMITS);
    both.rlim_cur = both.rlim_max;
    if (setrlimit(what, &both) < 0) give_up(LIMITS);
}

/* Where crashes are handled by a program, the kernel starts it outside, as root, also for a limit of 0;
 * only a limit of one byte prevents that. Commands inherit it and cannot change it. A hard limit of 0
 * that we have ourselves stays. */
static void leave_no_core(void) {
    struct rlimit one = {1, 1}, ours;
    if (getrlimit(RLIMIT_CORE, &ours) == 0 && ours.rlim_max < 1 && setrlimit(RLIMIT_CORE, &one) < 0) return;
    if (setrlimit(RLIMIT_CORE, &one) < 0) die("limit on core dumps");
}

/* A kernel short of memory must kill commands and not us. A command inherits the score that we have
 * while it starts, and resets ours before it executes anything. That is far cheaper than opening its
 * own file, and we might not be scheduled before the command has used all memory. */
#define VICTIM "1000"
static int oom_file = -1;
static char our_mark[16];

static void mark(const char *text) {
    if (oom_file >= 0 && pwrite(oom_file, text, strlen(text), 0) < 0) die("oom_score_adj");
}

static void open_oom_file(void) {
    oom_file = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
    if (oom_file >= 0 && read(oom_file, our_mark, sizeof our_mark - 1) <= 0) die("oom_score_adj");
}

static void execute(const struct request *r, char **argv, char **envp, const int *fds, int count) {
    unsigned used = 0;
    mark(our_mark);
    if (!die_with_supervisor()) give_up(LIMITS);
    for (int i = 0; i < count; i++)
        if (fds[i] >= 0 && dup2(fds[i], i) < 0) give_up(LIMITS);
        else if (fds[i] >= 0) used = (unsigned)i + 1;
    if (close_range(used, UINT_MAX, 0) < 0) give_up(LIMITS);
    if (chdir(scratch) < 0) give_up(SCRATCH);
    /* The calls of a warm host go there themselves: it starts before there is such a folder. */
    if (r->flags & FEEDBACK && !(r->flags & WARM) && chdir(WORK_NAME) < 0) give_up(SCRATCH);
    limit(RLIMIT_CPU, r->cpu_ns / 1000000000u + 2);
    limit(RLIMIT_FSIZE, (uint64_t)r->disk_mib << 20);
    limit(RLIMIT_NOFILE, 1024);
    limit(RLIMIT_STACK, r->memory);
    limit(RLIMIT_AS, r->memory + MOST_ADDRESSES);
    limit(RLIMIT_MSGQUEUE, 0);
    limit(RLIMIT_MEMLOCK, 1 << 16);
    limit(RLIMIT_SIGPENDING, MOST_PENDING); /* the kernel counts those of all processes of the user */
    limit(RLIMIT_NICE, 0), limit(RLIMIT_RTPRIO, 0); /* a user may have been given priority */
    const uid_t uid = solution_uid;
    if (uid && (privileged(SYS_setgroups, 0, 0, 0, 0, 0) < 0 ||
                privileged(SYS_setresgid, uid, uid, uid, 0, 0) < 0 ||
                privileged(SYS_setresuid, uid, uid, uid, 0, 0) < 0))
        give_up(IDENTITY);
    limit(RLIMIT_NPROC, r->processes);
    if (privileged(SYS_setsid, 0, 0, 0, 0, 0) < 0 || drop_privileges() < 0) give_up(IDENTITY);
    if (!die_with_supervisor()) give_up(LIMITS); /* a change of user has cleared the signal */
    const char *const shown = r->flags & CASE_FILES ? scratch : NULL;
    if (!namespaces && confine(readable, shown, r->flags & WRITABLE ? scratch : NULL) < 0) give_up(CONFINE);
    signal(SIGPIPE, SIG_DFL);
    execve(argv[0], argv, envp);
    give_up(EXEC);
}

/* The limit on processes as the kernel counts it. Where commands run as our own user it counts us, too,
 * and, without a namespace, all processes of that user. */
static uint32_t limit_on_processes(const struct request *r) {
    if (refusals >= 0) return r->processes + (solution_uid ? SPARE_PROCESSES : MANY_PROCESSES);
    if (solution_uid) return r->processes;
    if (namespaces) return r->processes + 1;
    beside_at_start = tasks_beside_commands(OLD_COUNT_NS);
    return r->processes + (uint32_t)beside_at_start;
}

static pid_t start(const struct request *r, char **argv, char **envp, const int fds[4]) {
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    struct request given = *r;
    given.processes = limit_on_processes(r);
    /* vfork costs half as much, but the child inherits our peak of memory as its own: after a large
     * input or output has raised ours, it needs an address space of its own. */
    mark(VICTIM);
    pid_t command = own.ru_maxrss > 2048 ? fork() : vfork();
    if (command == 0) execute(&given, argv, envp, fds, 4);
    if (command > 0) tie(command);
    if (command < 0) mark(our_mark), failure->stage = FORK, failure->error_number = (uint32_t)errno;
    return command;
}

#endif
