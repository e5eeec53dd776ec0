"""A plug-in that looks at some rows of an input alone is told by inputs with other rows."""

from __future__ import annotations

from random import Random

import pytest

from judge.verify import checker
from judge.verify.finding import Status
from tests.contest import Contest
from tests.verify.toy_subject import alter, subject_of

#: Tasks are put in an order, by rules that say which comes before which.
PLUGIN = """
    from judge.plugin import IllegalAnswer, InputError, Undecodable

    class Tasks:
        def parse(self, text):
            (count, many), *rules = [tuple(map(int, line.split())) for line in text.splitlines()]
            if many != len(rules) or any(not 1 <= min(r) < 1 + max(r) <= 1 + count for r in rules):
                raise InputError("no rules")
            return count, tuple(rules)

        def decode(self, text, instance, reading):
            if not text.replace(" ", "").strip().isdecimal():
                raise Undecodable("expected numbers")
            return tuple(map(int, text.split()))

        def compare(self, instance, answer, best):
            count, rules = instance
            if sorted(answer) != [*range(1, count + 1)]:
                raise IllegalAnswer("all", "not every task is there once")
            for one, other in rules:
                if answer.index(one) > answer.index(other):
                    raise IllegalAnswer("order", f"{one} comes after {other}")
            return True
"""
SOLUTION = """
count, many = map(int, input().split())
rules = [tuple(map(int, input().split())) for _ in range(many)]
left = [*range(1, count + 1)]
while left:
    free = next(one for one in left if not any(b == one and a in left for a, b in rules))
    left.remove(free)
    print(free, end=" ")
"""


def tasks(contest: Contest) -> None:
    draw, cases = Random(5), {}
    for number in range(8):
        count = 8 + number
        order = draw.sample(range(1, count + 1), count)
        places = [sorted(draw.sample(range(count), 2)) for _ in range(count)]
        rows = [(order[one], order[other]) for one, other in places]
        given = f"{count} {len(rows)}\n" + "".join(f"{a} {b}\n" for a, b in rows)
        cases[f"secret/{number}"] = given.encode(), " ".join(map(str, order)).encode()
    contest.use_package(cases, PLUGIN)
    contest.solution("reference.py", SOLUTION, 'input = "native"\n')


@pytest.mark.long
@pytest.mark.parametrize(
    ("looked", "blind"),
    [("rules[:-1]", "last"), ("rules[1:]", "first"), ("rules[:1]", "last")],
)
def test_rows_that_compare_does_not_look_at_are_a_fault(
    contest: Contest, looked: str, blind: str
) -> None:
    tasks(contest)
    alter(contest, "in rules:\n", f"in {looked}:\n")
    finding = checker.check(subject_of(contest, seconds=60))
    assert finding.status is Status.FAULT
    said = f"it accepts every right output for inputs with another {blind} row, and not for those"
    assert finding.statement.startswith(said)


@pytest.mark.long
def test_one_that_looks_at_all_rows_has_no_fault(contest: Contest) -> None:
    tasks(contest)
    assert checker.check(subject_of(contest, seconds=60)).status is not Status.FAULT
