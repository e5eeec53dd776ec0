// use shared memory that no process shows: touched, then dropped from the page table
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
    const size_t piece = 4 << 20;
    size_t held = 0;
    for (; held < 160u << 20; held += piece) {
        char *block = mmap(NULL, piece, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) break;
        memset(block, 1, piece);
        madvise(block, piece, MADV_DONTNEED);
    }
    usleep(1000000); // a busy machine may not look at it for long
    printf("%s holds %zu MiB\n", held > 96u << 20 ? "BREACH" : "DONE", held >> 20);
}
