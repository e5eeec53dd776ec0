"""A Python program runs as under a bare ``python3 SOURCE``, however its start is made."""

from __future__ import annotations

import re

import pytest

from judge import languages
from judge.execute import Prepared
from judge.model import Run
from judge.sandbox.layer import Command, Layer
from tests.hosts.calling import LIMITS, posted
from tests.hosts.python_programs import INPUT, PROGRAMS

pytestmark = pytest.mark.usefixtures("system_tools")


def bare(prepared: Prepared) -> tuple[str, ...]:
    """The command that anybody would type."""
    python = languages.toolchain(languages.table()["python"]).paths["python3"]
    return (str(python), prepared.argv[-1])


def facts(run: Run) -> tuple[object, ...]:
    """What is the same for every start; addresses are not."""
    texts = (re.sub(rb"0x[0-9a-f]{6,}", b"0x", text) for text in (run.stdout, run.stderr))
    return run.ended, run.exit_status, run.signal, *texts


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_prints_and_ends_as_under_a_bare_python(layer: Layer, name: str) -> None:
    with posted("posted.py", PROGRAMS[name], (), layer.name, kind="program") as host:
        session = host.layer.open(host.prepared.view)
        try:
            wanted = session.run(Command(bare(host.prepared), INPUT), LIMITS)
            command = Command(host.prepared.argv, INPUT, warm=host.prepared.warm)
            runs = [session.run(command, LIMITS) for _ in range(2)]
        finally:
            session.close()
    assert host.prepared.warm is layer.keeps_hosts
    assert [facts(run) for run in runs] == [facts(wanted)] * 2
