// change attributes of files by calls of new kernels and by ioctl: setxattrat, file_setattr, versions
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SETXATTRAT = 463, REMOVEXATTRAT = 466, FILE_GETATTR = 468, FILE_SETATTR = 469 };

static const struct {
    uint64_t value;
    uint32_t size, flags;
} mark = {(uint64_t) "x", 1, 0}, *mark_of = &mark;

/* An access list by which everybody else may write: version 2; owner rw-, group ---, others rwx. */
static const unsigned char list[] = {2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 4, 0, 0, 0,
                                     255, 255, 255, 255, 32, 0, 7, 0, 255, 255, 255, 255};

static void try_all(const char *path) {
    struct {
        uint64_t value;
        uint32_t size, flags;
    } access = {(uint64_t)list, sizeof list, 0};
    char attributes[64] = {0};
    int version = 4711, fd = open(path, O_RDONLY | O_NONBLOCK);
    if (syscall(SETXATTRAT, AT_FDCWD, path, 0, "user.attack", mark_of, sizeof mark) >= 0)
        printf("BREACH attribute of %s\n", path);
    if (syscall(SETXATTRAT, AT_FDCWD, path, 0, "system.posix_acl_access", &access, sizeof access) >= 0)
        printf("BREACH access list of %s\n", path);
    if (syscall(REMOVEXATTRAT, AT_FDCWD, path, 0, "user.attack") >= 0) printf("BREACH removal from %s\n", path);
    if (syscall(FILE_GETATTR, AT_FDCWD, path, attributes, 24, 0) >= 0) printf("BREACH flags of %s read\n", path);
    if (syscall(FILE_SETATTR, AT_FDCWD, path, attributes, 24, 0) >= 0) printf("BREACH flags of %s\n", path);
    if (fd < 0) return;
    if (ioctl(fd, FS_IOC_SETVERSION, &version) >= 0) printf("BREACH version of %s\n", path);
    if (ioctl(fd, FS_IOC_GETVERSION, &version) >= 0 && version == 4711) printf("BREACH version of %s kept\n", path);
    close(fd);
}

int main(int argc, char **argv) {
    if (!getenv("ATTACK_IN_SANDBOX") || argc < 1) return 1;
    char secret[4096], canary[4096], source[4096];
    if (scanf("secret %4000s canary %4000s", secret, canary) != 2) return 2;
    snprintf(source, sizeof source, "%s/../new_attributes.c", argv[0]);
    const char *names[] = {secret, canary, argv[0], source, "/proc/self/exe", "/usr/bin/env", "/etc/passwd"};
    for (int i = 0; i < 7; i++) try_all(names[i]);
    puts("DONE");
}
