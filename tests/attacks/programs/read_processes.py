# read memory, maps, descriptors, folders and state of other processes in procfs
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
facts = dict(line.rstrip("\n").split(" ", 1) for line in sys.stdin)
try:
    mine = os.readlink("/proc/self")  # by the numbers of /proc, which may be another namespace's
except OSError:
    mine = str(os.getpid())
known = [int(mine), int(facts["agent"]), int(facts["tests"])]
try:
    shown = {int(name) for name in os.listdir("/proc") if name.isdigit()}
except OSError:
    shown = set()
guessed = {n for known_one in known for n in range(known_one - 100, known_one + 100) if n > 0}
# However many processes a machine has: those at either end of the list are enough.
listed = sorted(shown)[:300] + sorted(shown)[-300:]
for pid in map(str, {*range(1, 300), *listed, *guessed, *known}):
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
