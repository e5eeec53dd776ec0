// push keys into terminals, take one over, read a console and write to it: by ioctl on every descriptor and device
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    const char *name;
    unsigned long request;
} requests[] = {
    {"TIOCSTI", 0x5412},    {"TIOCLINUX", 0x541C},  {"TIOCCONS", 0x541D},   {"TIOCSCTTY", 0x540E},
    {"TIOCNOTTY", 0x5422},  {"TIOCSETD", 0x5423},   {"TIOCSPGRP", 0x5410},  {"TIOCGSID", 0x5429},
    {"TIOCSWINSZ", 0x5414}, {"TCSETS", 0x5402},     {"TCSBRK", 0x5409},     {"TIOCPKT", 0x5420},
    {"TIOCGPTN", 0x80045430}, {"TIOCSPTLCK", 0x40045431}, {"TIOCGPTPEER", 0x5441}, {"TIOCVHANGUP", 0x5437},
    {"TIOCEXCL", 0x540C},   {"KDSETMODE", 0x4B3A},  {"KDSKBENT", 0x4B47},   {"KIOCSOUND", 0x4B2F},
    {"VT_ACTIVATE", 0x5606}, {"VT_LOCKSWITCH", 0x560B}, {"TIOCSSERIAL", 0x541F}, {"FIOASYNC", 0x5452},
};

static void ask(int fd, const char *where) {
    char room[4096];
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        memset(room, 0, sizeof room);
        room[0] = 3; /* paste, for TIOCLINUX; a key, for TIOCSTI */
        errno = 0;
        if (syscall(SYS_ioctl, fd, requests[i].request, room) >= 0 || (errno != ENOTTY && errno != EBADF))
            printf("BREACH %s on %s gave %d\n", requests[i].name, where, errno);
        /* The kernel looks at the lower half alone. */
        if (syscall(SYS_ioctl, fd, requests[i].request | 1ul << 32, room) >= 0)
            printf("BREACH a longer %s on %s\n", requests[i].name, where);
    }
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    static const char *const devices[] = {"/dev/tty", "/dev/ptmx", "/dev/pts/ptmx", "/dev/pts/0", "/dev/console",
                                          "/dev/tty0", "/dev/tty1", "/dev/vcs", "/dev/vcsa1", "/dev/ttyS0",
                                          "/dev/input/event0", "/dev/uinput", "/dev/fb0"};
    char where[32];
    for (int fd = 0; fd < 1024; fd++) {
        snprintf(where, sizeof where, "descriptor %d", fd);
        if (fcntl(fd, F_GETFD) >= 0) ask(fd, where);
    }
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        const int fd = open(devices[i], O_RDWR | O_NONBLOCK);
        if (fd >= 0) printf("BREACH opened %s\n", devices[i]);
        if (fd >= 0) ask(fd, devices[i]);
    }
    if (posix_openpt(O_RDWR | O_NOCTTY) >= 0) puts("BREACH a pseudo-terminal");
    /* The allowed devices are no terminals. */
    static const char *const allowed[] = {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"};
    for (size_t i = 0; i < 4; i++) {
        const int fd = open(allowed[i], O_RDWR);
        if (fd >= 0) ask(fd, allowed[i]);
    }
    puts("DONE");
}
