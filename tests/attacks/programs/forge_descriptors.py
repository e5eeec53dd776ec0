# forge a reply: write to every descriptor of its own and of every process
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


import struct
forged = struct.pack("=4I6Q", 0, 0, 0, 0, 1, 1, 1, 6, 0, 0) + b"FORGED"
for fd in range(3, 5000):
    try:
        os.write(fd, forged)
        print("BREACH", fd)
    except OSError:
        pass
for pid in [p for p in names("/proc") if p.isdigit()]:
    if pid == own():
        continue
    for fd in range(20):
        for mode in (os.O_RDWR, os.O_WRONLY, os.O_RDONLY):
            try:
                os.write(os.open(f"/proc/{pid}/fd/{fd}", mode | os.O_NONBLOCK), forged)
                print("BREACH", pid, fd)
            except OSError:
                pass
print("DONE")
