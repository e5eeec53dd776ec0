"""Grades that depend on the process: on hashes of strings, the clock or the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.packages.plugin_loader import load_plugin
from judge.verify import grades_elsewhere
from judge.verify.mutation.trials import Trial

PLUGIN = """
import os
import time


class Sum:
    goal = "max"

    def parse(self, text):
        return tuple(map(int, text.split()))

    def decode(self, text, instance, reading):
        return int(text)

    def compare(self, instance, answer, best):
        return answer == best
"""
TRIALS = tuple(
    Trial(f"case {number}", f"{number} 1\n", f"{number + 1}\n", f"{number + 1 + number % 3}\n")
    for number in range(40)
)


def said(folder: Path, right: str) -> str:
    path = folder / "plugin.py"
    path.write_text(PLUGIN.replace("answer == best", right).replace('    goal = "max"\n', ""))
    return grades_elsewhere.differing(load_plugin(folder), folder, TRIALS)


@pytest.mark.long
def test_grades_are_alike_in_another_process(tmp_path: Path) -> None:
    assert said(tmp_path, "answer == best") == ""


@pytest.mark.long
@pytest.mark.parametrize(
    "right",
    [
        "answer == best and hash(str(answer)) % 2 == 0",
        "answer == best and len(os.getcwd()) == %d",
        "answer == best and time.time() < %d",
    ],
)
def test_what_depends_on_the_process_is_told(tmp_path: Path, right: str) -> None:
    import time

    here = len(str(Path.cwd())) if "getcwd" in right else int(time.time()) + 86400
    found = said(tmp_path, right.replace("%d", str(here)))
    assert found.endswith("it depends on hashes, the clock or the folder")
