"""The table of mutants that change no verdict."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from judge import plugin
from judge.common.errors import JudgeError
from judge.verify.mutation.equivalents import FILE, read_equivalents, read_shared, unused
from judge.verify.mutation.operators import mutations

ENTRY = '[[mutant]]\nfile = "rules.py"\nchange = "a < b → a <= b"\nreason = "never equal"\n'
MADE = [
    ("rules.py", one)
    for one in mutations(ast.parse("def f(a, b):\n    return a < b"), lambda node: True)
]


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


@pytest.mark.parametrize(("line", "count"), [(2, 1), (3, 0)])
def test_a_line_limits_it(tmp_path: Path, line: int, count: int) -> None:
    [entry] = read_equivalents(written(tmp_path, f"{ENTRY}line = {line}\n"))
    assert sum(entry.covers(file, one) for file, one in MADE) == count


def test_a_column_tells_the_same_change_twice_in_one_line(tmp_path: Path) -> None:
    code = "def f(a, b):\n    return g(a < b, a < b)"
    made = [("rules.py", one) for one in mutations(ast.parse(code), lambda node: True)]
    [anywhere] = read_equivalents(written(tmp_path, ENTRY))
    assert sum(anywhere.covers(*one) for one in made) == 2
    [second] = read_equivalents(written(tmp_path, ENTRY + "line = 2\ncolumn = 21\n"))
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
        (ENTRY + 'line = "2"', "mutant 1: line must be an integer"),
        (ENTRY + "column = true", "mutant 1: column must be an integer"),
        (ENTRY + "lines = 2", "mutant 1: unknown key 'lines': did you mean 'line'?"),
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


def test_each_entry_of_that_table_matches_a_mutant() -> None:
    folder = Path(plugin.__file__).parent
    made = [
        (path.name, one)
        for path in (folder / "pairings.py", folder / "number_lists.py")
        for one in mutations(ast.parse(path.read_text()), lambda node: True)
    ]
    assert unused(read_equivalents(folder), made) == []
