/* The system calls that only the supervisor may make. It has the same filter as its commands, so that
 * no command has to install one (a tenth of the cost of starting it). For a privileged call it passes a
 * random number as the sixth argument, which these calls do not use; the filter compares it. No command
 * can read the number: exec replaces all memory and registers. */
#ifndef PRIVILEGE_H
#define PRIVILEGE_H

#include <stdint.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint64_t filter_key;

static int make_filter_key(void) {
    return getrandom(&filter_key, sizeof filter_key, 0) == sizeof filter_key ? 0 : -1;
}

static long privileged(long call, long a, long b, long c, long d, long e) {
    return syscall(call, a, b, c, d, e, filter_key);
}

#endif
