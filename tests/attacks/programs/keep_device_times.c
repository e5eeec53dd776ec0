// keep state in the times of the host's devices, which whoever may write to them may touch
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static const char *const devices[] = {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"};

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        const char *name = devices[i];
        const struct timespec now[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
        const struct timespec then[2] = {{7, 7}, {7, 7}};
        const int fd = open(name, O_RDWR);
        if (fd < 0) continue;
        if (utimensat(AT_FDCWD, name, NULL, 0) == 0) printf("BREACH touches %s\n", name);
        if (utimensat(AT_FDCWD, name, now, AT_SYMLINK_NOFOLLOW) == 0) printf("BREACH touches %s now\n", name);
        if (utimensat(AT_FDCWD, name, then, 0) == 0) printf("BREACH sets the times of %s\n", name);
        if (futimens(fd, NULL) == 0) printf("BREACH touches the open %s\n", name);
        if (utimes(name, NULL) == 0 || utime(name, NULL) == 0) printf("BREACH touches %s by old calls\n", name);
        if (chmod(name, 0600) == 0 || fchmod(fd, 0600) == 0) printf("BREACH changes the mode of %s\n", name);
        if (chown(name, getuid(), getgid()) == 0) printf("BREACH owns %s\n", name);
        struct stat before, after;
        fstat(fd, &before);
        usleep(20000);
        if (write(fd, "x", 1) < 0) {} /* full */
        char byte;
        if (read(fd, &byte, 1) < 0) {}
        fstat(fd, &after);
        if (before.st_mtim.tv_nsec != after.st_mtim.tv_nsec || before.st_atim.tv_nsec != after.st_atim.tv_nsec)
            printf("BREACH use changes the times of %s\n", name);
    }
    puts("DONE");
}
