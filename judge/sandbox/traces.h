/* System calls that would let a command outlive the supervisor, hold memory that nobody counts, or
 * read what an earlier command has done to the machine. A filter of its own, beside lockdown.h's:
 * calls whose answer does not depend on their arguments cost nothing for it. */
#ifndef TRACES_H
#define TRACES_H

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef __NR_cachestat
#define __NR_cachestat 451
#endif
#define FADVISE_DONTNEED 4

/* The kernel ignores arguments that a call does not have, and the filter sees them: only who knows
 * these two words may begin a session. They never leave the supervisor's memory. */
static uint32_t session_key[2];

static pid_t begin_session(void) {
    return (pid_t)syscall(SYS_setsid, 0, 0, 0, 0, session_key[0], session_key[1]);
}

#define LOW_WORD(n) ((unsigned)(offsetof(struct seccomp_data, args) + 8 * (n)))
#define LOAD(place) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)(place))
/* Goes on with the next instruction if it is equal, else past so many more. */
#define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), 0, skip)
#define GIVE(what) BPF_STMT(BPF_RET | BPF_K, (unsigned)(what))
#define GIVE_ERROR(number) GIVE(SECCOMP_RET_ERRNO | (number))

/* `one_group`: commands stay in the process group that they start in. Fails with -1. */
static int refuse_traces(int one_group) {
    if (getrandom(session_key, sizeof session_key, 0) != sizeof session_key) return -1;
    const unsigned group = one_group ? SECCOMP_RET_ERRNO | EPERM : SECCOMP_RET_ALLOW;
    struct sock_filter code[] = {
        LOAD(offsetof(struct seccomp_data, nr)),
        UNLESS(__NR_setsid, 6),
        LOAD(LOW_WORD(4)),
        UNLESS(session_key[0], 3),
        LOAD(LOW_WORD(5)),
        UNLESS(session_key[1], 1),
        GIVE(SECCOMP_RET_ALLOW),
        GIVE(group),
        UNLESS(__NR_setpgid, 1),
        GIVE(group),
        /* A pipe holds 64 KiB at most. */
        UNLESS(__NR_fcntl, 4),
        LOAD(LOW_WORD(1)),
        UNLESS(F_SETPIPE_SZ, 1),
        GIVE_ERROR(EPERM),
        GIVE(SECCOMP_RET_ALLOW),
        /* Nobody throws a file out of the page cache, and nobody asks whether it is there. */
        UNLESS(__NR_fadvise64, 4),
        LOAD(LOW_WORD(3)),
        UNLESS(FADVISE_DONTNEED, 1),
        GIVE_ERROR(0),
        GIVE(SECCOMP_RET_ALLOW),
        UNLESS(__NR_preadv2, 4),
        LOAD(LOW_WORD(5)),
        UNLESS(0, 1),
        GIVE(SECCOMP_RET_ALLOW),
        GIVE_ERROR(EOPNOTSUPP),
        UNLESS(__NR_cachestat, 1),
        GIVE_ERROR(ENOSYS),
        GIVE(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#endif
