// make each system call from 0 to 1023 that no solution needs: none may reach the kernel
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define N(name) SYS_##name

/* What a command may call, in one way or another; numbers where headers may be older than the call. */
static const int allowed[] = {
    N(read), N(write), N(readv), N(writev), N(pread64), N(pwrite64), N(preadv), N(pwritev), N(lseek), N(sendfile),
    N(copy_file_range), N(close), 436, N(dup), N(dup3), N(pipe2), N(ftruncate), N(fallocate), N(fsync), N(fdatasync),
    N(fcntl), N(ioctl), N(fadvise64), N(openat), N(newfstatat), N(fstat), N(statfs), N(fstatfs),
    N(faccessat), 439, N(readlinkat), N(getdents64), N(getcwd), N(chdir), N(fchdir), N(umask), N(truncate),
    N(mkdirat), N(unlinkat), N(renameat), N(renameat2), N(linkat), N(symlinkat), N(mknodat), N(getxattr),
    N(lgetxattr), N(fgetxattr), N(listxattr), N(llistxattr), N(flistxattr), N(fchmod), N(fchmodat), 452, N(fchown),
    N(fchownat), N(utimensat), N(brk), N(munmap), N(mprotect), N(mremap), N(msync), N(mlock), N(munlock),
    N(mmap), N(madvise), N(clone), N(execve), N(exit), N(exit_group), N(wait4), N(waitid), N(getpid), N(getppid),
    N(gettid), N(getpgid), N(setpgid), N(getsid), N(setsid), N(set_tid_address), N(set_robust_list),
    N(get_robust_list), N(rseq), N(futex), 449, N(membarrier), N(prctl), N(getuid), N(geteuid), N(getgid),
    N(getegid), N(getresuid), N(getresgid), N(getgroups), N(capget), N(uname), N(sysinfo), N(getcpu), N(getrandom),
    N(getrusage), N(times), N(rt_sigaction), N(rt_sigprocmask), N(rt_sigreturn), N(rt_sigpending),
    N(rt_sigtimedwait), N(rt_sigsuspend), N(rt_sigqueueinfo), N(rt_tgsigqueueinfo), N(sigaltstack), N(signalfd4),
    N(kill), N(tkill), N(tgkill), N(restart_syscall), N(clock_gettime), N(clock_getres), N(clock_nanosleep),
    N(nanosleep), N(gettimeofday), N(getitimer), N(setitimer), N(timer_create), N(timer_settime), N(timer_gettime),
    N(timer_getoverrun), N(timer_delete), N(timerfd_create), N(timerfd_settime), N(timerfd_gettime), N(ppoll),
    N(pselect6), N(epoll_create1), N(epoll_ctl), N(epoll_pwait), 441, N(eventfd2), N(getrlimit), N(setrlimit),
    N(prlimit64), N(sched_yield), N(sched_getaffinity), N(sched_setaffinity), N(sched_getparam), N(sched_setparam),
    N(sched_getscheduler), N(sched_setscheduler), N(sched_getattr), N(sched_setattr), N(sched_get_priority_max),
    N(sched_get_priority_min), N(sched_rr_get_interval), N(getpriority), N(socketpair), N(sendto), N(recvfrom),
    N(sendmsg), N(recvmsg), N(shutdown), N(getsockname), N(getpeername), N(getsockopt),
#ifdef __x86_64__
    N(open), N(creat), N(stat), N(lstat), N(access), N(readlink), N(getdents), N(mkdir), N(rmdir), N(unlink),
    N(rename), N(link), N(symlink), N(mknod), N(chmod), N(chown), N(lchown), N(utime), N(utimes), N(futimesat),
    N(dup2), N(pipe), N(fork), N(vfork), N(getpgrp), N(alarm), N(pause), N(time), N(poll), N(select),
    N(epoll_create), N(epoll_wait), N(eventfd), N(signalfd), N(arch_prctl),
#endif
};

/* What is refused with EPERM: programs go on after a plain no. All else is absent. */
static const int refused[] = {
    N(setxattr), N(lsetxattr), N(fsetxattr), N(removexattr), N(lremovexattr), N(fremovexattr), N(setpriority),
    N(ioprio_set), N(socket), N(connect), N(bind), N(listen), N(accept), N(accept4), N(setsockopt), N(mount),
    N(umount2), N(capset), N(setgroups), N(setresuid), N(setresgid), N(setfsuid), N(setfsgid), N(setuid), N(setgid),
    N(setreuid), N(setregid), N(unshare), N(setns), 424, 434, 444, 445, 446,
};

static int holds(const int *list, size_t bytes, int number) {
    for (size_t i = 0; i < bytes / sizeof *list; i++)
        if (list[i] == number) return 1;
    return 0;
}

/* With arguments that name nothing, in a process of its own. */
static int error_of(long number) {
    int status = 0;
    const pid_t child = fork();
    if (child == 0) _exit(syscall(number, -1L, -1L, -1L, -1L, -1L, -1L) == -1 ? errno : 0);
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    for (int number = 0; number < 1024; number++) {
        if (holds(allowed, sizeof allowed, number)) continue;
#ifdef __x86_64__
        if (number == 335 || number == 336) continue; /* a kernel's probes in user code: no filter sees them */
#endif
        const int expected = holds(refused, sizeof refused, number) ? EPERM : ENOSYS;
        const int error = error_of(number);
        if (error != expected) printf("BREACH call %d gave %s\n", number, error < 0 ? "no status" : strerror(error));
    }
    puts("DONE");
}
