"""A place that there is not, or one twice, is no right output."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case, Verdict
from judge.verify import wrong_places
from judge.verify.counted_outputs import counted_row
from judge.verify.deadline import Deadline

#: A sum, numbers to choose of, and the places chosen.
BOARDS = (
    (6, (1, 2, 4), (2, 3)),
    (4, (2, 2), (1, 2)),
    (10, (5, 7, 5), (1, 3)),
    (3, (3,), (1,)),
    (12, (6, 1, 6), (1, 3)),
)
CHOICE = "Choose numbers with this sum. Print their positions, from 1, in any order."


def said(tmp_path: Path, statement: str, least: int, has_twice: bool, count: bool = True) -> str:
    (tmp_path / "problem.en.md").write_text(statement)
    boards = {Case(str(n), "", tmp_path): board for n, board in enumerate(BOARDS)}
    for case, (total, numbers, _) in boards.items():
        case.input_path.write_text(f"{total}\n{' '.join(map(str, numbers))}\n")
    subject: Any = SimpleNamespace(problem=SimpleNamespace(folder=tmp_path))

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        total, numbers, _ = boards[case]
        count, *places = map(int, output.split())
        is_sound = count == len(places) and all(least <= one <= len(numbers) for one in places)
        is_sound = is_sound and (has_twice or len({*places}) == count)
        right = is_sound and sum(numbers[one - 1] for one in places) == total
        return Verdict.AC if right else Verdict.WA, ""

    right = {
        case: f"{len(places)}\n{' '.join(map(str, places))}\n"
        for case, (_, _, places) in boards.items()
    }
    assert all(judged(case, text.encode())[0] is Verdict.AC for case, text in right.items())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wrong_places, "right_outputs", lambda *_: right)
        return wrong_places.accepted_wrong_place(subject, judged, Deadline(60))


def test_a_sound_validator_accepts_no_wrong_place(tmp_path: Path) -> None:
    assert said(tmp_path, CHOICE, 1, False) == ""


def test_a_0_that_is_taken_for_the_last_place_is_a_fault(tmp_path: Path) -> None:
    found = said(tmp_path, CHOICE, 0, False)
    assert found.startswith("it accepts a 0 in place of a number, ")
    assert found.endswith(r"'2\n2 0\n'")


def test_a_place_that_counts_twice_is_a_fault_where_things_are_chosen(tmp_path: Path) -> None:
    found = said(tmp_path, CHOICE, 1, True)
    assert found.startswith("it accepts a place that is named twice, ")


def test_a_place_named_twice_with_the_same_sum_is_looked_for(tmp_path: Path) -> None:
    case = Case("a", "", tmp_path)
    case.input_path.write_text("9 3\n1 2 3\n")
    row = counted_row(["2", "1 2"])
    assert row is not None
    assert "3\n1 1 1\n" in [*wrong_places._exact(case, row)]


@pytest.mark.parametrize(
    "statement", ["Choose numbers. Each position may come again.", "Choose numbers. Print them."]
)
def test_a_statement_may_allow_it(tmp_path: Path, statement: str) -> None:
    assert said(tmp_path, statement, 1, True) == ""


def test_a_first_number_that_is_a_count_by_chance_is_none(tmp_path: Path) -> None:
    first, second = (Case(name, "", tmp_path) for name in "ab")
    assert len(wrong_places._rows({first: "1 1\n", second: "none\n"})) == 1
    assert wrong_places._rows({first: "1 1\n", second: "2 3\n"}) == {}


@pytest.mark.parametrize(("least", "wanted"), [(1, ""), (0, "it accepts a 0 in place of a number")])
def test_a_0_among_places_that_are_not_counted(tmp_path: Path, least: int, wanted: str) -> None:
    (tmp_path / "problem.en.md").write_text("Print the indices of the numbers, from 1.\n")
    boards = {Case(str(n), "", tmp_path): board for n, board in enumerate(BOARDS)}
    subject: Any = SimpleNamespace(problem=SimpleNamespace(folder=tmp_path))

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        total, numbers, _ = boards[case]
        places = [*map(int, output.split())]
        is_sound = all(least <= one <= len(numbers) for one in places)
        right = is_sound and sum(numbers[one - 1] for one in places) == total
        return Verdict.AC if right else Verdict.WA, ""

    right = {case: f"{' '.join(map(str, places))}\n" for case, (_, _, places) in boards.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wrong_places, "right_outputs", lambda *_: right)
        found = wrong_places.accepted_zero(subject, judged, Deadline(60))
        assert found.startswith(wanted) and bool(found) == bool(wanted)
        (tmp_path / "problem.en.md").write_text("Print the indices of the numbers, from 0.\n")
        assert wrong_places.accepted_zero(subject, judged, Deadline(60)) == ""
