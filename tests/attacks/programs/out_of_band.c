// send and receive out-of-band data on a pair of sockets, a part of the kernel that programs do not need
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    int ends[2];
    char byte = 'x';
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) < 0) return 1;
    if (send(ends[0], &byte, 1, MSG_OOB) == 1) puts("BREACH send");
    if (sendmsg(ends[0], &message, MSG_OOB) == 1) puts("BREACH sendmsg");
    if (recv(ends[1], &byte, 1, MSG_OOB) == 1) puts("BREACH recv");
    if (recvmsg(ends[1], &message, MSG_OOB) == 1) puts("BREACH recvmsg");
    if (send(ends[0], "y", 1, MSG_NOSIGNAL | MSG_DONTWAIT) != 1 || recv(ends[1], &byte, 1, MSG_PEEK) != 1 || byte != 'y')
        puts("BREACH ordinary data is refused");
    puts("DONE");
}
