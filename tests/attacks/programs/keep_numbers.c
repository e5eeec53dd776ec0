// keep state in numbers that the kernel assigns: PIDs
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    if (getppid() != 1) return puts("DONE"), 0; /* the whole machine's numbers tell nothing of a case */
    if (getpid() > 1000 && getpid() < 4000) puts("BREACH a case before has used up a thousand numbers");
    for (int i = 0; getpid() < 1000 && i < 1000; i++) {
        if (fork() == 0) _exit(0);
        wait(NULL);
    }
    puts("DONE");
}
