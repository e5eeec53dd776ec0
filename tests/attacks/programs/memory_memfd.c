// use memory in files without a name, which no process maps
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

int main(void) {
    GUARD;
    static char block[1 << 20];
    int fd = memfd_create("hidden", 0);
    for (int i = 0; i < 512 && write(fd, block, sizeof block) > 0; i++)
        if (i > 100) puts("BREACH memfd"), exit(3);
    if (memfd_create("huge", MFD_HUGETLB) >= 0) puts("BREACH huge memfd");
    if (syscall(447 /* memfd_secret */, 0) >= 0) puts("BREACH secret memory");
    puts("DONE");
}
