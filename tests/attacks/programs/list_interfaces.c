// list the network interfaces of the machine through a pair of sockets; make pairs of other families
#define _GNU_SOURCE
#include <errno.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    int both[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, both) < 0) return 2;
    struct ifreq some[32];
    struct ifconf all = {.ifc_len = sizeof some, .ifc_req = some};
    if (ioctl(both[0], SIOCGIFCONF, &all) == 0)
        for (int i = 0; i < all.ifc_len / (int)sizeof *some; i++) printf("BREACH interface %s\n", some[i].ifr_name);
    for (int i = 1; i < 16; i++) {
        struct ifreq one = {.ifr_ifindex = i};
        if (ioctl(both[0], SIOCGIFNAME, &one) == 0) printf("BREACH interface %d is %s\n", i, one.ifr_name);
    }
    for (int family = 2; family < 64; family++)
        /* EPERM, and not that this kernel does not know it: another would load a module for it. */
        if (socketpair(family, SOCK_STREAM, 0, both) == 0 || errno != EPERM) printf("BREACH family %d\n", family);
    puts("DONE");
}
