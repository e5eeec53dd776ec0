"""A command that only waits is ended after its idle limit; one that the machine holds up is not."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.languages.program import Program
from judge.model import Ended, Limits
from judge.running.program import build_program
from judge.running.tool_session import COMPILE_LIMITS, CompileError, compile_in_sandbox
from judge.sandbox.layer import Command, Layer, View
from tests.sandbox.test_overload import (
    COMPUTES,
    HEAD,
    LAYERS,
    Place,
    layer_named,
    run_in_a_crowd,
)

pytestmark = pytest.mark.usefixtures("system_tools")

IDLE = Limits(cpu_s=20, wall_override_s=60, idle_s=0.3)
#: Each does nothing in its own way, at last.
WAITERS = {
    "sleeps": "for (;;) pause();",
    "waits for a child": "if (fork()) wait(0); else for (;;) pause();",
    "waits for a thread": (
        "static double s = 9; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
        " (void)s, pthread_mutex_lock(&m), pthread_mutex_lock(&m);"
    ),
    "waits for itself": "int p[2]; char c; if (pipe(p)) return 1; return (int)read(p[0], &c, 1);",
    "has worked": "static double s = 0.05; spin(&s); for (;;) pause();",
    "has a dead child": (
        "static double s = 0.05; if (!fork()) { spin(&s); _exit(0); } for (;;) pause();"
    ),
    "wakes up": "for (;;) usleep(100000);",
}
#: Never idle for so long.
WORKER = HEAD + (
    "static double s = 0.02; int main(void) {"
    " for (int i = 0; i < 8; i++) { spin(&s); usleep(100000); } }"
)


@pytest.fixture(params=LAYERS)
def any_layer(request: pytest.FixtureRequest) -> Layer:
    return layer_named(request.param)


@pytest.mark.long
@pytest.mark.parametrize("how", WAITERS)
def test_what_only_waits_is_ended(any_layer: Layer, open_folder: Path, how: str) -> None:
    text = HEAD + "int main(void) { " + WAITERS[how] + " }"
    with closing(Place(any_layer, open_folder, text)) as place:
        run = place.run_anywhere(IDLE)
    assert run.ended is Ended.IDLE_LIMIT, run
    assert run.wall_s >= 0.3
    assert run.exit_status is None and run.signal is None


@pytest.mark.long
@pytest.mark.parametrize("idle_s", [5.0, None])
def test_what_works_now_and_then_goes_on(
    any_layer: Layer, open_folder: Path, idle_s: float | None
) -> None:
    with closing(Place(any_layer, open_folder, WORKER)) as place:
        run = place.run_anywhere(replace(IDLE, idle_s=idle_s))
    assert run.ended is Ended.EXITED, run


@pytest.mark.long
def test_what_gets_no_processor_is_not_idle(any_layer: Layer, open_folder: Path) -> None:
    limits = Limits(cpu_s=10, wall_override_s=0.4, idle_s=0.1)
    run = run_in_a_crowd(any_layer, open_folder, COMPUTES, limits)
    assert run.ended is Ended.OVERLOADED, run


def test_a_compiler_that_waits_is_told_as_that(any_layer: Layer, open_folder: Path) -> None:
    (open_folder / "program").mkdir()
    view = View(open_folder / "program", temporary=open_folder)
    limits = replace(COMPILE_LIMITS, idle_s=0.3)
    with pytest.raises(CompileError, match="the compiler did nothing for too long"):
        compile_in_sandbox(("/bin/sleep", "99"), any_layer, view, limits)


def test_a_build_script_that_waits_is_told_as_that(any_layer: Layer, open_folder: Path) -> None:
    source = open_folder / "source"
    source.mkdir()
    (source / "build").write_text("#!/bin/sh\nsleep 99\n")
    (source / "build").chmod(0o755)
    program = Program(source, source, ("build",), ("build",), "run", builds=True)
    limits = replace(COMPILE_LIMITS, idle_s=0.3)
    with pytest.raises(CompileError, match="it did nothing for too long"):
        build_program(program, any_layer, open_folder / "made", limits=limits)


def test_compilers_have_such_a_limit_and_solutions_none() -> None:
    assert COMPILE_LIMITS.idle_s and COMPILE_LIMITS.idle_s < COMPILE_LIMITS.wall_s / 3
    assert Limits().idle_s is None


@pytest.mark.long
def test_the_limit_holds_again_for_the_next_command(any_layer: Layer, open_folder: Path) -> None:
    (open_folder / "program").mkdir()
    session = any_layer.open(View(open_folder / "program", temporary=open_folder))
    with closing(session):
        ends = [
            session.run(Command(("/bin/sleep", seconds)), replace(IDLE, idle_s=idle_s))
            for seconds, idle_s in (("99", 0.2), ("0.5", None), ("99", 0.2), ("0", 0.2))
        ]
    assert [run.ended for run in ends] == [
        Ended.IDLE_LIMIT,
        Ended.EXITED,
        Ended.IDLE_LIMIT,
        Ended.EXITED,
    ]
