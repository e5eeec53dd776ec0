// spend its time in single long calls of the kernel, in which no signal is looked at for as long as can be
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    static char block[1 << 22];
    static struct iovec parts[1024];
    const int random = open("/dev/urandom", O_RDONLY), nowhere = open("/dev/null", O_WRONLY);
    for (int i = 0; i < 1024; i++) parts[i] = (struct iovec){block, sizeof block};
    for (;;)
        if (readv(random, parts, 1024) < 0 && sendfile(nowhere, random, NULL, 1u << 31) < 0) return 3;
}
