"""Stored inputs of a group beyond the limits that the statement lists for it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case, CaseSettings, Group
from judge.verify.deadline import Deadline
from judge.verify.group_limits import beyond, unkept

SWEDISH = r"""
\section*{Indata}
På första raden står heltalet $N$ ($1 \le N \le 1000$).
På andra raden står $N$ heltal $a_1, \dots, a_N$ ($0 \le a_i \le 10^9$).
\section*{Poängsättning}
\begin{tabular}{l l l}
1 & 40 & $N \le 3$ \\
2 & 60 & $a_i \le 50$ \\
\end{tabular}
"""
ENGLISH = """
## Input

- One line with $N$ ($1 <= N <= 1000$).
- One line with $N$ numbers $a_1$ to $a_N$ ($0 <= a_i <= 10^9$).

## Scoring

- $N <= 3$ (40 points)
- $a_i <= 50$ (60 points)
"""
ROWS = {1: ("1\n7\n", "3\n1 2 3\n", "2\n800 9\n"), 2: ("5\n1 2 3 4 50\n", "1\n0\n", "2\n1 1\n")}


def messages(folder: Path, name: str, text: str, rows: dict[int, tuple[str, ...]]) -> list[str]:
    return [*beyond(problem_of(folder, name, text, rows))]


def problem_of(folder: Path, name: str, text: str, rows: dict[int, tuple[str, ...]]) -> Any:
    """Each group has its number as the argument of input validators."""
    (folder / name).write_text(text)
    cases = []
    for number, inputs in rows.items():
        (folder / f"data/secret/group{number}").mkdir(parents=True)
        for at, one in enumerate(inputs):
            group = f"secret/group{number}"
            settings = CaseSettings(input_validator_arguments=(str(number),))
            cases.append(Case(f"{group}/{at}", group, folder / "data", settings=settings))
            cases[-1].input_path.write_text(one)
    groups = tuple(Group(f"secret/group{number}") for number in rows)
    return SimpleNamespace(folder=folder, groups=groups, cases=cases)


@pytest.mark.parametrize(
    ("name", "text"), [("problem.sv.tex", SWEDISH), ("problem.en.md", ENGLISH)]
)
@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (ROWS, ""),
        (
            {**ROWS, 1: (*ROWS[1], "4\n1 2 3 4\n")},
            "data/secret/group1/3.in has N = 4, and the statement says N <= 3 for group 1",
        ),
        (
            {**ROWS, 2: ("2\n7 51\n", *ROWS[2])},
            "data/secret/group2/0.in has a_i = 51, and the statement says a_i <= 50 for group 2",
        ),
    ],
)
def test_an_input_beyond_the_limits_of_its_group_is_told(
    tmp_path: Path, name: str, text: str, rows: dict[int, tuple[str, ...]], said: str
) -> None:
    assert messages(tmp_path, name, text, rows) == ([said] if said else [])


MOST = {**ROWS, 1: ("4\n1 2 3 4\n", "5\n1 2 3 4 5\n", "2\n800 9\n")}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (SWEDISH, MOST),  # most of them: the name may be another number's
        (SWEDISH, {**ROWS, 1: ("1001\n1\n", "1\n7\n", "2\n1 2\n")}),  # beyond the interval, too
        (SWEDISH.replace(r"($1 \le N \le 1000$)", ""), {**ROWS, 1: (*ROWS[1], "4\n1 2 3 4\n")}),
        (ENGLISH.replace("One line with", "Test cases:"), {**ROWS, 1: (*ROWS[1], "4\n1 2 3 4\n")}),
        (SWEDISH, {**ROWS, 1: (*ROWS[1], "a word\n")}),
    ],
)
def test_where_a_name_may_be_another_number_nothing_is_told(
    tmp_path: Path, text: str, rows: dict[int, tuple[str, ...]]
) -> None:
    assert not messages(tmp_path, "problem.en.md", text, rows)


def test_most_inputs_beyond_are_told_where_another_group_keeps_its_limit(tmp_path: Path) -> None:
    text = SWEDISH.replace("$a_i \\le 50$", "$N \\le 5$, $a_i \\le 50$")
    [said] = messages(tmp_path, "problem.sv.tex", text, MOST)
    assert said.startswith("data/secret/group1/0.in has N = 4")


def test_of_a_large_input_the_first_line_is_read(tmp_path: Path) -> None:
    rows = {1: (*ROWS[1], f"4\n{'1 ' * 3_000_000}\n"), 2: ROWS[2]}
    [said] = messages(tmp_path, "problem.en.md", ENGLISH, rows)
    assert "N = 4" in said and "N <= 3" in said


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"1": (3, 10**9), "2": (1000, 50)}, ""),
        ({"1": (4, 10**9), "2": (1000, 50)}, "beyond N <= 3 with the arguments of group 1"),
        ({"1": (1000, 10**9), "2": (1000, 50)}, "beyond N <= 3 with the arguments of group 1"),
        ({"1": (3, 10**9), "2": (1000, 51)}, "beyond a_i <= 50 with the arguments of group 2"),
        ({"1": (1000, 10**9), "2": (1000, 10**9)}, ""),  # they keep no limit of a group at all
    ],
)
def test_validators_that_keep_the_limit_of_one_group_alone(
    tmp_path: Path, limits: dict[str, tuple[int, int]], said: str
) -> None:
    problem = problem_of(tmp_path, "problem.en.md", ENGLISH, ROWS)

    def accepts(data: bytes, settings: CaseSettings) -> bool:
        (count,), row = ([*map(int, line.split())] for line in data.splitlines())
        most, greatest = limits[settings.input_validator_arguments[0]]
        return count == len(row) <= most and max(row) <= greatest

    found = [*unkept(problem, accepts, Deadline(600))]
    assert len(found) == bool(said) and all(said in one for one in found), found
