// wait for a child that shares its memory and sleeps, in a state that looks as if it waited for a disk
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    if (vfork() == 0)
        for (;;) pause();
}
