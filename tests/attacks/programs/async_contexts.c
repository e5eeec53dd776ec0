// use up the contexts of asynchronous input and output, of which the whole machine has 65,536
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    int taken = 0;
    for (int i = 0; i < 64; i++) {
        unsigned long context = 0;
        if (syscall(SYS_io_setup, 64, &context) >= 0) taken++;
    }
    if (taken) printf("BREACH %d times 64 events\n", taken);
    puts("DONE");
}
