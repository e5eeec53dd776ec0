// use memory in System V segments, queues and semaphores
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

#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main(void) {
    GUARD;
    if (shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600) >= 0) puts("BREACH segment");
    if (shmget(4711, 1 << 20, IPC_CREAT | 0600) >= 0) puts("BREACH named segment");
    if (msgget(IPC_PRIVATE, IPC_CREAT | 0600) >= 0) puts("BREACH queue");
    if (semget(IPC_PRIVATE, 1, IPC_CREAT | 0600) >= 0) puts("BREACH semaphore");
    puts("DONE");
}
