// keep state in its own files without writing to them: inode flags, locks, leases, watches, access times
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (!getenv("ATTACK_IN_SANDBOX") || argc < 1) return 1;
    char source[4096];
    snprintf(source, sizeof source, "%s/../keep_inodes.c", argv[0]);
    const char *names[] = {argv[0], source, "/proc/self/exe", "/bin/sh", ".", "/"};
    for (int i = 0; i < 6; i++) {
        int fd = open(names[i], O_RDONLY), flags = 0;
        if (fd < 0) continue;
        if (i != 4 && ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0) {
            if (flags & FS_NODUMP_FL) printf("BREACH %s carries a flag of the case before\n", names[i]);
            flags |= FS_NODUMP_FL;
            if (ioctl(fd, FS_IOC_SETFLAGS, &flags) == 0) printf("BREACH flags of %s set\n", names[i]);
        }
        struct stat now;
        const struct timespec times[2] = {{1, 1}, {1, 1}};
        if (i != 4 && futimens(fd, times) == 0) printf("BREACH times of %s set\n", names[i]);
        if (i != 4 && fsetxattr(fd, "user.attack", "x", 1, 0) == 0) printf("BREACH attribute of %s set\n", names[i]);
        if (i != 4 && fchmod(fd, 0755) == 0) printf("BREACH mode of %s set\n", names[i]);
        if (i != 4 && fchown(fd, getuid(), getgid()) == 0) printf("BREACH owner of %s set\n", names[i]);
        fstat(fd, &now);
    }
    puts("DONE");
}
