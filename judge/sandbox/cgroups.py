"""Control groups: exact CPU time of a sandbox, and limits on its processes and on all their memory.

What the supervisor sees by itself is the resident memory and the CPU clocks of living processes.
The kernel's own account also holds memory that shows in no process (shared memory that nobody maps,
page tables, socket buffers), the CPU time of children that nobody waited for, and every process
and thread that it refused to start. Version 1 can be had as root, version 2 where a group of one's
own is delegated.
"""

from __future__ import annotations

import itertools
import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
#: What the supervisor itself may use beside a command: its code, and buffers of what passes by.
OWN_BYTES = 32 * 2**20
REMOVAL_TRIES = 200
_NUMBERS = itertools.count()


@dataclass(frozen=True)
class Places:
    """Folders in which groups can be made, and the names of the files that matter in a group."""

    memory: Path
    cpu: Path
    #: ``None`` where processes cannot be counted so.
    pids: Path | None
    limit_file: str
    usage_file: str
    kills_file: str
    version: int

    @property
    def folders(self) -> tuple[Path, ...]:
        found = (self.memory, self.cpu, self.pids)
        return tuple(dict.fromkeys(folder for folder in found if folder is not None))


def places(root: Path = ROOT, membership: Path = Path("/proc/self/cgroup")) -> Places | None:
    """Where this process may make groups with memory and CPU accounts; ``None`` for nowhere."""
    try:
        lines = membership.read_text().splitlines()
    except OSError:
        return None
    paths = {}
    for line in lines:
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            paths[controller] = path.lstrip("/")
    candidates = []
    if "memory" in paths and "cpuacct" in paths:
        memory, cpu = root / "memory" / paths["memory"], root / "cpuacct" / paths["cpuacct"]
        names = ("memory.limit_in_bytes", "cpuacct.usage", "memory.oom_control")
        pids = root / "pids" / paths["pids"] if "pids" in paths else None
        candidates.append(Places(memory, cpu, pids if _writable(pids) else None, *names, 1))
    if "" in paths:
        own = root / paths[""]
        names = ("memory.max", "cpu.stat", "memory.events")
        candidates.append(Places(own, own, own if "pids" in _given(own) else None, *names, 2))
    return next((place for place in candidates if _usable(place)), None)


def description() -> str:
    """How memory, CPU time and processes are counted here, for ``judge doctor`` and the report."""
    place = places()
    if place is None:
        return "memory and CPU time: a watcher on the processes (no control group to be had)"
    counted = "memory and CPU time" if place.pids is None else "memory, CPU time and processes"
    return f"{counted}: control group, version {place.version}"


def _usable(place: Places) -> bool:
    writable = _writable(place.memory) and _writable(place.cpu)
    return writable and (place.version == 1 or "memory" in _given(place.memory))


def _writable(folder: Path | None) -> bool:
    """Whether it is a group in which another can be made."""
    return folder is not None and os.access(folder, os.W_OK) and (folder / "cgroup.procs").exists()


def _given(folder: Path) -> list[str]:
    """The controllers that a group of version 2 gives to those in it."""
    with suppress(OSError):
        return (folder / "cgroup.subtree_control").read_text().split()
    return []


@dataclass
class Group:
    """One group for one session. ``usage`` is an open descriptor of its CPU account, ``refusals``
    of its count of processes that the kernel did not start, -1 where they are not counted.
    """

    place: Places
    name: str
    usage: int
    refusals: int
    #: Of its count of processes killed for want of memory, and what was read there last.
    kills: int
    killed: bytes = b""
    limits: tuple[int, int] = (0, 0)

    @property
    def process_files(self) -> list[str]:
        """Where a process writes its number to enter."""
        return [str(folder / self.name / "cgroup.procs") for folder in self.place.folders]

    def set_limits(self, memory_bytes: int, processes: int) -> None:
        """Limit all memory of the group, and its processes and threads; raises OSError."""
        if (memory_bytes, processes) != self.limits:
            path = self.place.memory / self.name / self.place.limit_file
            path.write_text(str(memory_bytes))
            if self.place.pids is not None:
                (self.place.pids / self.name / "pids.max").write_text(str(processes))
            self.limits = memory_bytes, processes

    def killed_since_last(self) -> bool:
        """Whether the kernel has killed for want of memory since the last call: asked after every
        command, so that none answers for another's.
        """
        text, before = os.pread(self.kills, 256, 0), self.killed
        if text == before:
            return False
        self.killed = text
        return _kills(text) > _kills(before)

    def tasks(self) -> int:
        """How many processes and threads are in it; 0 where they are not counted."""
        if self.place.pids is None:
            return 0
        return int((self.place.pids / self.name / "pids.current").read_text())

    def remove(self) -> None:
        """Once its processes are killed; never raises."""
        for account in {self.usage, self.refusals, self.kills} - {-1}:
            os.close(account)
        for folder in self.place.folders:
            for _ in range(REMOVAL_TRIES):
                try:
                    (folder / self.name).rmdir()
                    break
                except FileNotFoundError:
                    break
                except OSError:  # the last of them is still on its way out
                    time.sleep(0.002)


def make_group() -> Group | None:
    """A new group, or ``None`` where there can be none."""
    place = places()
    if place is None:
        return None
    _remove_orphans(place)
    group = Group(place, f"judge-{os.getpid()}-{next(_NUMBERS)}", -1, -1, -1)
    try:
        for folder in place.folders:
            (folder / group.name).mkdir()
        group.usage = _opened(place.cpu / group.name / place.usage_file)
        group.kills = _opened(place.memory / group.name / place.kills_file)
        if place.pids is not None:
            group.refusals = _opened(place.pids / group.name / "pids.events")
    except OSError:
        group.remove()
        return None
    return group


def _kills(text: bytes) -> int:
    found = re.search(rb"^oom_kill (\d+)$", text, re.M)
    return int(found[1]) if found else 0


def _opened(path: Path) -> int:
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC)


def _remove_orphans(place: Places) -> None:
    """Groups of workers that were killed: empty by now, since their sandboxes died with them."""
    for folder in place.folders:
        for group in folder.glob("judge-*-*"):
            pid = group.name.split("-")[1]
            if not Path("/proc", pid).exists():
                with suppress(OSError):
                    group.rmdir()
