// keep state in the inode numbers of scratch, which files without a name use up
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1

int main(void) {
    GUARD;
    struct stat info;
    for (int i = 0; i < 3000; i++) {
        const int file = open(".", O_TMPFILE | O_RDWR, 0600);
        if (file < 0) break;
        if (i == 0 && fstat(file, &info) == 0 && info.st_ino > 3000 && info.st_ino < 100000 && getppid() == 1)
            puts("BREACH a case before has used up three thousand numbers");
        close(file);
    }
    puts("DONE");
}
