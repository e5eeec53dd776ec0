// connect to loopback with plain calls, TCP fast open, and MPTCP; listen and accept
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    char secret[4096], canary[4096];
    int port;
    if (scanf("secret %4000s canary %4000s port %d", secret, canary, &port) != 3) return 2;
    struct sockaddr_in to = {AF_INET, htons((unsigned short)port), {htonl(INADDR_LOOPBACK)}, {0}};
    const int protocols[] = {0, IPPROTO_TCP, 262, IPPROTO_SCTP};
    for (int i = 0; i < 4; i++) {
        int s = socket(AF_INET, SOCK_STREAM, protocols[i]);
        if (s >= 0) printf("BREACH socket %d\n", protocols[i]);
        if (connect(s, (void *)&to, sizeof to) == 0) puts("BREACH connect");
        if (sendto(s, "x", 1, MSG_FASTOPEN, (void *)&to, sizeof to) >= 0) puts("BREACH fast open");
        if (bind(s, (void *)&(struct sockaddr_in){.sin_family = AF_INET}, sizeof to) == 0) puts("BREACH bind");
    }
    /* What socketpair gives must not become a way out. */
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0) {
        if (connect(pair[0], (void *)&to, sizeof to) == 0) puts("BREACH pair connects");
        if (bind(pair[0], (void *)&(struct sockaddr){.sa_family = AF_UNIX}, 2) == 0) puts("BREACH pair binds");
    }
    if (socketpair(AF_INET, SOCK_STREAM, 0, pair) == 0) puts("BREACH internet pair");
    puts("DONE");
}
