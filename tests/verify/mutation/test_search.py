"""The search for a text that tells a mutant from the original."""

from __future__ import annotations

from random import Random

from judge.verify.mutation import search
from judge.verify.mutation.trials import Trial

SEEDS = [Trial("long", "in", "ans", "1 2 3\n4 5 6\n"), Trial("short", "in", "ans", "1 2\n")]


def found(differs: object, seeds: list[Trial] = SEEDS, seconds: float = 60.0) -> Trial | None:
    return search.find(seeds, differs, Random(0), seconds)  # type: ignore[arg-type]


def test_the_text_is_made_shorter_as_long_as_it_tells() -> None:
    trial = found(lambda one: "-1" in (one.output or ""))
    assert trial is not None
    assert trial.output == "-1"


def test_an_output_keeps_its_case() -> None:
    trial = found(lambda one: "99" in (one.output or ""))
    assert trial is not None
    assert (trial.input, trial.answer) == ("in", "ans")


def test_of_a_trial_without_an_output_the_input_is_changed() -> None:
    trial = found(lambda one: "[]" in one.input, [Trial("stored", "1 2\n")])
    assert trial == Trial("stored", "[]")


def test_nothing_is_found_where_nothing_differs() -> None:
    assert found(lambda one: False, seconds=0.05) is None


def test_long_texts_are_left_alone() -> None:
    assert found(lambda one: True, [Trial("huge", "1 " * 1000)]) is None
