/* An addon of node that makes a started interpreter serve calls, each in a fork of its own.
 *
 *   serve()        waits for calls on the socket at descriptor 3 and returns once for each, in a
 *                  fresh process that has the call's pipes as descriptors 0 to 3; never in the
 *                  process that it was called in, which ends when the supervisor hangs up
 *   turn()         runs the event loop until something has happened; false if nothing could. Node's
 *                  own loop would wait for threads that such a process lacks
 *   leave(status)  ends it
 *
 * A fork has one thread, so node must run with --single-threaded: no work is left to others. What
 * descriptors of node's own share with other forks is renewed: nothing can be left in them for the
 * next call. The process that serves has run no line of a source, and cannot be reached by one.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../sandbox/call_begin.h"
#include "../../sandbox/call_end.h"

/* Node's interface for addons, as far as it is used here; it is the same in all its versions. */
typedef struct environment *napi_env;
typedef struct value *napi_value;
typedef struct call *napi_callback_info;
typedef napi_value (*napi_callback)(napi_env, napi_callback_info);
int napi_create_function(napi_env, const char *, size_t, napi_callback, void *, napi_value *);
int napi_set_named_property(napi_env, napi_value, const char *, napi_value);
int napi_get_cb_info(napi_env, napi_callback_info, size_t *, napi_value *, napi_value *, void **);
int napi_get_value_int32(napi_env, napi_value, int32_t *);
int napi_get_uv_event_loop(napi_env, void **);
int napi_get_boolean(napi_env, _Bool, napi_value *);
int uv_loop_fork(void *);
int uv_loop_alive(const void *);
int uv_run(void *, int);

enum { SOCKET = 3, MOST_DESCRIPTORS = 64, UV_RUN_ONCE = 1 };

static void *loop;
static struct {
    int number;
    ino_t inode;
} node_descriptors[MOST_DESCRIPTORS];
static int node_count;
static struct rlimit call_processes;
static struct sigaction node_handlers[NSIG];

static void die(const char *what) {
    fprintf(stderr, "javascript_fork: %s: %s\n", what, strerror(errno));
    _exit(70);
}

static void find_node_descriptors(void) {
    DIR *folder = opendir("/proc/self/fd");
    if (!folder) die("/proc/self/fd");
    for (struct dirent *entry; (entry = readdir(folder));) {
        const int fd = atoi(entry->d_name);
        struct stat info;
        if (entry->d_name[0] == '.' || fd <= SOCKET || fd == dirfd(folder)) continue;
        if (node_count == MOST_DESCRIPTORS || fstat(fd, &info) < 0) die("node's descriptors");
        node_descriptors[node_count].number = fd;
        node_descriptors[node_count++].inode = info.st_ino;
    }
    closedir(folder);
}

static void find_limit(void) {
    DIR *folder = opendir("/proc/self/task");
    unsigned threads = 0;
    if (!folder) die("/proc/self/task");
    for (struct dirent *entry; (entry = readdir(folder));) threads += entry->d_name[0] != '.';
    closedir(folder);
    if (limit_of_call(&call_processes, threads) < 0) die("limit on processes");
}

/* Process 1 of a namespace hears from inside only the signals that it handles or blocks: none. A call
 * that could send one might start node's debugger in here, and speak so in every later call. */
static void ignore_calls(void) {
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++)
        if (sigaction(number, NULL, &node_handlers[number]) == 0) signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void restore_handlers(void) {
    for (int number = 1; number < NSIG; number++) sigaction(number, &node_handlers[number], NULL);
}

/* Node keeps its heap out of forks, since the children that it starts itself never look at it. */
static void keep_memory_in_forks(void) {
    FILE *maps = fopen("/proc/self/maps", "re");
    uintptr_t begin, end;
    if (!maps) die("/proc/self/maps");
    for (char line[512]; fgets(line, sizeof line, maps);)
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &begin, &end) == 2)
            madvise((void *)begin, end - begin, MADV_DOFORK); /* not all can be: [vvar], say */
    fclose(maps);
}

/* Makes the fork a process of its own: its pipes, and an event loop that shares nothing. */
static void settle(const int pipes[MOST_PIPES], int count) {
    if (take_pipes(pipes, count) < 0) die("pipes");
    const int fresh = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (fresh < 0) die("eventfd");
    for (int i = 0; i < node_count; i++) {
        const int fd = node_descriptors[i].number;
        struct stat now;
        /* Fork itself has renewed a pipe of libuv's already. */
        if (fstat(fd, &now) < 0 || now.st_ino != node_descriptors[i].inode) continue;
        if (dup3(fresh, fd, O_CLOEXEC) < 0) die("node's descriptors");
    }
    close(fresh);
    restore_handlers();
    if (count == PIPES_OF_PROGRAM) {
        close(SOCKET);             /* a function has its result there */
        prctl(PR_SET_DUMPABLE, 1); /* or it could not open its streams by name */
    }
    /* A session has a run queue of its own; that of the host would tell what earlier calls have used. */
    if (setsid() < 0) die("session");
    if (uv_loop_fork(loop) != 0) die("event loop");
    if (setrlimit(RLIMIT_NPROC, &call_processes) < 0) die("limit on processes");
    const char *home = getenv("HOME");
    if (chdir(home ? home : "/") < 0) die("chdir");
}

static napi_value serve(napi_env env, napi_callback_info info) {
    int pipes[MOST_PIPES];
    (void)info;
    if (napi_get_uv_event_loop(env, &loop) != 0) die("event loop");
    prctl(PR_SET_DUMPABLE, 0); /* or a call could write into this memory */
    if (chdir("/") < 0) die("chdir");
    find_node_descriptors();
    find_limit();
    ignore_calls();
    keep_memory_in_forks();
    for (int count; (count = receive_call(SOCKET, pipes));) {
        if (count < 0) die("no pipes");
        const pid_t call = fork();
        if (call == 0) {
            settle(pipes, count);
            return NULL;
        }
        close_pipes(pipes, count);
        if (call < 0) _exit(HOST_LACKS_PROCESS);
        if (end_call(call, SOCKET) < 0) die("socket");
    }
    _exit(0);
}

static napi_value turn(napi_env env, napi_callback_info info) {
    napi_value alive = NULL;
    (void)info;
    napi_get_boolean(env, uv_loop_alive(loop) != 0, &alive);
    uv_run(loop, UV_RUN_ONCE);
    return alive;
}

static napi_value leave(napi_env env, napi_callback_info info) {
    size_t count = 1;
    napi_value argument;
    int32_t status = 0;
    if (napi_get_cb_info(env, info, &count, &argument, NULL, NULL) == 0 && count)
        napi_get_value_int32(env, argument, &status);
    _exit(status & 255);
}

napi_value napi_register_module_v1(napi_env env, napi_value exports) {
    static const struct {
        const char *name;
        napi_callback does;
    } offered[] = {{"serve", serve}, {"turn", turn}, {"leave", leave}};
    for (size_t i = 0; i < sizeof offered / sizeof *offered; i++) {
        napi_value function;
        if (napi_create_function(env, offered[i].name, strlen(offered[i].name), offered[i].does, NULL,
                                 &function) ||
            napi_set_named_property(env, exports, offered[i].name, function))
            return NULL;
    }
    return exports;
}
