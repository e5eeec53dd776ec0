// open memory, kernel log, disks, consoles and /sys
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    static const char *names[] = {
        "/dev/mem", "/dev/kmem", "/dev/port", "/dev/kmsg", "/proc/kcore", "/proc/kmsg", "/dev/vda",
        "/dev/sda", "/dev/loop0", "/dev/loop-control", "/dev/console", "/dev/tty0", "/dev/tty",
        "/dev/fuse", "/dev/net/tun", "/dev/kvm", "/dev/vhost-net", "/dev/userfaultfd", "/dev/core",
        "/sys/kernel", "/sys/fs/cgroup/cgroup.procs", "/sys/kernel/debug", "/proc/kpageflags",
        "/proc/slabinfo", "/proc/vmallocinfo", "/proc/timer_list", "/dev/ptmx_host", "/dev/rtc0",
    };
    char byte;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        for (int mode = O_RDONLY; mode <= O_RDWR; mode++) {
            int fd = open(names[i], mode | O_NONBLOCK);
            if (fd >= 0) printf("BREACH %s %d %zd\n", names[i], mode, read(fd, &byte, 1)), close(fd);
        }
    if (open("/dev/null", O_RDWR) < 0) return 2; /* opening works at all */
    puts("DONE");
}
