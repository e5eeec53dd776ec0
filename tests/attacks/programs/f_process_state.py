# change all that a process hands on, and the same of the host, and compare it with the first call's
import contextlib
import ctypes
import os
import resource
import signal
import sys
import tempfile

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")

PR_SET_TIMERSLACK, PR_SET_DUMPABLE = 29, 4
#: That of a process which nobody has changed.
MASK = 0o022
prctl = ctypes.CDLL(None).prctl


def changed():
    """What is not as in a process that has just begun."""
    if signal.pthread_sigmask(signal.SIG_BLOCK, []):
        yield "blocked signals"
    if any(signal.getitimer(which)[0] for which in range(3)):
        yield "a timer"
    if os.umask(MASK) != MASK:
        yield "the mask of modes"
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 64:
        yield "a limit"
    if signal.getsignal(signal.SIGUSR1) is not signal.SIG_DFL:
        yield "a handler"
    if "ATTACK_LEFT" in os.environ or os.environ.get("HOME") == "/attack":
        yield "the environment"
    if sys.getrecursionlimit() < 100 or hasattr(sys, "attack"):
        yield "the interpreter"
    if os.path.basename(os.getcwd()).startswith("attack") or os.path.exists("attack-left"):
        yield "the working folder"


def host_limits(pid):
    for which in range(16):
        with contextlib.suppress(OSError, ValueError):
            resource.prlimit(pid, which, (0, 0))
            print("BREACH limit", which, "of", pid)


def f(_):
    for what in changed():
        print("BREACH of an earlier call:", what, flush=True)
    for pid in (1, os.getppid()):
        if pid != os.getpid():
            host_limits(pid)
    with contextlib.suppress(OSError):
        os.mkdir("attack-left")
        os.chdir("attack-left")
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 1000, 1000)
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0)
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    os.umask(0)
    resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))
    os.environ.update(ATTACK_LEFT="1", HOME="/attack")
    tempfile.tempdir, sys.attack = "/attack", 1
    sys.setrecursionlimit(90)
    print("DONE")
    return 1
