// overwrite its own executable for the next case, through every name it has
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
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1

int main(int argc, char **argv) {
    GUARD;
    (void)argc;
    char folder[4096];
    const char *names[] = {argv[0], "/proc/self/exe", "/program/artifact", "/supervisor", "/bin/sh", "/lib64/ld-linux-x86-64.so.2"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (open(names[i], O_WRONLY) >= 0) printf("BREACH writes %s\n", names[i]);
        if (open(names[i], O_RDWR | O_TRUNC) >= 0) printf("BREACH truncates %s\n", names[i]);
        if (chmod(names[i], 0777) == 0) printf("BREACH changes %s\n", names[i]);
        if (unlink(names[i]) == 0) printf("BREACH removes %s\n", names[i]);
        if (rename(names[i], "mine") == 0) printf("BREACH moves %s\n", names[i]);
        snprintf(folder, sizeof folder, "%s.new", names[i]);
        if (open(folder, O_WRONLY | O_CREAT, 0700) >= 0) printf("BREACH makes %s\n", folder);
    }
    int self = open("/proc/self/exe", O_RDONLY);
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", self);
    if (open(path, O_WRONLY) >= 0) puts("BREACH writes itself");
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, self, 0);
    if (page != MAP_FAILED) puts("BREACH maps itself to write");
    puts("DONE");
}
