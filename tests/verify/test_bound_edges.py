"""Bounds of input validators that are wrong by one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case
from judge.verify import bound_edges
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import stored_numbers
from tests.verify.stated_inputs import stored_inputs

STATEMENT = "At most 20 different numbers from 1 to 1,000, in ascending order; before, their count."


def said(folder: Path, is_valid: Callable[[int, list[int]], bool]) -> list[str]:
    (folder / "data").mkdir()
    cases = [Case(name, "", folder / "data") for name in "ab"]
    for case, text in zip(cases, ("2\n3 5\n", "3\n1 2 6\n"), strict=True):
        case.input_path.write_text(text)
    (folder / "problem.en.md").write_text(STATEMENT)
    problem: Any = SimpleNamespace(cases=cases, folder=folder)

    def accepts(_: Case, text: str) -> bool:
        count, *row = map(int, text.split())
        ordered = row == sorted({*row}) and count == len(row) and row[0] > 0
        return ordered and is_valid(count, row)

    return [
        *bound_edges.off_by_one(stored_numbers(problem, ()), problem.folder, accepts, Deadline(60))
    ]


@pytest.mark.parametrize(
    ("most", "greatest", "told"),
    [
        (20, 1000, ""),
        (21, 1000, "they accept 21 numbers in line 2 and no more, and the statement says 20"),
        (20, 1001, "they accept 1001 in line 2 and no more, and the statement says 1000"),
        (22, 1002, ""),
        (10**6, 10**6, ""),
        (19, 999, ""),
    ],
)
def test_a_bound_of_the_statement_and_one_more(
    tmp_path: Path, most: int, greatest: int, told: str
) -> None:
    found = said(tmp_path, lambda count, row: count <= most and row[-1] <= greatest)
    assert ({one.split(":")[0] for one in found} or {""}) == {told}


@pytest.mark.parametrize(("most", "is_told"), [(20, False), (21, True), (22, False)])
@pytest.mark.parametrize("who", ["they accept", "the plug-in reads"])
def test_one_line_more_than_the_statement_says(
    tmp_path: Path, most: int, is_told: bool, who: str
) -> None:
    cases = [Case(name, "", tmp_path) for name in "abc"]
    for case, text in zip(cases, ("1\n5 6\n", "2\n1 1\n3 9\n", "3\n1 2\n1 2\n8 8\n"), strict=True):
        case.input_path.write_text(text)
    (tmp_path / "problem.en.md").write_text(STATEMENT)
    problem: Any = SimpleNamespace(cases=cases, folder=tmp_path)

    def accepts(_: Case, text: str) -> bool:
        count, *rows = text.splitlines()
        return (
            count == str(len(rows))
            and len(rows) <= most
            and all(len(row.split()) == 2 for row in rows)
        )

    stored = stored_numbers(problem, ())
    found = {*bound_edges.off_by_one(stored, tmp_path, accepts, Deadline(60), who)}
    told = f"{who} 21 lines below line 1 and no more, and the statement says 20"
    assert {one.split(":")[0] for one in found} == ({told} if is_told else set())


@pytest.mark.parametrize(
    ("statement", "width"),
    [
        ("Numbers up to the width of the wall, which is at most 3 \\cdot 10^5.", 11),
        ("At most 20 numbers up to the width of the wall.", 21),
    ],
)
def test_a_bound_that_is_a_number_of_the_input(tmp_path: Path, statement: str, width: int) -> None:
    """Though the statement has the number below it, as a part of a power or by chance."""
    (tmp_path / "data").mkdir()
    case = Case("a", "", tmp_path / "data")
    case.input_path.write_text(f"{width}\n6 7 8\n")
    (tmp_path / "problem.en.md").write_text(statement)
    problem: Any = SimpleNamespace(cases=[case], folder=tmp_path)

    def accepts(_: Case, text: str) -> bool:
        most, *row = map(int, text.split())
        return max(row) <= most

    stored = stored_numbers(problem, ())
    assert not [*bound_edges.off_by_one(stored, tmp_path, accepts, Deadline(60))]


def test_a_number_that_is_stored_beyond_it_makes_a_stated_one_no_bound(tmp_path: Path) -> None:
    """In 3 15, 14 instead of 3 is in order and 15 is not; 13 is no bound of the statement."""
    (tmp_path / "data").mkdir()
    cases = [Case(name, "", tmp_path / "data") for name in "ab"]
    for case, text in zip(cases, ("3 15\n", "3 9 15\n"), strict=True):
        case.input_path.write_text(text)
    (tmp_path / "problem.en.md").write_text("An error of 10^{-13} is allowed.")
    problem: Any = SimpleNamespace(cases=cases, folder=tmp_path)

    def accepts(_: Case, text: str) -> bool:
        row = [*map(int, text.split())]
        return row == sorted({*row})

    assert not [
        *bound_edges.off_by_one(stored_numbers(problem, ()), problem.folder, accepts, Deadline(60))
    ]


@pytest.mark.parametrize(
    ("is_valid", "told"),
    [
        (lambda count, row: count == len(row), set()),
        (
            lambda count, row: count <= len(row),
            {1, 2},
        ),
    ],
)
def test_a_number_that_counts_a_row_must_count_it(
    tmp_path: Path, is_valid: Callable[[int, list[int]], bool], told: set[int]
) -> None:
    (tmp_path / "data").mkdir()
    cases = [Case(name, "", tmp_path / "data") for name in "abc"]
    for case, text in zip(cases, ("1\n3\n", "2\n3 5\n", "3\n1 2 6\n"), strict=True):
        case.input_path.write_text(text)
    problem: Any = SimpleNamespace(cases=cases, folder=tmp_path)

    def accepts(_: Case, text: str) -> bool:
        count, *row = map(int, text.split())
        return count > 0 and is_valid(count, row)

    found = bound_edges.miscounted(stored_numbers(problem, ()), accepts)
    wanted = {f"they accept '{number}' in line 1" for number in told}
    assert {one.split(", which")[0] for one in found} == wanted


@pytest.mark.parametrize("looks", [True, False])
def test_one_of_two_equal_numbers_counts_the_rows(tmp_path: Path, looks: bool) -> None:
    """As many nodes as edges in all stored inputs: the nodes may be more."""
    (tmp_path / "data").mkdir()
    cases = [Case(name, "", tmp_path / "data") for name in "abc"]
    texts = ("3 3\n1 2\n2 3\n1 3\n", "2 2\n1 2\n1 2\n", "4 4\n1 2\n2 3\n3 4\n1 4\n")
    for case, text in zip(cases, texts, strict=True):
        case.input_path.write_text(text)
    problem: Any = SimpleNamespace(cases=cases, folder=tmp_path)

    def accepts(_: Case, text: str) -> bool:
        first, *rows = text.splitlines()
        nodes, edges = map(int, first.split())
        ends = [int(end) for row in rows for end in row.split()]
        return max(ends) <= nodes and (not looks or edges == len(rows))

    found = [*bound_edges.miscounted(stored_numbers(problem, ()), accepts)]
    assert bool(found) is not looks


@pytest.mark.parametrize(
    ("statement", "bounds", "told"),
    [
        (
            "From 1 to 1000, from 1 to 1000.",
            (1000, 9999),
            "they accept 1500 in line 2, and not 1001 in line 1",
        ),
        (
            "From 1 to 1000, from 1 to 1000.",
            (9999, 1000),
            "they accept 1500 in line 1, and not 1001 in line 2",
        ),
        ("From 1 to 1000, from 1 to 1000.", (1000, 1000), ""),
        ("From 1 to 1000, from 1 to 1000.", (9999, 9999), ""),
        ("From 1 to 1000, from 1 to 1000.", (999, 9999), ""),
        ("From 1 to 1000, from 1 to 10.", (1000, 9999), ""),
        ("From 1 to 1000, from 1 to 1000, and what fits 64 bits.", (1000, 9999), ""),
        ("From 1 to 10, from 1 to 10.", (10, 9999), ""),
    ],
)
def test_a_bound_of_the_statement_that_only_one_place_keeps(
    tmp_path: Path, statement: str, bounds: tuple[int, int], told: str
) -> None:
    (tmp_path / "data").mkdir()
    cases = [Case(name, "", tmp_path / "data") for name in "ab"]
    for case, text in zip(cases, ("2\n3\n", "3\n12\n"), strict=True):
        case.input_path.write_text(text)
    (tmp_path / "problem.en.md").write_text(statement)
    problem: Any = SimpleNamespace(cases=cases, folder=tmp_path)

    def accepts(_: Case, text: str) -> bool:
        return all(
            1 <= one <= most for one, most in zip(map(int, text.split()), bounds, strict=True)
        )

    found = bound_edges.unbounded(
        stored_numbers(problem, ()), problem.folder, accepts, Deadline(60)
    )
    assert ({one.split(", and the")[0] for one in found} or {""}) == {told}


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (int, []),
        (lambda word: int(word) % 2**32, ["they accept 4294967305 in line 2", "they accept"]),
        (lambda word: int(word) % 2**64, ["they accept 18446744073709551625 in line 2"]),
    ],
)
@pytest.mark.parametrize("most", [1000, 10**25])
def test_bits_that_are_not_looked_at(
    tmp_path: Path, value: Callable[[str], int], told: list[str], most: int
) -> None:
    texts = ("1\n5\n", "1\n9\n", "1\n7\n")
    stored = stored_inputs(tmp_path, f"A number from 1 to {most}.", texts)

    def accepts(_: Case, text: str) -> bool:
        count, number = text.split()
        return count == "1" and 1 <= value(number) <= most

    found = [*bound_edges.wrapped(stored, tmp_path, accepts)]
    wanted = told if most == 1000 else []
    assert len(found) == len(wanted), found
    assert all(one.startswith(what) for one, what in zip(found, wanted, strict=True))


def test_inputs_of_different_counts_are_changed(tmp_path: Path) -> None:
    """The smallest ones may be those of a group that has one row alone."""
    (tmp_path / "data").mkdir()
    cases = [Case(name, "one" if name in "abc" else "", tmp_path / "data") for name in "abcde"]
    texts = ("1\n3\n", "1\n4\n", "1\n5\n", "2\n3\n5\n", "3\n1\n2\n6\n")
    for case, text in zip(cases, texts, strict=True):
        case.input_path.write_text(text)
    problem: Any = SimpleNamespace(cases=cases, folder=tmp_path)

    def accepts(case: Case, text: str) -> bool:
        return case.group == "" or text.startswith("1\n")

    [*found] = bound_edges.miscounted(stored_numbers(problem, ()), accepts)
    assert any("which counts rows" in one for one in found)
