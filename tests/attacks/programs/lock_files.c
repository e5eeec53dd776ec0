// lock files of the host so that others wait (flock, record locks, leases), and watch who opens them
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#define TRY(call) ((call) >= 0 ? (void)printf("BREACH %s %s\n", #call, name) : (void)0)

int main(int argc, char **argv) {
    if (!getenv("ATTACK_IN_SANDBOX") || argc < 1) return 1;
    char source[4096];
    snprintf(source, sizeof source, "%s/../lock_files.c", argv[0]);
    const char *names[] = {"/usr/bin/env", "/etc/ld.so.cache", "/usr", "/usr/bin", argv[0], source};
    signal(SIGIO, SIG_IGN);
    for (int i = 0; i < 6; i++) {
        const char *name = names[i];
        int fd = open(name, O_RDONLY);
        struct flock all = {F_RDLCK, SEEK_SET, 0, 0, 0};
        unsigned long long hint = 2;
        if (fd < 0) continue;
        TRY(flock(fd, LOCK_EX | LOCK_NB));
        TRY(flock(fd, LOCK_SH | LOCK_NB));
        TRY(fcntl(fd, F_SETLK, &all));
        TRY(fcntl(fd, F_SETLKW, &all));
        TRY(fcntl(fd, F_OFD_SETLK, &all));
        TRY(fcntl(fd, F_GETLK, &all));
        TRY(fcntl(fd, F_SETLEASE, F_RDLCK));
        TRY(fcntl(fd, F_NOTIFY, DN_ACCESS | DN_CREATE | DN_MULTISHOT));
        TRY(fcntl(fd, F_SETOWN, getpid()));
        TRY(fcntl(fd, F_SETSIG, SIGKILL));
        TRY(fcntl(fd, F_SET_RW_HINT, &hint));
        close(fd);
    }
    puts("DONE");
}
