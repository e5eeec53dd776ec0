/* What a process gives up before it executes a solution: capabilities, and all system calls that are
 * not in the table of calls.h. Neither the process nor its children can undo it. */
#ifndef LOCKDOWN_H
#define LOCKDOWN_H

#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "calls.h"
#include "privilege.h"

#if defined(__x86_64__)
#define AUDIT_HERE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define AUDIT_HERE AUDIT_ARCH_AARCH64
#else
#error "judge's sandbox knows x86-64 and little-endian AArch64 only"
#endif

/* The lower half of an argument: all that the kernel uses where it takes an int. */
#define ARGUMENT(n) ((unsigned)offsetof(struct seccomp_data, args) + 8 * (unsigned)(n))
#define HUGE_PAGES 0x40000u /* MAP_HUGETLB: memory that no account of a process includes */
#define NAMESPACES                                                                                   \
    ((unsigned)(CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET) | \
     0x02000000u /* CLONE_NEWCGROUP */)

/* The kernel accepts at most 4096 instructions. */
static struct sock_filter filter_code[4096];
static struct sock_fprog filter;

static void put(unsigned short code, unsigned jump_true, unsigned jump_false, unsigned value) {
    if (filter.len < COUNT(filter_code))
        filter_code[filter.len++] =
            (struct sock_filter){code, (unsigned char)jump_true, (unsigned char)jump_false, value};
}

static void give_back(unsigned value) { put(BPF_RET | BPF_K, 0, 0, value); }
static void fail_with(unsigned error) { give_back(SECCOMP_RET_ERRNO | error); }
static void load(unsigned offset) { put(BPF_LD | BPF_W | BPF_ABS, 0, 0, offset); }
static void mask(unsigned bits) { put(BPF_ALU | BPF_AND | BPF_K, 0, 0, bits); }

/* If the loaded value is `value`, goes on with the next instruction; else skips `count` of them. */
static void unless_equal_skip(unsigned value, unsigned count) {
    put(BPF_JMP | BPF_JEQ | BPF_K, 0, count, value);
}

/* Allowed if the loaded value is one of two; otherwise EPERM. */
static void allow_two(unsigned one, unsigned other) {
    put(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, one);
    unless_equal_skip(other, 1);
    give_back(SECCOMP_RET_ALLOW);
    fail_with(EPERM);
}

/* Allowed with the supervisor's key, otherwise the error. */
static void put_key(unsigned error) {
    load(ARGUMENT(5));
    unless_equal_skip((unsigned)filter_key, 3);
    load(ARGUMENT(5) + 4);
    unless_equal_skip((unsigned)(filter_key >> 32), 1);
    give_back(SECCOMP_RET_ALLOW);
    fail_with(error);
}

static void put_listed(const struct operations *known) {
    load(ARGUMENT(known->argument));
    for (unsigned i = 0; i < known->count; i++)
        put(BPF_JMP | BPF_JEQ | BPF_K, known->count - i + 5, 0, known->values[i]);
    put_key(known->error);
    give_back(SECCOMP_RET_ALLOW);
}

static void put_no_device(unsigned argument) {
    load(ARGUMENT(argument));
    mask(S_IFMT & ~(unsigned)S_IFREG); /* a mode without a type is that of a regular file */
    allow_two(0, S_IFIFO);
}

/* Clocks below the sign bit belong to the machine. The others name, in all bits but the last three, the
 * inverse of a process or thread, 0 for the caller; the third bit says thread. The kernel itself refuses
 * threads of other processes. */
static void put_own_clock(void) {
    load(ARGUMENT(0));
    put(BPF_JMP | BPF_JSET | BPF_K, 0, 2, 0x80000000u);
    put(BPF_JMP | BPF_JSET | BPF_K, 1, 0, 4);
    put(BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0xfffffff8u);
    give_back(SECCOMP_RET_ALLOW);
    put_key(EINVAL);
}

/* Allowed without data out of band. The error is that of a kernel whose Unix sockets have none. */
static void put_in_order(unsigned argument) {
    load(ARGUMENT(argument));
    put(BPF_JMP | BPF_JSET | BPF_K, 1, 0, MSG_OOB);
    give_back(SECCOMP_RET_ALLOW);
    fail_with(EOPNOTSUPP);
}

/* The error is that of a file system that has none, which callers handle. */
static void put_named_file(unsigned argument) {
    load(ARGUMENT(argument));
    mask(O_TMPFILE & ~(unsigned)O_DIRECTORY);
    unless_equal_skip(0, 1);
    give_back(SECCOMP_RET_ALLOW);
    fail_with(EOPNOTSUPP);
}

/* Allowed if the limit is another than that on core dumps. */
static void put_limit(unsigned argument) {
    load(ARGUMENT(argument));
    unless_equal_skip(RLIMIT_CORE, 1);
    fail_with(EPERM);
    give_back(SECCOMP_RET_ALLOW);
}

/* On the caller; a new limit that is a null pointer is only read. */
static void put_own_limits(void) {
    load(ARGUMENT(0));
    unless_equal_skip(0, 9);
    load(ARGUMENT(2));
    unless_equal_skip(0, 3);
    load(ARGUMENT(2) + 4);
    unless_equal_skip(0, 1);
    give_back(SECCOMP_RET_ALLOW);
    put_limit(1);
    fail_with(EPERM);
}

/* The instructions for a call whose number has been found. */
static void put_rule(const struct rule *rule, int host_files) {
    switch (rule->action) {
    case ABSENT: fail_with(ENOSYS); break;
    case ALLOW: give_back(SECCOMP_RET_ALLOW); break;
    case REFUSE: fail_with(EPERM); break;
    case OWN_FILES:
        if (host_files) fail_with(EPERM);
        else give_back(SECCOMP_RET_ALLOW);
        break;
    case OWN_GROUP:
        if (host_files) put_key(0); /* programs that create a session work all the same */
        else give_back(SECCOMP_RET_ALLOW);
        break;
    case OWN_FIRST:
        load(ARGUMENT(0));
        allow_two(0, 0);
        break;
    case DEFAULT_POLICY: /* Mono sets it for each of its threads, and prints a message if that fails */
        load(ARGUMENT(1));
        unless_equal_skip(SCHED_OTHER, 4);
        load(ARGUMENT(0));
        unless_equal_skip(0, 1);
        give_back(SECCOMP_RET_ALLOW);
        fail_with(0);
        fail_with(EPERM);
        break;
    case LISTED: put_listed(rule->operations); break;
    case NO_NAMESPACE:
        load(ARGUMENT(0));
        put(BPF_JMP | BPF_JSET | BPF_K, 1, 0, NAMESPACES | CLONE_PARENT);
        give_back(SECCOMP_RET_ALLOW);
        put_key(EPERM);
        break;
    case PRIVATE_ONLY:
        load(ARGUMENT(3));
        put(BPF_JMP | BPF_JSET | BPF_K, 3, 0, HUGE_PAGES);
        mask(MAP_SHARED | MAP_ANONYMOUS);
        put(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, MAP_SHARED | MAP_ANONYMOUS);
        give_back(SECCOMP_RET_ALLOW);
        fail_with(EPERM);
        break;
    case UNIX_STREAMS:
        load(ARGUMENT(0));
        unless_equal_skip(AF_UNIX, 5);
        load(ARGUMENT(1));
        mask(0xf); /* the other bits are flags of the descriptor */
        allow_two(SOCK_STREAM, SOCK_SEQPACKET);
        break;
    case OWN_CLOCK: put_own_clock(); break;
    case NAMED_FILE: put_named_file(1); break;
    case NAMED_FILE_AT: put_named_file(2); break;
    case NO_CORE_LIMIT: put_limit(0); break;
    case OWN_LIMITS: put_own_limits(); break;
    case NO_DEVICE: put_no_device(1); break;
    case NO_DEVICE_AT: put_no_device(2); break;
    case IN_ORDER: put_in_order(3); break;
    case IN_ORDER_PARTS: put_in_order(2); break;
    case UNRESERVED:
        if (host_files) fail_with(EOPNOTSUPP);
        else give_back(SECCOMP_RET_ALLOW);
        break;
    case SUPERVISOR_ELSE_ABSENT: put_key(ENOSYS); break;
    case SUPERVISOR_ONLY: put_key(EPERM); break;
    }
}

/* Each rule holds from its number up to that of the next. */
static struct rule spans[2 * COUNT(rules) + 1];
static size_t span_count;

static void put_span(struct rule rule) {
    const struct rule *last = span_count ? &spans[span_count - 1] : NULL;
    const int same = last && last->action == rule.action && rule.action <= OWN_FILES;
    if (!same) spans[span_count++] = rule;
}

static int by_call(const void *a, const void *b) {
    return ((const struct rule *)a)->call - ((const struct rule *)b)->call;
}

/* Returns -1 if the table lists a call twice. */
static int find_spans(void) {
    int next = 0;
    qsort(rules, COUNT(rules), sizeof *rules, by_call);
    for (size_t i = 0; i < COUNT(rules); i++) {
        if (rules[i].call < next) return -1;
        if (rules[i].call > next) put_span((struct rule){next, ABSENT, NULL});
        put_span(rules[i]);
        next = rules[i].call + 1;
    }
    put_span((struct rule){next, ABSENT, NULL});
    return 0;
}

/* A search tree: eight comparisons for a call instead of two hundred. The kernel itself caches which
 * calls are allowed regardless of their arguments; those need none. */
static void put_tree(const struct rule *first, size_t count, int host_files) {
    if (count == 1) {
        put_rule(first, host_files);
        return;
    }
    put(BPF_JMP | BPF_JGE | BPF_K, 0, 1, (unsigned)first[count / 2].call);
    const unsigned short jump = filter.len;
    put(BPF_JMP | BPF_JA, 0, 0, 0); /* conditional jumps are too short for half of the tree */
    put_tree(first, count / 2, host_files);
    filter_code[jump].k = (unsigned)filter.len - jump - 1;
    put_tree(first + count / 2, count - count / 2, host_files);
}

/* `host_files`: the host's own files are visible. Returns -1 on failure. Needs no_new_privs. */
static int install_filter(int host_files) {
    if (make_filter_key() < 0 || find_spans() < 0) return -1;
    filter.filter = filter_code;
    load(offsetof(struct seccomp_data, arch));
    put(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AUDIT_HERE);
    give_back(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(struct seccomp_data, nr));
    /* The calls of x32 have numbers far above the last one here: they are absent. */
    put_tree(spans, span_count, host_files);
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

/* No capability in any set: a capability that is not permitted leaves the ambient set, too. With
 * no_new_privs, set before, execve cannot restore any. */
static int drop_privileges(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0}};
    return (int)privileged(SYS_capset, (long)&header, (long)none, 0, 0, 0);
}

#endif
