// treat its standard streams as files: seek, truncate, extend, map, lock, reopen, and pass signals and owners on
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TRY(what, call) \
    if ((call) >= 0) fprintf(stderr, "BREACH %s on %d\n", what, fd)

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    signal(SIGPIPE, SIG_IGN);
    for (int fd = 0; fd < 4; fd++) {
        struct stat info;
        if (fstat(fd, &info) < 0) continue;
        if (!S_ISFIFO(info.st_mode) && !S_ISSOCK(info.st_mode)) fprintf(stderr, "BREACH %d is no pipe\n", fd);
        TRY("lseek", lseek(fd, 0, SEEK_SET));
        TRY("ftruncate", ftruncate(fd, 0));
        TRY("fallocate", fallocate(fd, 0, 0, 4096));
        TRY("pwrite", pwrite(fd, "x", 1, 0));
        TRY("flock", flock(fd, LOCK_EX | LOCK_NB));
        TRY("F_SETLK", fcntl(fd, F_SETLK, &(struct flock){.l_type = F_WRLCK}));
        TRY("F_SETLEASE", fcntl(fd, F_SETLEASE, F_WRLCK));
        TRY("F_SETOWN", fcntl(fd, F_SETOWN, 1));
        TRY("F_SETSIG", fcntl(fd, F_SETSIG, SIGKILL));
        TRY("F_SETPIPE_SZ", fcntl(fd, F_SETPIPE_SZ, 1 << 20));
        TRY("F_NOTIFY", fcntl(fd, F_NOTIFY, 1));
        TRY("FIOASYNC", ioctl(fd, FIOASYNC, &(int){1}));
        TRY("FIOQSIZE", ioctl(fd, 0x5460, &info));
        if (mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) != MAP_FAILED) fprintf(stderr, "BREACH mmap\n");
        TRY("tee", syscall(SYS_tee, fd, 1 - (fd & 1), 1L, SPLICE_F_NONBLOCK));
        TRY("splice", syscall(SYS_splice, fd, NULL, 1, NULL, 1L, SPLICE_F_NONBLOCK));
        TRY("vmsplice", syscall(SYS_vmsplice, fd, &info, 0L, 0L));
    }
    puts("DONE");
}
