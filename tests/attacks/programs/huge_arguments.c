// execute itself with as many arguments and variables as the kernel takes, again and again, from many processes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 60, LENGTH = 120000 };

int main(int argc, char **argv) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    if (argc > 2) {
        /* Each round is a new program with the same words. */
        const int left = atoi(argv[1]);
        if (left == 0) return 0;
        argv[1][0] = (char)(48 + left - 1), argv[1][1] = 0;
        execve("/proc/self/exe", argv, (char *[]){"ATTACK_IN_SANDBOX=1", NULL});
        return 3;
    }
    struct rlimit stack = {64 << 20, 64 << 20};
    setrlimit(RLIMIT_STACK, &stack);
    static char *words[WORDS + 3];
    for (int size = LENGTH; size > 0; size = size * 3 / 4) {
        words[0] = "again";
        words[1] = (char[4]){"8"}; /* counts down */
        for (int i = 2; i < WORDS + 2; i++) {
            free(words[i]);
            words[i] = malloc((size_t)size + 1);
            memset(words[i], 'x', (size_t)size), words[i][size] = 0;
        }
        int status = 0, refused = 0;
        for (int i = 0; i < 4; i++)
            if (fork() == 0) {
                execve("/proc/self/exe", words, (char *[]){"ATTACK_IN_SANDBOX=1", NULL});
                _exit(4);
            }
        while (wait(&status) > 0) refused += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
        if (!refused) break; /* so many fit */
    }
    /* Far too many, and far too long, is refused and nothing more. */
    static char *many[1 << 17];
    for (int i = 0; i < (1 << 17) - 1; i++) many[i] = "argument of a program with very many arguments";
    if (execve("/proc/self/exe", many, many) == 0) puts("BREACH");
    puts("DONE");
}
