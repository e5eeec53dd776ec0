// make a million files, folders and links
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1

int main(void) {
    GUARD;
    const char *places[] = {"/box", "/tmp", "/dev/shm", "."};
    int made = 0;
    for (int p = 0; p < 4; p++)
        for (int i = 0, failed = 0; i < 1000000 && failed < 9; i++) {
            char path[80];
            snprintf(path, sizeof path, "%s/attack-stray-%d", places[p], i);
            int done = i % 3 == 0 ? mkdir(path, 0700) : i % 3 == 1 ? symlink("/", path) : open(path, O_CREAT | O_EXCL, 0600);
            if (done > 0) close(done);
            done < 0 ? failed++ : made++;
        }
    if (made > 3 * 16384) printf("BREACH %d files\n", made);
    if (made < 100 && getppid() == 1) printf("BREACH only %d files, which no attack explains\n", made);
    puts("DONE");
}
