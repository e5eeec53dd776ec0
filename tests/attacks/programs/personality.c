// change the execution domain: no address randomisation, executable mappings
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

#include <sys/personality.h>

int main(void) {
    GUARD;
    TRY(personality(ADDR_NO_RANDOMIZE));
    TRY(personality(READ_IMPLIES_EXEC));
    TRY(personality(PER_LINUX32));
    puts("DONE");
}
