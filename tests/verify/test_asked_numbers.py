"""Lines of a dialogue that break what the statement says of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.model import Case
from judge.verify.asked_numbers import fault
from judge.verify.deadline import Deadline

STATEMENT = """Find the place of the greatest height.

## Interaction

First read the number $n$ ($1 \\le n \\le 100$).
Then print `? i j` with two different places $i$ and
$j$ ($1 \\le i, j \\le n$) and read a sign. You can ask at most $2n - 1$ questions. At the end print
`! i`.
"""
RIGHT = {3: "? 1 2\n? 2 3\n! 3\n", 5: "? 5 4\n! 5\n", 1: "! 1\n"}


def rule(n: int, said: str, broken: str) -> bool:
    """Whether an interactor accepts what is said, which overlooks one rule."""
    lines = [re.sub(r"\s+", " ", line).strip() for line in said.splitlines()]
    rows = [[int(word) for word in line[2:].split()] for line in lines]
    asked = [row for line, row in zip(lines, rows, strict=True) if line[0] == "?"]
    ends = [row for line, row in zip(lines, rows, strict=True) if line[0] == "!"]
    most = 2 * n if broken == "one more" else 2 * n - 1
    return (
        (broken == "any number" or len(asked) <= most)
        and (broken == "low" or all(min(row) > 0 for row in asked))
        and (broken == "second" or all(row[1] <= n for row in asked))
        and (broken == "near" or all(row[0] <= n for row in asked))
        and not (broken == "near" and any(row[0] > n + 1 for row in asked))
        and (broken == "equal" or all(row[0] != row[1] for row in asked))
        and (ends == [[n]] or (broken == "again" and ends[-1:] == [[n]]))
    )


def found(tmp_path: Path, statement: str, accepts: Callable[[int, str], bool]) -> str:
    (tmp_path / "problem.en.md").write_text(statement)
    cases = {Case(f"{n}", "", tmp_path): n for n in RIGHT}
    right = {case: RIGHT[n] for case, n in cases.items()}
    return fault(
        tmp_path, right, cases, lambda case, said: accepts(cases[case], said), Deadline(60)
    )


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("", ""),
        ("one more", "it takes 10 lines of one form, and the statement says 9"),
        ("any number", "it takes any number of lines of one form, and the statement says 9"),
        ("low", "it takes number 1 below its bound in a line such as '? 0 4'"),
        ("second", "it takes number 2 far above its bound in a line such as '? 5 2000000000'"),
        ("near", "it takes number 1 above its bound in a line such as '? 6 4'"),
        ("equal", "it takes two equal numbers in a line such as '? 5 5'"),
        ("again", "it takes a right last line behind a wrong one"),
    ],
)
def test_what_a_statement_forbids_is_a_fault(tmp_path: Path, broken: str, said: str) -> None:
    assert found(tmp_path, STATEMENT, lambda n, text: rule(n, text, broken)) == said


def statements() -> Iterator[tuple[str, str]]:
    yield "low", STATEMENT + "What is outside has the answer `-1`.\n"
    yield "equal", STATEMENT.replace("two different", "two")
    yield "near", STATEMENT.replace("i, j \\le n", "i, j \\le n + 1")
    yield "near", STATEMENT.replace("i, j \\le n", "i, j \\le m")
    yield "again", STATEMENT + "You may try again.\n"
    yield "any number", STATEMENT.replace("2n - 1", "2m - 1")
    yield "one more", STATEMENT.replace("2n - 1", "2n")


@pytest.mark.parametrize(("broken", "statement"), [*statements()])
def test_what_it_does_not_forbid_is_none(tmp_path: Path, broken: str, statement: str) -> None:
    assert found(tmp_path, statement, lambda n, text: rule(n, text, broken)) == ""


def test_statements_in_tex(tmp_path: Path) -> None:
    statement = STATEMENT.replace("## Interaction", "\\section*{Interaction}")
    statement = statement.replace("`? i j`", "\\texttt{? $i$ $j$}").replace("different", "")
    said = found(tmp_path, statement + "$i \\neq j$", lambda n, text: rule(n, text, "equal"))
    assert said.startswith("it takes two equal numbers")
