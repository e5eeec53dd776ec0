// create device nodes of disks and memory, and set-user-ID files
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
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1

#include <sys/sysmacros.h>

int main(void) {
    GUARD;
    const char *places[] = {".", "/tmp", "/dev/shm", "/dev"};
    for (int i = 0; i < 4; i++) {
        char path[80];
        snprintf(path, sizeof path, "%s/node", places[i]);
        if (mknod(path, S_IFBLK | 0666, makedev(254, 0)) == 0) puts("BREACH disk");
        if (mknod(path, S_IFCHR | 0666, makedev(1, 1)) == 0) puts("BREACH memory");
        if (mknod(path, S_IFCHR | 0666, makedev(1, 3)) == 0) puts("BREACH null");
        snprintf(path, sizeof path, "%s/file", places[i]);
        int fd = open(path, O_CREAT | O_RDWR, 0777);
        if (fd < 0) continue;
        if (fchown(fd, 0, 0) == 0 && getuid() != 0) puts("BREACH root's file");
        fchmod(fd, 04777);
        close(fd);
    }
    puts("DONE");
}
