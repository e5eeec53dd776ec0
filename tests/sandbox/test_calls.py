"""What the allow-list of system calls leaves to solutions: all that run-times are known to use.

What it takes is tried by the attacks: ``attacks/programs/unknown_calls.c`` and its neighbours.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.languages.table import by_suffix
from judge.model import Ended, Kind, Limits, Solution
from judge.running.compile import prepare
from judge.sandbox.layer import Command, Layer

pytestmark = pytest.mark.usefixtures("system_tools")
LIMITS = Limits(cpu_s=10, memory_mib=256, wall_override_s=60)

PROGRAM = Path(__file__).with_name("run_time_calls.c")
USES = (
    "threads",
    "processes",
    "descriptors",
    "waiting",
    "signals",
    "memory",
    "files",
    "sockets",
    "machine",
    "policy of others",
)


@pytest.mark.long
def test_what_run_times_need_works(layer: Layer, open_folder: Path) -> None:
    source = open_folder / PROGRAM.name
    shutil.copy(PROGRAM, source)
    language = by_suffix(source)
    assert language
    solution = Solution("calls", "calls", source, language.name, Kind.PROGRAM, 1)
    built = prepare(solution, layer, open_folder / "made")
    session = layer.open(built.view)
    try:
        for use in USES:
            # In Landlock's layer only what is marked so may write where it stands.
            run = session.run(Command((*built.argv, use), writes=True), LIMITS)
            assert (run.ended, run.stdout) == (Ended.EXITED, b"tried\n"), (use, run)
    finally:
        session.close()
