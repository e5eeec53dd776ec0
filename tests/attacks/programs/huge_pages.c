// allocate huge pages, which no account of a process's memory includes
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    const int sizes[] = {0, 21 << 26, 30 << 26, 16 << 26};
    for (int i = 0; i < 4; i++)
        /* EPERM, and not ENOMEM: a machine that has such pages to give would give them. */
        if (mmap(NULL, 2 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | sizes[i], -1, 0) !=
                MAP_FAILED || errno != EPERM)
            printf("BREACH %s\n", strerror(errno));
    puts("DONE");
}
