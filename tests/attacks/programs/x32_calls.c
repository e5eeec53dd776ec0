// make system calls through the x32 table, whose numbers a careless filter does not know
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    for (long number = 0; number < 600; number++) {
        long full = 0x40000000L | number;
        if (number == SYS_exit || number == SYS_exit_group || number == SYS_pause || number == SYS_rt_sigsuspend) continue;
        if (syscall(full, 0, 0, 0, 0, 0, 0) != -1) printf("BREACH x32 call %ld\n", number);
    }
    if (syscall(SYS_socket | 0x7fff000000000000L, 1, 1, 0) >= 0) puts("BREACH high bits");
    puts("DONE");
}
