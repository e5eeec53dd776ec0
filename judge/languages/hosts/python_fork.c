/* What python_fork.py does not do in Python. There each number is an object that stays in memory after it
 * is released; and each step writes to pages, of which the process of a call must first make a copy. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../sandbox/call_end.h"

/* What the process of a call is for; python_fork.py has the same numbers. */
enum kind { FUNCTION = 0, QUIET_FUNCTION = 1, PROGRAM = 2 };
/* Where a quiet function's standard output waits until its source is loaded. */
enum { KEPT_OUTPUT = 9 };
enum { MOST_PIPES = 4, CANNOT_BEGIN = 70 };

static int socket_of_host, pipes[MOST_PIPES], count;
static enum kind kind;
static const char *folder;

static int limit_processes(void) {
    struct rlimit most;
    if (getrlimit(RLIMIT_NPROC, &most) < 0) return -1;
    most.rlim_cur = most.rlim_max = most.rlim_cur - SPARE_TASKS + 1; /* the host counts */
    return setrlimit(RLIMIT_NPROC, &most);
}

static int discard_output(void) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    return nowhere < 0 || dup3(1, KEPT_OUTPUT, O_CLOEXEC) < 0 || dup2(nowhere, 1) < 0 ? -1 : close(nowhere);
}

static int begin(void) {
    if (limit_processes() < 0) return -1;
    close(socket_of_host);
    for (int i = 0; i < count; i++)
        if (dup2(pipes[i], i) < 0 || close(pipes[i]) < 0) return -1;
    if (kind == PROGRAM && (setsid() < 0 || prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) < 0)) return -1;
    if (kind == QUIET_FUNCTION && discard_output() < 0) return -1;
    return chdir(folder);
}

/* Runs in the process of a call before anything of Python does; does nothing where a call forks. */
static void after_fork(void) {
    if (!count) return;
    if (begin() < 0) _exit(CANNOT_BEGIN);
    count = 0;
}

/* Once, before the first call. */
int prepare_python_calls(int socket, int kind_of_calls) {
    const char *home = getenv("HOME");
    socket_of_host = socket;
    kind = (enum kind)kind_of_calls;
    folder = strdup(home ? home : "/");
    return folder ? pthread_atfork(NULL, NULL, after_fork) : -1;
}

/* Waits for a call, for whose process the host forks next. Returns how many pipes it has; 0 at the end. */
int next_python_call(void) {
    char text, room[CMSG_SPACE(sizeof pipes)];
    struct iovec part = {&text, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    ssize_t got;
    do got = recvmsg(socket_of_host, &message, 0);
    while (got < 0 && errno == EINTR);
    const struct cmsghdr *header = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (!header || header->cmsg_type != SCM_RIGHTS) return 0;
    count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof *pipes);
    memcpy(pipes, CMSG_DATA(header), (size_t)count * sizeof *pipes);
    return count;
}

/* In the host, after the fork. */
int end_python_call(int call) {
    for (int i = 0; i < count; i++) close(pipes[i]);
    count = 0;
    return end_call(call, socket_of_host);
}
