// compute for ever in children that share its memory while it waits for each
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    for (;;) {
        if (vfork()) continue;
        for (volatile int i = 0; i < 1000000; i++) {}
        _exit(0);
    }
}
