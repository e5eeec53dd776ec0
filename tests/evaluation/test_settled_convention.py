"""Hunts of posted sources, in a problem whose plug-in offers little."""

from __future__ import annotations

import pytest

from tests.contest import Contest

#: A right program that reads both arguments as one list: its text does not show that.
ONE_LINE = """\
amount, values = eval(input())
last, count = [0] * (amount + 1), [0] * (amount + 1)
for total in range(1, amount + 1):
    last[total] = min((v for v in values if v <= total), key=lambda v: count[total - v])
    count[total] = count[total - last[total]] + 1
while amount:
    print(last[amount])
    amount -= last[amount]
"""


@pytest.mark.long
def test_a_hunt_calls_a_source_as_a_run_does(contest: Contest) -> None:
    """It survives, too: numbers of the source make amounts for which the reference has no memory,
    and the plug-in has no method ``size``."""
    made = contest.judge("new", "problem", "tour", "--from", "optimise")
    assert made.status == 0, made.err
    (contest.root / "posted.py").write_text(ONE_LINE + "# 2147483647\n")
    hunt = "hunt", "tour", "posted.py", "--seconds", "4", "--size", "1-3", "-j", "1"
    done = contest.judge(*hunt)
    assert done.status == 0 and "it survived" in done.out, (done.out, done.err)
