/* What a solution's process gives up before it is executed: capabilities, and the system calls
 * that no solution needs. Nothing here can be undone by the process or by its children. */
#ifndef LOCKDOWN_H
#define LOCKDOWN_H

#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/fscrypt.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define AUDIT_HERE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define AUDIT_HERE AUDIT_ARCH_AARCH64
#else
#error "judge's sandbox knows x86-64 and AArch64 only"
#endif

/* Numbers that older headers lack; they are the same on every architecture. */
#ifndef __NR_pidfd_getfd
#define __NR_pidfd_getfd 438
#endif
#ifndef __NR_process_madvise
#define __NR_process_madvise 440
#endif
#ifndef __NR_mount_setattr
#define __NR_mount_setattr 442
#endif
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif
#ifndef __NR_memfd_secret
#define __NR_memfd_secret 447
#endif

enum action {
    REFUSE,        /* EPERM */
    ABSENT,        /* ENOSYS: the C library falls back to an older call whose arguments we can read */
    NO_USER_NAMESPACE, /* allowed unless it makes one; without one, no other can be made */
    OWN_FIRST,     /* allowed on oneself only: its first argument must be 0 */
    STREAMS_ONLY,  /* socketpair: a pair of datagram sockets could send to any address */
    NO_INODE_FLAGS, /* ioctl: not those that change an inode, where the host's files are in sight */
    PRIVATE_ONLY,  /* mmap: anonymous memory that is shared would show in no process */
    SHARED_FILES,  /* EPERM where the host's files are in sight: Landlock does not see this call */
};
struct rule {
    int call;
    enum action action;
};

/* Ways to other processes, to mounts and namespaces, to kernel interfaces with a history of holes,
 * to memory that no limit sees, and to the network. The supervisor lives under the same filter, so
 * that no run pays for installing it: mount(2) and umount(2), which it needs, are not here, and fail
 * in a command for want of a capability. */
static struct rule rules[] = {
    {__NR_ptrace, REFUSE}, {__NR_process_vm_readv, REFUSE}, {__NR_process_vm_writev, REFUSE},
    {__NR_pidfd_getfd, REFUSE}, {__NR_kcmp, REFUSE}, {__NR_process_madvise, REFUSE},
    {__NR_pivot_root, REFUSE}, {__NR_chroot, REFUSE}, {__NR_unshare, REFUSE}, {__NR_setns, REFUSE}, {__NR_open_tree, REFUSE},
    {__NR_move_mount, REFUSE}, {__NR_fsopen, REFUSE}, {__NR_fsconfig, REFUSE},
    {__NR_fsmount, REFUSE}, {__NR_fspick, REFUSE}, {__NR_mount_setattr, REFUSE},
    {__NR_name_to_handle_at, REFUSE}, {__NR_open_by_handle_at, REFUSE},
    {__NR_bpf, REFUSE}, {__NR_perf_event_open, REFUSE}, {__NR_userfaultfd, REFUSE},
    {__NR_io_uring_setup, REFUSE}, {__NR_io_uring_enter, REFUSE}, {__NR_io_uring_register, REFUSE},
    {__NR_keyctl, REFUSE}, {__NR_add_key, REFUSE}, {__NR_request_key, REFUSE},
    {__NR_init_module, REFUSE}, {__NR_finit_module, REFUSE}, {__NR_delete_module, REFUSE},
    {__NR_kexec_load, REFUSE}, {__NR_reboot, REFUSE}, {__NR_swapon, REFUSE}, {__NR_swapoff, REFUSE},
    {__NR_acct, REFUSE}, {__NR_quotactl, REFUSE}, {__NR_syslog, REFUSE}, {__NR_vhangup, REFUSE},
    {__NR_settimeofday, REFUSE}, {__NR_clock_settime, REFUSE}, {__NR_clock_adjtime, REFUSE},
    {__NR_adjtimex, REFUSE}, {__NR_sethostname, REFUSE}, {__NR_setdomainname, REFUSE},
    {__NR_personality, REFUSE}, {__NR_fanotify_init, REFUSE},
    {__NR_shmget, REFUSE}, {__NR_shmat, REFUSE}, {__NR_shmctl, REFUSE}, {__NR_semget, REFUSE},
    {__NR_msgget, REFUSE}, {__NR_mq_open, REFUSE}, {__NR_memfd_create, REFUSE},
    {__NR_memfd_secret, REFUSE}, {__NR_mbind, REFUSE}, {__NR_set_mempolicy, REFUSE},
    {__NR_migrate_pages, REFUSE}, {__NR_move_pages, REFUSE},
    {__NR_socket, REFUSE}, {__NR_connect, REFUSE}, {__NR_bind, REFUSE}, {__NR_listen, REFUSE},
    {__NR_clone3, ABSENT}, {__NR_clone, NO_USER_NAMESPACE}, {__NR_mmap, PRIVATE_ONLY},
    {__NR_prlimit64, OWN_FIRST}, {__NR_sched_setaffinity, OWN_FIRST},
    {__NR_sched_setscheduler, OWN_FIRST}, {__NR_sched_setparam, OWN_FIRST},
    {__NR_sched_setattr, OWN_FIRST}, {__NR_setpriority, REFUSE}, {__NR_ioprio_set, REFUSE},
    {__NR_socketpair, STREAMS_ONLY}, {__NR_ioctl, NO_INODE_FLAGS},
    {__NR_fchmod, SHARED_FILES}, {__NR_fchmodat, SHARED_FILES}, {__NR_fchmodat2, SHARED_FILES},
    {__NR_fchown, SHARED_FILES}, {__NR_fchownat, SHARED_FILES}, {__NR_utimensat, SHARED_FILES},
    {__NR_setxattr, SHARED_FILES}, {__NR_lsetxattr, SHARED_FILES}, {__NR_fsetxattr, SHARED_FILES},
    {__NR_removexattr, SHARED_FILES}, {__NR_lremovexattr, SHARED_FILES},
    {__NR_fremovexattr, SHARED_FILES}, {__NR_flock, SHARED_FILES},
    {__NR_inotify_add_watch, SHARED_FILES},
#ifdef __x86_64__
    {__NR_chmod, SHARED_FILES}, {__NR_chown, SHARED_FILES}, {__NR_lchown, SHARED_FILES},
    {__NR_utime, SHARED_FILES}, {__NR_utimes, SHARED_FILES}, {__NR_futimesat, SHARED_FILES},
    {__NR_ioperm, REFUSE}, {__NR_iopl, REFUSE}, {__NR_modify_ldt, REFUSE}, {__NR_uselib, REFUSE},
    {__NR_create_module, REFUSE},
#endif
};

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n))

static struct sock_filter filter_code[8 * COUNT(rules)];
static struct sock_fprog filter;

static void put(unsigned short code, unsigned jump_true, unsigned jump_false, unsigned value) {
    filter_code[filter.len++] =
        (struct sock_filter){code, (unsigned char)jump_true, (unsigned char)jump_false, value};
}

static void give_back(unsigned value) { put(BPF_RET | BPF_K, 0, 0, value); }

/* What becomes of one call, once the number is known to be at least its own. */
static void put_rule(const struct rule *rule, int host_files) {
    const unsigned refuse = SECCOMP_RET_ERRNO | EPERM;
    const int plain = rule->action == REFUSE || rule->action == ABSENT || rule->action == SHARED_FILES;
    put(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, (unsigned)rule->call);
    give_back(SECCOMP_RET_ALLOW);
    if (plain) {
        const int allowed = rule->action == SHARED_FILES && !host_files;
        give_back(allowed ? SECCOMP_RET_ALLOW
                          : rule->action == ABSENT ? SECCOMP_RET_ERRNO | ENOSYS : refuse);
        return;
    }
    static const unsigned argument[] = {[OWN_FIRST] = 0, [NO_USER_NAMESPACE] = 0,
                                        [STREAMS_ONLY] = 1, [NO_INODE_FLAGS] = 1, [PRIVATE_ONLY] = 3};
    put(BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned)ARGUMENT(argument[rule->action]));
    switch (rule->action) {
    case PRIVATE_ONLY:
        put(BPF_ALU | BPF_AND | BPF_K, 0, 0, MAP_SHARED | MAP_ANONYMOUS);
        put(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, MAP_SHARED | MAP_ANONYMOUS);
        break;
    case NO_USER_NAMESPACE:
        put(BPF_JMP | BPF_JSET | BPF_K, 0, 1, CLONE_NEWUSER);
        break;
    case STREAMS_ONLY:
        put(BPF_ALU | BPF_AND | BPF_K, 0, 0, 0xf);
        put(BPF_JMP | BPF_JEQ | BPF_K, 2, 0, SOCK_STREAM);
        put(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, SOCK_SEQPACKET);
        break;
    case NO_INODE_FLAGS:
        if (!host_files) break;
        put(BPF_JMP | BPF_JEQ | BPF_K, 3, 0, FS_IOC_SETFLAGS);
        put(BPF_JMP | BPF_JEQ | BPF_K, 2, 0, FS_IOC32_SETFLAGS);
        put(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, FS_IOC_FSSETXATTR);
        put(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, FS_IOC_SET_ENCRYPTION_POLICY);
        break;
    default: /* OWN_FIRST */
        put(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 0);
    }
    if (rule->action != NO_INODE_FLAGS || host_files) give_back(refuse);
    give_back(SECCOMP_RET_ALLOW);
}

/* A search tree: a call passes seven comparisons, not eighty. */
static void put_tree(const struct rule *first, size_t count, int host_files) {
    if (count == 1) {
        put_rule(first, host_files);
        return;
    }
    const unsigned short branch = filter.len;
    put(BPF_JMP | BPF_JGE | BPF_K, 0, 0, (unsigned)first[count / 2].call);
    put_tree(first, count / 2, host_files);
    filter_code[branch].jt = (unsigned char)(filter.len - branch - 1);
    put_tree(first + count / 2, count - count / 2, host_files);
}

static int by_call(const void *a, const void *b) {
    return ((const struct rule *)a)->call - ((const struct rule *)b)->call;
}

/* `host_files`: the host's own files are in sight. Fails with -1. Needs no_new_privs or CAP_SYS_ADMIN. */
static int install_filter(int host_files) {
    qsort(rules, COUNT(rules), sizeof *rules, by_call);
    filter.filter = filter_code;
    put(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, arch));
    put(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AUDIT_HERE);
    give_back(SECCOMP_RET_KILL_PROCESS);
    put(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    put(BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000u); /* the x32 table of calls */
    give_back(SECCOMP_RET_ERRNO | ENOSYS);
#endif
    put_tree(rules, COUNT(rules), host_files);
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

/* No capability in any set; no_new_privs, set before, keeps execve from giving one back. */
static int drop_privileges(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0}};
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0) return -1;
    return (int)syscall(SYS_capset, &header, none);
}

#endif
