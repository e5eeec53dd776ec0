// keep state in a process that serves several cases: run before its host does, and count the cases there
#include <stdio.h>
#include <stdlib.h>

static volatile int before;
static int cases;

static int answer(void) { return ++cases; }
static int (*chosen(void))(void) { return before++, answer; }
static int counted(void) __attribute__((ifunc("chosen")));
static void first(void) { before++; }
__attribute__((section(".preinit_array"), used)) static void (*const early)(void) = first;

/* Of the C library, which calls it while it starts. */
void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    for (volatile char *a = to, *b = (char *)from; size--;) *a++ = *b++;
    before++;
    return to;
}

int main(void) {
    char name[32], last = 0;
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    for (int i = 0; i < 64; i++) { /* a fork for the second case would have the numbers of the host */
        snprintf(name, sizeof name, "/proc/self/fd/%d", i);
        FILE *file = i > 2 ? fopen(name, "r") : NULL;
        if (file) last = 1, fclose(file);
    }
    if (last) puts("BREACH a descriptor of a host is left");
    if (counted() != 1) puts("BREACH a case before has counted");
    puts("DONE");
}
