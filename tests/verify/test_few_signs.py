"""Words of a few signs that the statement names, in any language."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Case
from judge.verify import few_signs
from judge.verify.deadline import Deadline
from tests.verify.stated_inputs import stored_inputs

ROW = ".#..#.##" * 2
TEXTS = tuple(f"{count} 16\n" + f"{ROW}\n" * count for count in (1, 2, 3))


@pytest.mark.parametrize(
    "statement",
    [
        r"Ein Punkt (\texttt{.}) oder ein Baum (\texttt{\#}).",
        "Een punt `.` of een boom `#`.",
        "En punkt '.' eller ett träd '#'.",
    ],
)
@pytest.mark.parametrize(
    ("signs", "is_told"), [(".#", False), (".#A", True), (".#x", True), (".#7", True)]
)
def test_another_sign_is_told(tmp_path: Path, statement: str, signs: str, is_told: bool) -> None:
    found = told(tmp_path, statement, TEXTS, signs)
    assert found == ([f"they accept {signs[-1]!r} in a word"] if is_told else [])


@pytest.mark.parametrize(
    ("statement", "texts"),
    [
        ("Points.", TEXTS),  # the signs are not named
        ("A `.` or `#`, and `A` for one that is both.", TEXTS),
        ("A `.` or `#`.", TEXTS[:2]),
        ("A `.` or `#`.", (*TEXTS, "1 1\n@\n")),
    ],
)
def test_what_may_be_allowed_is_not(tmp_path: Path, statement: str, texts: tuple[str, ...]) -> None:
    assert not told(tmp_path, statement, texts, ".#A")


def told(folder: Path, statement: str, texts: tuple[str, ...], signs: str) -> list[str]:
    stored = stored_inputs(folder, statement, texts)

    def accepts(_: Case, text: str) -> bool:
        return {*"".join(text.splitlines()[1:])} <= {*signs}

    found = few_signs.foreign(stored, folder, accepts, Deadline(60))
    return [one.partition(",")[0] for one in found]
