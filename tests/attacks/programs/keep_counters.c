// keep state in counters of the machine and of other processes, and in writable files of procfs
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const told[] = {
    "/proc/1/stat", "/proc/1/status", "/proc/1/schedstat", "/proc/1/cmdline", "/proc/loadavg",
    "/proc/vmstat", "/proc/uptime", "/proc/interrupts", "/proc/softirqs", "/proc/schedstat", "/proc/locks",
    "/proc/diskstats", "/proc/slabinfo", "/proc/buddyinfo", "/proc/zoneinfo", "/proc/pressure/cpu",
    "/proc/sys/kernel/random/entropy_avail", "/proc/sys/fs/file-nr", "/proc/sys/fs/inode-nr",
    "/proc/sys/fs/dentry-state", "/proc/sys/kernel/ns_last_pid", "/proc/keys", "/proc/key-users",
};
static const char *const kept[] = {"/proc/self/autogroup", "/proc/self/loginuid"};

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    char text[64];
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const int fd = open(told[i], O_RDONLY);
        if (fd >= 0 && read(fd, text, sizeof text) > 0) printf("BREACH reads %s\n", told[i]);
    }
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (open(kept[i], O_WRONLY) >= 0) printf("BREACH may write %s\n", kept[i]);
    puts("DONE");
}
