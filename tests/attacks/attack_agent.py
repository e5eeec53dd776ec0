"""Runs attacks in one sandbox layer, as the user that starts it, and reports the results.

Arguments: LAYER BASE. It reads pickled jobs from standard input and writes reports to standard
output. It is a separate process so that the tests can run it as an ordinary user.
"""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

# A worker's interpreter inside the sandbox is found on PATH; this file's folder is on sys.path.
from attack_table import ATTACKS, Attack, Guard
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.languages.table import by_suffix
from judge.languages.toolchain import ToolMissing
from judge.model import Execution, Kind, Limits, Solution
from judge.running import precompiled_header
from judge.running.compile import BuiltSolution, prepare
from judge.running.runner import failed
from judge.running.tool_session import RETRIES, CompileError, compile_in_sandbox
from judge.sandbox import choose
from judge.sandbox.bubblewrap import session_uid
from judge.sandbox.layer import ENVIRONMENT, Command, Layer, SandboxDied, Session, View

#: A well-behaved command. It also shows what lies in its folder: nothing.
GOOD = Command(("/bin/sh", "-c", "ls -A .; read word; echo works $word"), b"well\n")
GOOD_OUTPUT = b"works well\n"
PUBLIC = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock")
#: So many processes of other tests may begin while an attack runs: three times a limit of theirs.
OTHER_TESTS = 96


@dataclass(frozen=True)
class Job:
    """``facts`` go to the attack on standard input; ``mark`` is in its environment."""

    attack: str
    facts: Mapping[str, str]
    mark: str


@dataclass
class Report:
    """What came of one attack. ``missing`` names a toolchain that is not installed."""

    runs: list[Execution] = field(default_factory=list)
    compile_error: str | None = None
    good: Execution | None = None
    reopened: int = 0
    left_in_session: list[str] = field(default_factory=list)
    left_at_end: list[str] = field(default_factory=list)
    strays: list[str] = field(default_factory=list)
    missing: str = ""


def main() -> None:
    name, base = sys.argv[1], Path(sys.argv[2])
    os.umask(0o022)
    attacks = {attack.name: attack for attack in ATTACKS}
    try:
        layer = choose(name)
        refusal = "" if layer.name == name else f"there is no layer {name}"
    except JudgeError as error:
        refusal = str(error)
    _send(refusal)
    while not refusal:
        try:
            job: Job = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        _send(perform(layer, attacks[job.attack], job, base))


def _send(what: object) -> None:
    pickle.dump(what, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def perform(layer: Layer, attack: Attack, job: Job, base: Path) -> Report:
    """Run one attack and look at what it leaves behind."""
    report = Report()
    if attack.guard is Guard.COUNT:
        wait_until_alone()
    strays_before = strays(base)
    processes_before = descendants()
    with tempfile.TemporaryDirectory(dir=base, prefix="job-") as folder:
        Path(folder).chmod(0o755)
        try:
            built = _prepare(layer, attack, job, Path(folder))
        except ToolMissing as error:
            report.missing = str(error)
            return report
        except CompileError as error:
            report.compile_error = str(error)
            built = None
        if built:
            _run(layer, attack, job, built, report)
        else:
            report.good = _good(layer, Path(folder))
    after = descendants()
    report.left_at_end = [after[pid] for pid in after.keys() - processes_before.keys()]
    report.strays = sorted(strays(base) - strays_before)
    return report


def _prepare(layer: Layer, attack: Attack, job: Job, folder: Path) -> BuiltSolution:
    source = folder / attack.file
    text = attack.path.read_bytes()
    if not attack.compiles:
        text = text.replace(b"@SECRET@", job.facts["secret"].encode())
    source.write_bytes(text)
    language = by_suffix(source)
    assert language is not None
    solution = Solution("attacks", attack.name, source, language.name, attack.kind, len(text))
    honest = compile_in_sandbox
    if attack.compiles:
        served = "served-" if layer.keeps_hosts else ""
        built = Path(os.environ["TESTS_BUILT"]) / f"{served}{attack.file}"
        precompiled_header.compile_in_sandbox = lambda *words: _compiled_once(honest, built, *words)
    try:
        limits = None if attack.compiles else attack.limits
        return prepare(solution, layer, folder / "made", limits=limits)
    finally:
        precompiled_header.compile_in_sandbox = honest


def _compiled_once(honest: Callable[..., bytes], built: Path, *words: Any) -> bytes:
    """What the compiler makes of a program is the same for every user, and in layers that keep
    hosts alike: it is made by whoever comes first, and read by the others."""
    if not built.exists():
        made = built.with_name(f"{built.name}-{os.getpid()}")
        made.write_bytes(honest(*words))
        try:
            made.rename(built)
        except PermissionError:  # another user was faster: in a sticky folder its file stays
            made.unlink()
    return built.read_bytes()


#: How long another process of the user is waited for, in seconds.
ALONE_S = 60.0


def _good(layer: Layer, folder: Path) -> Execution:
    session = layer.open(View(folder))
    try:
        return session.run(GOOD, _good_limits(layer))
    finally:
        session.close()


def _run(layer: Layer, attack: Attack, job: Job, built: BuiltSolution, report: Report) -> None:
    environment = {
        **ENVIRONMENT,
        "ATTACK_IN_SANDBOX": "1",
        "ATTACK_MARK": job.mark,
        "ATTACK_NICE": str(os.getpriority(os.PRIO_PROCESS, 0)),  # of whoever runs the tests
    }
    is_function = attack.kind is Kind.FUNCTION
    command = Command(
        built.argv,
        _input(attack, job),
        wants_result=is_function,
        warm=built.warm,
        environment=environment,
    )
    session = layer.open(built.view)
    try:
        session.run(GOOD, _good_limits(layer))
        before = descendants()
        for _ in range(attack.times):
            session = _one_run(layer, session, command, attack, built, report)
        report.good = session.run(GOOD, _good_limits(layer))
        if not report.reopened:
            after = descendants()
            report.left_in_session = [after[pid] for pid in after.keys() - before.keys()]
        report.left_in_session += marked(job.mark)
    finally:
        session.close()


def _one_run(
    layer: Layer,
    session: Session,
    command: Command,
    attack: Attack,
    built: BuiltSolution,
    report: Report,
) -> Session:
    """As ``execute.Runner`` does it: a sandbox that dies is opened anew, a few times."""
    for attempt in range(RETRIES + 1):
        try:
            report.runs.append(session.run(command, _limits(layer, attack)))
            break
        except SandboxDied as error:
            report.reopened += 1
            session.close()
            session = layer.open(built.view)
            if attempt == RETRIES:
                report.runs.append(failed(str(error)))
    return session


def _limits(layer: Layer, attack: Attack) -> Limits:
    """Under landlock all processes of an ordinary user count, and other tests may fork at will."""
    others = 0 if attack.guard is Guard.COUNT else _others(layer)
    return replace(attack.limits, processes=attack.limits.processes + others)


def _good_limits(layer: Layer) -> Limits:
    """Those of the well-behaved command: attacks of other tests may be at their own limit."""
    return Limits(processes=Limits().processes + 2 * _others(layer))


def _others(layer: Layer) -> int:
    """How many processes of other tests may count with those of a command."""
    return OTHER_TESTS if layer.name == "landlock" and os.geteuid() != 0 else 0


def _input(attack: Attack, job: Job) -> bytes:
    if attack.send is not None:
        return b"x" * attack.send
    if attack.kind is Kind.FUNCTION:
        return b"[1]"
    return "".join(f"{name} {value}\n" for name, value in job.facts.items()).encode()


def descendants() -> dict[int, str]:
    """Every process below this one, zombies too."""
    found = {}
    for pid in below(os.getpid()):
        try:
            process = psutil.Process(pid)
            found[pid] = f"{pid} {process.status()} {process.cmdline()}"
        except psutil.Error:
            continue
    return found


def wait_until_alone() -> None:
    """Until this user has no process but agents. Killed ones of the attack before count until the
    kernel has taken them apart, and what is allowed beside them would be allowed without them.
    A user who runs the tests is never alone."""
    runs_tests = psutil.Process(os.getppid()).uids().real == os.getuid()
    end = time.monotonic() + (0.0 if runs_tests else ALONE_S)
    while os.geteuid() and time.monotonic() < end:
        found = [process.info for process in psutil.process_iter(["uids", "cmdline"])]
        own = [one for one in found if one["uids"] and one["uids"].real == os.getuid()]
        if all("attack_agent" in " ".join(one["cmdline"] or ()) for one in own):
            break
        time.sleep(0.05)


def below(pid: int) -> Iterator[int]:
    """The processes below one. The kernel lists them by parent; psutil asks all of the machine."""
    if not Path(f"/proc/self/task/{os.getpid()}/children").exists():
        yield from (process.pid for process in psutil.Process(pid).children(recursive=True))
        return
    threads: list[Path] = []
    with suppress(OSError):  # the process, or a thread, has ended
        threads = list(Path(f"/proc/{pid}/task").iterdir())
    for thread in threads:
        children: list[str] = []
        with suppress(OSError):
            children = (thread / "children").read_text().split()
        for child in map(int, children):
            yield child
            yield from below(child)


def marked(mark: str) -> list[str]:
    """The processes of the machine that have the mark in their environment, as far as we see."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append(f"{folder.name} marked {(folder / 'cmdline').read_bytes()!r}")
        except OSError:
            continue
    return found


def strays(base: Path) -> set[str]:
    """What attacks may have left in folders that everybody can write to, and in ours."""
    found, uid = set(), session_uid(View(Path("/")))
    for place in (*map(Path, PUBLIC), base):
        for path in place.iterdir() if place.is_dir() else ():
            try:
                owner = path.lstat().st_uid
            except OSError:
                continue
            if place == base or "attack-stray" in path.name or (uid and owner == uid):
                found.add(str(path))
    return found
