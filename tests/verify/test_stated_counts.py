"""Stored inputs with more numbers than the statement allows."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case
from judge.verify.input_bounds import MOST_BYTES, stored_numbers
from judge.verify.stated_counts import exceeded

BOTH = "The count $n$, $1 \\le n \\le 2000$. Then $n$ integers $a_i$, $0 \\le a_i \\le 10^6$."
SMALL = BOTH.replace("2000", "1999")


@pytest.mark.parametrize(
    ("statement", "is_told"),
    [
        (BOTH, False),
        (SMALL, True),
        (f"{SMALL} In some cases $1 \\le n \\le 3000$.", False),
        (f"{SMALL} Then $m$ lines.", False),
        (SMALL.replace("$n$ integers", "so many integers"), False),
    ],
)
def test_a_count_above_its_interval_is_a_fault(
    tmp_path: Path, statement: str, is_told: bool
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "problem.en.md").write_text(f"Sum.\n\n## Input\n\n{statement}\n\n## Output\n")
    cases = [Case(str(count), "", tmp_path / "data") for count in (2, 5, 2000)]
    for case in cases:
        case.input_path.write_text(f"{case.name}\n{' '.join(['77'] * int(case.name))}\n")
    assert cases[-1].input_path.stat().st_size > MOST_BYTES
    problem: Any = SimpleNamespace(cases=cases, folder=tmp_path)
    found = [*exceeded(stored_numbers(problem, ()), tmp_path, cases)]
    said = "data/2000.in counts 2000 in line 1, and the statement says 1999 at most"
    assert found == ([said] if is_told else [])


def test_of_a_large_input_the_beginning_is_read(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "problem.en.md").write_text(f"Sum.\n\n## Input\n\n{SMALL}\n\n## Output\n")
    cases = [Case(str(count), "", tmp_path / "data") for count in (2, 5, 2000)]
    for case in cases:
        number = "7" if case.name != "2000" else f"{7:03000}"
        case.input_path.write_text(f"{case.name}\n{' '.join([number] * int(case.name))}\n")
    assert cases[-1].input_path.stat().st_size > 4 * 2**20
    problem: Any = SimpleNamespace(cases=cases, folder=tmp_path)
    found = [*exceeded(stored_numbers(problem, ()), tmp_path, cases)]
    assert found == ["data/2000.in counts 2000 in line 1, and the statement says 1999 at most"]
