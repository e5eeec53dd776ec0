"""Which instances of a stretch are worth varying."""

from __future__ import annotations

import pytest

from judge.hunting.behaviour import COSTLY_S, new_behaviours
from judge.running.bulk_runner import BulkAnswer
from tests.checking.test_grade import ran


@pytest.mark.parametrize(("slowness", "kept"), [(1.0, ["quick"]), (4.0, ["quick", "slow"])])
def test_what_takes_long_on_an_idle_machine_is_not_varied(slowness: float, kept: list[str]) -> None:
    """Where everything takes four times as long, so may an instance."""
    seen = [
        (name, BulkAnswer(ran(cpu_s=took * COSTLY_S), False, (branch,)), 1)
        for branch, (name, took) in enumerate([("quick", 0.5), ("slow", 3), ("slower", 5)])
    ]
    assert [one.instance for one in new_behaviours(seen, slowness)] == kept
