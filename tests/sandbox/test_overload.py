"""A machine that has no time for a run is not the solution's fault, in whatever way it shows.

The overload is real and made by the tests: busy processes on one processor, which they share with
the sandbox. Each has a session of its own, since some kernels share a processor out among sessions.
How fast the machine is, and what else it does, can only make it worse.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from msgspec.structs import replace

from judge import sandbox
from judge.checking.ending import overload
from judge.common.errors import JudgeError
from judge.common.processes import is_running
from judge.languages.table import by_suffix
from judge.model import Ended, Execution, Kind, Limits, Solution, Verdict
from judge.running.bulk_runner import TRIES, BulkRunner
from judge.running.compile import prepare as prepare_solution
from judge.sandbox import held
from judge.sandbox.held import MOST_WALL_LIMITS, State, run_trusted, state_of
from judge.sandbox.layer import Command, Layer, MachineOverloaded, Session
from judge.sandbox.supervised import SupervisedSession
from judge.sandbox.unconfined import UnconfinedSession
from judge.verify import checks
from judge.verify.finding import Status
from tests.contest import RIGHT, Contest, never_compiled, verdicts
from tests.processes import wait_for
from tests.sandbox.test_faults import NATIVE
from tests.verify.toy_subject import subject_of, two_references

pytestmark = pytest.mark.usefixtures("system_tools")
CROWD = 10
HEAD = """
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static void *spin(void *seconds) {
    struct timespec t;
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    while (t.tv_sec + t.tv_nsec / 1e9 < *(double *)seconds);
    return 0;
}
"""
#: Needs far more CPU time than a crowded processor gives it within its wall limit.
COMPUTES = HEAD + 'static double s = 0.5; int main(void) { spin(&s); puts("done"); }'
IN_A_THREAD = (
    HEAD
    + "static double s = 0.5; int main(void) { pthread_t t; pthread_create(&t, 0, spin, &s);"
    + " pthread_join(t, 0); }"
)
IN_A_CHILD = (
    HEAD + "static double s = 0.5; int main(void) { if (!fork()) { spin(&s); _exit(0); } wait(0); }"
)
SLEEPS = HEAD + "int main(void) { for (;;) pause(); }"
#: Thirty processes compete with each other, then all sleep.
CROWDS_ITSELF = (
    HEAD
    + "static double s = 0.005; int main(void) {"
    + " for (int i = 0; i < 29 && fork() > 0; i++) {} spin(&s); for (;;) pause(); }"
)
STARVED = Limits(cpu_s=10, wall_override_s=0.4)


LAYERS = [name for name in sandbox.NAMES if name != "auto"]


def layer_named(name: str) -> Layer:
    try:
        return sandbox.choose(name)
    except JudgeError as error:
        pytest.skip(str(error))


@pytest.fixture(params=LAYERS)
def any_layer(request: pytest.FixtureRequest) -> Layer:
    """Every layer that can be had, and none."""
    return layer_named(request.param)


@contextmanager
def crowd() -> Iterator[int]:
    """A processor with many busy processes: its number."""
    core = min(os.sched_getaffinity(0))
    busy = []
    try:
        for _ in range(CROWD):
            command = ["/bin/sh", "-c", "while :; do :; done"]
            busy.append(subprocess.Popen(command, start_new_session=True))
            os.sched_setaffinity(busy[-1].pid, {core})
        yield core
    finally:
        for process in busy:
            process.kill()
            process.wait()


class Place:
    """A compiled program, and a session whose commands all stay on one processor."""

    def __init__(self, layer: Layer, folder: Path, text: str) -> None:
        source = folder / "a.c"
        source.write_text(text)
        language = by_suffix(source)
        assert language
        solution = Solution("overload", "a", source, language.name, Kind.PROGRAM, len(text))
        self._prepared = prepare_solution(solution, layer, folder / "made")
        self._session: Session = layer.open(self._prepared.view)
        self._mine = os.sched_getaffinity(0)

    def run(self, core: int, limits: Limits) -> Execution:
        command = Command(self._prepared.argv)
        self._session.run(command, Limits(cpu_s=0.01, wall_override_s=0.01))  # it has surely begun
        if isinstance(self._session, UnconfinedSession):
            return self._run_here(core, command, limits)
        for process in psutil.Process().children(recursive=True):
            if process.name().startswith(("bwrap", "supervisor")):
                os.sched_setaffinity(process.pid, {core})
        return self._session.run(command, limits)

    def run_anywhere(self, limits: Limits) -> Execution:
        return self._session.run(Command(self._prepared.argv), limits)

    def _run_here(self, core: int, command: Command, limits: Limits) -> Execution:
        """Without a sandbox it is we who start the command, and it stays where we are."""
        os.sched_setaffinity(0, {core})
        try:
            return self._session.run(command, limits)
        finally:
            os.sched_setaffinity(0, self._mine)

    def close(self) -> None:
        self._session.close()


def run_in_a_crowd(layer: Layer, folder: Path, text: str, limits: Limits) -> Execution:
    with closing(Place(layer, folder, text)) as place, crowd() as core:
        return place.run(core, limits)


# What the sandbox tells


#: Every layer with the plain program, every program in one layer; the rest takes long.
HELD_PROGRAMS = {"plain": COMPUTES, "thread": IN_A_THREAD, "child": IN_A_CHILD}
HELD_CASES = [
    pytest.param(
        layer,
        text,
        id=f"{layer}-{name}",
        marks=[] if "bubblewrap" in layer or name == "plain" else [pytest.mark.slow],
    )
    for layer in LAYERS
    for name, text in HELD_PROGRAMS.items()
]


def crowded_run(layer: Layer, folder: Path, text: str) -> Execution:
    """Whom the machine's scheduler prefers in a crowd is up to it."""
    folder.mkdir()
    return run_in_a_crowd(layer, folder, text, STARVED)


@pytest.mark.long
@pytest.mark.parametrize(("layer_name", "text"), HELD_CASES)
def test_a_run_that_gets_no_processor_was_held_up_by_the_machine(
    layer_name: str, open_folder: Path, text: str
) -> None:
    runs = (crowded_run(layer_named(layer_name), open_folder / name, text) for name in "abc")
    run = next((one for one in runs if one.ended is Ended.OVERLOADED), None)
    assert run is not None, "no crowd has kept it from the processor"
    assert run.held_s > 2 * STARVED.wall_s
    assert run.wall_s >= MOST_WALL_LIMITS * STARVED.wall_s
    assert run.exit_status is None and run.signal is None


@pytest.mark.long
def test_a_sleeper_is_over_its_wall_limit_however_busy_the_machine_is(
    any_layer: Layer, open_folder: Path
) -> None:
    limits = Limits(cpu_s=10, wall_override_s=1)
    run = run_in_a_crowd(any_layer, open_folder, SLEEPS, limits)
    assert run.ended is Ended.WALL_LIMIT, run
    assert run.wall_s - run.held_s >= limits.wall_s


@pytest.mark.long
def test_one_that_crowds_its_processor_itself_is_not_held_up(
    any_layer: Layer, open_folder: Path
) -> None:
    core = max(os.sched_getaffinity(0))
    limits = Limits(cpu_s=10, wall_override_s=1)
    with closing(Place(any_layer, open_folder, CROWDS_ITSELF)) as place:
        run = place.run(core, limits)
    assert run.ended is Ended.WALL_LIMIT, run


# What becomes of it: once more and alone, then it is the judge that failed

HELD_UP = Execution(Ended.OVERLOADED, None, None, b"", b"", None, 0.0, 6.1, 1.0, held_s=6.0)


class Machine:
    """One that holds up the first ``times`` commands of a sort; counted over all processes."""

    def __init__(self, folder: Path, compiling: bool, times: int) -> None:
        self._count = folder / "held-up"
        self._compiling = compiling
        self._times = times

    @property
    def asked(self) -> int:
        return len(self._count.read_bytes()) if self._count.exists() else 0

    def holds_up(self, command: Command) -> bool:
        if command.writes is not self._compiling:
            return False
        with self._count.open("ab") as file:
            file.write(b"x")
        return self.asked <= self._times


def overload_all(
    monkeypatch: pytest.MonkeyPatch, machine: Machine, told: Execution = HELD_UP
) -> None:
    sandbox.choose("auto")  # tries the layer, once a process: that is not to be held up
    for session in (SupervisedSession, UnconfinedSession):
        honest = session.run

        def run(self: Session, command: Command, limits: Limits, honest=honest) -> Execution:  # type: ignore[no-untyped-def]
            return told if machine.holds_up(command) else honest(self, command, limits)

        monkeypatch.setattr(session, "run", run)


@pytest.mark.long
@pytest.mark.parametrize("layer_name", ["auto", "none"])
def test_a_run_that_was_held_up_is_run_again_alone(
    contest: Contest, monkeypatch: pytest.MonkeyPatch, layer_name: str
) -> None:
    machine = Machine(contest.root, compiling=False, times=2)
    overload_all(monkeypatch, machine)
    judged = contest.judge_one("right.c", RIGHT["plain.c"], sandbox=layer_name, workers=2)
    assert judged.verdict is Verdict.AC
    assert machine.asked == len(judged.outcomes) + 2


@pytest.mark.long
def test_a_run_that_is_held_up_again_is_the_judges_failure_and_no_time_limit(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(contest.root, compiling=False, times=10**6)
    overload_all(monkeypatch, machine)
    judged = contest.judge_one("right.c", RIGHT["plain.c"], NATIVE, give_up=1)
    assert set(verdicts(judged).values()) == {"JE"}
    assert judged.verdict is Verdict.JE and len(judged.outcomes) == 5
    assert judged.outcomes[0].message == overload(HELD_UP)
    assert overload(HELD_UP).startswith("machine overloaded: of 6.10 s it kept")
    assert len(judged.outcomes) < machine.asked < 2 * len(judged.outcomes)  # it is no use


@pytest.mark.long
def test_what_has_used_up_its_processor_time_is_over_that_limit_all_the_same(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(contest.root, compiling=False, times=10**6)
    overload_all(monkeypatch, machine, replace(HELD_UP, cpu_s=0.21))
    judged = contest.judge_one("right.c", RIGHT["plain.c"], time_limit_s=0.2)
    assert set(verdicts(judged).values()) == {"TLE"}


@pytest.mark.long
@pytest.mark.parametrize("layer_name", ["auto", "none"])
def test_a_compilation_that_was_held_up_is_done_again(
    contest: Contest, monkeypatch: pytest.MonkeyPatch, layer_name: str
) -> None:
    """At once, and alone when all else is done."""
    machine = Machine(contest.root, compiling=True, times=3)
    overload_all(monkeypatch, machine)
    contest.solution("other.py", RIGHT["program.py"])
    contest.solution("right.c", never_compiled(RIGHT["plain.c"]))
    judged = contest.judged(sandbox=layer_name, workers=2)
    assert {name: its.verdict for name, its in judged.items()} == {
        "right": Verdict.AC,
        "other": Verdict.AC,
    }
    assert machine.asked == 4


@pytest.mark.long
def test_a_compilation_that_is_held_up_each_time_is_no_compile_error(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    overload_all(monkeypatch, Machine(contest.root, compiling=True, times=10**6))
    judged = contest.judge_one("right.c", never_compiled(RIGHT["plain.c"]))
    assert (judged.verdict, judged.message) == (Verdict.JE, overload(HELD_UP))


@pytest.mark.long
def test_a_hunt_tries_an_instance_again_and_then_blames_the_machine(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(contest.root, compiling=False, times=TRIES)
    overload_all(monkeypatch, machine)
    plan = contest.plan(solution=contest.solution("right.c", RIGHT["plain.c"]).name)
    [request] = plan.requests
    layer = sandbox.choose("auto")
    built = prepare_solution(request.solution, layer, contest.root / "made")
    bulk_runner = BulkRunner(built, layer, request.limits, plan.problems["toy"].plugin)
    instance = request.contexts[0].instance
    try:
        with pytest.raises(JudgeError, match="machine overloaded"):
            bulk_runner.alone(instance)
        assert bulk_runner.alone(instance).ended is Ended.EXITED
    finally:
        bulk_runner.close()


# The jury's own programs, and what ``verify`` makes of it


@pytest.mark.long
def test_a_command_of_the_jury_that_gets_no_processor_is_no_fault_of_its_own(
    tmp_path: Path,
) -> None:
    ours = os.sched_getaffinity(0)
    computes = [sys.executable, "-I", "-S", "-c", "for i in range(10**8): pass"]
    with crowd() as core:
        os.sched_setaffinity(0, {core})
        try:
            with pytest.raises(MachineOverloaded, match="machine overloaded"):
                run_trusted(computes, 0.4)
        finally:
            os.sched_setaffinity(0, ours)


@pytest.mark.long
def test_a_command_of_the_jury_that_sleeps_is_over_its_wall_limit() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        run_trusted(["/bin/sleep", "600"], 0.5)


def test_what_a_script_waits_for_ends_when_the_script_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a shell that starts the machine of a language: it is no process that a plug-in left."""
    noted = tmp_path / "pid"

    def give_up(*_: object) -> None:
        wait_for(lambda: noted.exists() and noted.read_text().endswith("\n"))
        raise subprocess.TimeoutExpired("sh", 1)

    monkeypatch.setattr(held, "_awaited", give_up)
    with pytest.raises(subprocess.TimeoutExpired):
        run_trusted(["/bin/sh", "-c", f"sleep 600 & echo $! > {noted}; wait"], 1)
    pid = int(noted.read_text())
    try:
        wait_for(lambda: not is_running(pid))
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.long
def test_a_command_of_the_jury_gets_its_input_and_is_heard(tmp_path: Path) -> None:
    text = b"x" * 10**6
    slowly = ["/bin/sh", "-c", "sleep 0.6; cat; echo no >&2; exit 3"]
    done = run_trusted(slowly, 60, text, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (3, text, b"no\n")


def test_a_process_that_has_ended_is_at_nothing() -> None:
    """It may end between any two looks."""
    process = subprocess.Popen(["/bin/true"])
    known = psutil.Process(process.pid)
    known.status = lambda: psutil.STATUS_RUNNING  # type: ignore[method-assign]
    process.wait()
    assert state_of(known) is State.CAN_RUN


@pytest.mark.long
def test_a_problem_has_no_fault_because_the_machine_is_overloaded(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_references(contest)
    overload_all(monkeypatch, Machine(contest.root, compiling=False, times=10**6))
    subject = subject_of(contest, seconds=0.01)
    for check in checks.verify(subject, lambda event: None).findings:
        assert check.status is not Status.FAULT, check
        if check.name in ("verdicts", "references"):
            assert check.status is Status.WARNING and "machine overloaded" in check.statement
