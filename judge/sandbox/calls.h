/* The system calls that a command may make: an allow-list. A call that is not here, whether its number
 * is known today or not, fails with ENOSYS: run-times then do without it, as on an older kernel. */
#ifndef CALLS_H
#define CALLS_H

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* Numbers that older headers lack; they are the same on every architecture. */
#ifndef __NR_pidfd_send_signal
#define __NR_pidfd_send_signal 424
#endif
#ifndef __NR_pidfd_open
#define __NR_pidfd_open 434
#endif
#ifndef __NR_close_range
#define __NR_close_range 436
#endif
#ifndef __NR_faccessat2
#define __NR_faccessat2 439
#endif
#ifndef __NR_epoll_pwait2
#define __NR_epoll_pwait2 441
#endif
#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_add_rule 445
#define __NR_landlock_restrict_self 446
#endif
#ifndef __NR_futex_waitv
#define __NR_futex_waitv 449
#endif
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif

enum action {
    ABSENT,          /* ENOSYS; what is not in the table */
    ALLOW,
    REFUSE,          /* EPERM, where a program that is told no goes on and one without the call does not */
    OWN_FILES,       /* EPERM where the host's files are in sight: Landlock does not see this call */
    OWN_GROUP,       /* where no namespace ends a command, nothing is done: it stays in its process group */
    OWN_FIRST,       /* on oneself only: its first argument must be 0 */
    OWN_POLICY,      /* the same; to others the policy that all have is given by doing nothing */
    LISTED,          /* one of its arguments must be one of some values */
    NO_NAMESPACE,    /* clone: no namespace, and no child of our parent */
    PRIVATE_ONLY,    /* mmap: neither memory that shows in no process nor huge pages */
    UNIX_STREAMS,    /* socketpair: others could send to any address */
    NO_DEVICE,       /* mknod: regular files and FIFOs; its mode is the second argument */
    NO_DEVICE_AT,    /* mknodat: the third */
    SUPERVISOR_ELSE_ABSENT, /* ENOSYS without it, where callers are ready for that */
    SUPERVISOR_ONLY, /* only with the supervisor's key: privilege.h */
};

/* The values that an argument may have, and what others get: the error of a kernel that does not know
 * them, which is what callers are ready for. */
struct operations {
    unsigned argument, error, count;
    const unsigned *values;
};
#define COUNT(array) (sizeof(array) / sizeof *(array))
#define OPERATIONS(name, argument, error, ...)            \
    static const unsigned name##_values[] = {__VA_ARGS__}; \
    static const struct operations name = {argument, error, COUNT(name##_values), name##_values}

/* Whether it is a terminal and how wide, how much can be read, flags of a descriptor, a copy of a file
 * that shares its blocks. Not: flags, version, encryption or extents of an inode, input pushed into a
 * terminal, the interfaces of the host that any socket tells. */
OPERATIONS(ioctl_requests, 1, ENOTTY, TCGETS, 0x802c542a /* TCGETS2 */, TIOCGWINSZ, TIOCGPGRP, FIONREAD,
           FIONBIO, FIOCLEX, FIONCLEX, FICLONE);

/* Copies and flags of a descriptor. Not: more room in a pipe, which is memory that shows in no process;
 * locks, which others of the machine would wait for; leases; notices of changes; signals to an owner;
 * seals; hints that stay in an inode. */
OPERATIONS(fcntl_commands, 1, EINVAL, F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL,
           1032 /* F_GETPIPE_SZ */);

/* Names, the signal of a parent's death, what may read our memory, whether we are confined. Not:
 * filters, capabilities, reaping, merging of pages, what a process is told to hide from itself. */
OPERATIONS(prctl_options, 0, EINVAL, PR_SET_NAME, PR_GET_NAME, PR_SET_PDEATHSIG, PR_GET_PDEATHSIG,
           PR_SET_DUMPABLE, PR_GET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP,
#ifdef __aarch64__
           50 /* PR_SVE_SET_VL */, 51 /* PR_SVE_GET_VL */,
#endif
           PR_SET_THP_DISABLE, PR_GET_THP_DISABLE);

/* What allocators and collectors ask for. Not: merging of equal pages and eviction from the page cache,
 * by which one process can learn of another, and faults of the hardware. */
OPERATIONS(madvise_advice, 2, EINVAL, MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED,
           MADV_DONTNEED, MADV_FREE, MADV_REMOVE, MADV_DONTFORK, MADV_DOFORK, MADV_HUGEPAGE,
           MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP, MADV_WIPEONFORK, MADV_KEEPONFORK,
           22 /* MADV_POPULATE_READ */, 23 /* MADV_POPULATE_WRITE */, 102 /* MADV_GUARD_INSTALL */,
           103 /* MADV_GUARD_REMOVE */);

/* All but DONTNEED, which drops a file's pages for everybody. */
OPERATIONS(file_advice, 3, EINVAL, POSIX_FADV_NORMAL, POSIX_FADV_RANDOM, POSIX_FADV_SEQUENTIAL,
           POSIX_FADV_WILLNEED, POSIX_FADV_NOREUSE);

/* QUERY, and barriers among our own threads; not those that wait for the whole machine. */
OPERATIONS(membarrier_commands, 0, EINVAL, 0, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8);

#ifdef __x86_64__
/* The registers FS and GS, in which threads keep their own data. */
OPERATIONS(arch_prctl_codes, 0, EINVAL, 0x1001, 0x1002, 0x1003, 0x1004);
#endif

struct rule {
    int call;
    enum action action;
    const struct operations *operations;
};
#define ALLOWED(name) {__NR_##name, ALLOW, NULL}
#define REFUSED(name) {__NR_##name, REFUSE, NULL}
#define CHECKED(name, how) {__NR_##name, how, NULL}
#define ONE_OF(name, operations) {__NR_##name, LISTED, &(operations)}

static struct rule rules[] = {
    /* What is open already: reading, writing, places in it. Not preadv2, which tells what is cached;
     * not splice, tee and vmsplice: pipes that hold pages of others. */
    ALLOWED(read), ALLOWED(write), ALLOWED(readv), ALLOWED(writev), ALLOWED(pread64), ALLOWED(pwrite64),
    ALLOWED(preadv), ALLOWED(pwritev), ALLOWED(lseek), ALLOWED(sendfile), ALLOWED(copy_file_range),
    ALLOWED(close), ALLOWED(close_range), ALLOWED(dup), ALLOWED(dup3), ALLOWED(pipe2),
    ALLOWED(ftruncate), ALLOWED(fallocate), ALLOWED(fsync), ALLOWED(fdatasync),
    ONE_OF(fcntl, fcntl_commands), ONE_OF(ioctl, ioctl_requests), ONE_OF(fadvise64, file_advice),

    /* Files by name. Which ones is for the mounts and Landlock to say. Not statx, which tells when a mount
     * was made and how many there were before. */
    CHECKED(statx, SUPERVISOR_ELSE_ABSENT),
    ALLOWED(openat), ALLOWED(newfstatat), ALLOWED(fstat), ALLOWED(statfs), ALLOWED(fstatfs),
    ALLOWED(faccessat), ALLOWED(faccessat2), ALLOWED(readlinkat), ALLOWED(getdents64), ALLOWED(getcwd),
    ALLOWED(chdir), ALLOWED(fchdir), ALLOWED(umask), ALLOWED(truncate), ALLOWED(mkdirat), ALLOWED(unlinkat),
    ALLOWED(renameat), ALLOWED(renameat2), ALLOWED(linkat), ALLOWED(symlinkat),
    CHECKED(mknodat, NO_DEVICE_AT),
    ALLOWED(getxattr), ALLOWED(lgetxattr), ALLOWED(fgetxattr), ALLOWED(listxattr), ALLOWED(llistxattr),
    ALLOWED(flistxattr),

    /* What is known of a file. Extended attributes no program needs to set; copies of files try. */
    CHECKED(fchmod, OWN_FILES), CHECKED(fchmodat, OWN_FILES), CHECKED(fchmodat2, OWN_FILES),
    CHECKED(fchown, OWN_FILES), CHECKED(fchownat, OWN_FILES), CHECKED(utimensat, OWN_FILES),
    REFUSED(setxattr), REFUSED(lsetxattr), REFUSED(fsetxattr), REFUSED(removexattr), REFUSED(lremovexattr),
    REFUSED(fremovexattr),

    /* Memory. Not memfd_create: what no process maps shows in none; not mincore, which tells what is
     * cached. */
    ALLOWED(brk), ALLOWED(munmap), ALLOWED(mprotect), ALLOWED(mremap), ALLOWED(msync), ALLOWED(mlock),
    ALLOWED(munlock), CHECKED(mmap, PRIVATE_ONLY), ONE_OF(madvise, madvise_advice),

    /* Processes and threads. clone3 is absent: its flags lie in memory, where no filter can see them. */
    CHECKED(clone, NO_NAMESPACE), ALLOWED(execve), ALLOWED(exit), ALLOWED(exit_group), ALLOWED(wait4),
    ALLOWED(waitid), ALLOWED(getpid), ALLOWED(getppid), ALLOWED(gettid), ALLOWED(getpgid),
    CHECKED(setpgid, OWN_GROUP), ALLOWED(getsid), CHECKED(setsid, OWN_GROUP), ALLOWED(set_tid_address),
    ALLOWED(set_robust_list), ALLOWED(get_robust_list), ALLOWED(rseq), ALLOWED(futex), ALLOWED(futex_waitv),
    ONE_OF(membarrier, membarrier_commands), ONE_OF(prctl, prctl_options),

    /* Who and where we are. */
    ALLOWED(getuid), ALLOWED(geteuid), ALLOWED(getgid), ALLOWED(getegid), ALLOWED(getresuid),
    ALLOWED(getresgid), ALLOWED(getgroups), ALLOWED(capget), ALLOWED(uname), ALLOWED(sysinfo),
    ALLOWED(getcpu), ALLOWED(getrandom), ALLOWED(getrusage), ALLOWED(times),

    /* Signals. */
    ALLOWED(rt_sigaction), ALLOWED(rt_sigprocmask), ALLOWED(rt_sigreturn), ALLOWED(rt_sigpending),
    ALLOWED(rt_sigtimedwait), ALLOWED(rt_sigsuspend), ALLOWED(rt_sigqueueinfo), ALLOWED(rt_tgsigqueueinfo),
    ALLOWED(sigaltstack), ALLOWED(signalfd4), ALLOWED(kill), ALLOWED(tkill), ALLOWED(tgkill),
    ALLOWED(restart_syscall),

    /* Time. Reading the clock, sleeping, timers; no setting. */
    ALLOWED(clock_gettime), ALLOWED(clock_getres), ALLOWED(clock_nanosleep), ALLOWED(nanosleep),
    ALLOWED(gettimeofday), ALLOWED(getitimer), ALLOWED(setitimer), ALLOWED(timer_create),
    ALLOWED(timer_settime), ALLOWED(timer_gettime), ALLOWED(timer_getoverrun), ALLOWED(timer_delete),
    ALLOWED(timerfd_create), ALLOWED(timerfd_settime), ALLOWED(timerfd_gettime),

    /* Waiting for several things at once. Not inotify and fanotify, which watch files of the host; not
     * io_setup, whose contexts the whole machine shares; not io_uring. */
    ALLOWED(ppoll), ALLOWED(pselect6), ALLOWED(epoll_create1), ALLOWED(epoll_ctl), ALLOWED(epoll_pwait),
    ALLOWED(epoll_pwait2), ALLOWED(eventfd2),

    /* Limits and the scheduler: one's own. */
    ALLOWED(getrlimit), ALLOWED(setrlimit), CHECKED(prlimit64, OWN_FIRST), ALLOWED(sched_yield),
    ALLOWED(sched_getaffinity), CHECKED(sched_setaffinity, OWN_FIRST), ALLOWED(sched_getparam),
    CHECKED(sched_setparam, OWN_FIRST), ALLOWED(sched_getscheduler), CHECKED(sched_setscheduler, OWN_POLICY),
    ALLOWED(sched_getattr), CHECKED(sched_setattr, OWN_FIRST), ALLOWED(sched_get_priority_max),
    ALLOWED(sched_get_priority_min), ALLOWED(sched_rr_get_interval), ALLOWED(getpriority),
    REFUSED(setpriority), REFUSED(ioprio_set),

    /* Sockets: pairs between one's own processes. To make another kind is refused, as where there is no
     * network: libraries ask for names and servers, and go on without. */
    CHECKED(socketpair, UNIX_STREAMS), ALLOWED(sendto), ALLOWED(recvfrom), ALLOWED(sendmsg), ALLOWED(recvmsg),
    ALLOWED(shutdown), ALLOWED(getsockname), ALLOWED(getpeername), ALLOWED(getsockopt),
    REFUSED(socket), REFUSED(connect), REFUSED(bind), REFUSED(listen), REFUSED(accept), REFUSED(accept4),
    REFUSED(setsockopt),

    /* The supervisor's own: mounts, identities, confinement, processes by descriptor. */
    CHECKED(mount, SUPERVISOR_ONLY), CHECKED(umount2, SUPERVISOR_ONLY), CHECKED(capset, SUPERVISOR_ONLY),
    CHECKED(setgroups, SUPERVISOR_ONLY), CHECKED(setresuid, SUPERVISOR_ONLY),
    CHECKED(setresgid, SUPERVISOR_ONLY), CHECKED(setfsuid, SUPERVISOR_ONLY),
    CHECKED(setfsgid, SUPERVISOR_ONLY), CHECKED(pidfd_open, SUPERVISOR_ONLY),
    CHECKED(pidfd_send_signal, SUPERVISOR_ONLY), CHECKED(landlock_create_ruleset, SUPERVISOR_ONLY),
    CHECKED(landlock_add_rule, SUPERVISOR_ONLY), CHECKED(landlock_restrict_self, SUPERVISOR_ONLY),
    CHECKED(unshare, SUPERVISOR_ONLY), CHECKED(setns, SUPERVISOR_ONLY),
    REFUSED(setuid), REFUSED(setgid), REFUSED(setreuid), REFUSED(setregid),

#ifdef __x86_64__
    /* Older forms of the above, which AArch64 never had. */
    ALLOWED(open), ALLOWED(creat), ALLOWED(stat), ALLOWED(lstat), ALLOWED(access), ALLOWED(readlink),
    ALLOWED(getdents), ALLOWED(mkdir), ALLOWED(rmdir), ALLOWED(unlink), ALLOWED(rename), ALLOWED(link),
    ALLOWED(symlink), CHECKED(mknod, NO_DEVICE), CHECKED(chmod, OWN_FILES), CHECKED(chown, OWN_FILES),
    CHECKED(lchown, OWN_FILES), CHECKED(utime, OWN_FILES), CHECKED(utimes, OWN_FILES),
    CHECKED(futimesat, OWN_FILES), ALLOWED(dup2), ALLOWED(pipe), ALLOWED(fork), ALLOWED(vfork),
    ALLOWED(getpgrp), ALLOWED(alarm), ALLOWED(pause), ALLOWED(time), ALLOWED(poll), ALLOWED(select),
    ALLOWED(epoll_create), ALLOWED(epoll_wait), ALLOWED(eventfd), ALLOWED(signalfd),
    ONE_OF(arch_prctl, arch_prctl_codes),
#endif
};

#endif
