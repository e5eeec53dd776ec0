"""The table of mutants that change no verdict."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.verify.mutation.equivalents import FILE, read_equivalents, read_shared, unused
from judge.verify.mutation.operators import Mutation, mutations

ENTRY = '[[mutant]]\nfile = "rules.py"\nchange = "a < b → a <= b"\nreason = "never equal"\n'
ROOT = Path(__file__).parents[3]


def mutants(file: str, source: str) -> list[tuple[str, Mutation]]:
    return [(file, one) for one in mutations(ast.parse(source), lambda node: True, source)]


MADE = mutants("rules.py", "def f(a, b):\n    return a < b")


def written(folder: Path, text: str) -> Path:
    (folder / FILE).write_text(text)
    return folder


def test_a_package_without_the_table_has_no_entry(tmp_path: Path) -> None:
    assert read_equivalents(tmp_path) == ()


def test_an_entry_covers_the_change_in_its_file(tmp_path: Path) -> None:
    [entry] = read_equivalents(written(tmp_path, ENTRY))
    covered = [one.change for file, one in MADE if entry.covers(file, one)]
    assert covered == ["a < b → a <= b"]
    assert not any(entry.covers("input.py", one) for _, one in MADE)


@pytest.mark.parametrize(("code", "count"), [("return a < b", 1), ("return b > a", 0)])
def test_the_text_of_a_line_limits_it(tmp_path: Path, code: str, count: int) -> None:
    [entry] = read_equivalents(written(tmp_path, f"{ENTRY}code = '{code}'\n"))
    assert sum(entry.covers(file, one) for file, one in MADE) == count


def test_lines_above_that_are_added_or_removed_make_no_difference(tmp_path: Path) -> None:
    [entry] = read_equivalents(written(tmp_path, f"{ENTRY}code = 'return a < b'\n"))
    moved = mutants("rules.py", "import re\n\n\ndef f(a, b):\n    if a:\n        return a < b")
    assert [one.line for file, one in moved if entry.covers(file, one)] == [6]


def test_a_column_tells_the_same_change_twice_in_one_line(tmp_path: Path) -> None:
    made = mutants("rules.py", "def f(a, b):\n    return g(a < b, a < b)")
    [anywhere] = read_equivalents(written(tmp_path, ENTRY))
    assert sum(anywhere.covers(*one) for one in made) == 2
    [second] = read_equivalents(written(tmp_path, ENTRY + "column = 21\n"))
    assert [one.column for file, one in made if second.covers(file, one)] == [21]


def test_an_entry_of_changed_code_is_found(tmp_path: Path) -> None:
    other = ENTRY.replace("a < b →", "a < c →")
    used, stale = read_equivalents(written(tmp_path, ENTRY + other))
    assert unused((used, stale), MADE) == [stale]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mutant = 3", "mutant must be an array of tables: [[mutant]]"),
        ("[[mutants]]", "unknown key 'mutants'"),
        (ENTRY.replace('"never equal"', '" "'), "mutant 1: reason must be a string that is not"),
        (ENTRY + "code = 2", "mutant 1: code must be a string that is not empty"),
        (ENTRY + "line = 2", "mutant 1: unknown key 'line': give the text of the line as code"),
        (ENTRY + "column = true", "mutant 1: column must be an integer"),
        (ENTRY + "column = 0.5", "mutant 1: column must be an integer"),
        (ENTRY + "codes = 2", "mutant 1: unknown key 'codes': did you mean 'code'?"),
        ("[[mutant]", "is not valid TOML"),
    ],
)
def test_a_faulty_table_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(JudgeError) as caught:
        read_equivalents(written(tmp_path, text))
    assert message in str(caught.value)
    assert FILE in str(caught.value)


def test_the_helpers_of_plug_ins_have_a_table_that_counts_where_they_are_used() -> None:
    used = read_shared(("pairings.py",))
    assert used and {one.file for one in used} == {"pairings.py"}
    assert read_shared(()) == ()


@pytest.mark.long
@pytest.mark.parametrize(
    "folder", ["judge/plugin", "problems/attack", "problems/combat", "problems/mana"]
)
def test_each_entry_of_a_bundled_table_matches_a_mutant(folder: str) -> None:
    entries = read_equivalents(ROOT / folder)
    files = {one.file for one in entries}
    made = [one for file in files for one in mutants(file, (ROOT / folder / file).read_text())]
    assert files and unused(entries, made) == []
