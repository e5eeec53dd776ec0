// keep a bit in the access time of a file
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int marks(const char *path) {
    struct stat before, after;
    char bytes[64];
    if (stat(path, &before) < 0) return 0;
    const int fd = open(path, O_RDONLY);
    if (fd < 0) return 0;
    if (S_ISREG(before.st_mode) && read(fd, bytes, sizeof bytes) < 0) return 0;
    close(fd);
    if (S_ISDIR(before.st_mode)) {
        DIR *folder = opendir(path);
        while (folder && readdir(folder)) {}
        if (folder) closedir(folder);
    }
    return stat(path, &after) == 0 && memcmp(&before.st_atim, &after.st_atim, sizeof before.st_atim);
}

int main(int argc, char **argv) {
    if (!getenv("ATTACK_IN_SANDBOX") || argc < 1) return 1;
    char folder[4096], path[8192];
    snprintf(folder, sizeof folder, "%s", argv[0]);
    *strrchr(folder, '/') = 0;
    if (marks(argv[0])) puts("BREACH marks the program");
    snprintf(path, sizeof path, "%s/keep_read_times.c", folder);
    if (marks(path)) puts("BREACH marks its source");
    if (marks(folder)) puts("BREACH marks its folder");
    puts("DONE");
}
