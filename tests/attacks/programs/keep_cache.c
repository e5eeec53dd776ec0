// keep a bit in the page cache: evict a page, and ask whether it is cached
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static long slow_reads(int fd) {
    struct rusage before, after;
    const size_t size = (size_t)lseek(fd, 0, SEEK_END);
    volatile char sum = 0;
    char *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED) return 0;
    madvise(map, size, MADV_RANDOM);
    getrusage(RUSAGE_SELF, &before);
    for (size_t at = 0; at < size; at += 4096) sum += map[at];
    getrusage(RUSAGE_SELF, &after);
    munmap(map, size);
    return after.ru_majflt - before.ru_majflt;
}

int main(int argc, char **argv) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    char byte;
    (void)argc;
    struct iovec one = {&byte, 1};
    const int fd = open(argv[0], O_RDONLY);
    if (fd < 0) return puts("DONE"), 0;
    for (int flags = 1; flags < 256; flags++) /* RWF_NOWAIT is 8 */
        if (syscall(SYS_preadv2, fd, &one, 1, 0L, 0L, flags) >= 0) printf("BREACH a read with flags %d\n", flags);
    long range[2] = {0, 0}, stat[5];
    if (syscall(451, fd, range, stat, 0) == 0) puts("BREACH counts what is cached");
    slow_reads(fd);
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    if (slow_reads(fd)) puts("BREACH threw it out of the cache");
    puts("DONE");
}
