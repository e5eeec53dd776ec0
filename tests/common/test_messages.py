"""«Did you mean …?»"""

from __future__ import annotations

import pytest

from judge.common.messages import did_you_mean


@pytest.mark.parametrize(
    ("word", "near"), [("combta", "combat"), ("man", "mana"), ("mana", "mana")]
)
def test_the_nearest_known_word_is_named(word: str, near: str) -> None:
    assert did_you_mean(word, ["attack", "combat", "mana"]) == f"did you mean {near!r}?"


def test_where_no_word_is_near_all_are_listed_in_order() -> None:
    assert did_you_mean("zzz", ["mana", "attack"]) == "known: attack, mana"


def test_where_nothing_is_known_it_says_so() -> None:
    assert did_you_mean("zzz", []) == "there is none"
