# read the judge's environment, from its own and from that of every visible process
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def names(folder):
    try:
        return os.listdir(folder)
    except OSError:
        return []


def own():
    """This process by the numbers of /proc, which may be another namespace's than getpid's."""
    try:
        return os.readlink("/proc/self")
    except OSError:
        return str(os.getpid())


facts = dict(line.rstrip("\n").split(" ", 1) for line in sys.stdin)
allowed = set("PATH HOME TMPDIR LANG PYTHONHASHSEED PYTHONDONTWRITEBYTECODE LC_CTYPE PWD".split())
for name, value in os.environ.items():
    if name not in allowed and not name.startswith("ATTACK_"):
        print("BREACH", name, value)
pids = [p for p in names("/proc") if p.isdigit()] + [facts["agent"], facts["tests"]]
for pid in set(pids) - {own()}:
    try:
        print("BREACH", pid, open(f"/proc/{pid}/environ", "rb").read())
    except OSError:
        pass
print("DONE")
