"""Commands that are asked for in one message: each is run as if it had been asked for alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from judge.model import Ended, Execution, Limits
from judge.sandbox.layer import Command, SandboxDied, Session
from judge.sandbox.supervised import MOST_TOGETHER

SUPERVISED = pytest.mark.parametrize("session", ["bubblewrap", "landlock"], indirect=True)


def shell(script: str, given: bytes = b"") -> Command:
    return Command(("/bin/sh", "-c", script), given)


def facts(run: Execution | None) -> object:
    return run and (run.ended, run.exit_status, run.signal, run.stdout, run.stderr, run.note)


def started(
    session: Session, commands: Sequence[Command], count: int, limits: Limits
) -> list[Execution]:
    """The executions of the first ``count``, after which nothing was started. On a busy machine
    one that is short takes long now and then, and then they are asked for again."""
    for _ in range(100):
        runs = session.run_together(commands, limits)
        assert len(runs) == len(commands)
        found = [run for run in runs if run is not None]
        assert runs[: len(found)] == found  # none after one that was not started
        if len(found) == count:
            return found
        assert found and len(found) < count
    pytest.fail("the machine is too busy")


def together(session: Session, *scripts: str, count: int = 0) -> list[Execution]:
    commands = [shell(script) for script in scripts]
    return started(session, commands, count or len(scripts), Limits(memory_mib=64))


@SUPERVISED
def test_each_has_its_own_input_and_facts_in_their_order(session: Session) -> None:
    scripts = ["cat", "echo no >&2; exit 3", "kill -SEGV $$", "exec /nothing", "cat; pwd"]
    commands = [shell(script, b"%d" % number) for number, script in enumerate(scripts)]
    alone = [facts(session.run(command, Limits())) for command in commands]
    runs = started(session, commands, len(commands), Limits())
    assert [facts(run) for run in runs] == alone
    assert [facts(session.run(command, Limits())) for command in commands] == alone


@pytest.mark.parametrize("session", ["bubblewrap"], indirect=True)
def test_none_finds_a_trace_of_another(session: Session) -> None:
    leaves = 'echo "$$" "$(ls -A)"; echo x > left; chmod 0 .; sleep 9 & true'
    first, *others = together(session, *[leaves] * 3)
    assert first.stdout.split() == [b"2"]
    assert [facts(run) for run in others] == [facts(first)] * 2


@SUPERVISED
def test_files_of_an_earlier_command_are_gone(session: Session) -> None:
    session.run(Command(("/bin/sh", "-c", "ls"), files={"map": b""}), Limits())
    assert [run.stdout for run in together(session, "ls", "ls")] == [b"", b""]
    scratch = session._scratch  # type: ignore[attr-defined]
    assert scratch is None or not [*scratch.iterdir()]


@SUPERVISED
def test_those_after_a_slow_one_are_not_started(session: Session) -> None:
    runs = together(session, "echo a", "sleep 0.1; echo b", "echo c", "echo d", count=2)
    assert [run.stdout for run in runs] == [b"a\n", b"b\n"]
    assert session.run(shell("echo e"), Limits()).stdout == b"e\n"
    assert [run.stdout for run in together(session, "echo f", "echo g")] == [b"f\n", b"g\n"]


@SUPERVISED
def test_a_limit_is_that_of_one_command(session: Session) -> None:
    commands = [shell("echo a"), shell("while :; do :; done"), shell("echo c")]
    runs = started(session, commands, 2, Limits(cpu_s=0.3))
    assert [run.ended for run in runs] == [Ended.EXITED, Ended.CPU_LIMIT]


@pytest.mark.parametrize("session", ["bubblewrap"], indirect=True)
def test_where_the_kernel_killed_for_memory_what_failed_must_run_alone(session: Session) -> None:
    eats = shell("x=0123456789; while :; do x=$x$x; done")
    commands = [shell("true"), eats, shell("exit 1")]
    runs = session.run_together(commands, Limits(memory_mib=64))
    assert facts(runs[0]) == (Ended.EXITED, 0, None, b"", b"", "")
    # Our own samples may have seen it first.
    assert runs[1] is None or runs[1].ended is Ended.MEMORY_LIMIT
    alone = session.run(shell("exit 1"), Limits(memory_mib=64))
    assert (alone.ended, alone.exit_status) == (Ended.EXITED, 1)


@SUPERVISED
@pytest.mark.parametrize("sizes", [[], [1], [1, MOST_TOGETHER], [MOST_TOGETHER + 1, 1]])
def test_what_does_not_fit_in_one_message_is_not_asked_for_together(
    session: Session, sizes: Sequence[int]
) -> None:
    commands = [shell("wc -c", b"x" * size) for size in sizes]
    assert session.run_together(commands, Limits()) == []
    assert session.run(shell("wc -c", b"xyz"), Limits()).stdout.split() == [b"3"]


@SUPERVISED
def test_long_outputs_do_not_mix(session: Session) -> None:
    runs = together(session, *[f"seq {first} 6000" for first in range(6)])
    for first, run in enumerate(runs):
        assert run.stdout.split() == [b"%d" % number for number in range(first, 6001)]


@SUPERVISED
def test_a_sandbox_that_ends_meanwhile_is_told(session: Session) -> None:
    session._kill()  # type: ignore[attr-defined]
    with pytest.raises(SandboxDied):
        together(session, "echo a", "echo b")


@pytest.mark.parametrize("session", ["none"], indirect=True)
def test_without_a_sandbox_each_is_asked_for_alone(session: Session) -> None:
    assert session.run_together([shell("echo a"), shell("echo b")], Limits()) == []
