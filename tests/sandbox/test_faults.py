"""What happens when a part of the judge is killed amid a run: the case is run again, then JE.

Never a wrong verdict, never a hang, and nothing left behind.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from judge.model import Ended, Execution, Isolation, Limits, Verdict
from judge.packages.plugin_loader import load_plugin
from judge.running.compile import prepare
from judge.running.compiled_program import ARTIFACT
from judge.running.runner import Runner
from judge.running.tool_session import RETRIES
from judge.sandbox import outside
from judge.sandbox.layer import Command, Layer, SandboxDied, Session, View
from judge.solutions.load import load_solution
from tests.contest import RIGHT, Contest, make_contest, never_compiled, verdicts
from tests.languages.call_host import posted
from tests.processes import wait_for

#: Shows that it runs by a name that the assassin looks for, then waits to be killed or let go.
SLOW = (
    RIGHT["program.py"]
    + """
import ctypes, signal
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
ctypes.CDLL(None).prctl(15, b"victim", 0, 0, 0)
signal.sigtimedwait([signal.SIGUSR1], 600)
"""
)
#: Takes its compiler long enough to be found at it. It includes no header that the judge compiles
#: by itself, so each attempt has one compiler.
SLOW_TO_COMPILE = "#include <map>\n#include <regex>\nint main() {}\n"
#: Settles how a program gets a case, which would be tried otherwise.
NATIVE = 'input = "native"'
PATIENCE_S = 900
PATIENT = Limits(cpu_s=5, wall_override_s=600)
pytestmark = pytest.mark.usefixtures("system_tools")


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise TimeoutError(f"the judge hangs: no end in {PATIENCE_S} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


Prey = Callable[[psutil.Process], psutil.Process | None]


def bwrap(victim: psutil.Process) -> psutil.Process | None:
    """The outermost bubblewrap above a solution."""
    found = [p for p in victim.parents() if p.name() == "bwrap"]
    return found[-1] if found else None


def supervisor(victim: psutil.Process) -> psutil.Process | None:
    """The supervisor above a solution."""
    return next((p for p in victim.parents() if p.name().startswith("supervisor")), None)


def worker(victim: psutil.Process) -> psutil.Process | None:
    """The judge's worker process above a solution: what these tests started themselves. The
    sandbox may hold a Python of its own, from which programs are forked."""
    return next((p for p in victim.parents() if p.ppid() == os.getpid()), None)


def solution(victim: psutil.Process) -> psutil.Process | None:
    return victim


class Assassin:
    """Kills something above each new process with a name (default: that of the slow solution), so
    many times, and lets the others go; counts those processes."""

    def __init__(
        self, prey: Prey, times: int, number: int = signal.SIGKILL, name: str = "victim"
    ) -> None:
        self._prey, self._left, self._number, self._name = prey, times, number, name
        self.seen: set[int] = set()
        self.killed = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._lurk)

    def __enter__(self) -> Assassin:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _lurk(self) -> None:
        while not self._ended.wait(0.005):
            with contextlib.suppress(psutil.Error, ProcessLookupError):
                for process in psutil.Process().children(recursive=True):
                    self._meet(process)

    def _meet(self, process: psutil.Process) -> None:
        with contextlib.suppress(psutil.Error, ProcessLookupError):
            if process.name() == self._name and process.pid not in self.seen:
                self._strike(process)
                self.seen.add(process.pid)

    def _strike(self, victim: psutil.Process) -> None:
        prey = self._prey(victim)
        if self._left > 0 and prey and prey.pid != os.getpid():  # told to rest meanwhile: less
            os.kill(prey.pid, self._number)
            self._left -= 1
            self.killed += 1
        elif self._name == "victim":
            os.kill(victim.pid, signal.SIGUSR1)

    def rest(self) -> None:
        """Kill no more."""
        self._left = 0


@pytest.fixture
def open_house() -> Iterator[Contest]:
    """A contest that everybody may enter: a solution has an identity of its own."""
    with tempfile.TemporaryDirectory(prefix="judge-faults-") as name:
        Path(name).chmod(0o755)
        yield make_contest(Path(name))


def run_slow(
    contest: Contest, layer: Layer, assassin: Assassin, limits: Limits = PATIENT
) -> tuple[Execution, Execution]:
    """Two runs of the slow solution by one runner, the first one under attack."""
    path = contest.solution("slow.py", SLOW)
    plugin = load_plugin(contest.problem)
    loaded = load_solution(path, "toy", plugin.readings)
    built = prepare(loaded, layer, contest.root / "made")
    runner = Runner(built, layer, limits, isolation=Isolation.SOLUTION)
    instance = plugin.parse("[3, -1, 4]\n2\n")
    try:
        with assassin:
            first = runner.run(plugin, instance)
            assassin.rest()
            return first, runner.run(plugin, instance)
    finally:
        runner.close()


def names_of_children() -> list[str]:
    """But for the process that Python itself keeps once any test has spawned another."""
    names = []
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if "resource_tracker" not in " ".join(process.cmdline()):
                names.append(process.name())
    return names


def no_process_is_left() -> None:
    wait_for(
        lambda: (
            not [n for n in names_of_children() if re.match("victim|bwrap|supervisor|python", n)]
        )
    )


def outer(layer: Layer, prey: Prey) -> Prey:
    if prey is bwrap and layer.name != "bubblewrap":
        pytest.skip("there is no bubblewrap in this layer")
    return prey


@pytest.mark.long
@pytest.mark.parametrize("prey", [bwrap, supervisor])
@pytest.mark.parametrize("times", [1, RETRIES])
def test_a_case_whose_sandbox_is_killed_is_run_again(
    open_house: Contest, layer: Layer, prey: Prey, times: int
) -> None:
    assassin = Assassin(outer(layer, prey), times)
    first, second = run_slow(open_house, layer, assassin)
    assert assassin.killed == times
    assert len(assassin.seen) == times + 2
    for run in (first, second):
        assert (run.ended, run.exit_status) == (Ended.EXITED, 0), run
        assert sorted(run.stdout.split()) == [b"0", b"2"]
    no_process_is_left()


@pytest.mark.long
@pytest.mark.parametrize("prey", [bwrap, supervisor])
def test_a_case_whose_sandbox_is_killed_every_time_is_a_judge_error(
    open_house: Contest, layer: Layer, prey: Prey
) -> None:
    """And the runner that gave up on it is good for the next case."""
    assassin = Assassin(outer(layer, prey), 99)
    first, second = run_slow(open_house, layer, assassin)
    assert first.ended is Ended.SANDBOX_FAILED
    assert "died 3 times" in first.note
    # More if a solution was seen to be killed before its sandbox: then all begins again.
    assert assassin.killed >= RETRIES + 1
    assert (second.ended, second.exit_status) == (Ended.EXITED, 0)
    no_process_is_left()


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("times", [1, RETRIES])
def test_a_solution_that_is_killed_from_outside_is_run_again(
    open_house: Contest, layer: Layer, times: int, number: int
) -> None:
    assassin = Assassin(solution, times, number)
    first, second = run_slow(open_house, layer, assassin)
    assert assassin.killed == times
    assert len(assassin.seen) == times + 2
    for run in (first, second):
        assert (run.ended, run.exit_status) == (Ended.EXITED, 0), run
        assert sorted(run.stdout.split()) == [b"0", b"2"]
    no_process_is_left()


def test_a_judge_under_nohup_starts_commands_that_any_signal_ends(layer: Layer) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    session = layer.open(View(Path("/usr/share")))
    try:
        for number in (signal.SIGHUP, signal.SIGTERM):
            argv = ("/bin/sh", "-c", f"kill -{number} $$; echo alive")
            run = session.run(Command(argv), Limits(cpu_s=30))
            assert (run.ended, run.signal, run.stdout) == (Ended.SIGNALLED, number, b"")
    finally:
        session.close()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
        signal.signal(signal.SIGHUP, before)


@pytest.mark.long
def test_a_solution_that_kills_itself_has_a_run_time_error(open_house: Contest) -> None:
    """It does so every time: that is what tells it from one that is killed."""
    open_house.solution("own.py", "import os\nos.kill(os.getpid(), 9)\n")
    open_house.keep_cases("1", "03-ties")
    judged = open_house.judged()["own"]
    assert judged.verdict is Verdict.RTE
    no_process_is_left()


@contextlib.contextmanager
def kept_host(name: str, source: str) -> Iterator[tuple[Session, Command, psutil.Process]]:
    """A session whose warm host has answered a call; the call, and the host's process."""
    with posted(name, source, [7]) as host:
        if not host.built.warm:
            pytest.skip(f"{host.layer.name} keeps no host")
        session = host.layer.open(host.built.view)
        call = Command(host.built.argv, b"[7]", wants_result=True, warm=True)
        try:
            assert session.run(call, Limits(cpu_s=30)).result == b"7\n"
            [kept] = [p for p in psutil.Process().children(recursive=True) if is_host(p)]
            yield session, call, kept
            assert session.run(call, Limits(cpu_s=30)).result == b"7\n"
        finally:
            session.close()


def test_a_host_that_is_killed_between_two_calls_is_told_from_a_broken_sandbox() -> None:
    """So the call is tried again, as any other that is killed from outside."""
    with kept_host("a.py", "lambda n: n") as (session, call, kept):
        kept.kill()
        wait_for(lambda: kept.status() == psutil.STATUS_ZOMBIE)
        run = session.run(call, Limits(cpu_s=30))
        assert (run.ended, run.signal) == (Ended.SIGNALLED, signal.SIGKILL)
        assert outside.may_be_from_outside(run)


@pytest.mark.parametrize(("name", "source"), [("a.py", "lambda n: n"), ("a.js", "n => n")])
def test_a_host_that_hangs_before_a_call_is_no_fault_of_the_solution(
    name: str, source: str
) -> None:
    """A node that lacks threads waits for ever, and no line of the solution has run."""
    with kept_host(name, source) as (session, call, kept):
        kept.suspend()
        wait_for(lambda: kept.status() == psutil.STATUS_STOPPED)  # or it could still take the call
        run = session.run(call, Limits(cpu_s=30, wall_override_s=0.3))
        assert run.ended is Ended.OVERLOADED


def is_host(process: psutil.Process) -> bool:
    parent = process.parent()
    return parent is not None and parent.name().startswith("supervisor")


def killed(number: int) -> Execution:
    return Execution(Ended.SIGNALLED, None, number, b"", b"", None, 0.0, 0.0, 0.0)


def test_a_machine_without_memory_is_no_fault_of_the_solution() -> None:
    """The kernel counts whom it kills; once more at each try is no coincidence."""
    tries = [killed(signal.SIGKILL)] * 3
    assert "memory" in (outside.why_not_its_own(tries, [4, 5, 6, 9]) or "")
    assert outside.why_not_its_own(tries, [4, 5, 5, 6]) is None
    assert outside.why_not_its_own([killed(signal.SIGTERM)] * 3, [4, 5, 6, 7]) is None


def test_what_ends_otherwise_each_time_is_not_ended_by_itself() -> None:
    tries = [killed(signal.SIGKILL), killed(signal.SIGTERM), killed(signal.SIGKILL)]
    assert "SIGKILL, SIGTERM" in (outside.why_not_its_own(tries, [0, 0, 0, 0]) or "")


def test_a_crash_is_not_tried_again() -> None:
    for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGFPE, signal.SIGXFSZ):
        assert not outside.may_be_from_outside(killed(number))


@pytest.mark.slow
def test_a_supervisor_that_is_stopped_is_given_up_on(open_house: Contest, layer: Layer) -> None:
    """It answers no more: after the wall limit and a grace it is replaced."""
    assassin = Assassin(supervisor, 1, signal.SIGSTOP)
    first, _ = run_slow(open_house, layer, assassin, Limits(cpu_s=5))
    assert (first.ended, first.exit_status) == (Ended.EXITED, 0)
    no_process_is_left()


@pytest.mark.long
@pytest.mark.parametrize("prey", [bwrap, supervisor])
@pytest.mark.parametrize("times", [1, RETRIES])
def test_a_compilation_whose_sandbox_is_killed_is_run_again(
    open_house: Contest, layer: Layer, prey: Prey, times: int
) -> None:
    path = open_house.solution("slow.cpp", never_compiled(SLOW_TO_COMPILE))
    loaded = load_solution(path, "toy", load_plugin(open_house.problem).readings)
    with Assassin(outer(layer, prey), times, name="cc1plus") as assassin:
        built = prepare(loaded, layer, open_house.root / "made")
    assert assassin.killed == times
    assert (built.view.folder / ARTIFACT).stat().st_size > 1000
    no_process_is_left()


@pytest.mark.long
def test_a_compilation_whose_sandbox_is_killed_every_time_ends(
    open_house: Contest, layer: Layer
) -> None:
    path = open_house.solution("slow.cpp", never_compiled(SLOW_TO_COMPILE))
    loaded = load_solution(path, "toy", load_plugin(open_house.problem).readings)
    with Assassin(supervisor, 99, name="cc1plus") as assassin, pytest.raises(SandboxDied):
        prepare(loaded, layer, open_house.root / "made")
    assert assassin.killed == RETRIES + 1
    no_process_is_left()


# A whole batch


@pytest.mark.long
@pytest.mark.parametrize(
    ("prey", "workers"),
    [
        (bwrap, 1),
        (bwrap, 2),
        (supervisor, 1),
        (supervisor, 2),
        (worker, 1),
        (worker, 2),
    ],
)
def test_a_batch_survives_a_killing_here_and_there(
    open_house: Contest, prey: Prey, workers: int
) -> None:
    open_house.solution("slow.py", SLOW, NATIVE)
    assassin = Assassin(prey, 2)
    with assassin:
        judged = open_house.judged(workers=workers)["slow"]
    assert assassin.killed == 2
    assert judged.verdict is Verdict.AC, judged
    assert set(verdicts(judged).values()) == {"AC"}
    no_process_is_left()


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_a_compilation_whose_worker_is_killed_is_done_again(
    open_house: Contest, workers: int
) -> None:
    open_house.solution("slow.cpp", never_compiled(SLOW_TO_COMPILE))
    open_house.keep_cases("1", "03-ties")
    with Assassin(worker, RETRIES, name="cc1plus") as assassin:
        judged = open_house.judged(workers=workers)["slow"]
    assert assassin.killed == RETRIES
    assert set(verdicts(judged).values()) == {"WA"}, judged
    no_process_is_left()


@pytest.mark.long
def test_a_compilation_whose_worker_is_killed_every_time_is_a_judge_error(
    open_house: Contest,
) -> None:
    open_house.solution("slow.cpp", never_compiled(SLOW_TO_COMPILE))
    with Assassin(worker, 99, name="cc1plus") as assassin:
        judged = open_house.judged()["slow"]
    assert assassin.killed == RETRIES + 1
    assert judged.verdict is Verdict.JE
    assert "died 3 times" in judged.message
    no_process_is_left()


@pytest.mark.long
@pytest.mark.parametrize("prey", [bwrap, supervisor, worker])
def test_a_batch_whose_every_run_is_killed_ends_in_judge_errors(
    open_house: Contest, prey: Prey
) -> None:
    open_house.solution("slow.py", SLOW, NATIVE)
    open_house.keep_cases("1", "03-ties")
    assassin = Assassin(prey, 999)
    with assassin:
        judged = open_house.judged(workers=1)["slow"]
    assert judged.verdict is Verdict.JE
    assert set(verdicts(judged).values()) == {"JE"}
    assert assassin.killed == 2 * (RETRIES + 1)
    no_process_is_left()


@pytest.mark.long
def test_a_solution_cannot_hide_a_wrong_answer_behind_a_killed_sandbox(open_house: Contest) -> None:
    open_house.solution("wrong.py", SLOW.replace("print(*", "print(*[99] or "), NATIVE)
    with Assassin(supervisor, 2):
        judged = open_house.judged()["wrong"]
    assert judged.verdict is Verdict.WA
    no_process_is_left()
