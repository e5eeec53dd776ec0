# leave data in, and flags on, its standard input, output and result for the next call
import contextlib
import fcntl
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")

FLAGS = os.O_NONBLOCK | os.O_APPEND | os.O_ASYNC | os.O_DIRECT


def f(_):
    for fd in range(4):
        with contextlib.suppress(OSError):
            before = fcntl.fcntl(fd, fcntl.F_GETFL)
            if before & FLAGS:
                print("BREACH flags of", fd, before, flush=True)
            for flag in (os.O_APPEND, os.O_ASYNC, os.O_DIRECT):
                with contextlib.suppress(OSError):
                    fcntl.fcntl(fd, fcntl.F_SETFL, before | flag)
        with contextlib.suppress(OSError):
            fcntl.fcntl(fd, fcntl.F_SETOWN, 1)
    with contextlib.suppress(OSError):
        rest = os.read(0, 100)
        if rest.strip():
            print("BREACH input of another case", rest)
    for name in ("/dev/stdin", "/proc/self/fd/0", "/proc/1/fd/0", "/proc/1/fd/2"):
        with contextlib.suppress(OSError):
            fd = os.open(name, os.O_WRONLY | os.O_NONBLOCK)
            os.write(fd, b"BREACH left for the next case\n")
    print("DONE")
    return 1
