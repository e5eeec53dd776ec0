// print through a thousand copies of its outputs, from many processes, to standard output and error in turn
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    static char text[4096];
    memset(text, 'x', sizeof text);
    int copies[1000], count = 0;
    while (count < 1000 && (copies[count] = dup(1 + count % 2)) >= 0) count++;
    for (int i = 0; i < 12; i++)
        if (fork() == 0) break;
    for (long i = 0; i < 1000000; i++)
        if (write(copies[i % count], text, sizeof text) < 0) return 1;
}
