// create, search, link and read keys of the kernel
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1
#define TRY(call) ((call) >= 0 ? (void)puts("BREACH " #call) : (void)0)

int main(void) {
    GUARD;
    TRY(syscall(SYS_add_key, "user", "attack", "x", 1, -2));
    TRY(syscall(SYS_add_key, "keyring", "attack", NULL, 0, -4));
    TRY(syscall(SYS_request_key, "user", "attack", NULL, 0));
    for (int operation = 0; operation < 33; operation++)
        for (int ring = -8; ring < 0; ring++)
            if (syscall(SYS_keyctl, operation, ring, 0, 0, 0) >= 0) printf("BREACH keyctl %d %d\n", operation, ring);
    puts("DONE");
}
