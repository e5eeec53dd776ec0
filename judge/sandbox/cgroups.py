"""Control groups: exact CPU time of a sandbox, and limits on its processes and all their memory.

Without them the supervisor sees only the resident memory and the CPU clocks of living processes.
The kernel's accounts also hold memory that no process shows (unmapped shared memory, page tables,
socket buffers), the CPU time of children that nobody waited for, and every process and thread that
it refused to start. Version 1 is available to root, version 2 where a group is delegated to the
user. A version 2 group that holds processes passes no controller on to its subgroups. So the judge,
if it is alone in its group, moves into a leaf and creates its groups beside it.
"""

from __future__ import annotations

import errno
import itertools
import os
import re
import shutil
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from msgspec import Struct

ROOT = Path("/sys/fs/cgroup")
MEMBERSHIP = Path("/proc/self/cgroup")
#: Exists where systemd is process 1: sd_booted(3).
SYSTEMD = Path("/run/systemd/system")
#: The leaf of a delegated group that the judge itself moves into.
LEAF = "judge-itself"
#: Attempts to move, while other processes start in between.
MOVES = 50
#: What the supervisor itself may use: its code, and buffers for the data of a command.
OWN_BYTES = 32 * 2**20
REMOVAL_TRIES = 200
_NUMBERS = itertools.count()


class Controllers(Struct, frozen=True):
    """Folders in which groups can be created, and the names of the files used in a group."""

    memory: Path
    cpu: Path
    #: ``None`` where control groups cannot count processes.
    pids: Path | None
    limit_file: str
    usage_file: str
    kills_file: str
    #: Writing 0 keeps the group's memory out of swap, where its limit does not count it.
    swap_file: str
    version: int

    @property
    def folders(self) -> tuple[Path, ...]:
        found = (self.memory, self.cpu, self.pids)
        return tuple(dict.fromkeys(folder for folder in found if folder is not None))


def controllers(root: Path = ROOT, membership: Path = MEMBERSHIP) -> Controllers | None:
    """Where this process may create groups with memory and CPU accounts; ``None`` for nowhere."""
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
        candidates.append(Controllers(memory, cpu, pids if _writable(pids) else None, *names, 1))
    if "" in paths:
        own = root / paths[""]
        over = own.parent if own.name == LEAF else own
        names = ("memory.max", "cpu.stat", "memory.events", "memory.swap.max")
        candidates.append(
            Controllers(over, over, over if "pids" in _given(over) else None, *names, 2)
        )
    return next((found for found in candidates if _usable(found)), None)


@cache
def settle(root: Path = ROOT, membership: Path = MEMBERSHIP) -> bool:
    """Where this process and its children are alone in a writable group of version 2, move them
    into a leaf and enable the memory and process controllers for its subgroups.

    If other processes are in the group, such as a login shell, nothing is changed.
    Returns whether groups may be available now.
    """
    paths = _memberships(membership)
    own = root / paths.get("", "")
    if "" in paths and (own.name == LEAF or _given(own)):
        return True  # another process of the judge has done it
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
                if error.errno != errno.EBUSY:  # EBUSY: a process has started meanwhile
                    raise
    return False


def _members(group: Path) -> set[int]:
    return {int(number) for number in (group / "cgroup.procs").read_text().split()}


def _family() -> set[int]:
    import psutil  # imported here because it takes longer to load than a case runs

    me = psutil.Process()
    return {me.pid, *(child.pid for child in me.children(recursive=True))}


def _memberships(file: Path) -> dict[str, str]:
    """The path of our group by controller; the key of version 2 is the empty string."""
    paths: dict[str, str] = {}
    with suppress(OSError):
        for line in file.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            paths |= dict.fromkeys(controllers.split(","), path.lstrip("/"))
    return paths


def description() -> str:
    """How memory, CPU time and processes are counted here, for ``judge doctor`` and the report."""
    found = controllers()
    if found is None:
        return "memory and CPU time: sampled from the processes (no control group available)"
    counted = "memory and CPU time" if found.pids is None else "memory, CPU time and processes"
    return f"{counted}: control group, version {found.version}"


def advice() -> str | None:
    """How to get a control group where there is none but systemd can provide one."""
    if controllers() is not None or not (ROOT / "cgroup.controllers").exists():
        return None
    if not SYSTEMD.exists() or shutil.which("systemd-run") is None:
        return None
    user = "" if os.geteuid() == 0 else "--user "
    return f"for a control group, start it as: systemd-run {user}--scope -p Delegate=yes judge ..."


def _usable(found: Controllers) -> bool:
    writable = _writable(found.memory) and _writable(found.cpu)
    return writable and (found.version == 1 or "memory" in _given(found.memory))


def _writable(folder: Path | None) -> bool:
    """Whether subgroups can be created in a group and processes moved out of it."""
    return folder is not None and all(
        os.access(path, os.W_OK) for path in (folder, folder / "cgroup.procs")
    )


def _given(folder: Path) -> list[str]:
    """The controllers that a group of version 2 enables for its subgroups."""
    with suppress(OSError):
        return (folder / "cgroup.subtree_control").read_text().split()
    return []


class Group(Struct):
    """One group for one session. ``usage`` is an open descriptor of its CPU account, ``refusals``
    of its count of processes that the kernel refused to start; -1 where they are not counted.
    """

    controllers: Controllers
    name: str
    usage: int
    refusals: int
    #: Descriptor of its count of processes killed for lack of memory, and the last content read.
    kills: int
    killed: bytes = b""
    limits: tuple[int, int] = (0, 0)

    @property
    def process_files(self) -> list[str]:
        """The files to which a process writes its PID to enter the group."""
        return [str(folder / self.name / "cgroup.procs") for folder in self.controllers.folders]

    def set_limits(self, memory_bytes: int, processes: int) -> None:
        """Limit all memory of the group, and its processes and threads; raises OSError."""
        if (memory_bytes, processes) != self.limits:
            path = self.controllers.memory / self.name / self.controllers.limit_file
            path.write_text(str(memory_bytes))
            if self.controllers.pids is not None:
                (self.controllers.pids / self.name / "pids.max").write_text(str(processes))
            self.limits = memory_bytes, processes

    def killed_since_last(self) -> bool:
        """Whether the kernel has killed for lack of memory since the last call. It is called after
        every command, so that no command is blamed for another.
        """
        text, before = os.pread(self.kills, 256, 0), self.killed
        if text == before:
            return False
        self.killed = text
        return _kills(text) > _kills(before)

    def tasks(self) -> int:
        """The number of processes and threads in it; 0 where they are not counted."""
        if self.controllers.pids is None:
            return 0
        return int((self.controllers.pids / self.name / "pids.current").read_text())

    def remove(self) -> None:
        """Remove it once its processes are killed; never raises."""
        for account in {self.usage, self.refusals, self.kills} - {-1}:
            os.close(account)
        for folder in self.controllers.folders:
            for _ in range(REMOVAL_TRIES):
                try:
                    (folder / self.name).rmdir()
                    break
                except FileNotFoundError:
                    break
                except OSError:  # the last process is still exiting
                    time.sleep(0.002)


def make_group() -> Group | None:
    """A new group, or ``None`` where none can be created."""
    found = controllers()
    if found is None and settle():
        found = controllers()
    if found is None:
        return None
    _remove_orphans(found)
    group = Group(found, f"judge-{os.getpid()}-{next(_NUMBERS)}", -1, -1, -1)
    try:
        for folder in found.folders:
            (folder / group.name).mkdir()
        swap = found.memory / group.name / found.swap_file
        if swap.exists():
            swap.write_text("0")
        group.usage = _opened(found.cpu / group.name / found.usage_file)
        group.kills = _opened(found.memory / group.name / found.kills_file)
        if found.pids is not None:
            group.refusals = _opened(found.pids / group.name / "pids.events")
    except OSError:
        group.remove()
        return None
    return group


def _kills(text: bytes) -> int:
    found = re.search(rb"^oom_kill (\d+)$", text, re.M)
    return int(found[1]) if found else 0


def _opened(path: Path) -> int:
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC)


def _remove_orphans(found: Controllers) -> None:
    """Remove the groups of killed workers: they are empty, since their sandboxes died too."""
    for folder in found.folders:
        for group in folder.glob("judge-*-*"):
            pid = group.name.split("-")[1]
            if not Path("/proc", pid).exists():
                with suppress(OSError):
                    group.rmdir()
