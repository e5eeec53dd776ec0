"""A malformed package is refused in one line that names the file, and nothing of it is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.common import interrupts
from judge.common.errors import JudgeError
from judge.packages.generators import has_generators, read_generators
from judge.packages.load import load_problem
from judge.packages.loaded_problem import load_problems
from judge.packages.submission_rules import read_rules
from judge.running.checkers import check_arguments
from tests.packages.malformed_table import (
    DESCRIBING_ROWS,
    FILE_ROWS,
    NAME_ROWS,
    PLUGIN_ROWS,
    SETTINGS_ROWS,
    TABLE_ROWS,
    Change,
    sound,
)
from tests.packages.written import DRAFT


def read_all(folder: Path) -> None:
    """Read a package as ``judge run`` does before it runs something."""
    (loaded,) = load_problems(folder.parent, [folder.name])
    check_arguments(loaded)
    loaded.read_cases(loaded.problem.cases)
    read_rules(loaded.problem)
    if has_generators(folder):
        read_generators(folder, loaded.problem.constants)


def complaint(root: Path, change: Change) -> str:
    folder = sound(root)
    change(folder)
    before = sorted(folder.rglob("*"))
    with interrupts.handled(), pytest.raises(JudgeError) as caught:
        read_all(folder)
    assert sorted(folder.rglob("*")) == before
    said = str(caught.value)
    assert said.isprintable() and len(said) < 600, said
    return said


def test_the_package_is_sound_without_the_changes(tmp_path: Path) -> None:
    read_all(sound(tmp_path))


@pytest.mark.parametrize("row", SETTINGS_ROWS)
def test_settings(tmp_path: Path, row: str) -> None:
    assert "sum/problem.yaml" in complaint(tmp_path, SETTINGS_ROWS[row])


@pytest.mark.parametrize("row", DESCRIBING_ROWS)
def test_settings_that_decide_nothing(tmp_path: Path, row: str) -> None:
    folder = sound(tmp_path)
    DESCRIBING_ROWS[row](folder)
    read_all(folder)
    about = load_problem(folder).metadata
    said = (*map(str, about.faults), *about.missing)
    assert said and all(one.isprintable() and len(one) < 600 for one in said), said


@pytest.mark.parametrize("row", FILE_ROWS)
def test_files(tmp_path: Path, row: str) -> None:
    change, at_fault = FILE_ROWS[row]
    assert f"{at_fault}" in complaint(tmp_path, change)


@pytest.mark.parametrize("row", NAME_ROWS)
def test_names(tmp_path: Path, row: str) -> None:
    """Of a package of the draft: other formats want that such names count as not there."""
    change, said = NAME_ROWS[row]

    def draft(folder: Path) -> None:
        (folder / "problem.yaml").write_text(DRAFT)
        change(folder)

    assert said in complaint(tmp_path, draft)


@pytest.mark.parametrize("row", TABLE_ROWS)
def test_tables(tmp_path: Path, row: str) -> None:
    change, at_fault = TABLE_ROWS[row]
    assert at_fault in complaint(tmp_path, change)


@pytest.mark.parametrize("row", PLUGIN_ROWS)
def test_plugins(tmp_path: Path, row: str) -> None:
    said = complaint(tmp_path, PLUGIN_ROWS[row])
    assert "plugin.py" in said or "the plug-in's" in said or "2.ans" in said or "1.ans" in said
