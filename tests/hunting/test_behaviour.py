"""Which instances of a stretch are worth varying."""

from __future__ import annotations

import pytest

from judge.hunting.behaviour import (
    COSTLY_S,
    Comparison,
    Difference,
    is_only_aimed,
    new_behaviours,
)
from judge.running.bulk_runner import BulkAnswer
from judge.running.traced_runner import COMPARISONS, DISTANCES, EXACT, FAR
from tests.checking.test_grade import ran


@pytest.mark.parametrize(("slowness", "kept"), [(1.0, ["quick"]), (4.0, ["quick", "slow"])])
def test_what_takes_long_on_an_idle_machine_is_not_varied(slowness: float, kept: list[str]) -> None:
    """Where everything takes four times as long, so may an instance."""
    seen = [
        (name, BulkAnswer(ran(cpu_s=took * COSTLY_S), False, (branch,)), 1)
        for branch, (name, took) in enumerate([("quick", 0.5), ("slow", 3), ("slower", 5)])
    ]
    assert [one.instance for one in new_behaviours(seen, slowness)] == kept


def test_what_takes_long_shows_what_comparisons_differed_by_alone() -> None:
    """Of the same comparison, as near as that, one in a stretch; nothing of the slowest ones."""
    branches = (7, COMPARISONS + 2 * DISTANCES + 3, EXACT + 2 * 2 * FAR + FAR - 5)
    seen = [
        (name, BulkAnswer(ran(cpu_s=took * COSTLY_S), False, branches), 1)
        for name, took in (("slowest", 6), ("slow", 3), ("again", 3), ("quick", 0.5))
    ]
    slow, quick = new_behaviours(seen)
    assert (slow.instance, quick.instance) == ("slow", "quick")
    assert slow.features == {Difference(Comparison(2, 3), -5)} and is_only_aimed(slow.features)
    assert {7, *slow.features} < quick.features and not is_only_aimed(quick.features)
