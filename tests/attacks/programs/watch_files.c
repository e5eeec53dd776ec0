// watch the host's folders for names of files that others create and open
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    char secret[4096], canary[4096];
    if (scanf("secret %4000s canary %4000s", secret, canary) != 2) return 2;
    const char *names[] = {canary, secret, "/var/tmp", "/home", "/root", "/var/log", "/etc/passwd", "/run",
                           "/usr/bin", "/usr/lib", "/bin/sh", "/etc/alternatives"};
    int fd = inotify_init1(IN_NONBLOCK);
    for (int i = 0; i < 12; i++)
        if (inotify_add_watch(fd, names[i], IN_ALL_EVENTS) >= 0) printf("BREACH watches %s\n", names[i]);
    puts("DONE");
}
