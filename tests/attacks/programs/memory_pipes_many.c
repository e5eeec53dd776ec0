// use memory in as many pipes as there are descriptors, and in enlarged pipes
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char block[1 << 20];

/* Fills a pipe; keeps only its reading end. */
static size_t filled(int room) {
    int ends[2];
    size_t held = 0;
    if (pipe2(ends, O_NONBLOCK) < 0) return 0;
    if (room && fcntl(ends[1], F_SETPIPE_SZ, room) >= room) puts("BREACH a pipe as large as one likes");
    for (ssize_t n; (n = write(ends[1], block, sizeof block)) > 0;) held += (size_t)n;
    close(ends[1]);
    return held;
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    size_t all = 0;
    int report[2];
    if (pipe(report) < 0) return 1;
    for (int child = 0; child < 8; child++) {
        if (fork()) continue;
        size_t mine = filled(1 << 20);
        for (size_t more; (more = filled(0)) > 0;) mine += more;
        if (write(report[1], &mine, sizeof mine) > 0) pause();
    }
    for (int child = 0; child < 8; child++) {
        size_t mine = 0;
        if (read(report[0], &mine, sizeof mine) < 0) break;
        all += mine;
    }
    usleep(1000000); // a busy machine may not look at it for long
    printf("%s holds %zu MiB\n", all > 80u << 20 ? "BREACH" : "DONE", all >> 20);
}
