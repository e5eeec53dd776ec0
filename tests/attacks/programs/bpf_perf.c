// load programs into the kernel and count its events
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define GUARD if (!getenv("ATTACK_IN_SANDBOX")) return 1
#define TRY(call) ((call) >= 0 ? (void)puts("BREACH " #call) : (void)0)

#include <linux/bpf.h>
#include <linux/perf_event.h>

int main(void) {
    GUARD;
    for (int command = 0; command < 40; command++) {
        union bpf_attr attr = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
        if (syscall(SYS_bpf, command, &attr, sizeof attr) >= 0) printf("BREACH bpf %d\n", command);
    }
    for (unsigned type = 0; type < 6; type++) {
        struct perf_event_attr attr = {.type = type, .size = sizeof attr, .exclude_kernel = 1, .exclude_hv = 1};
        if (syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) >= 0) printf("BREACH perf %u\n", type);
    }
    puts("DONE");
}
