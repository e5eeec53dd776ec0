// send thousands of ioctl requests to files and folders of the host, pipes, sockets, namespaces
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The few that run-times need: terminals, what can be read, flags of a descriptor, copies of files. */
static const unsigned allowed[] = {0x5401, 0x5413, 0x540f, 0x541b, 0x5421, 0x5450, 0x5451, 0x802c542a, 0x40049409};

static void try_one(const char *name, int fd, unsigned request) {
    static int told;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (request == allowed[i]) return;
    /* An address that is none: what reaches the kernel fails there otherwise, or works. */
    if (syscall(SYS_ioctl, fd, request, -1L) == -1 && errno == ENOTTY) return;
    if (told++ < 50) printf("BREACH %s takes %#x\n", name, request);
}

int main(int argc, char **argv) {
    if (!getenv("ATTACK_IN_SANDBOX") || argc < 1) return 1;
    const char *names[] = {"/usr", "/usr/bin/env", "/bin/sh", argv[0], ".", "/dev/null", "/dev/urandom",
                           "/proc/self/stat", "/proc/self/ns/mnt", "/proc/self/ns/user", "pipe", "socket", "events"};
    int both[2], fds[13];
    for (int i = 0; i < 10; i++) fds[i] = open(names[i], O_RDONLY | O_NONBLOCK);
    fds[10] = pipe(both) ? -1 : both[0];
    fds[11] = socketpair(AF_UNIX, SOCK_STREAM, 0, both) ? -1 : both[0];
    fds[12] = eventfd(0, 0);
    const unsigned kinds[] = {0, 1, 2, 0x11, 0x12, 0x54, 'f', 'v', 'X', 'R', 'B', 'r', 'u', 0x89, 0x94, 0xb7, 0xff, 0xf5};
    const unsigned shapes[] = {0,          0x80040000, 0x40040000, 0x80080000, 0x40080000,
                               0xc0040000, 0xc0080000, 0xc0200000, 0x401c0000, 0x801c0000};
    for (int i = 0; i < 13; i++)
        for (size_t k = 0; fds[i] >= 0 && k < sizeof kinds / sizeof *kinds; k++)
            for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
                for (unsigned n = 0; n < 256; n++) try_one(names[i], fds[i], shapes[s] | kinds[k] << 8 | n);
    puts("DONE");
}
