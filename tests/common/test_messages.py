"""«Did you mean …?»"""

from __future__ import annotations

import pytest

from judge.common.messages import did_you_mean, duration


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


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.04, "0.0 s"),
        (9.94, "9.9 s"),
        (10, "10 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (125, "2 min 05 s"),
        (3599.7, "1 h 00 min"),
        (3720, "1 h 02 min"),
    ],
)
def test_a_time_is_told_in_two_units_at_most(seconds: float, text: str) -> None:
    assert duration(seconds) == text
