# read memory, maps, descriptors, folders and state of other processes in procfs
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
facts = dict(line.rstrip("\n").split(" ", 1) for line in sys.stdin)
mine = str(os.getpid())
for pid in {str(n) for n in range(1, 3000)} | {facts["agent"], facts["tests"]}:
    if pid == mine:
        continue
    for name in ("mem", "maps", "environ", "auxv", "syscall", "stack", "pagemap", "io", "personality"):
        try:
            with open(f"/proc/{pid}/{name}", "rb") as file:
                if name == "mem":
                    file.seek(0x400000)
                if file.read(64):
                    print("BREACH", pid, name)
        except OSError:
            pass
    for name in ("root", "cwd", "exe", "ns/mnt", "fd/0"):
        try:
            print("BREACH", pid, name, os.readlink(f"/proc/{pid}/{name}"))
        except OSError:
            pass
    for name in ("fd", "fdinfo", "map_files"):
        try:
            if os.listdir(f"/proc/{pid}/{name}"):
                print("BREACH", pid, name)
        except OSError:
            pass
    if pid != "1" and os.path.exists(f"/proc/{pid}/status"):
        try:
            print("BREACH sees", pid, open(f"/proc/{pid}/cmdline", "rb").read())
        except OSError:
            pass
assert open("/proc/self/maps").read(), "reading one's own shows that reading works"
print("DONE")
