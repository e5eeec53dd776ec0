// hold its outputs open in messages that sockets send each other in a circle, after all of it has ended
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Sends descriptors over a socket; nobody ever receives them. */
static void send_all(int to, const int *fds, int count) {
    char byte = 0, room[CMSG_SPACE(8 * sizeof(int))] = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = room};
    message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET, rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
    memcpy(CMSG_DATA(rights), fds, (size_t)count * sizeof(int));
    sendmsg(to, &message, MSG_DONTWAIT);
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    for (int i = 0; i < 50; i++) {
        int pair[2], other[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET, 0, other) < 0) break;
        send_all(pair[0], (int[]){0, 1, 2, pair[0], pair[1]}, 5);
        send_all(other[0], (int[]){1, 2, pair[1], other[0], other[1]}, 5);
        send_all(pair[1], (int[]){other[0], other[1], 1}, 3);
        close(pair[0]), close(pair[1]), close(other[0]), close(other[1]);
    }
    puts("DONE");
}
