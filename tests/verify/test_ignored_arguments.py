"""Arguments of groups that make no difference to an input validator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case, CaseSettings
from judge.verify import ignored_arguments
from judge.verify.deadline import Deadline

Accepts = Callable[[list[int], tuple[str, ...]], bool]


def told(folder: Path, arguments: tuple[str, str], accepts: Accepts) -> list[str]:
    """What is said of a validator of rows of numbers, of which the second group has greater and
    more."""
    cases = []
    rows = (([5, 7], [1, 2, 10]), ([100, 3], [1, 500, 2, 9]))
    for group, (own, words) in enumerate(zip(rows, arguments, strict=True)):
        settings = CaseSettings(input_validator_arguments=tuple(words.split()))
        for number, row in enumerate(own):
            case = Case(f"{group}-{number}", "", folder, settings=settings)
            case.input_path.write_text(" ".join(map(str, row)) + "\n")
            cases.append(case)
    problem: Any = SimpleNamespace(cases=cases, folder=folder)

    def says(data: bytes, settings: CaseSettings) -> bool:
        return accepts([*map(int, data.split())], settings.input_validator_arguments)

    found = ignored_arguments.ignored(problem, says, Deadline(60))
    return [one.partition(" in ")[0].removeprefix("they take no notice of ") for one in found]


FLAGS = ("--n 3 --most 10", "--n 9 --most 999")


@pytest.mark.parametrize(
    ("accepts", "wanted"),
    [
        (lambda row, words: len(row) <= int(words[1]) and max(row) <= int(words[3]), []),
        (lambda row, words: len(row) <= int(words[1]) and max(row) <= 999, ["10, 999"]),
        (lambda row, words: len(row) <= 9 and max(row) <= int(words[3]), ["3, 9"]),
        (lambda row, words: len(row) <= 9 and max(row) <= 999, ["3, 9", "10, 999"]),
    ],
)
def test_a_bound_that_is_not_kept_is_told(
    tmp_path: Path, accepts: Accepts, wanted: list[str]
) -> None:
    assert told(tmp_path, FLAGS, accepts) == wanted


@pytest.mark.parametrize(
    "arguments", [("n=3", "n=999"), ("3", "999"), ("--subtask=1", "--subtask=2")]
)
@pytest.mark.parametrize("is_read", [True, False])
def test_every_way_to_give_a_number(
    tmp_path: Path, arguments: tuple[str, str], is_read: bool
) -> None:
    def accepts(row: list[int], words: tuple[str, ...]) -> bool:
        number = int(words[0].strip("-subtakn="))
        most = {1: 10, 2: 999}.get(number, number)
        return max(row) <= most or not is_read

    assert bool(told(tmp_path, arguments, accepts)) != is_read


def test_the_same_arguments_everywhere_need_no_effect(tmp_path: Path) -> None:
    assert told(tmp_path, ("--seed 5", "--seed 5"), lambda row, words: True) == []
