"""A JavaScript program runs as under a bare ``node SOURCE``, however its start is made."""

from __future__ import annotations

import pytest

from judge.model import Execution
from judge.running.compile import BuiltSolution
from judge.sandbox.layer import Command, Layer
from tests.languages.call_host import LIMITS, posted
from tests.languages.javascript_programs import FAILING, INPUT, PROGRAMS

pytestmark = [pytest.mark.usefixtures("system_tools"), pytest.mark.long]


#: How lines begin that are about a place, or the version.
PLACES = ("Node.js ", "node:internal", "throw ")


def both(layer: Layer, source: str | bytes) -> tuple[BuiltSolution, Execution, list[Execution]]:
    """What is built, an execution by the usual command, and two by the one that is built."""
    with posted("posted.js", source, (), layer.name, kind="program") as host:
        session = host.layer.open(host.built.view)
        try:
            wanted = session.run(Command(host.built.cold, INPUT), LIMITS)
            command = Command(host.built.argv, INPUT, warm=host.built.warm)
            return host.built, wanted, [session.run(command, LIMITS) for _ in range(2)]
        finally:
            session.close()


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_prints_and_ends_as_under_a_bare_node(layer: Layer, name: str) -> None:
    built, wanted, runs = both(layer, PROGRAMS[name])
    assert built.warm is layer.keeps_hosts
    assert [(*end(run), run.stderr) for run in runs] == [(*end(wanted), wanted.stderr)] * 2


@pytest.mark.parametrize("name", FAILING)
def test_a_program_fails_as_under_a_bare_node(layer: Layer, name: str) -> None:
    built, wanted, runs = both(layer, FAILING[name])
    assert built.warm is layer.keeps_hosts
    assert [(*end(run), told(run)) for run in runs] == [(*end(wanted), told(wanted))] * 2


def end(run: Execution) -> tuple[object, ...]:
    return run.ended, run.exit_status, run.signal, run.stdout


def told(run: Execution) -> list[str]:
    """The lines of an error but for the frames and the place where it was thrown: what is no object
    does not tell it."""
    lines = run.stderr.decode().splitlines()
    return [line for line in lines if line[:1].isalpha() and not line.startswith(PLACES)]


COLD = (
    "import('fs')",
    "console.log(process.pid, process['pid'])",
    "process.on('uncaughtException', f)",
    "require('child_process').execSync('ls')",
    "r = require; r('fs')",
    "const { pid } = process",
    "try { f() } catch (e) { console.log(e.stack) }",
    "new Function('return process')()",
)


@pytest.mark.parametrize("source", COLD)
def test_a_source_that_could_tell_has_a_start_for_each_case(layer: Layer, source: str) -> None:
    with posted("posted.js", source, (), layer.name, kind="program") as host:
        assert not host.built.warm
        assert host.built.argv == host.built.cold


def test_every_case_of_a_program_begins_afresh(layer: Layer) -> None:
    source = (
        "console.log(globalThis.kept, Array.prototype.kept, process.env.kept, Math.random());\n"
    )
    source += "kept = Array.prototype.kept = process.env.kept = 1; require('fs').kept = 2"
    _, _, runs = both(layer, source)
    shown = [run.stdout.decode().split() for run in runs]
    assert [words[:3] for words in shown] == [["undefined"] * 3] * 2
    assert shown[0][3] != shown[1][3]
