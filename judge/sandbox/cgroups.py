"""Control groups: exact CPU time of a sandbox, and a limit on all memory that its processes cause.

What the supervisor sees by itself is the resident memory and the CPU clocks of living processes.
The kernel's own account also holds memory that shows in no process (shared memory that nobody maps,
page tables, socket buffers) and the CPU time of children that nobody waited for. Version 1 can be
had as root, version 2 where a group of one's own is delegated.
"""

from __future__ import annotations

import itertools
import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field
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
    limit_file: str
    usage_file: str
    kills_file: str
    version: int

    @property
    def folders(self) -> tuple[Path, ...]:
        return tuple(dict.fromkeys((self.memory, self.cpu)))


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
        candidates.append(Places(memory, cpu, *names, 1))
    if "" in paths:
        own = root / paths[""]
        names = ("memory.max", "cpu.stat", "memory.events")
        candidates.append(Places(own, own, *names, 2))
    return next((place for place in candidates if _usable(place)), None)


def description() -> str:
    """How memory and CPU time are counted here, for ``judge doctor`` and the report."""
    place = places()
    if place is None:
        return "memory and CPU time: a watcher on the processes (no control group to be had)"
    return f"memory and CPU time: control group, version {place.version}"


def _usable(place: Places) -> bool:
    if not all(os.access(folder, os.W_OK) for folder in place.folders):
        return False
    if place.version == 1:
        return all((folder / "cgroup.procs").exists() for folder in place.folders)
    with suppress(OSError):
        return "memory" in (place.memory / "cgroup.subtree_control").read_text().split()
    return False


@dataclass
class Group:
    """One group for one session. ``usage`` is an open descriptor of its CPU account."""

    place: Places
    name: str
    usage: int
    limit: int = 0
    kills: int = field(default=0)

    @property
    def process_files(self) -> list[str]:
        """Where a process writes its number to enter."""
        return [str(folder / self.name / "cgroup.procs") for folder in self.place.folders]

    def set_limit(self, memory_bytes: int) -> None:
        """Limit all memory of the group; raises OSError."""
        if memory_bytes != self.limit:
            path = self.place.memory / self.name / self.place.limit_file
            path.write_text(str(memory_bytes))
            self.limit = memory_bytes

    def killed_since(self) -> bool:
        """Whether the kernel has killed for want of memory since the last call."""
        text = (self.place.memory / self.name / self.place.kills_file).read_text()
        found = re.search(r"^oom_kill (\d+)$", text, re.M)
        before, self.kills = self.kills, int(found[1]) if found else 0
        return self.kills > before

    def remove(self) -> None:
        """Once its processes are killed; never raises."""
        os.close(self.usage)
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
    name = f"judge-{os.getpid()}-{next(_NUMBERS)}"
    try:
        for folder in place.folders:
            (folder / name).mkdir()
        usage = os.open(place.cpu / name / place.usage_file, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        for folder in place.folders:
            with suppress(OSError):
                (folder / name).rmdir()
        return None
    return Group(place, name, usage)


def _remove_orphans(place: Places) -> None:
    """Groups of workers that were killed: empty by now, since their sandboxes died with them."""
    for folder in place.folders:
        for group in folder.glob("judge-*-*"):
            pid = group.name.split("-")[1]
            if not Path("/proc", pid).exists():
                with suppress(OSError):
                    group.rmdir()
