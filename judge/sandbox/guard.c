/* Runs an unconfined command for the judge. Kills all processes that the command has started when the
 * command ends, when the judge ends, or on SIGTERM. It is a subreaper: a process that forks twice and
 * is orphaned becomes its child, and does not escape.
 *
 * Usage: guard JUDGE FOLDER PROGRAM ARGUMENT...
 * JUDGE is the PID of its parent; the command runs in FOLDER. The exit status is that of the command.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "processes.h"

enum { CANNOT_RUN = 126, NOT_FOUND = 127 };

static void run_command(const char *folder, char **argv, const sigset_t *before) {
    const pid_t guard = getppid();
    sigprocmask(SIG_SETMASK, before, NULL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != guard || chdir(folder) < 0) _exit(CANNOT_RUN);
    execve(argv[0], argv, environ);
    const int error = errno;
    fprintf(stderr, "%s: %s\n", argv[0], strerror(error));
    _exit(error == ENOENT ? NOT_FOUND : CANNOT_RUN);
}

/* Reaps all ended processes; fills in the status of the command. Returns whether any process is left. */
static int reap(pid_t command, int *ended, int *status) {
    for (;;) {
        int its_status;
        const pid_t who = waitpid(-1, &its_status, __WALL | WNOHANG);
        if (who == 0) return 1;
        if (who < 0) return errno == EINTR;
        if (who == command) *ended = 1, *status = its_status;
    }
}

static void end_as(int status) {
    if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(WTERMSIG(status), SIG_DFL);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    kill(getpid(), WTERMSIG(status));
    _exit(128 + WTERMSIG(status));
}

int main(int argc, char **argv) {
    if (argc < 4) return 64;
    sigset_t waited, before;
    sigemptyset(&waited), sigaddset(&waited, SIGCHLD), sigaddset(&waited, SIGTERM);
    sigprocmask(SIG_BLOCK, &waited, &before);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != atoi(argv[1])) return CANNOT_RUN;
    const pid_t command = fork();
    if (command == 0) run_command(argv[2], argv + 3, &before);
    if (command < 0) return CANNOT_RUN;
    if (chdir("/proc") < 0) return CANNOT_RUN; /* where processes.h looks */
    /* Or the judge would not notice that the command has closed its pipes. */
    for (int i = 0; i < 1024; i++) close(i);
    /* So that a search for the command line finds only the command. */
    for (int i = 1; i < argc; i++) memset(argv[i], 0, strlen(argv[i]));
    int ended = 0, status = SIGKILL, told = 0;
    while (!ended && !told) {
        siginfo_t what;
        const int number = sigwaitinfo(&waited, &what);
        told = number == SIGTERM;
        reap(command, &ended, &status);
    }
    for (int left = 1; left; left = reap(command, &ended, &status))
        kill_descendants(), usleep(200);
    end_as(status);
}
