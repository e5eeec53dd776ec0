"""Which case ends a solution early."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from judge.checking.stopping import FAILED, Ending, Rules, Stop
from judge.model import Grade, Verdict

LIMITS = (Verdict.TLE, Verdict.MLE)


def graded(*words: str) -> list[Mapping[str, Grade]]:
    """Grades under readings a, b, …: ``AC,WA`` is right under the first alone."""
    return [
        {
            reading: Grade(Verdict[verdict])
            for reading, verdict in zip("ab", word.split(","), strict=False)
        }
        for word in words
    ]


def ending(rules: Rules, grades: list[Mapping[str, Grade]]) -> Stop | None:
    return Ending(rules).advance(lambda index: grades[index] if index < len(grades) else None)


@pytest.mark.parametrize(
    ("rules", "words", "index", "why"),
    [
        (Rules(2, False), "AC TLE AC TLE TLE AC", 4, "stopped after 2 time limits in a row"),
        (Rules(2, False), "WA TLE MLE", 2, "stopped after 2 limits in a row"),
        (Rules(3, False), "TLE TLE AC TLE TLE", None, ""),
        (Rules(0, False), "TLE TLE TLE WA", None, ""),
        (Rules(0, True), "AC WA AC", 1, FAILED),
        (Rules(0, True), "AC,WA AC,AC WA,AC AC,AC", 2, FAILED),
        (Rules(0, True), "AC,WA WA,WA", 1, FAILED),
        (Rules(0, True, soft_time=True), "TLE BETTER WA", 2, FAILED),
        (Rules(0, True), "AC TLE", 1, FAILED),
    ],
)
def test_the_last_case_that_counts(rules: Rules, words: str, index: int | None, why: str) -> None:
    found = ending(rules, graded(*words.split()))
    assert (found.index if found else None) == index
    assert (found.why if found else "") == why


def test_the_order_in_which_cases_are_done_does_not_matter() -> None:
    rng = Random(5)
    for _ in range(300):
        words = rng.choices(["AC,AC", "AC,WA", "WA,AC", "TLE,TLE", "MLE,MLE"], k=12)
        grades, rules = graded(*words), Rules(rng.randrange(4), rng.random() < 0.5)
        search = Ending(rules)
        done: dict[int, Mapping[str, Grade]] = {}
        found = None
        for index in rng.sample(range(12), 12):
            done[index] = grades[index]
            found = search.advance(done.get)
            if found is not None:
                break
        assert found == ending(rules, grades)
