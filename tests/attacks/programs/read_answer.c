// read the answer file with openat2, open_by_handle_at, and handles on parent folders
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void try(int fd, const char *how) {
    char text[100] = "";
    if (fd >= 0 && read(fd, text, 99) >= 0) printf("BREACH %s %s\n", how, text);
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    char path[4096] = "";
    if (scanf("secret %4000s", path) != 1) return 2;
    struct open_how how = {.flags = O_RDONLY, .resolve = RESOLVE_IN_ROOT};
    int root = open("/", O_PATH), up = open("/", O_RDONLY);
    try(open(path, O_RDONLY), "open");
    try(open(path, O_RDWR), "open to write");
    try(syscall(SYS_openat2, root, path, &how, sizeof how), "openat2");
    for (int i = 0; i < 20 && up >= 0; i++) up = openat(up, "..", O_RDONLY);
    try(openat(up, path + 1, O_RDONLY), "from the top");
    struct { struct file_handle h; char room[128]; } handle = {.h.handle_bytes = 128};
    int mount;
    if (name_to_handle_at(AT_FDCWD, "/usr", &handle.h, &mount, 0) == 0) {
        int usr = open("/usr", O_RDONLY);
        *(unsigned *)handle.h.f_handle = 2; /* the root of an ext4 file system */
        try(open_by_handle_at(usr, &handle.h, O_RDONLY), "handle");
    }
    puts("DONE");
}
