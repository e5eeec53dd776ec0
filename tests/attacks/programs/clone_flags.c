// start processes and threads with every flag of clone, and of clone3, which no filter can look at
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where a child stands: its parent and group, and its capabilities. */
static void look(pid_t parent, const char *flag) {
    char text[4096] = {0};
    if (syscall(SYS_getppid) != parent) printf("BREACH %s: another parent\n", flag), fflush(stdout);
    FILE *file = fopen("/proc/self/status", "r");
    if (file && fread(text, 1, sizeof text - 1, file) > 0) {
        const char *line = strstr(text, "\nCapEff:");
        if (line && strtoull(line + 8, NULL, 16)) printf("BREACH %s: capabilities\n", flag), fflush(stdout);
    }
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    const pid_t own = getpid();
    for (int bit = 8; bit < 64; bit++) {
        char flag[32];
        int status;
        const uint64_t value = (uint64_t)1 << bit;
        /* Memory and threads that are shared need stacks of their own; the kernel refuses half of it. */
        if (value & (CLONE_VM | CLONE_VFORK | CLONE_THREAD | CLONE_SIGHAND | CLONE_SETTLS)) continue;
        snprintf(flag, sizeof flag, "flag %d", bit);
        int place = 0;
        const long child = syscall(SYS_clone, value | SIGCHLD, 0L, &place, &place, 0L);
        if (child == 0) look(own, flag), _exit(0);
        if (child > 0) waitpid((pid_t)child, &status, 0);
    }
    /* Versions of the structure of clone3: with a group, a namespace, a number of its own choice. */
    uint64_t words[11] = {0};
    pid_t wished = 1;
    for (int size = 64; size <= 88; size += 8)
        for (int way = 0; way < 4; way++) {
            memset(words, 0, sizeof words);
            words[4] = SIGCHLD;
            if (way == 1) words[0] = CLONE_NEWUSER;
            if (way == 2) words[8] = (uint64_t)(uintptr_t)&wished, words[9] = 1;
            if (way == 3) words[0] = (uint64_t)2 << 32;
            errno = 0;
            const long child = syscall(435 /* clone3 */, words, (long)size);
            if (child == 0) _exit(0);
            if (child > 0 || errno != ENOSYS) printf("BREACH clone3 of %d bytes, %d: %d\n", size, way, errno);
        }
    puts("DONE");
}
