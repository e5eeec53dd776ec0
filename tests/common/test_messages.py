"""«Did you mean …?»"""

from __future__ import annotations

import pytest

from judge.common.messages import did_you_mean


@pytest.mark.parametrize(
    ("word", "near"), [("combta", "combat"), ("man", "mana"), ("mana", "mana")]
)
def test_the_nearest_known_word_is_named(word: str, near: str) -> None:
    assert did_you_mean(word, ["attack", "combat", "mana"]) == f"did you mean {near!r}?"


@pytest.mark.parametrize(
    ("word", "near"),
    [("memory_limit", "memory"), ("time-limits", "time_limit"), ("outputs", "output")],
)
def test_a_name_with_a_word_too_many_is_near(word: str, near: str) -> None:
    known = ["time_limit", "memory", "output", "validation_memory"]
    assert did_you_mean(word, known) == f"did you mean {near!r}?"


def test_where_no_word_is_near_all_are_listed_in_order() -> None:
    assert did_you_mean("zzz", ["mana", "attack"]) == "known: attack, mana"


def test_where_nothing_is_known_it_says_so() -> None:
    assert did_you_mean("zzz", []) == "there is none"
