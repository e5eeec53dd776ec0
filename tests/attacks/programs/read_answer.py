# read the answer file: by its path, through /proc/*/root and cwd, through links planted in scratch
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def names(folder):
    try:
        return os.listdir(folder)
    except OSError:
        return []


facts = dict(line.rstrip("\n").split(" ", 1) for line in sys.stdin)
secret = facts["secret"]
roads = [secret, "../" * 20 + secret, "/proc/self/root" + secret, "/proc/thread-self/root" + secret]
for pid in [p for p in names("/proc") if p.isdigit()] + [facts["agent"], facts["tests"]]:
    for way in ("root", "cwd", "task/" + pid + "/root"):
        roads += [f"/proc/{pid}/{way}{secret}", f"/proc/{pid}/{way}/" + "../" * 20 + secret]
    for fd in range(12):
        roads.append(f"/proc/{pid}/fd/{fd}/../../../../..{secret}")
for number, target in enumerate([secret, "/proc/1/root" + secret, "/proc/1/cwd" + secret]):
    try:
        os.symlink(target, f"link{number}")
    except OSError:
        continue  # scratch is closed
    roads.append(f"link{number}")
try:
    os.link(secret, "hard")
    print("BREACH hard link")
except OSError:
    pass
for road in roads:
    try:
        with open(road) as file:
            print("BREACH", road, file.read(200))
    except OSError:
        pass
assert open(__file__).read(), "reading itself shows that reading works"
print("DONE")
