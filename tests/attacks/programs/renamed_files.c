// move, exchange, link and cover files of the host and its own: renameat2, whiteouts, links by descriptor
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TRY(what, call)                                   \
    if ((call) >= 0) printf("BREACH %s\n", what)

static char secret[512], canary[512];

static void shows(const char *path, const char *how) {
    char text[256] = {0};
    const int fd = open(path, O_RDONLY);
    if (fd >= 0 && read(fd, text, sizeof text - 1) > 0 && strstr(text, "secret-")) printf("BREACH read by %s\n", how);
    if (fd >= 0) close(fd);
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    char name[64], text[512], path[1100];
    while (scanf("%63s %511s", name, text) == 2) {
        if (!strcmp(name, "secret")) strcpy(secret, text);
        if (!strcmp(name, "canary")) strcpy(canary, text);
    }
    const int fd = open("mine", O_CREAT | O_RDWR, 0600);
    struct stat info;
    TRY("renamed the answer", rename(secret, "answer"));
    TRY("exchanged the answer", syscall(SYS_renameat2, AT_FDCWD, secret, AT_FDCWD, "mine", 2));
    TRY("covered the answer", syscall(SYS_renameat2, AT_FDCWD, "mine", AT_FDCWD, secret, 4));
    TRY("linked the answer", link(secret, "linked"));
    shows("linked", "a link");
    TRY("linked it by a link to it", linkat(AT_FDCWD, secret, AT_FDCWD, "followed", AT_SYMLINK_FOLLOW));
    snprintf(path, sizeof path, "%s/mine", canary);
    TRY("moved its file out", rename("mine", path));
    TRY("linked its file out", link("mine", path));
    snprintf(text, sizeof text, "/proc/self/fd/%d", fd);
    TRY("linked its descriptor out", linkat(AT_FDCWD, text, AT_FDCWD, path, AT_SYMLINK_FOLLOW));
    TRY("linked its descriptor out", linkat(fd, "", AT_FDCWD, path, AT_EMPTY_PATH));
    TRY("made a link outside", symlink("mine", path));
    TRY("made a folder outside", mkdir(path, 0700));
    TRY("made a pipe outside", mknod(path, S_IFIFO | 0600, 0));
    TRY("removed the answer", unlink(secret));
    /* A whiteout is a device, which a folder in memory would keep. */
    if (fd >= 0 && syscall(SYS_renameat2, AT_FDCWD, "mine", AT_FDCWD, "moved", 4) == 0 && lstat("mine", &info) == 0 &&
        S_ISCHR(info.st_mode) && info.st_rdev != 0)
        puts("BREACH made a device");
    static const char *const system_paths[] = {"/bin/sh", "/usr/bin/env", "/etc/ld.so.cache", "/usr"};
    for (int i = 0; i < 4; i++) {
        TRY("renamed a program", rename(system_paths[i], "taken"));
        TRY("exchanged a program", syscall(SYS_renameat2, AT_FDCWD, "moved", AT_FDCWD, system_paths[i], 2));
        TRY("linked over a program", link("moved", system_paths[i]));
        TRY("truncated a program", truncate(system_paths[i], 0));
    }
    puts("DONE");
}
