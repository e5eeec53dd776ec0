"""Which code of a problem has mutants."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
NAMES = ("attack", "combat", "mana")
#: Prints how many mutants the first problem has, and its entries of equivalent mutants that match
#: none, in a process that has loaded these problems alone.
MUTANTS = """
import sys
from pathlib import Path
from judge.packages.loaded_problem import load_problems
from judge.verify.mutation.equivalents import read_equivalents, unused
from judge.verify.mutation.suite import modules_of, mutants_of

names = sys.argv[1:]
folders = {one.name: one.problem.folder for one in load_problems(Path("problems"), names)}
modules = modules_of(folders[names[0]])
made = [(modules[name].path.name, mutation) for name, mutation in mutants_of(modules)]
print(len(made), [one.change for one in unused(read_equivalents(folders[names[0]]), made)])
"""


def told(*names: str) -> str:
    command = [sys.executable, "-c", MUTANTS, *names]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_mutants_do_not_depend_on_what_else_was_loaded(name: str) -> None:
    alone = told(name)
    assert alone == told(name, *(other for other in NAMES if other != name))
    assert alone.endswith(" []\n"), "an entry of equivalent mutants matches none"
