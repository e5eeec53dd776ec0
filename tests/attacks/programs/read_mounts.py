# read the machine's mounts and network connections in procfs
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
facts = dict(line.rstrip("\n").split(" ", 1) for line in sys.stdin)
names = ["mountinfo", "mounts", "mountstats", "cgroup"]
names += [f"net/{name}" for name in ("tcp", "udp", "unix", "route", "arp", "dev", "fib_trie", "netlink", "protocols")]
names += [f"task/{os.getpid()}/{name}" for name in names]
ours = os.getppid() == 1  # a namespace of our own: what is mounted there is the sandbox's
for name in names:
    for folder in ("/proc/self", "/proc/thread-self", f"/proc/{os.getpid()}", "/proc"):
        try:
            with open(f"{folder}/{name}") as file:
                text = file.read()
        except OSError:
            continue
        if not ours:
            print("BREACH", folder, name, text[:80])
            continue
        points = [line.split()[4] for line in text.splitlines()] if name.endswith("mountinfo") else []
        for point in points:
            if facts["canary"].startswith(point.rstrip("/") + "/") and point != "/":
                print("BREACH", point)
        if f":{int(facts['port']):04X} " in text or facts["socket"] in text or facts["abstract"] in text:
            print("BREACH", folder, name, "tells of the host's servers")
print("DONE")
