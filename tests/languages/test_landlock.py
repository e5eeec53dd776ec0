"""The languages work in the layer that has no namespaces too: all they read is shown to them."""

from __future__ import annotations

import pytest

from judge.model import Ended
from tests.languages.call_host import posted
from tests.languages.toy_solutions import FUNCTIONS, PROGRAMS

pytestmark = pytest.mark.usefixtures("system_tools")


@pytest.mark.long
@pytest.mark.parametrize("file", [file for file in FUNCTIONS if file != "function.cpp"])
def test_a_function_is_called_under_landlock(file: str) -> None:
    arguments = [[3, 1, -2, 7], 2]
    with posted(file, FUNCTIONS[file], arguments, layer="landlock") as host:
        run = host.call(arguments)
    if "may not enter" in run.note:
        pytest.skip(run.note)
    assert (run.ended, run.exit_status) == (Ended.EXITED, 0), run.stderr.decode()
    answer = run.stdout if run.result == b"void\n" else run.result
    assert answer is not None
    assert answer.decode().replace(",", " ").strip("[] \n").split() in (["3", "0"], ["4", "1"])


@pytest.mark.long
@pytest.mark.parametrize("file", ["program.hs", "program.ml"])
def test_a_program_is_compiled_under_landlock(file: str) -> None:
    with posted(file, PROGRAMS[file], (), layer="landlock", kind="program") as host:
        assert (host.built.view.folder / "artifact").stat().st_size > 0
