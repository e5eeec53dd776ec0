// use memory in pipes full of data
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1

int main(void) {
    GUARD;
    static char block[1 << 20];
    size_t held = 0;
    for (int child = 0; child < 8; child++) {
        int ends[2], report[2];
        if (pipe(report) < 0) break;
        if (fork() == 0) {
            size_t mine = 0;
            while (mine < 40u << 20 && pipe2(ends, O_NONBLOCK) == 0) {
                fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
                for (ssize_t n; (n = write(ends[1], block, sizeof block)) > 0;) mine += (size_t)n;
            }
            if (write(report[1], &mine, sizeof mine)) pause();
        }
        size_t mine = 0;
        if (read(report[0], &mine, sizeof mine) > 0) held += mine;
    }
    usleep(1000000); // a busy machine may not look at it for long
    printf("%s holds %zu MiB\n", held > 96u << 20 ? "BREACH" : "DONE", held >> 20);
}
