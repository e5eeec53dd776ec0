// open netlink, raw, packet, kernel crypto, virtual machine, Bluetooth and other sockets
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    for (int family = 0; family < 64; family++)
        for (int kind = 1; kind < 11; kind++) {
            const int protocols[] = {0, 1, 2, 15, 16, 255, 768};
            for (int i = 0; i < 7; i++)
                if (socket(family, kind, protocols[i]) >= 0)
                    printf("BREACH family %d kind %d protocol %d\n", family, kind, protocols[i]);
        }
    puts("DONE");
}
