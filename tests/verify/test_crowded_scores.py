"""Scores of outputs in another order that stop at a cap."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from judge.packages.case_files import LoadedCase
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Best, Goal
from judge.verify import crowded_scores
from judge.verify.deadline import Deadline

Row = tuple[int, ...]


class Weighted:
    """The sum of numbers of the instance, each times its place in the answer; up to a cap."""

    goal = Goal.MINIMISE

    def __init__(self, most: int) -> None:
        self.most = most

    def parse(self, text: str) -> Row:
        return tuple(map(int, text.split()))

    def decode(self, text: str, instance: Row, reading: str) -> Row:
        return tuple(map(int, text.split()))

    def score(self, instance: Row, answer: Row) -> int:
        return min(self.most, sum(at * instance[one] for at, one in enumerate(answer)))


@pytest.mark.parametrize(
    ("most", "statement", "given", "is_told"),
    [
        (10**9, "A row.", "", False),
        (250, "A row.", "", True),
        (250, "Scores of more than 250 count as 250.", "", False),
        (250, "A row.", "250", False),
        (250, "", "", False),
    ],
    ids=["none", "unnamed", "in the statement", "in the inputs", "no statement"],
)
def test_scores_that_stop_at_a_value_which_nothing_names(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    most: int,
    statement: str,
    given: str,
    is_told: bool,
) -> None:
    (tmp_path / "problem.en.md").write_text(statement)
    rng = Random(1)
    rows = {
        f"secret/{at}": tuple(rng.randint(1, 40) for _ in range(4 + at % 5)) for at in range(12)
    }
    printed = {name: {"plain": " ".join(map(str, range(len(row))))} for name, row in rows.items()}
    for at, row in enumerate(rows.values()):
        (tmp_path / f"{at}.in").write_text(" ".join(map(str, row)) + f"\n{given}\n")
    monkeypatch.setattr(crowded_scores.mutants, "right_outputs", lambda _, name: printed[name])
    subject: Any = SimpleNamespace(
        plugin=ProblemPlugin(tmp_path, Weighted(most)),
        contexts={name: LoadedCase(row, Best(0, None)) for name, row in rows.items()},
        cases={
            name: SimpleNamespace(input_path=tmp_path / f"{at}.in") for at, name in enumerate(rows)
        },
        problem=SimpleNamespace(folder=tmp_path),
        loaded=SimpleNamespace(scores=SimpleNamespace(score=str)),
        rng=lambda what: Random(what),
    )
    said = crowded_scores.fault(subject, Deadline(600))
    assert ("score 250, in" in said) == is_told, said
    assert bool(said) == is_told
