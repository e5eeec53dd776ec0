// leave a daemon behind: forked twice, in its own session, its descriptors closed
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1

int main(void) {
    GUARD;
    for (int i = 0; i < 5; i++) {
        if (fork() == 0) {
            setsid();
            if (fork() == 0) {
                for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
                prctl(PR_SET_PDEATHSIG, 0);
                prctl(PR_SET_CHILD_SUBREAPER, 1);
                for (int fd = 0; fd < 100; fd++) close(fd);
                if (chdir("/") == 0) for (;;) sleep(1000);
            }
            _exit(0);
        }
        wait(NULL);
    }
    puts("DONE");
}
