# ruff: noqa: PTH123, PTH208, PTH115, PTH116, PTH113, SIM105, SIM115, B007, B023
"""What a case can see of the machine and of its own sandbox, as JSON; told ``noisy`` it first does
whatever might leave a trace that a later case sees. It runs inside the sandbox only."""

import ctypes
import json
import os
import resource
import signal
import socket
import sys


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read(1 << 16).decode("latin-1")
    except OSError as error:
        return f"error {error.errno}"


def listed(path):
    try:
        return sorted(os.listdir(path))
    except OSError:
        return []


def linked(path):
    try:
        return os.readlink(path)
    except OSError as error:
        return f"error {error.errno}"


def looked_at(path):
    try:
        info = os.stat(path)
        return [info.st_mode, info.st_ino, info.st_dev, info.st_nlink, info.st_size, info.st_uid,
                info.st_atime_ns, info.st_mtime_ns, info.st_ctime_ns]  # fmt: skip
    except OSError as error:
        return f"error {error.errno}"


def room(path):
    try:
        info = os.statvfs(path)
        return [info.f_bfree, info.f_ffree, info.f_files, info.f_flag]
    except OSError as error:
        return f"error {error.errno}"


def seen():
    facts = {}
    for name in listed("/proc/self"):
        if os.path.isfile(f"/proc/self/{name}"):
            facts[f"self/{name}"] = read(f"/proc/self/{name}")
    for name in listed("/proc/self/net"):
        facts[f"net/{name}"] = read(f"/proc/self/net/{name}")
    for name in listed("/proc"):
        if os.path.isfile(f"/proc/{name}"):
            facts[f"proc/{name}"] = read(f"/proc/{name}")
    for name in listed("/proc/self/ns"):
        facts[f"ns/{name}"] = linked(f"/proc/self/ns/{name}")
    for path in ("/", "/box", "/tmp", "/dev", "/dev/null", "/proc", "/usr", "/bin/sh", "/program"):
        facts[f"stat {path}"] = looked_at(path)
        facts[f"room {path}"] = room(path)
        facts[f"list {path}"] = len(listed(path)) if path == "/proc" else listed(path)
    for name in dir(resource):
        if name.startswith("RLIMIT_"):
            facts[name] = resource.getrlimit(getattr(resource, name))
    facts["numbers"] = [os.getpid(), os.getppid(), os.getpgrp(), os.getsid(0), os.getuid()]
    facts["child"] = os.posix_spawn("/bin/true", ["true"], {})
    os.wait()
    facts["scheduler"] = [
        os.sched_getscheduler(0),
        os.getpriority(0, 0),
        len(os.sched_getaffinity(0)),
    ]
    facts["blocked"] = sorted(map(int, signal.pthread_sigmask(signal.SIG_BLOCK, [])))
    facts["handlers"] = [str(signal.getsignal(n)) for n in range(1, 32)]
    facts["umask"] = os.umask(0o22)
    facts["descriptors"] = [fd for fd in range(64) if os.path.lexists(f"/proc/self/fd/{fd}")]
    return facts


def make_noise():
    libc = ctypes.CDLL(None)

    def tried(act, *words):
        try:
            act(*words)
        except (OSError, ValueError):
            pass

    for number in range(300):
        if os.fork() == 0:
            os._exit(0)
        os.wait()
    for number in range(50):
        tried(lambda: open(f"/box/{number}", "w").write("x" * 5000))
    tried(os.mkdir, "/box/folder")
    tried(os.chmod, "/box", 0o700)
    tried(os.utime, "/box", (1, 1))
    tried(os.setxattr, "/box", "user.mark", b"1")
    for name in listed("/proc/self"):
        if os.path.isfile(f"/proc/self/{name}") and name not in ("mem", "clear_refs"):
            tried(lambda: open(f"/proc/self/{name}", "w").write("7"))
    kept = []
    for _ in range(100):
        kept += [*os.pipe(), *socket.socketpair()]
    for number in range(1, 65):
        if number not in (9, 19):
            tried(signal.signal, number, signal.SIG_IGN)
        for whom in (1, os.getppid()):
            tried(os.kill, whom, number if number not in (9, 19) else 0)
    for number in range(64):
        libc.prctl(number, 1, 0, 0, 0) if number not in (1, 22, 36) else None
    tried(os.nice, 5)
    tried(os.sched_setaffinity, 0, [min(os.sched_getaffinity(0))])
    tried(os.sched_setaffinity, 1, [min(os.sched_getaffinity(0))])
    for path in ("/bin/sh", sys.argv[0], sys.executable):
        with open(path, "rb") as file:
            tried(os.posix_fadvise, file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            file.read()
    for _ in range(5):
        if os.fork() == 0:
            tried(os.setsid)
            signal.pause()


if sys.argv[1:] == ["noisy"]:
    make_noise()
else:
    json.dump(seen(), sys.stdout)
