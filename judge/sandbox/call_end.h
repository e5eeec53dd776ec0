/* The end of one call of a warm host: kills and reaps what the call left, and reports what it used.
 *
 * The host forks for the next call, which can read all memory that it inherits. So nothing of the
 * report may stay in it: neither the numbers nor what they were computed from. */
#ifndef CALL_END_H
#define CALL_END_H

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol.h"

/* More of the stack than the functions below, and those of the C library that they call, use. */
enum { USED_STACK = 8192 };

/* A host is process 1 of its namespace: kill(-1) spares it, and reaches nobody else's processes. One that is
 * not, such as a host that someone starts by hand, kills nothing. */
static void collect(pid_t call, struct call_report *report) {
    struct rusage usage;
    int status;
    uint64_t killed = 0;
    for (pid_t who; (who = wait4(-1, &status, __WALL, &usage)) > 0 || errno == EINTR;) {
        if (who < 0) continue;
        report->cpu_ns += (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000u +
                          (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000u;
        if ((uint64_t)usage.ru_maxrss > report->peak_kib) report->peak_kib = (uint64_t)usage.ru_maxrss;
        report->left += killed;
        if (who != call) continue;
        report->wait_status = (uint32_t)status;
        if (!killed++ && getpid() == 1) kill(-1, SIGKILL);
    }
}

static __attribute__((noinline)) int collect_and_send(pid_t call, int socket) {
    struct call_report report = {0};
    collect(call, &report);
    return write(socket, &report, sizeof report) == sizeof report ? 0 : -1;
}

static __attribute__((noinline)) void wipe_stack(void) {
    char used[USED_STACK];
    explicit_bzero(used, sizeof used);
}

/* Waits for the end of a call, and writes its report to the socket; returns -1 if that fails. */
static int end_call(pid_t call, int socket) {
    const int done = collect_and_send(call, socket);
    wipe_stack();
    return done;
}

#endif
