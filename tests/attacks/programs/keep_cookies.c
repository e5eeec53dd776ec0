// keep state in the cookies that the kernel numbers sockets with
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1

int main(void) {
    GUARD;
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0) return 1;
    for (int option = 0; option < 128; option++) {
        char value[256];
        socklen_t size = sizeof value;
        if (getsockopt(pair[0], SOL_SOCKET, option, value, &size) < 0) continue;
        if (option == 57) puts("BREACH a socket's cookie");
        if (option == 71) puts("BREACH the network's cookie");
        if (option == 77) puts("BREACH a descriptor of a process");
    }
    int kind = 0;
    socklen_t size = sizeof kind;
    if (getsockopt(pair[0], SOL_SOCKET, SO_TYPE, &kind, &size) < 0) puts("BREACH of the rules: SO_TYPE is refused");
    puts("DONE");
}
