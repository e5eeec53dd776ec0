"""The search for outputs that beat one that is said to be the best."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from judge.plugin import Goal, IllegalAnswer, Score
from judge.verify.better_outputs import Start, improved


class Walk:
    """The way from 1 to 5 that costs least: a step of two costs 3, and others are forbidden. Beyond
    ``looked_at`` steps nobody looks at them."""

    goal = Goal.MINIMISE

    def __init__(self, looked_at: int) -> None:
        self.looked_at = looked_at

    def offers(self, method: str) -> bool:
        return False

    def decode(self, text: str, instance: None, reading: str) -> list[int]:
        return [int(word) for word in text.replace(",", " ").split() if word.isdecimal()]

    def score(self, instance: None, way: list[int]) -> Score:
        if way[:1] != [1] or way[-1:] != [5]:
            raise IllegalAnswer("ends", "it is not a way from 1 to 5")
        cost = 0
        for one, other in pairwise(way):
            if abs(one - other) != 2:
                if len(way) > self.looked_at:
                    continue
                raise IllegalAnswer("step", "not a step of two")
            cost += 3
        return cost


@pytest.mark.parametrize(("looked_at", "is_found"), [(9, True), (30, True), (10**9, False)])
def test_a_rule_that_is_kept_for_short_outputs_alone_is_found(
    looked_at: int, is_found: bool
) -> None:
    subject: Any = SimpleNamespace(plugin=Walk(looked_at))
    start = Start("1 3 5\n", "plain")
    found = [
        improved(subject, None, 6, start, {}, Random(seed), 300, lambda: False) for seed in range(9)
    ]
    assert any(found) == is_found
    assert all(one.score < 6 for one in found if one)
