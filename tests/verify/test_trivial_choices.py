"""Output validators that accept all things, or any one, in place of a choice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.model import Case, Verdict
from judge.verify.deadline import Deadline
from judge.verify.trivial_choices import accepted

#: Weights, a wanted total, and a choice that makes it up.
ROWS = (
    ("4 30", "10 20 30 40", "2\n1 2\n"),
    ("3 9", "4 5 6", "2\n1 2\n"),
    ("3 7", "1 6 8", "2\n1 2\n"),
)
Rule = Callable[[int, int], bool]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (lambda total, wanted: total == wanted, ""),
        (
            lambda total, wanted: total >= wanted,
            "it accepts outputs that choose all things in every",
        ),
        (
            lambda total, wanted: total <= wanted,
            "it accepts outputs that choose any one thing alone",
        ),
    ],
)
@pytest.mark.parametrize("count", [2, 3])
def test_a_trivial_choice_in_every_case_is_told(
    tmp_path: Path, rule: Rule, said: str, count: int
) -> None:
    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        head, row = case.input_path.read_text().splitlines()
        weights, (_, *places) = [*map(int, row.split())], map(int, output.split())
        total = sum(weights[place - 1] for place in places)
        return (Verdict.AC if rule(total, int(head.split()[1])) else Verdict.WA), ""

    right = {}
    for number, (head, row, output) in enumerate(ROWS[:count]):
        case = Case(str(number), "", tmp_path)
        case.input_path.write_text(f"{head}\n{row}\n")
        right[case] = output
    found = accepted(right, judged, Deadline(60))
    assert found.startswith(said) if said and count > 2 else not found


def test_an_input_of_many_lines_is_read_once(tmp_path: Path) -> None:
    """With a look at all lines above each one it would take hours."""
    case = Case("large", "", tmp_path)
    case.input_path.write_text("100000\n" + "3 4\n" * 100_000)
    assert not accepted({case: "2\n1 2\n"}, lambda *_: (Verdict.WA, ""), Deadline(60))
