"""Control groups: exact CPU time of a sandbox, and limits on its processes and on all their memory.

What the supervisor sees by itself is the resident memory and the CPU clocks of living processes.
The kernel's own account also holds memory that shows in no process (shared memory that nobody maps,
page tables, socket buffers), the CPU time of children that nobody waited for, and every process
and thread that it refused to start. Version 1 can be had as root, version 2 where a group of one's
own is delegated. A group of version 2 that holds processes gives no controller to groups below it,
so the judge, if nobody else is in its group, moves into a leaf and makes its groups beside that.
"""

from __future__ import annotations

import errno
import itertools
import os
import re
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
MEMBERSHIP = Path("/proc/self/cgroup")
#: Exists where systemd is process 1: sd_booted(3).
SYSTEMD = Path("/run/systemd/system")
#: The leaf of a delegated group that the judge itself moves into.
LEAF = "judge-itself"
#: How often, as long as processes start amid the move.
MOVES = 50
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
    #: Where 0 keeps the group's memory off the swap, which would hide it from its limit.
    swap_file: str
    version: int

    @property
    def folders(self) -> tuple[Path, ...]:
        found = (self.memory, self.cpu, self.pids)
        return tuple(dict.fromkeys(folder for folder in found if folder is not None))


def places(root: Path = ROOT, membership: Path = MEMBERSHIP) -> Places | None:
    """Where this process may make groups with memory and CPU accounts; ``None`` for nowhere."""
    paths = _memberships(membership)
    candidates = []
    if "memory" in paths and "cpuacct" in paths:
        memory, cpu = root / "memory" / paths["memory"], root / "cpuacct" / paths["cpuacct"]
        names = (
            "memory.limit_in_bytes",
            "cpuacct.usage",
            "memory.oom_control",
            "memory.swappiness",
        )
        pids = root / "pids" / paths["pids"] if "pids" in paths else None
        candidates.append(Places(memory, cpu, pids if _writable(pids) else None, *names, 1))
    if "" in paths:
        own = root / paths[""]
        over = own.parent if own.name == LEAF else own
        names = ("memory.max", "cpu.stat", "memory.events", "memory.swap.max")
        candidates.append(Places(over, over, over if "pids" in _given(over) else None, *names, 2))
    return next((place for place in candidates if _usable(place)), None)


@cache
def settle(root: Path = ROOT, membership: Path = MEMBERSHIP) -> bool:
    """Where this process and its children are alone in a group of version 2 that may be written,
    move them into a leaf and have the group give memory and process counts to those below it.

    Others in the group, such as the shell of a login, know nothing of a leaf: then nothing is done.
    Returns whether there may be a place now where there was none.
    """
    paths = _memberships(membership)
    own = root / paths.get("", "")
    if "" in paths and (own.name == LEAF or _given(own)):
        return True  # another process of ours was first
    if "" not in paths or not _writable(own):
        return False
    with suppress(OSError):
        offered = (own / "cgroup.controllers").read_text().split()
        wanted = [name for name in ("memory", "pids") if name in offered]
        for _ in range(MOVES if "memory" in wanted else 0):
            members = _members(own)
            if (members - _family()) & _members(own):
                return False
            (own / LEAF).mkdir(exist_ok=True)
            for member in members:
                with suppress(ProcessLookupError):  # it has ended
                    (own / LEAF / "cgroup.procs").write_text(str(member))
            try:
                (own / "cgroup.subtree_control").write_text(" ".join(f"+{it}" for it in wanted))
                return True
            except OSError as error:
                if error.errno != errno.EBUSY:  # which says that one has started meanwhile
                    raise
    return False


def _members(group: Path) -> set[int]:
    return {int(number) for number in (group / "cgroup.procs").read_text().split()}


def _family() -> set[int]:
    import psutil  # only here, once: its load takes longer than a case

    me = psutil.Process()
    return {me.pid, *(child.pid for child in me.children(recursive=True))}


def _memberships(file: Path) -> dict[str, str]:
    """The path of our group by controller; by the empty name that of version 2."""
    paths: dict[str, str] = {}
    with suppress(OSError):
        for line in file.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            paths |= dict.fromkeys(controllers.split(","), path.lstrip("/"))
    return paths


def description() -> str:
    """How memory, CPU time and processes are counted here, for ``judge doctor`` and the report."""
    place = places()
    if place is None:
        return "memory and CPU time: a watcher on the processes (no control group to be had)"
    counted = "memory and CPU time" if place.pids is None else "memory, CPU time and processes"
    return f"{counted}: control group, version {place.version}"


def advice() -> str | None:
    """What to do for an account of the kernel's where there is none but systemd could give one."""
    if places() is not None or not (ROOT / "cgroup.controllers").exists():
        return None
    if not SYSTEMD.exists() or shutil.which("systemd-run") is None:
        return None
    user = "" if os.geteuid() == 0 else "--user "
    return f"for a control group start it as: systemd-run {user}--scope -p Delegate=yes judge ..."


def _usable(place: Places) -> bool:
    writable = _writable(place.memory) and _writable(place.cpu)
    return writable and (place.version == 1 or "memory" in _given(place.memory))


def _writable(folder: Path | None) -> bool:
    """Whether it is a group in which another can be made, and from which one can go there."""
    return folder is not None and all(
        os.access(path, os.W_OK) for path in (folder, folder / "cgroup.procs")
    )


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
    if place is None and settle():
        place = places()
    if place is None:
        return None
    _remove_orphans(place)
    group = Group(place, f"judge-{os.getpid()}-{next(_NUMBERS)}", -1, -1, -1)
    try:
        for folder in place.folders:
            (folder / group.name).mkdir()
        swap = place.memory / group.name / place.swap_file
        if swap.exists():
            swap.write_text("0")
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
