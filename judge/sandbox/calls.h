/* The system calls that a command may make: an allow-list. Every other call, also one that today's
 * kernels do not have, fails with ENOSYS: run-times then do without it, as on an older kernel. */
#ifndef CALLS_H
#define CALLS_H

#include <asm/ioctls.h>
#include <asm/socket.h>
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
    ABSENT,          /* ENOSYS, as for calls that are not in the table */
    ALLOW,
    REFUSE,          /* EPERM, where programs handle a refusal but not a missing call */
    OWN_FILES,       /* EPERM where the host's files are visible: Landlock does not check this call */
    OWN_GROUP,       /* ignored where no namespace ends a command: it must stay in its process group */
    OWN_FIRST,       /* on the caller only: its first argument must be 0 */
    DEFAULT_POLICY,  /* only the default policy: for others it is accepted and nothing is done */
    LISTED,          /* one of its arguments must have a listed value */
    NO_NAMESPACE,    /* clone: no new namespace, no sibling */
    PRIVATE_ONLY,    /* mmap: no memory that no process shows, no huge pages */
    UNIX_STREAMS,    /* socketpair: other kinds could send to any address */
    OWN_CLOCK,       /* a clock of the machine or of the caller: its first argument names no other process */
    NAMED_FILE,      /* open: no file without a name; the flags are its second argument */
    NAMED_FILE_AT,   /* openat: the same; the third */
    NO_CORE_LIMIT,   /* setrlimit: not the limit on core dumps (launch.h) */
    OWN_LIMITS,      /* prlimit64: on the caller only; to read, or as setrlimit */
    NO_DEVICE,       /* mknod: regular files and FIFOs; the mode is its second argument */
    NO_DEVICE_AT,    /* mknodat: the same; the third */
    IN_ORDER,        /* send, receive: no out-of-band data; the flags are its fourth argument */
    IN_ORDER_PARTS,  /* sendmsg, recvmsg: the same; the third */
    UNRESERVED,      /* fallocate: EOPNOTSUPP where the scratch folder is the host's */
    SUPERVISOR_ELSE_ABSENT, /* only with the supervisor's key; otherwise ENOSYS */
    SUPERVISOR_ONLY, /* only with the supervisor's key (privilege.h); otherwise EPERM */
};

/* The values that an argument may have, and the error for others: that of a kernel that does not know
 * them, which callers handle. */
struct operations {
    unsigned argument, error, count;
    const unsigned *values;
};
#define COUNT(array) (sizeof(array) / sizeof *(array))
#define OPERATIONS(name, argument, error, ...)            \
    static const unsigned name##_values[] = {__VA_ARGS__}; \
    static const struct operations name = {argument, error, COUNT(name##_values), name##_values}

/* Whether it is a terminal and its width, how much can be read, flags of a descriptor, a copy of a file
 * that shares its blocks. Not: flags, version, encryption or extents of an inode, input pushed into a
 * terminal, the network interfaces of the host, which any socket can list. */
OPERATIONS(ioctl_requests, 1, ENOTTY, TCGETS, 0x802c542a /* TCGETS2 */, TIOCGWINSZ, TIOCGPGRP, FIONREAD,
           FIONBIO, FIOCLEX, FIONCLEX, FICLONE);

/* Copies and flags of a descriptor. Not: a larger pipe, which is memory that no process shows; locks,
 * for which other processes of the machine would wait; leases; change notifications; signals to an
 * owner; seals; hints that are stored in an inode. */
OPERATIONS(fcntl_commands, 1, EINVAL, F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL,
           1032 /* F_GETPIPE_SZ */);

/* The name, the parent-death signal, whether others may read the memory, whether there is a filter. Not:
 * filters, capabilities, subreapers, merging of pages. */
OPERATIONS(prctl_options, 0, EINVAL, PR_SET_NAME, PR_GET_NAME, PR_SET_PDEATHSIG, PR_GET_PDEATHSIG,
           PR_SET_DUMPABLE, PR_GET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP,
#ifdef __aarch64__
           50 /* PR_SVE_SET_VL */, 51 /* PR_SVE_GET_VL */,
#endif
           PR_SET_THP_DISABLE, PR_GET_THP_DISABLE);

/* What allocators and garbage collectors use. Not: merging of equal pages and eviction from the page
 * cache, by which one process can learn about another, and injected hardware faults. */
OPERATIONS(madvise_advice, 2, EINVAL, MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED,
           MADV_DONTNEED, MADV_FREE, MADV_REMOVE, MADV_DONTFORK, MADV_DOFORK, MADV_HUGEPAGE,
           MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP, MADV_WIPEONFORK, MADV_KEEPONFORK,
           22 /* MADV_POPULATE_READ */, 23 /* MADV_POPULATE_WRITE */, 102 /* MADV_GUARD_INSTALL */,
           103 /* MADV_GUARD_REMOVE */);

/* All but DONTNEED, which evicts a file's pages for the whole machine. */
OPERATIONS(file_advice, 3, EINVAL, POSIX_FADV_NORMAL, POSIX_FADV_RANDOM, POSIX_FADV_SEQUENTIAL,
           POSIX_FADV_WILLNEED, POSIX_FADV_NOREUSE);

/* QUERY, and barriers among the own threads; not those that wait for the whole machine. */
OPERATIONS(membarrier_commands, 0, EINVAL, 0, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8);

/* What run-times ask a socket for. Not: cookies, which the kernel numbers for the whole machine; a
 * descriptor of the peer's process. */
OPERATIONS(socket_options, 2, ENOPROTOOPT, SO_TYPE, SO_ERROR, SO_SNDBUF, SO_RCVBUF, SO_KEEPALIVE, SO_LINGER,
           SO_REUSEADDR, SO_REUSEPORT, SO_RCVTIMEO, SO_SNDTIMEO, SO_ACCEPTCONN, SO_DOMAIN, SO_PROTOCOL,
           SO_PEERCRED, SO_PASSCRED);

#ifdef __x86_64__
/* The registers FS and GS, the bases of thread-local data. */
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
    /* Open files: reading, writing, positions. Not preadv2, which tells what is cached; not splice, tee
     * and vmsplice, by which pipes hold pages of others. Disks are reserved so fast that no measurement of a
     * folder of the host could follow: there only what is written counts. */
    ALLOWED(read), ALLOWED(write), ALLOWED(readv), ALLOWED(writev), ALLOWED(pread64), ALLOWED(pwrite64),
    ALLOWED(preadv), ALLOWED(pwritev), ALLOWED(lseek), ALLOWED(sendfile), ALLOWED(copy_file_range),
    ALLOWED(close), ALLOWED(close_range), ALLOWED(dup), ALLOWED(dup3), ALLOWED(pipe2),
    ALLOWED(ftruncate), CHECKED(fallocate, UNRESERVED), ALLOWED(fsync), ALLOWED(fdatasync),
    ONE_OF(fcntl, fcntl_commands), ONE_OF(ioctl, ioctl_requests), ONE_OF(fadvise64, file_advice),

    /* Files by name; mounts and Landlock decide which. Not statx, which tells when a mount was made and
     * how many there were before. Not files without a name: they use up inode numbers of the scratch
     * folder, and it does not show. */
    CHECKED(statx, SUPERVISOR_ELSE_ABSENT),
    CHECKED(openat, NAMED_FILE_AT), ALLOWED(newfstatat), ALLOWED(fstat), ALLOWED(statfs), ALLOWED(fstatfs),
    ALLOWED(faccessat), ALLOWED(faccessat2), ALLOWED(readlinkat), ALLOWED(getdents64), ALLOWED(getcwd),
    ALLOWED(chdir), ALLOWED(fchdir), ALLOWED(umask), ALLOWED(truncate), ALLOWED(mkdirat), ALLOWED(unlinkat),
    ALLOWED(renameat), ALLOWED(renameat2), ALLOWED(linkat), ALLOWED(symlinkat),
    CHECKED(mknodat, NO_DEVICE_AT),
    ALLOWED(getxattr), ALLOWED(lgetxattr), ALLOWED(fgetxattr), ALLOWED(listxattr), ALLOWED(llistxattr),
    ALLOWED(flistxattr),

    /* Attributes of files. No program needs to set extended attributes; tools that copy files try. */
    CHECKED(fchmod, OWN_FILES), CHECKED(fchmodat, OWN_FILES), CHECKED(fchmodat2, OWN_FILES),
    CHECKED(fchown, OWN_FILES), CHECKED(fchownat, OWN_FILES), CHECKED(utimensat, OWN_FILES),
    REFUSED(setxattr), REFUSED(lsetxattr), REFUSED(fsetxattr), REFUSED(removexattr), REFUSED(lremovexattr),
    REFUSED(fremovexattr),

    /* Memory. Not memfd_create, whose unmapped pages no process shows; not mincore, which tells what is
     * cached. */
    ALLOWED(brk), ALLOWED(munmap), ALLOWED(mprotect), ALLOWED(mremap), ALLOWED(msync), ALLOWED(mlock),
    ALLOWED(munlock), CHECKED(mmap, PRIVATE_ONLY), ONE_OF(madvise, madvise_advice),

    /* Processes and threads. Not clone3: its flags are in memory, where no filter can see them. */
    CHECKED(clone, NO_NAMESPACE), ALLOWED(execve), ALLOWED(exit), ALLOWED(exit_group), ALLOWED(wait4),
    ALLOWED(waitid), ALLOWED(getpid), ALLOWED(getppid), ALLOWED(gettid), ALLOWED(getpgid),
    CHECKED(setpgid, OWN_GROUP), ALLOWED(getsid), CHECKED(setsid, OWN_GROUP), ALLOWED(set_tid_address),
    ALLOWED(set_robust_list), ALLOWED(get_robust_list), ALLOWED(rseq), ALLOWED(futex), ALLOWED(futex_waitv),
    ONE_OF(membarrier, membarrier_commands), ONE_OF(prctl, prctl_options),

    /* Identity and machine. */
    ALLOWED(getuid), ALLOWED(geteuid), ALLOWED(getgid), ALLOWED(getegid), ALLOWED(getresuid),
    ALLOWED(getresgid), ALLOWED(getgroups), ALLOWED(capget), ALLOWED(uname), ALLOWED(sysinfo),
    ALLOWED(getcpu), ALLOWED(getrandom), ALLOWED(getrusage), ALLOWED(times),

    /* Signals. */
    ALLOWED(rt_sigaction), ALLOWED(rt_sigprocmask), ALLOWED(rt_sigreturn), ALLOWED(rt_sigpending),
    ALLOWED(rt_sigtimedwait), ALLOWED(rt_sigsuspend), ALLOWED(rt_sigqueueinfo), ALLOWED(rt_tgsigqueueinfo),
    ALLOWED(sigaltstack), ALLOWED(signalfd4), ALLOWED(kill), ALLOWED(tkill), ALLOWED(tgkill),
    ALLOWED(restart_syscall),

    /* Time: reading clocks, sleeping, timers. Not setting clocks; not the CPU time of other processes,
     * such as the supervisor's, which counts its commands. */
    CHECKED(clock_gettime, OWN_CLOCK), CHECKED(clock_getres, OWN_CLOCK), CHECKED(clock_nanosleep, OWN_CLOCK),
    ALLOWED(nanosleep), ALLOWED(gettimeofday), ALLOWED(getitimer), ALLOWED(setitimer),
    CHECKED(timer_create, OWN_CLOCK),
    ALLOWED(timer_settime), ALLOWED(timer_gettime), ALLOWED(timer_getoverrun), ALLOWED(timer_delete),
    ALLOWED(timerfd_create), ALLOWED(timerfd_settime), ALLOWED(timerfd_gettime),

    /* Waiting for several events. Not inotify and fanotify, which watch files of the host; not io_setup,
     * whose contexts the whole machine shares; not io_uring. */
    ALLOWED(ppoll), ALLOWED(pselect6), ALLOWED(epoll_create1), ALLOWED(epoll_ctl), ALLOWED(epoll_pwait),
    ALLOWED(epoll_pwait2), ALLOWED(eventfd2),

    /* Limits and scheduling of the caller. No lower priority either: whoever lets others go first would seem
     * to be held up by the machine. */
    ALLOWED(getrlimit), CHECKED(setrlimit, NO_CORE_LIMIT), CHECKED(prlimit64, OWN_LIMITS), ALLOWED(sched_yield),
    ALLOWED(sched_getaffinity), CHECKED(sched_setaffinity, OWN_FIRST), ALLOWED(sched_getparam),
    CHECKED(sched_setparam, OWN_FIRST), ALLOWED(sched_getscheduler), CHECKED(sched_setscheduler, DEFAULT_POLICY),
    ALLOWED(sched_getattr), REFUSED(sched_setattr), ALLOWED(sched_get_priority_max),
    ALLOWED(sched_get_priority_min), ALLOWED(sched_rr_get_interval), ALLOWED(getpriority),
    REFUSED(setpriority), REFUSED(ioprio_set),

    /* Sockets: pairs between the own processes. Others are refused, as on a machine without network:
     * libraries that look for names and servers handle that. No program needs data out of band. */
    CHECKED(socketpair, UNIX_STREAMS), CHECKED(sendto, IN_ORDER), CHECKED(recvfrom, IN_ORDER),
    CHECKED(sendmsg, IN_ORDER_PARTS), CHECKED(recvmsg, IN_ORDER_PARTS),
    ALLOWED(shutdown), ALLOWED(getsockname), ALLOWED(getpeername), ONE_OF(getsockopt, socket_options),
    REFUSED(socket), REFUSED(connect), REFUSED(bind), REFUSED(listen), REFUSED(accept), REFUSED(accept4),
    REFUSED(setsockopt),

    /* For the supervisor only: mounts, identities, confinement, process descriptors. */
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
    CHECKED(open, NAMED_FILE), ALLOWED(creat), ALLOWED(stat), ALLOWED(lstat), ALLOWED(access), ALLOWED(readlink),
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
