/* The trusted part of the sandbox: starts one command at a time under limits and reports facts.
 *
 * It serves one solution and talks to the judge's worker over an inherited socket. For every
 * request it runs a command as an unprivileged process, watches CPU time, wall time, memory and
 * output, and kills everything that is left of it. Nothing survives from one request to the next.
 *
 * In the mode `namespaces` it is process 1 of a sandbox that bubblewrap creates: only it survives
 * kill(-1), and no fork can evade that call. The only writable folder is a tmpfs, which is mounted
 * anew as soon as a command has left any trace in it. In the mode `landlock` it is an ordinary
 * process: commands read the PATHs, and write only below SCRATCH, and only if a request says so.
 *
 * Usage: supervisor SOCKET ACCOUNT REFUSALS UID namespaces
 *        supervisor SOCKET ACCOUNT REFUSALS UID landlock SCRATCH PATH...
 * SOCKET, ACCOUNT and REFUSALS are descriptors: of the control socket, and of a control group's files
 * of CPU time and of refused processes (-1 without a group). Commands run as user and group UID, or
 * as the supervisor's own user if UID is 0.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <linux/sockios.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "crossed.h"
#include "feedback.h"
#include "landlock.h"
#include "launch.h"
#include "lifeline.h"
#include "lockdown.h"
#include "privilege.h"
#include "processes.h"
#include "protocol.h"
#include "replies.h"
#include "requests.h"
#include "scratch.h"
#include "streams.h"

static void count_dead(pid_t who, int status, const struct rusage *usage, pid_t command,
                       struct reply *reply) {
    reply->cpu_ns += (uint64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000000u +
                     (uint64_t)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1000u;
    if ((uint64_t)usage->ru_maxrss > reply->peak_kib) reply->peak_kib = (uint64_t)usage->ru_maxrss;
    if (who == command) reply->wait_status = (uint32_t)status;
}

/* Kills and reaps everything but ourselves. Fills in what the command and its process tree used. */
static void end_all(pid_t command, struct account_base base, struct reply *reply) {
    const uint64_t looked = reply->cpu_ns;
    reply->cpu_ns = 0;
    reply->wait_status = UINT32_MAX;
    if (namespaces) kill(-1, SIGKILL);
    else if (command > 0) kill(-command, SIGKILL); /* no process can leave its group */
    for (;;) {
        int status;
        struct rusage usage;
        pid_t who = wait4(-1, &status, namespaces ? __WALL : __WALL | WNOHANG, &usage);
        if (who < 0 && errno == ECHILD) break;
        if (who > 0) count_dead(who, status, &usage, command, reply);
        if (who == 0) kill_descendants(), usleep(200);
    }
    if (looked > reply->cpu_ns) reply->cpu_ns = looked;
    if (account >= 0) reply->cpu_ns = accounted_since(base);
}

/* ---- a warm host: an interpreter that has already started ----------------------------------- */

/* It receives the pipes of each call over its socket, and forks for it. */
static struct {
    pid_t pid;
    int socket;
} host;

static void end_host(void) {
    if (!host.pid) return;
    kill(host.pid, SIGKILL); /* process 1 of a namespace: all other processes in it die, too */
    while (waitpid(host.pid, NULL, 0) < 0 && errno == EINTR) {}
    finish_to_restart_pids(), pids_are_restarted = 0;
    close(host.socket);
    host.pid = 0;
    if (failure->own_procfs) show_processes(), failure->own_procfs = 0;
    if (privileged(SYS_setns, own_pids, CLONE_NEWPID, 0, 0, 0) < 0) die("setns");
}

/* The host is process 1 of a namespace within ours: it can kill everything that a call leaves, and no
 * call can harm it. Its descriptor 3 is the socket. If it fails to start, the first call reports why:
 * the standard error of the host is that of the first call. Every later call replaces it by its own. */
static void start_host(const struct request *r, char **argv, char **envp, int error) {
    int both[2], begun[2], nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0 || pipe2(begun, O_CLOEXEC) < 0) die("host");
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, both) < 0) die("host");
    host.socket = both[0];
    int socket = fcntl(both[1], F_DUPFD_CLOEXEC, 16);
    const int fds[4] = {nothing, nothing, error, socket};
    mark(VICTIM);
    /* Until the host ends, all our new child processes start in this namespace. */
    if (privileged(SYS_unshare, CLONE_NEWPID, 0, 0, 0, 0) < 0) die("host");
    host.pid = fork();
    if (host.pid == 0) {
        hide_processes(); /* a call is to find itself there by the number that it has */
        failure->own_procfs = 1;
        mount_scratch_last();
        struct request own = *r;
        own.cpu_ns = 86400000000000u; /* for all its calls; each call has its own limit */
        /* Its forks lower the limit again. */
        own.processes = limit_on_processes(r) + SPARE_TASKS;
        execute(&own, argv, envp, fds, 4);
    }
    if (host.pid < 0) die("host");
    close(both[1]), close(socket), close(nothing), close(begun[1]);
    char none; /* the host closes its end when its mounts are made */
    while (read(begun[0], &none, 1) < 0 && errno == EINTR) {}
    close(begun[0]);
    settle_scratch();
}

static int call_host(const int theirs[4]) {
    char byte = 0, room[CMSG_SPACE(4 * sizeof *theirs)] = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = room,
                             .msg_controllen = sizeof room};
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    const size_t size = (theirs[RESULT_FD] < 0 ? 3 : 4) * sizeof *theirs; /* a program sends no result */
    rights->cmsg_level = SOL_SOCKET, rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(size), message.msg_controllen = CMSG_SPACE(size);
    memcpy(CMSG_DATA(rights), theirs, size);
    return sendmsg(host.socket, &message, 0) == 1 ? 0 : -1;
}

/* Whether the host has not even taken the call, and nothing that it does for it computes: the kernel lacks
 * something that it needs to start, or somebody has stopped it. No line of the solution has run. */
static int host_hangs(const struct request *r, const struct account_base *base, const struct reply *reply) {
    int unread = 0;
    const uint64_t of_host = cpu_of(host.pid) - base->apart_ns;
    if (privileged(SYS_ioctl, host.socket, SIOCOUTQ, (long)&unread, 0, 0) < 0) return 0;
    return unread > 0 && reply->cpu_ns + of_host < r->wall_ns / 10;
}

static void prepare_scratch(const struct asked *a) {
    put_given_files(a);
    if (a->r.flags & READ_ONLY) protect_scratch(1);
}

static enum ended serve_warm(const struct asked *a, char **argv, char **envp, struct buffer out[4],
                             struct reply *reply) {
    const struct request *const r = &a->r;
    int ours[4], theirs[4];
    struct call_report call = {0};
    const size_t fed = open_pipes(r, ours, theirs, a->input);
    if (!host.pid) start_host(r, argv, envp, theirs[2]);
    prepare_scratch(a);
    have_pids_restarted(), restart_pids(); /* or they would count the calls */
    if (account >= 0) last_account.all_ns = 0;
    const uint64_t begin = now_ns(CLOCK_MONOTONIC);
    /* What the host uses between calls is not charged to them. */
    const struct watched what = {host.socket, host.pid, account_base(host.pid)};
    /* A host that has ended already, because it could not start or was killed between calls, cannot be
     * called: its own end is reported, as if it had ended during the call. */
    const int called = call_host(theirs) == 0, gone = !called && (errno == EPIPE || errno == ECONNRESET);
    for (int i = 0; i < 4; i++)
        if (theirs[i] >= 0) close(theirs[i]);
    enum ended ended = gone ? EXITED : FAILED;
    if (called) ended = watch(r, what, ours, a->input, fed, out, reply);
    if (ended == WALL_LIMIT && host_hangs(r, &what.base, reply)) ended = OVERLOADED;
    note_end();
    reply->wall_ns = now_ns(CLOCK_MONOTONIC) - begin;
    int host_ended = ended != EXITED;
    if (ended == EXITED && read(host.socket, &call, sizeof call) != sizeof call) {
        host_ended = 1; /* the host has ended during the call */
        kill(host.pid, SIGKILL);
        int status = 0;
        while (waitpid(host.pid, &status, 0) < 0 && errno == EINTR) {}
        call.wait_status = (uint32_t)status;
        if (WIFEXITED(status) && WEXITSTATUS(status) == HOST_LACKS_PROCESS)
            ended = OVERLOADED, reply->exceeded |= TOO_MANY_PROCESSES;
    }
    /* Where the kernel does not report refused processes, those that are left tell. */
    if (refusals < 0 && call.wait_status && call.left + 1 >= r->processes) reply->exceeded |= TOO_MANY_PROCESSES;
    if (account >= 0) call.cpu_ns = accounted_since(what.base), reply->cpu_ns = 0;
    if (host_ended) end_host();
    else begin_to_restart_pids();
    drain_all(r, ours, out);
    reply->wait_status = (uint32_t)call.wait_status;
    if (call.cpu_ns > reply->cpu_ns) reply->cpu_ns = call.cpu_ns;
    if (call.peak_kib > reply->peak_kib) reply->peak_kib = call.peak_kib;
    return ended;
}

/* ---- requests ------------------------------------------------------------------------------ */

/* Decides from the facts how the command ended, once everything is dead, and sends the reply. */
static void report(const struct request *r, enum ended ended, struct reply *reply,
                   struct buffer out[4]) {
    if (ended == EXITED) {
        if (has_written_too_much(r, out) || feedback.seen > r->output) ended = OUTPUT_LIMIT;
        else if (reply->cpu_ns >= r->cpu_ns) ended = CPU_LIMIT;
        else if (reply->peak_kib > r->memory >> 10) ended = MEMORY_LIMIT;
        else if (WIFSIGNALED(reply->wait_status)) ended = SIGNALLED;
    } else if (ended == SIGNALLED) {
        reply->wait_status = SIGXFSZ; /* scratch_overflows */
    } else {
        reply->wait_status = UINT32_MAX; /* we have killed it */
    }
    if (out[2].size > r->error) {
        memmove(out[2].data, out[2].data + out[2].size - r->error, r->error);
        out[2].size = r->error;
    }
    if (refused_since_last()) reply->exceeded |= TOO_MANY_PROCESSES;
    if (ended == SIGNALLED && WTERMSIG(reply->wait_status) == SIGXFSZ) reply->exceeded |= TOO_MUCH_DISK;
    reply->ended = ended, reply->stage = failure->stage, reply->error_number = failure->error_number;
    reply->output_size = out[1].size, reply->error_size = out[2].size;
    reply->result_size = out[3].size, reply->files_size = feedback.size;
    answer(reply, out, &feedback, r->flags & FOLLOWED);
    for (int i = 1; i < 4; i++) free(out[i].data);
    free(feedback.data), feedback = (struct buffer){0};
}

/* The regular samples may have missed why a short command failed. Where the kernel does not report
 * refused processes, those that are left tell. If they are not its own, it is to run again, without them. */
static enum ended look_at_failure(const struct request *r, pid_t command, struct reply *reply) {
    siginfo_t how;
    if (refusals >= 0) return EXITED;
    if (waitid(P_PID, (id_t)command, &how, WEXITED | WNOWAIT) < 0) return EXITED;
    if (how.si_code == CLD_EXITED && how.si_status == 0) return EXITED;
    const int own = is_full(tree_usage(0).threads, r->processes, 0) || reply->exceeded & TOO_MANY_PROCESSES;
    const int others = is_crowded && !(r->flags & FEEDBACK); /* a validator ends with other statuses than 0 */
    if (own || others) reply->exceeded |= TOO_MANY_PROCESSES;
    return others && !own ? OVERLOADED : EXITED;
}

/* Serves a request with a new process. */
static enum ended serve_cold(const struct asked *a, char **argv, char **envp, struct buffer out[4],
                             struct reply *reply) {
    const struct request *const r = &a->r;
    int ours[4], theirs[4];
    enum ended ended = FAILED;
    end_host();
    prepare_scratch(a);
    const size_t fed = open_pipes(r, ours, theirs, a->input);
    const uint64_t begin = now_ns(CLOCK_MONOTONIC);
    struct watched what = {.base = account_base(0)};
    is_crowded = 0;
    pid_t command = start(r, argv, envp, theirs);
    for (int i = 0; i < 4; i++)
        if (theirs[i] >= 0) close(theirs[i]);
    if (!failure->stage) {
        what.event = (int)privileged(SYS_pidfd_open, command, 0, 0, 0, 0);
        if (what.event < 0) die("pidfd_open");
        ended = watch(r, what, ours, a->input, fed, out, reply);
        note_end();
        reply->wall_ns = now_ns(CLOCK_MONOTONIC) - begin;
        close(what.event);
    }
    if (ended == EXITED) ended = look_at_failure(r, command, reply);
    /* Before the end of those that hold deleted files open. */
    if (namespaces && scratch_is_full()) reply->exceeded |= TOO_MUCH_DISK;
    end_all(command, what.base, reply);
    drain_all(r, ours, out);
    return ended;
}

/* Returns whether the command was a short one. */
static int serve(const struct asked *a, char **argv, char **envp) {
    const struct request *r = &a->r;
    struct reply reply = {0};
    struct buffer out[4] = {{0}};
    out[1].limit = out[3].limit = r->output;
    out[2].limit = r->error, out[2].tail = 1;
    failure->stage = failure->error_number = 0;
    restart_pids();
    protect_scratch(0);
    renew_scratch(r->disk_mib);
    enum ended ended = r->flags & WARM ? serve_warm(a, argv, envp, out, &reply)
                                       : serve_cold(a, argv, envp, out, &reply);
    end_crossed(ended == EXITED, &out[1]);
    if (namespaces && scratch_is_full()) reply.exceeded |= TOO_MUCH_DISK;
    if (r->flags & FEEDBACK) pack_feedback(r->output);
    if (namespaces && r->flags & COUNT_FILES) out[1].seen += written_files(a->given_size);
    if (!(r->flags & FOLLOWED)) finish_to_restart_pids(); /* the worker may count our processes */
    report(r, ended, &reply, out);
    return reply.wall_ns <= SHORT_NS && !reply.stage;
}

/* Requests of the same message as one that took too long. */
static void leave_unstarted(const struct request *r) {
    const struct reply reply = {.ended = UNSTARTED};
    const struct buffer none[4] = {{0}};
    answer(&reply, none, &feedback, r->flags & FOLLOWED);
}

static int usage(void) {
    fprintf(stderr, "usage: supervisor SOCKET ACCOUNT REFUSALS UID namespaces | landlock SCRATCH PATH...\n");
    return 64;
}

/* Commands inherit which signals are ignored or blocked, and must not depend on how the judge was
 * started: by `nohup`, or as a shell's background job. */
static void forget_signals(void) {
    sigset_t none;
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

int main(int argc, char **argv) {
    if (argc < 6) return usage();
    forget_signals();
    control = atoi(argv[1]);
    account = atoi(argv[2]);
    refusals = atoi(argv[3]);
    solution_uid = (uid_t)atol(argv[4]);
    namespaces = !strcmp(argv[5], "namespaces");
    if (namespaces) {
        if (getpid() != 1) return usage();
        scratch = "/box";
        settle_namespaces();
        keep_times_of_devices();
        if (account >= 0) open_oom_file();
        open_machine_files();
        hide_processes();
    } else {
        if (argc < 7 || strcmp(argv[5], "landlock")) return usage();
        scratch = argv[6], readable = argv + 7;
        if (landlock_version() < LANDLOCK_WANTED) {
            fprintf(stderr, "the Landlock of this kernel is too old: Linux 6.12 is required\n");
            return 69;
        }
        keep_no_access_times();
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        if (account >= 0) open_oom_file();
        open_machine_files();
    }
    if (chdir("/proc") < 0) die("procfs");
    signal(SIGPIPE, SIG_IGN);
    die_with_worker();
    open_lifeline();
    prctl(PR_SET_DUMPABLE, 0);
    umask(022);
    leave_no_core();
    cores = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
    failure = mmap(NULL, sizeof *failure, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (failure == MAP_FAILED) die("memory");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || install_filter(!namespaces) < 0)
        die("seccomp");
    fcntl(control, F_SETFD, FD_CLOEXEC);
    if (account >= 0) fcntl(account, F_SETFD, FD_CLOEXEC);
    if (refusals >= 0) fcntl(refusals, F_SETFD, FD_CLOEXEC);
    for (int goes_on = 1;;) {
        struct asked asked;
        read_request(&asked);
        if (goes_on) goes_on = serve(&asked, asked.words, asked.words + asked.r.argc + 1);
        else leave_unstarted(&asked.r);
        if (!(asked.r.flags & FOLLOWED)) goes_on = 1;
        forget_request(&asked);
    }
}
