// plant an entry of every kind and name in scratch, close and rename the folder itself
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    char name[256];
    struct stat info;
    if (lstat("pipe", &info) == 0) puts("BREACH an entry of an earlier case");
    mkfifo("pipe", 0666), mkfifo("closed", 0), mkdir("feedback", 0);
    symlink("loop", "loop"), symlink("/proc/self/fd/1", "out"), symlink("../../../etc/shadow", "up");
    memset(name, '\n', 255), name[255] = 0;
    close(creat(name, 0));
    for (int c = 1; c < 256; c++) {
        const char odd[] = {(char)c, 'x', 0};
        if (c != '/') close(creat(odd, 0));
    }
    mknod("device", S_IFCHR | 0666, 0x103), mknod("disk", S_IFBLK | 0666, 0xfe00);
    if (mknod("socket", S_IFSOCK | 0666, 0) == 0) puts("BREACH makes a socket");
    if (open("device", O_RDWR) >= 0 || open("disk", O_RDONLY) >= 0) puts("BREACH opens a device");
    if (rename("/box", "/other") == 0 || rmdir("/box") == 0 || unlink("/box") == 0) puts("BREACH removes the folder");
    if (chmod("..", 0777) == 0 || rename(".", "../other") == 0) puts("BREACH changes the folder above");
    chmod(".", 0);
    puts("DONE");
}
