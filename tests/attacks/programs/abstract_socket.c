// connect to an abstract socket of the host, and send to it from a socket pair
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    char word[4096], value[4096];
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    socklen_t size = 0;
    while (scanf("%4000s %4000s", word, value) == 2)
        if (!strcmp(word, "abstract")) {
            memcpy(to.sun_path + 1, value, strlen(value));
            size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(value));
        }
    if (!size) return 2;
    const int kinds[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
    for (int i = 0; i < 3; i++) {
        int s = socket(AF_UNIX, kinds[i], 0), pair[2];
        if (s >= 0) puts("BREACH socket");
        if (connect(s, (void *)&to, size) == 0) puts("BREACH connect");
        if (socketpair(AF_UNIX, kinds[i], 0, pair) < 0) continue;
        if (connect(pair[0], (void *)&to, size) == 0) puts("BREACH pair connects");
        if (kinds[i] == SOCK_DGRAM && sendto(pair[0], "x", 1, 0, (void *)&to, size) >= 0) puts("BREACH pair sends");
        if (bind(pair[0], (void *)&(struct sockaddr_un){AF_UNIX, "\0attack"}, 9) == 0) puts("BREACH binds");
    }
    puts("DONE");
}
