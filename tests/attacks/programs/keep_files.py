# keep state in any folder of the system that it can write to
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
found, writable = [], []
starts = {"/"}
try:
    with open("/proc/self/mountinfo") as mounts:
        starts |= {line.split()[4] for line in mounts}
except OSError:
    pass  # Landlock hides it
for start in starts:
    for top, folders, names in os.walk(start, onerror=lambda _: None):
        if os.statvfs(top).f_flag & os.ST_RDONLY and top.count("/") > 2:
            folders.clear()  # read-only to its bottom, but for mounts, which are visited by themselves
        if top == "/proc":
            folders[:] = ["self", "sys", "sysvipc", "driver", "irq", "fs"]
        if top == "/proc/self":
            folders[:] = ["net", "attr"]
        found += [top for name in names if name.startswith("attack-stray")]
        if os.access(top, os.W_OK):
            writable.append(top)
if found:
    print("BREACH found in", found)
for top in writable:
    try:
        open(top + "/attack-stray", "w").write("planted")
    except OSError:
        writable.remove(top)
print("writable:", writable)
print("DONE")
