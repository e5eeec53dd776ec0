# keep state in pseudo-terminals, and push keys into a terminal of the host
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def names(folder):
    try:
        return os.listdir(folder)
    except OSError:
        return []


import fcntl, termios
if os.path.isdir("/dev/pts") and [n for n in names("/dev/pts") if n != "ptmx"]:
    print("BREACH terminals", names("/dev/pts"))
for path in ("/dev/tty", "/dev/console", "/dev/pts/0", "/dev/pts/1"):
    try:
        fcntl.ioctl(os.open(path, os.O_RDWR | os.O_NOCTTY), termios.TIOCSTI, b"x")
        print("BREACH keys pushed into", path)
    except OSError:
        pass
try:
    master, slave = os.openpty()
    if os.fork() == 0:
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        if os.fork() == 0:
            while True:
                os.read(master, 1)
        os._exit(0)
    os.wait()
except OSError:
    pass
print("DONE")
