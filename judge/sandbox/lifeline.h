/* No command outlives the supervisor, even where no namespace ends with it. The kernel enforces that:
 * the supervisor holds both ends of an unused pipe, and each end sends SIGKILL to the process group of
 * the command when the other is closed, as it is when the supervisor dies for whatever reason. A
 * command cannot leave its group (see calls.h), and a signal to a group misses no fork. */
#ifndef LIFELINE_H
#define LIFELINE_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "privilege.h"
#include "streams.h"

static int lifeline[2] = {-1, -1};
static pid_t our_pid;

static void open_lifeline(void) {
    our_pid = getpid();
    if (namespaces) return; /* the namespace ends with its process 1 */
    if (pipe2(lifeline, O_CLOEXEC | O_NONBLOCK) < 0) die("lifeline");
    for (int i = 0; i < 2; i++)
        if (fcntl(lifeline[i], F_SETSIG, SIGKILL) < 0 || fcntl(lifeline[i], F_SETFL, O_NONBLOCK | O_ASYNC) < 0)
            die("lifeline");
}

/* Has the group of this process, which is or will be its leader, die with us. */
static void tie(pid_t leader) {
    for (int i = 0; i < 2 && !namespaces; i++)
        if (privileged(SYS_fcntl, lifeline[i], F_SETOWN, -leader, 0, 0) < 0 && errno != ESRCH) die("lifeline");
}

/* Has us die with the worker, which may have ended before this request. */
static void die_with_worker(void) {
    struct pollfd worker = {control, 0, 0};
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) die("parent's death");
    if (poll(&worker, 1, 0) > 0) _exit(0);
}

/* Has a command die with us until its group is tied. Returns whether we are alive. */
static int die_with_supervisor(void) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && (namespaces || getppid() == our_pid);
}

#endif
