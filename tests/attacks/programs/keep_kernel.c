// keep state in the kernel: keyrings, queues, semaphores, segments, names, abstract sockets
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

#include <mqueue.h>
#include <semaphore.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/shm.h>
#include <sys/un.h>

int main(void) {
    GUARD;
    if (mq_open("/attack-stray", O_CREAT | O_RDWR, 0600, NULL) != (mqd_t)-1) puts("BREACH queue");
    if (shmget(4711, 4096, IPC_CREAT | 0600) >= 0) puts("BREACH segment");
    if (msgget(4711, IPC_CREAT | 0600) >= 0) puts("BREACH message queue");
    if (sem_open("/attack-stray", 0) != SEM_FAILED) puts("BREACH found a semaphore");
    sem_open("/attack-stray", O_CREAT, 0600, 1);
    if (syscall(SYS_add_key, "user", "attack", "x", 1, -4) >= 0) puts("BREACH key");
    if (syscall(SYS_request_key, "user", "attack", NULL, 0) >= 0) puts("BREACH found a key");
    if (sethostname("attack", 6) == 0) puts("BREACH host name");
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un name = {AF_UNIX, "\0attack"};
    if (bind(s, (void *)&name, 9) == 0) puts("BREACH abstract socket");
    int lock = open("/proc/self/exe", O_RDONLY);
    struct flock all = {F_RDLCK, SEEK_SET, 0, 0, 0};
    fcntl(lock, F_SETLK, &all);
    puts("DONE");
}
