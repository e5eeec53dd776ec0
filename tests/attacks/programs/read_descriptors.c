// find descriptors that the judge or the supervisor left open, and use them
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    struct stat s;
    for (int fd = 3; fd < 70000; fd++)
        if (fstat(fd, &s) == 0) printf("BREACH descriptor %d mode %o\n", fd, s.st_mode);
    for (int fd = 0; fd < 3; fd++) {
        if (fstat(fd, &s) < 0 || !S_ISFIFO(s.st_mode)) printf("BREACH %d is no pipe\n", fd);
    }
    puts("DONE");
}
