/* What a solution's process gives up before it is executed: capabilities, and the system calls
 * that no solution needs. Nothing here can be undone by the process or by its children. */
#ifndef LOCKDOWN_H
#define LOCKDOWN_H

#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
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
#ifndef __NR_mount_setattr
#define __NR_mount_setattr 442
#endif
#ifndef __NR_memfd_secret
#define __NR_memfd_secret 447
#endif

/* Refused with EPERM: ways to other processes, to mounts and namespaces, to kernel interfaces with
 * a history of holes, to memory that no limit sees, and to the network. */
static const int refused_calls[] = {
    __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_pidfd_getfd, __NR_kcmp,
    __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_unshare, __NR_setns,
    __NR_open_tree, __NR_move_mount, __NR_fsopen, __NR_fsconfig, __NR_fsmount, __NR_fspick,
    __NR_mount_setattr, __NR_name_to_handle_at, __NR_open_by_handle_at,
    __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_io_uring_setup,
    __NR_io_uring_enter, __NR_io_uring_register, __NR_keyctl, __NR_add_key, __NR_request_key,
    __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_reboot,
    __NR_swapon, __NR_swapoff, __NR_acct, __NR_quotactl, __NR_syslog, __NR_vhangup,
    __NR_settimeofday, __NR_clock_settime, __NR_clock_adjtime, __NR_adjtimex,
    __NR_sethostname, __NR_setdomainname, __NR_personality, __NR_fanotify_init,
    __NR_shmget, __NR_shmat, __NR_shmctl, __NR_semget, __NR_msgget, __NR_mq_open,
    __NR_memfd_create, __NR_memfd_secret, __NR_mbind, __NR_set_mempolicy, __NR_migrate_pages,
    __NR_move_pages, __NR_socket, __NR_connect, __NR_bind, __NR_listen,
#ifdef __x86_64__
    __NR_ioperm, __NR_iopl, __NR_modify_ldt, __NR_uselib, __NR_create_module,
#endif
};

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NEW_NAMESPACES \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | \
     CLONE_NEWNET)

static struct sock_filter *put(struct sock_filter *at, unsigned short code, unsigned jt, unsigned jf,
                               unsigned k) {
    *at = (struct sock_filter){code, (unsigned char)jt, (unsigned char)jf, k};
    return at + 1;
}

/* The filter: the call's number against each refused one; clone3 does not exist (the C library
 * then uses clone, whose flags can be read); clone may not make namespaces. */
static int install_filter(void) {
    struct sock_filter code[2 * COUNT(refused_calls) + 24], *at = code;
    const unsigned refuse = SECCOMP_RET_ERRNO | EPERM;
    const unsigned number = offsetof(struct seccomp_data, nr);

    at = put(at, BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, arch));
    at = put(at, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AUDIT_HERE);
    at = put(at, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_KILL_PROCESS);
    at = put(at, BPF_LD | BPF_W | BPF_ABS, 0, 0, number);
#ifdef __x86_64__
    at = put(at, BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000u); /* the x32 table of calls */
    at = put(at, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | ENOSYS);
#endif
    for (size_t i = 0; i < COUNT(refused_calls); i++) {
        at = put(at, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)refused_calls[i]);
        at = put(at, BPF_RET | BPF_K, 0, 0, refuse);
    }
    at = put(at, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, __NR_clone3);
    at = put(at, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | ENOSYS);
    at = put(at, BPF_JMP | BPF_JEQ | BPF_K, 0, 3, __NR_clone);
    at = put(at, BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, args));
    at = put(at, BPF_JMP | BPF_JSET | BPF_K, 0, 1, NEW_NAMESPACES);
    at = put(at, BPF_RET | BPF_K, 0, 0, refuse);
    at = put(at, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);

    struct sock_fprog program = {(unsigned short)(at - code), code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* No capability in any set, and no way to gain one by executing something. */
static int drop_privileges(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0}};
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0) return -1;
    if (syscall(SYS_capset, &header, none) < 0) return -1;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

#endif
