// keep a bit in the age of the scratch folder, which is recreated after a case has touched it
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static double age(struct timespec then) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)(now.tv_sec - then.tv_sec) + (double)(now.tv_nsec - then.tv_nsec) / 1e9;
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    struct stat box;
    struct statx more;
    usleep(1500000); /* the next case begins later than this */
    if (getppid() != 1 || stat("/box", &box) < 0) return puts("DONE"), 0;
    const double allowed = 1.45;
    if (age(box.st_ctim) < allowed) puts("BREACH younger than this case");
    const double changed = age(box.st_ctim), written = age(box.st_mtim), seen = age(box.st_atim);
    const double most = changed > written ? changed : written, least = changed < written ? changed : written;
    if (most - least > 0.5 || seen - least > 0.5) puts("BREACH its times differ: it is older than this case");
    if (statx(AT_FDCWD, "/box", 0, STATX_BTIME, &more) == 0 && more.stx_mask & STATX_BTIME)
        puts("BREACH tells when it was made");
    puts("DONE");
}
