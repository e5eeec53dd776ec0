"""No process of a solution lives longer than the judge, however that dies, and no run goes on to
its wall limit when nobody is left to hear of it.

The judge runs in a process of its own. Something of it is killed amid a run; then the processes
that carry the run's mark, children that have slipped away from their parents among them, must be
gone long before the limit.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from judge.sandbox import NAMES, choose
from judge.sandbox.layer import View
from judge.sandbox.supervised import SupervisedSession
from tests.contest import Contest, make_contest
from tests.processes import marker, processes_naming

__all__ = ["marker"]

#: Two children that begin a session of their own where they may, one of them an orphan, and a
#: parent. They show that they run by their name, which starts with the mark.
HIDING = """
import ctypes, os, sys, time
def hide(name):
    ctypes.CDLL(None).prctl(15, name.encode(), 0, 0, 0)
    time.sleep(9999)
mark = {mark!r}
for twice in (False, True):
    if os.fork() == 0:
        try:
            os.setsid()
        except OSError:
            pass
        if twice and os.fork():
            os._exit(0)
        hide(mark + "-" + "ab"[twice])
hide(mark + "-c")
"""
WALL_LIMIT_S = 900
#: Far below the limit; a machine may be busy.
SOON_S = 300


@dataclass
class Trial:
    """A judge at work on a solution that hides, and how to find the processes of both."""

    judge: psutil.Popen
    mark: str

    def hidden(self) -> dict[str, psutil.Process]:
        found = {}
        for process in psutil.process_iter(["name", "status"]):
            name = process.info["name"] or ""
            if name.startswith(self.mark) and process.info["status"] != psutil.STATUS_ZOMBIE:
                found[name] = process
        return found

    def victim(self) -> psutil.Process:
        """The solution's first process."""
        return self.hidden()[self.mark + "-c"]

    def worker(self) -> psutil.Process:
        """The judge's own process among those above the solution."""
        return next(p for p in self.victim().parents() if p.ppid() == self.judge.pid)

    def part(self, name: str) -> psutil.Process:
        """The nearest of the judge's processes above the solution whose name starts so."""
        return next(p for p in self.victim().parents() if p.name().startswith(name))


def layers() -> list[str]:
    return [name for name in NAMES if name != "auto"]


@pytest.fixture(params=layers())
def layer_name(request: pytest.FixtureRequest) -> str:
    try:
        choose(request.param)
    except Exception as error:
        pytest.skip(str(error))
    return str(request.param)


@pytest.fixture
def trial(layer_name: str) -> Iterator[Trial]:
    mark = f"h{secrets.token_hex(4)}"
    with tempfile.TemporaryDirectory(prefix="judge-lifetimes-") as name:
        Path(name).chmod(0o755)
        contest: Contest = make_contest(Path(name))
        contest.solution("hiding.py", HIDING.format(mark=mark))
        words = [sys.executable, "-m", "judge", "run", "--sandbox", layer_name, "-j", "1"]
        words += ["--time-limit", str(WALL_LIMIT_S), "--report", f"{name}/report.html"]
        judge = psutil.Popen(
            words,
            cwd=name,
            env={
                **os.environ,
                "PATH": "/usr/local/bin:/usr/bin:/bin",
                "PYTHONPATH": str(Path(__file__).parents[2]),
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        made = Trial(judge, mark)
        try:
            wait_for(lambda: len(made.hidden()) == 3, "the solution does not run")
            yield made
        finally:
            leave_nothing(made)


def leave_nothing(trial: Trial) -> None:
    family = [trial.judge, *(trial.judge.children(True) if trial.judge.is_running() else [])]
    for process in [*family, *trial.hidden().values()]:
        try:
            process.kill()
        except psutil.Error:
            continue
    trial.judge.wait()
    wait_for(lambda: not killed(trial.hidden()), "a process of the solution cannot be killed")


def killed(processes: dict[str, psutil.Process]) -> dict[str, psutil.Process]:
    """The same processes: one that was just made is not among those that were killed before."""
    for process in processes.values():
        with contextlib.suppress(psutil.Error):
            process.kill()
    return processes


def wait_for(is_so: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + SOON_S
    while not is_so():
        assert time.monotonic() < end, otherwise
        time.sleep(0.02)


def all_are_gone(trial: Trial, before: dict[str, psutil.Process]) -> None:
    """Those of that run; a judge that lives may have begun another."""

    def gone() -> bool:
        now = {process.pid for process in trial.hidden().values()}
        return not now & {process.pid for process in before.values()}

    wait_for(gone, f"still there: {trial.hidden()}")


@pytest.mark.long
def test_nothing_is_left_of_a_sandbox_that_was_killed_while_it_started(
    open_folder: Path, marker: str
) -> None:
    """bubblewrap's first process dies, a little later each time: the second is not yet tied to it,
    and would wait for it for ever."""
    if "bubblewrap" not in layers():
        pytest.skip("no bubblewrap here")
    shown = open_folder / marker  # this path is in the command line
    shown.mkdir()
    for steps in range(100):
        session = choose("bubblewrap").open(View(shown))
        assert isinstance(session, SupervisedSession)
        time.sleep(steps * 0.0001)
        session._process.kill()
        session.close()
    wait_for(lambda: not processes_naming(marker), "a sandbox is left")


@pytest.mark.long
def test_the_solution_ends_with_the_judge(trial: Trial) -> None:
    before = trial.hidden()
    worker = trial.worker()
    os.kill(trial.judge.pid, signal.SIGKILL)
    all_are_gone(trial, before)
    wait_for(lambda: not worker.is_running(), "the worker goes on")
    assert not trial.hidden()


@pytest.mark.long
def test_the_solution_ends_with_its_worker(trial: Trial) -> None:
    before = trial.hidden()
    trial.worker().kill()
    all_are_gone(trial, before)


@pytest.mark.long
def test_the_solution_ends_with_the_judge_and_its_worker(trial: Trial) -> None:
    """Killed as a group, which is what a terminal and a time limit around the judge do."""
    before = trial.hidden()
    os.killpg(trial.judge.pid, signal.SIGKILL)
    all_are_gone(trial, before)
    assert not trial.hidden()


@pytest.mark.long
def test_the_solution_ends_with_a_worker_that_was_stopped(trial: Trial) -> None:
    before = trial.hidden()
    worker = trial.worker()
    worker.suspend()
    os.kill(trial.judge.pid, signal.SIGKILL)
    all_are_gone(trial, before)
    wait_for(lambda: not worker.is_running(), "the worker goes on")


@pytest.mark.long
@pytest.mark.parametrize("stopped", [False, True])
def test_the_solution_ends_with_its_supervisor(
    trial: Trial, layer_name: str, stopped: bool
) -> None:
    if layer_name == "none":
        pytest.skip("there is no supervisor in this layer")
    before = trial.hidden()
    supervisor = trial.part("supervisor")
    if stopped:
        supervisor.suspend()
    supervisor.kill()
    all_are_gone(trial, before)


@pytest.mark.long
def test_the_solution_ends_when_all_of_the_judge_is_killed_at_once(
    trial: Trial, layer_name: str
) -> None:
    """Nobody is left to tidy up: the kernel itself must do it."""
    if layer_name == "none":
        pytest.skip("a solution that nothing confines may escape")
    ours = [trial.judge, *trial.judge.children(recursive=True)]
    ours = [p for p in ours if not p.name().startswith(trial.mark)]
    before = trial.hidden()
    for process in ours:
        process.suspend()
    for process in reversed(ours):
        process.kill()
    all_are_gone(trial, before)
    assert not trial.hidden()


#: Opens and closes sandboxes in a process that adopts orphans, as workers do.
ADOPTING = """
import os, sys
from pathlib import Path
from judge.common.processes import adopt_orphans, children
from judge.model import Limits
from judge.sandbox import choose
from judge.sandbox.layer import Command, View
adopt_orphans()
layer = choose(sys.argv[1])
for _ in range(10):
    session = layer.open(View(Path(sys.argv[2])))
    session.run(Command(("/bin/true",)), Limits())
    session.close()
print(children(os.getpid()))
"""


@pytest.mark.long
def test_nothing_is_left_of_a_closed_sandbox(layer_name: str, open_folder: Path) -> None:
    """Not even the entry of an ended process: a worker opens many sandboxes."""
    command = [sys.executable, "-c", ADOPTING, layer_name, str(open_folder)]
    done = subprocess.run(command, capture_output=True, timeout=300, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")
