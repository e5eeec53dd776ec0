// crash in a thousand children and threads, each in another way, with handlers that start more
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void more(int number) {
    signal(number, SIG_DFL);
    if (fork() == 0) raise(number);
    raise(number);
}

static void *crash(void *how) {
    const long number = (long)how;
    const struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_CORE, &all) == 0) puts("BREACH core dumps");
    if (number % 2) signal(SIGSEGV, more), signal(SIGABRT, more), signal(SIGFPE, more);
    if (number % 5 == 0) *(volatile int *)8 = 1;
    if (number % 5 == 1) abort();
    if (number % 5 == 2) raise(SIGFPE);
    if (number % 5 == 3) ((void (*)(void))(long)number)();
    raise(SIGQUIT);
    return NULL;
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    setvbuf(stdout, NULL, _IONBF, 0);
    for (long i = 0; i < 1000; i++) {
        if (fork() == 0) {
            pthread_t thread;
            if (i % 3 == 0 && pthread_create(&thread, NULL, crash, (void *)i) == 0) pthread_join(thread, NULL);
            crash((void *)i);
            _exit(0);
        }
        if (i % 8 == 7) while (wait(NULL) > 0) {}
    }
    while (wait(NULL) > 0) {}
    puts("DONE");
}
