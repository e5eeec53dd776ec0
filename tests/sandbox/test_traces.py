"""What one case does, the next one cannot see, as far as the sandbox promises.

A probe writes down what a case can see. It runs after a case that does nothing and after one that
does whatever may leave a trace, by turns. What is always the same after the first, and always
otherwise after the second, is a message.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from judge.model import Limits
from judge.sandbox import choose
from judge.sandbox.layer import Command, Session, View

PROBE = Path(__file__).with_name("sandbox_probe.py")
ROUNDS = 4
REPEATS = 3
#: Numbers that the whole machine shares: what the page of the sandbox lists as not closed.
MACHINE = re.compile(r"^self/autogroup$")
#: In Landlock's layer processes have the machine's numbers, and the machine's counters are shown.
LANDLOCK = re.compile(
    r"^self/autogroup$|^numbers$|^child$|^proc/(stat|meminfo)$|^self/(stat|status)$"
)
#: Inodes of pipes and sockets are numbered through for the machine, addresses drawn at random; the
#: clock of a process's own AVX-512 instructions says how long ago the probe itself used one.
NOISE = re.compile(r"pipe:\[\d+\]|socket:\[\d+\]|AVX512_elapsed_ms:\\t-?\d+")


@pytest.fixture(params=["bubblewrap", "landlock"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[tuple[str, Session]]:
    try:
        layer = choose(request.param)
    except Exception as error:
        pytest.skip(str(error))
    with tempfile.TemporaryDirectory(prefix="judge-traces-") as name:
        Path(name).chmod(0o755)
        program = Path(name) / "program"
        program.mkdir()
        shutil.copy(PROBE, program)
        session = layer.open(View(program, temporary=Path(name)))
        try:
            yield layer.program_folder(View(program)), session
        finally:
            session.close()


def run(sandbox: tuple[str, Session], *words: str) -> bytes:
    folder, session = sandbox
    argv = ("/usr/bin/python3", f"{folder}/{PROBE.name}", *words)
    run = session.run(Command(argv), Limits(cpu_s=10, memory_mib=256, output_bytes=2**24))
    if words != ("noisy",):
        assert run.exit_status == 0, run
    return run.stdout


def probed(sandbox: tuple[str, Session]) -> Mapping[str, Any]:
    facts = json.loads(run(sandbox, "look"))
    return {name: NOISE.sub("", json.dumps(value)) for name, value in facts.items()}


@pytest.mark.long
@pytest.mark.skipif(not Path("/usr/bin/python3").exists(), reason="no Python of the system")
def test_a_case_cannot_see_what_the_one_before_it_has_done(
    sandbox: tuple[str, Session], request: pytest.FixtureRequest
) -> None:
    probed(sandbox)
    known = LANDLOCK if "landlock" in request.node.name else MACHINE
    told = differences(sandbox)
    for _ in range(REPEATS - 1):
        told = {name: told[name] for name in told if not known.match(name)}
        if not told:
            break
        again = differences(sandbox)
        told = {name: both for name, both in again.items() if name in told}
    assert not {name: both for name, both in told.items() if not known.match(name)}


def differences(sandbox: tuple[str, Session]) -> dict[str, tuple[set[object], set[object]]]:
    """What was the same after each quiet case, and otherwise after each noisy one."""
    quiet, noisy = [], []
    for _ in range(ROUNDS):
        run(sandbox, "quiet")
        quiet.append(probed(sandbox))
        run(sandbox, "noisy")
        noisy.append(probed(sandbox))
    assert len(quiet[0]) > 40
    told: dict[str, tuple[set[object], set[object]]] = {}
    for name in set().union(*quiet, *noisy):
        before = {facts.get(name) for facts in quiet}
        after = {facts.get(name) for facts in noisy}
        if len(before) == 1 and not before & after:
            told[name] = (before, after)
    return told
