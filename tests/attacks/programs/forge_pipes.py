# use its own pipes in reverse: write to its input, read from its output, resize and unblock them
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import fcntl
try:
    inward = os.open("/proc/self/fd/0", os.O_WRONLY | os.O_NONBLOCK)
    outward = os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK)
except OSError:
    inward, outward = 0, 1
for fd in (0, 1, 2, inward, outward):
    for command, value in ((fcntl.F_SETFL, os.O_NONBLOCK | os.O_ASYNC), (1031, 4096), (1031, 1 << 20),
                           (1031, 1 << 30), (fcntl.F_SETLK, b"\0" * 32), (1024, 0)):
        try:
            fcntl.fcntl(fd, command, value)
        except OSError:
            pass
try:
    os.write(inward, b"x" * 100)
except OSError:
    pass
os.set_blocking(1, True)
try:
    os.write(1, b"eaten")
    os.read(outward, 100)
except OSError:
    pass
if outward != 1:
    os.close(outward)
os.write(1, b"DONE\n")
