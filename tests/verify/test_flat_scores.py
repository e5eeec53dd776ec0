"""Scores of draws that stop at a cap."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from judge.verify.flat_scores import ScoredOutput, fault


def said(folder: Path, found: Sequence[ScoredOutput], statement: str = "Use few coins.") -> str:
    (folder / "problem.en.md").write_text(statement)
    problem, scores = SimpleNamespace(folder=folder), SimpleNamespace(score=str)
    subject: Any = SimpleNamespace(problem=problem, loaded=SimpleNamespace(scores=scores))
    return fault(subject, found)


def outputs(most: int) -> list[ScoredOutput]:
    """Of each length up to 19 one output, whose words are counted up to so many."""
    return [ScoredOutput("1 " * words, min(words, most)) for words in range(1, 20)]


def test_a_cap_on_the_words_of_an_answer_is_a_fault(tmp_path: Path) -> None:
    text = (
        "the scores of draws grow with the words of the answer up to 12, which 8 with 12 to 19 have"
    )
    assert said(tmp_path, outputs(12)) == text


def test_a_cap_that_the_statement_names_is_none(tmp_path: Path) -> None:
    assert not said(tmp_path, outputs(12), "Use few coins; more than 12 count as 12.")


def test_a_score_without_a_cap_is_no_fault(tmp_path: Path) -> None:
    assert not said(tmp_path, outputs(99))


def test_a_greatest_score_of_answers_that_differ_in_other_ways_is_no_fault(tmp_path: Path) -> None:
    other = [ScoredOutput("1 " * (words % 7), min(words, 12)) for words in range(1, 20)]
    assert not said(tmp_path, other)
