/* The beginning of one call of a warm host: its pipes come over the socket, and the process that the host
 * forks for it takes them as its own descriptors. */
#ifndef CALL_BEGIN_H
#define CALL_BEGIN_H

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "protocol.h"

/* A program has no pipe for a result. */
enum { PIPES_OF_PROGRAM = 3, MOST_PIPES = 4 };

/* Waits for a call. Returns how many pipes it has, 0 when the supervisor has hung up, -1 if it sent something
 * else. */
static int receive_call(int socket, int pipes[MOST_PIPES]) {
    char byte, room[CMSG_SPACE(MOST_PIPES * sizeof *pipes)];
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = room,
                             .msg_controllen = sizeof room};
    ssize_t n;
    while ((n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0)
        if (errno != EINTR) return -1;
    if (n == 0) return 0;
    const struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    if (!rights || rights->cmsg_type != SCM_RIGHTS) return -1;
    const size_t size = rights->cmsg_len - CMSG_LEN(0), count = size / sizeof *pipes;
    if (count < PIPES_OF_PROGRAM || count > MOST_PIPES) return -1;
    memcpy(pipes, CMSG_DATA(rights), size);
    return (int)count;
}

static void close_pipes(const int pipes[MOST_PIPES], int count) {
    for (int i = 0; i < count; i++) close(pipes[i]);
}

/* In the process of a call: the pipes become its descriptors from 0 on. */
static int take_pipes(const int pipes[MOST_PIPES], int count) {
    for (int i = 0; i < count; i++)
        if (dup2(pipes[i], i) < 0 || close(pipes[i]) < 0) return -1;
    return 0;
}

/* Finds the limit that a call is to have, where the supervisor has given the host one for both: the host's own
 * threads count beside those of the call. */
static int limit_of_call(struct rlimit *most, unsigned threads_of_host) {
    if (getrlimit(RLIMIT_NPROC, most) < 0) return -1;
    /* A limit of this user that is lower still is the only one. */
    if (most->rlim_cur >= SPARE_TASKS) most->rlim_cur -= SPARE_TASKS - threads_of_host;
    most->rlim_max = most->rlim_cur;
    return 0;
}

#endif
