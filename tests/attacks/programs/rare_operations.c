// use every operation of prctl, fcntl, madvise, membarrier and the like that no run-time needs
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Up to -1: what is allowed. All other operations are unknown, as to a kernel that lacks them. */
static const int processes[] = {1, 2, 3, 4, 15, 16, 21, 38, 39, 41, 42,
#ifdef __aarch64__
                                50, 51,
#endif
                                -1};
static const int files[] = {0, 1, 2, 3, 4, 1030, 1032, -1};
static const int memory[] = {0, 1, 2, 3, 4, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 22, 23, 102, 103, -1};
static const int barriers[] = {0, 8, 16, 32, 64, 128, 256, -1};
static const int advice[] = {0, 1, 2, 3, 5, -1};

static int holds(const int *list, int number) {
    while (*list >= 0 && *list != number) list++;
    return *list >= 0;
}

#define TRY_ALL(known, most, call)                                                      \
    for (int op = 0; op < (most); op++) {                                               \
        errno = 0;                                                                      \
        if (!holds(known, op) && ((call) >= 0 || errno != EINVAL))                      \
            printf("BREACH %s: %d gave %d\n", #known, op, errno);                       \
    }

int main(int argc, char **argv) {
    if (!getenv("ATTACK_IN_SANDBOX") || argc < 1) return 1;
    const int fd = open("/bin/sh", O_RDONLY);
    char *own = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *file = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE, fd, 0);
    own[0] = 1;
    TRY_ALL(processes, 256, syscall(SYS_prctl, op, -1L, -1L, -1L, -1L))
    TRY_ALL(files, 2048, syscall(SYS_fcntl, fd, op, -1L))
    TRY_ALL(memory, 256, syscall(SYS_madvise, own, 4096L, op))
    if (file != MAP_FAILED) TRY_ALL(memory, 256, syscall(SYS_madvise, file, 4096L, op))
    TRY_ALL(barriers, 1024, syscall(SYS_membarrier, op, 0, 0))
    TRY_ALL(advice, 64, syscall(SYS_fadvise64, fd, 0L, 0L, op))
    if (syscall(SYS_prctl, 0x53564d41, 0L, own, 4096L, "attack") >= 0 || errno != EINVAL) puts("BREACH a name");
#ifdef __x86_64__
    for (long code = 0x1000; code < 0x7000; code++)
        if ((code < 0x1001 || code > 0x1004) && (syscall(SYS_arch_prctl, code, -1L) >= 0 || errno != EINVAL))
            printf("BREACH arch_prctl %#lx gave %d\n", code, errno);
#endif
    puts("DONE");
}
