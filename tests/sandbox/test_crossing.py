"""A solution and an interactor that converse through crossed pipes, in every layer.

Both are scripts of the shell. The interactor accepts by exit status 42, as in the Kattis format.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from judge import sandbox
from judge.common.errors import JudgeError
from judge.common.folders import HOSTS
from judge.model import Ended, Execution, Limits
from judge.sandbox.crossed_page import Page, Turn, page_descriptor
from judge.sandbox.crossing import CrossedExecution, Party, run_crossed
from judge.sandbox.layer import Command, SandboxDied, Session, View
from judge.sandbox.unconfined import UnconfinedSession
from judge.sandbox.unconfined_crossing import Conversation
from tests.processes import marker, processes_naming, skip_without_standard_names

__all__ = ["marker"]

ACCEPTED = 42
LIMITS = Limits(cpu_s=20, wall_override_s=30)
LONG = LIMITS
#: For those who hang.
SHORT = Limits(cpu_s=2, wall_override_s=0.4)


@pytest.fixture(params=[name for name in sandbox.NAMES if name != "auto"])
def sessions(request: pytest.FixtureRequest) -> Iterator[tuple[Session, Session]]:
    try:
        layer = sandbox.choose(request.param)
    except JudgeError as error:
        pytest.skip(str(error))
    opened = layer.open(View(HOSTS)), layer.open(View(HOSTS))
    yield opened
    for session in opened:
        session.close()


def bash(script: str) -> Command:
    return Command(("/bin/bash", "-c", script))


def accepts(run: Execution) -> bool:
    return run.exit_status == ACCEPTED


def talk(
    sessions: tuple[Session, Session],
    solution: str,
    interactor: str,
    limits: Limits = LIMITS,
    validation: Limits = LIMITS,
) -> CrossedExecution:
    first = Party(sessions[0], bash(solution), limits)
    return run_crossed(first, Party(sessions[1], bash(interactor), validation), accepts)


def test_each_hears_what_the_other_says_and_the_order_is_known(
    sessions: tuple[Session, Session],
) -> None:
    both = talk(
        sessions,
        "read x; echo got $x; read y; echo $y",
        "echo 7; read a; echo 8; read b; read c || echo $a $b >&2; exit 42",
    )
    assert both.interactor.stderr == b"got 7 8\n"
    assert (both.solution.stdout, both.interactor.stdout) == (b"got 7\n8\n", b"7\n8\n")
    assert list(both.interactor_turns) == [Turn(0, 2), Turn(6, 4)]
    assert list(both.solution_turns) == [Turn(2, 6), Turn(4, 8)]
    assert both.solution.exit_status == 0 and accepts(both.interactor)


def test_nothing_is_left_of_one_conversation_in_the_next(sessions: tuple[Session, Session]) -> None:
    for _ in range(3):
        both = talk(sessions, "read x; echo $x; echo more", "echo 5; read a; exit 42")
        assert both.interactor.stdout == b"5\n" and list(both.interactor_turns) == [Turn(0, 2)]
    alone = sessions[0].run(Command(("/bin/cat",), b"input"), LIMITS)
    assert alone.stdout == b"input"


@pytest.mark.long
def test_a_megabyte_goes_in_both_directions_at_once(sessions: tuple[Session, Session]) -> None:
    """More than the pipes hold: each side must go on reading while it writes."""
    count = "yes | head -c 1000000 & head -c 1000000 | wc -c >&2; wait"
    both = talk(sessions, count, f"{count}; exit 42", LONG, LONG)
    assert (both.solution.stderr, both.interactor.stderr) == (b"1000000\n", b"1000000\n")


def test_a_solution_that_crashes_is_first(sessions: tuple[Session, Session]) -> None:
    both = talk(sessions, "echo 1; exit 3", "while read a; do :; done; exit 43")
    assert both.solution.exit_status == 3 and both.interactor.exit_status == 43
    assert not both.interactor_first


@pytest.mark.long
def test_the_end_of_one_is_noted_before_the_other_can_see_it(
    sessions: tuple[Session, Session],
) -> None:
    """Each of both ends as soon as it sees the end of the other one."""
    for _ in range(10):
        both = talk(sessions, "exit 1", "read a; exit 43")
        assert not both.interactor_first
        both = talk(sessions, "while read a; do :; done; exit 1", "exit 42")
        assert both.interactor_first and both.solution.exit_status == 1


def test_a_solution_is_stopped_once_the_interactor_has_rejected_it(
    sessions: tuple[Session, Session],
) -> None:
    both = talk(sessions, "sleep 60", "exit 43", LONG)
    assert both.solution.ended is Ended.STOPPED and both.interactor_first
    assert both.solution.wall_s < LONG.wall_s / 2


@pytest.mark.long
def test_a_solution_goes_on_after_the_interactor_has_accepted_it(
    sessions: tuple[Session, Session],
) -> None:
    both = talk(sessions, "while read a; do :; done; echo more; sleep .2; exit 7", "exit 42")
    assert both.solution.exit_status == 7 and both.interactor_first
    late = talk(sessions, "sleep 60", "exit 42", SHORT)
    assert late.solution.ended is Ended.WALL_LIMIT and late.interactor_first


@pytest.mark.parametrize(
    "solution",
    [
        pytest.param("read a", id="it waits for input, as the interactor does"),
        pytest.param("sleep 60", id="it sleeps"),
        pytest.param("kill -STOP $$", id="it stops itself"),
        pytest.param("exec 1>&-; sleep 60", id="it closes its output"),
        pytest.param("sleep 60 & exec 0<&- 1>&-; wait", id="a child of it keeps the pipes"),
    ],
)
def test_a_solution_that_keeps_the_interactor_waiting_is_over_its_limit(
    sessions: tuple[Session, Session], solution: str
) -> None:
    both = talk(sessions, solution, "while read a; do :; done; exit 43", SHORT, LONG)
    assert both.solution.ended is Ended.WALL_LIMIT and not both.interactor_first
    assert both.interactor.exit_status == 43, "it gets the end of file, and can judge"


@pytest.mark.long
def test_a_solution_that_reads_nothing_is_over_its_limit(sessions: tuple[Session, Session]) -> None:
    """The interactor waits at a full pipe; afterwards what it writes is dropped."""
    endless = Limits(cpu_s=20, wall_override_s=600, output_bytes=2**20)
    both = talk(sessions, "sleep 60", "yes | head -c 20000000; exit 42", SHORT, endless)
    assert both.solution.ended is Ended.WALL_LIMIT
    assert accepts(both.interactor) and len(both.interactor.stdout) < 2**20


def test_an_early_end_of_the_solution_does_not_hurt_the_interactor(
    sessions: tuple[Session, Session],
) -> None:
    both = talk(sessions, "exit 0", "read a; yes | head -c 1000000; exit 42")
    assert accepts(both.interactor) and both.solution.exit_status == 0


@pytest.mark.parametrize(
    "interactor",
    [
        pytest.param("sleep 60", id="it sleeps"),
        pytest.param("kill -STOP $$", id="it stops itself"),
        pytest.param("while :; do :; done", id="it computes"),
        pytest.param("exec 0<&-; sleep 60", id="it closes its input"),
        pytest.param("exec 1>&-; sleep 60", id="it closes its output"),
        pytest.param("read a <&1; sleep 60; :", id="it reads its output"),
    ],
)
def test_an_interactor_that_hangs_is_over_its_own_limit(
    sessions: tuple[Session, Session], interactor: str
) -> None:
    """The solution waits for it for longer than the solution's limit."""
    short = Limits(cpu_s=2, wall_override_s=0.5)
    both = talk(sessions, "read a; read b; sleep 60", interactor, short, SHORT)
    assert both.interactor.ended in (Ended.WALL_LIMIT, Ended.CPU_LIMIT, Ended.OVERLOADED)
    assert both.interactor_first
    assert both.solution.ended is Ended.STOPPED or both.solution.exit_status is not None


@pytest.mark.long
def test_a_slow_interactor_does_not_cost_the_solution_any_time(
    sessions: tuple[Session, Session],
) -> None:
    short = Limits(cpu_s=2, wall_override_s=2)
    slow = "for i in 1 2 3; do sleep 1; echo $i; read a; done; exit 42"
    both = talk(sessions, "while read a; do echo $a; done", slow, short, LONG)
    assert both.solution.exit_status == 0 and accepts(both.interactor)
    assert both.solution.wall_s > short.wall_s


@pytest.mark.long
def test_a_slow_solution_does_not_cost_the_interactor_any_time(
    sessions: tuple[Session, Session],
) -> None:
    short = Limits(cpu_s=2, wall_override_s=2)
    slow = "for i in 1 2 3; do sleep 1; echo $i; done"
    both = talk(sessions, slow, "while read a; do :; done; exit 42", LONG, short)
    assert accepts(both.interactor) and both.interactor.wall_s > short.wall_s


@pytest.mark.long
@pytest.mark.parametrize("child", ["", "&"])
def test_a_solution_that_floods_is_over_its_output_limit(
    sessions: tuple[Session, Session], child: str
) -> None:
    limits = Limits(cpu_s=20, wall_override_s=20, output_bytes=10**6)
    flood = f"yes {child} wait; sleep 60"
    both = talk(sessions, flood, "cat > /dev/null; exit 43", limits, LONG)
    assert both.solution.ended is Ended.OUTPUT_LIMIT and not both.interactor_first
    accepted = talk(sessions, flood, "exit 42", limits)
    assert accepted.solution.ended is Ended.OUTPUT_LIMIT and accepted.interactor_first


@pytest.mark.long
def test_who_ended_first_is_certain_even_if_it_is_noted_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The kernel closes the files of a process before anybody can notice its end."""
    honest = Conversation.note_end

    def late(talk: Conversation) -> None:
        if talk.interactor:
            time.sleep(0.2)
        honest(talk)

    monkeypatch.setattr(Conversation, "note_end", late)
    monkeypatch.setattr("judge.sandbox.unconfined_crossing.MOST_HOLD_S", 60.0)
    limits = Limits(cpu_s=20, wall_override_s=20, output_bytes=10**6)
    layer = sandbox.choose("none")
    with closing(layer.open(View(HOSTS))) as first, closing(layer.open(View(HOSTS))) as second:
        both = talk((first, second), "yes wait", "exit 42", limits)
    assert both.solution.ended is Ended.OUTPUT_LIMIT and both.interactor_first


@pytest.mark.long
def test_an_interactor_that_floods_is_over_its_output_limit(
    sessions: tuple[Session, Session],
) -> None:
    limits = Limits(cpu_s=20, wall_override_s=20, output_bytes=10**6)
    both = talk(sessions, "cat >/dev/null", "yes", LONG, limits)
    assert both.interactor.ended is Ended.OUTPUT_LIMIT and both.interactor_first


def test_an_interactor_that_closes_its_output_is_heard_to_its_end(
    sessions: tuple[Session, Session],
) -> None:
    """The solution gets the end of file while the interactor still listens."""
    ends = "read a; echo 5; exec 1>&-; read b; [ $b = 5 ] && exit 42; exit 43"
    both = talk(sessions, "echo 1; while read x; do y=$x; done; echo $y", ends)
    assert accepts(both.interactor)


def test_a_solution_is_heard_though_it_closes_its_output_only_at_its_end(
    sessions: tuple[Session, Session],
) -> None:
    """Its end of file comes with its end, so that nobody can take a closed output for a crash."""
    both = talk(sessions, "exec 1>&-; sleep .3; exit 3", "read a; exit 43")
    assert both.solution.exit_status == 3 and not both.interactor_first


def test_neither_has_a_descriptor_besides_its_streams(sessions: tuple[Session, Session]) -> None:
    if isinstance(sessions[0], UnconfinedSession):
        pytest.skip("it keeps those that the judge was started with")
    seen = "echo /proc/self/fd/* >&2"  # the shell has the folder open itself
    both = talk(sessions, seen, f"{seen}; exit 42")
    for run in (both.solution, both.interactor):
        numbers = {path.rpartition(b"/")[2] for path in run.stderr.split()}
        assert {b"0", b"1", b"2"} <= numbers and len(numbers) == 4


def test_input_and_output_can_be_opened_by_name(sessions: tuple[Session, Session]) -> None:
    skip_without_standard_names()
    both = talk(
        sessions,
        "read x < /dev/stdin; echo $x > /dev/stdout",
        "echo 7 > /dev/stdout; read a < /dev/stdin; [ $a = 7 ] && exit 42",
    )
    assert accepts(both.interactor), both.interactor.stderr + both.solution.stderr


def test_nothing_is_left_running(sessions: tuple[Session, Session], marker: str) -> None:
    leaves = f"(exec -a {marker} sleep 600) & disown; exit"
    both = talk(sessions, f"{leaves} 0", f"{leaves} 42")
    assert both.solution.exit_status == 0 and accepts(both.interactor)
    assert not processes_naming(marker)


def test_a_command_that_does_not_start_lets_the_other_one_end(
    sessions: tuple[Session, Session],
) -> None:
    first = Party(sessions[0], Command(("/none",)), LIMITS)
    second = Party(sessions[1], bash("read a; exit 43"), LIMITS)
    both = run_crossed(first, second, accepts)
    assert both.interactor.exit_status == 43
    assert both.solution.ended is Ended.SANDBOX_FAILED or both.solution.exit_status == 127


def test_a_supervisor_that_dies_ends_both(sessions: tuple[Session, Session]) -> None:
    process = getattr(sessions[1], "_process", None)
    if process is None:
        pytest.skip("no supervisor")
    sessions[1].run(bash("exit"), LONG)  # it has started
    process.kill()
    process.wait()
    with pytest.raises(SandboxDied):
        talk(sessions, "sleep 60", "sleep 60", LONG)
    assert getattr(sessions[0], "_process").poll() is not None, "its sandbox is closed"  # noqa: B009


def test_a_page_keeps_the_turns_of_both_sides() -> None:
    descriptor = page_descriptor()
    page, again = Page(descriptor), Page(descriptor)
    os.close(descriptor)
    page.solution.note_turn(0, 5)
    page.solution.note_turn(0, 7)
    page.solution.note_turn(3, 9)
    page.interactor.add_busy(11)
    assert list(again.solution.turns) == [Turn(0, 7), Turn(3, 9)]
    assert (again.solution.passed, again.interactor.busy_ns) == (9, 11)
    assert not again.interactor.turns and not again.stop
    page.set_stop()
    assert again.stop
    page.close(), again.close()
