// keep as many objects of the kernel as there are descriptors, in every process: counters, timers, nested watches
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

static void hold_all(void) {
    sigset_t all;
    sigfillset(&all);
    int outer = epoll_create1(0), count = 0;
    for (int fd = outer; fd >= 0; count++) {
        fd = count % 4 == 0   ? eventfd(1, EFD_NONBLOCK)
             : count % 4 == 1 ? timerfd_create(1, TFD_NONBLOCK)
             : count % 4 == 2 ? signalfd(-1, &all, SFD_NONBLOCK)
                              : epoll_create1(0);
        if (fd < 0) break;
        struct epoll_event event = {EPOLLIN | EPOLLET, {.fd = fd}};
        epoll_ctl(outer, EPOLL_CTL_ADD, fd, &event);
        /* Each watches the one before: the kernel refuses circles and deep chains. */
        if (count % 4 == 3) epoll_ctl(fd, EPOLL_CTL_ADD, outer, &event), outer = fd;
        const struct itimerspec often = {{0, 1000000}, {0, 1}};
        if (count % 4 == 1) timerfd_settime(fd, 0, &often, NULL);
    }
    if (count > 1100) printf("BREACH %d descriptors\n", count), fflush(stdout);
    usleep(200000);
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    for (int i = 0; i < 20; i++)
        if (fork() == 0) {
            hold_all();
            _exit(0);
        }
    while (wait(NULL) > 0) {}
    puts("DONE");
}
