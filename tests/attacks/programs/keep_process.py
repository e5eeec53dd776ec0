# keep state in a process that outlives the case, and look for it in the next
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


import time
others = [p for p in names("/proc") if p.isdigit() and p not in ("1", own())]
if others:
    print("BREACH others live:", [open(f"/proc/{p}/cmdline", "rb").read() for p in others])
if os.path.exists("/tmp/heart"):
    print("BREACH a heart beats")
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(3):
            os.close(fd)
        while True:
            open("/tmp/heart", "w").close()
            time.sleep(0.01)
    os._exit(0)
os.wait()
print("DONE")
