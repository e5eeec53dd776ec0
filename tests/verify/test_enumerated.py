"""An enumeration is compared with what the plug-in says of orbits."""

from __future__ import annotations

import pytest

from judge.plugin import Bound
from judge.verify import enumerated
from tests.contest import Contest
from tests.proving.toy_proof import ENUMERATION, declare
from tests.verify.toy_subject import unrun

#: What is the same in rows that differ in their order alone.
ORBIT = """
    def orbit(self, instance, bound):
        numbers, most = instance.numbers, instance.most
        if any(not 0 <= one <= bound[1] for one in numbers):
            return None
        if len(numbers) > bound[0] or most > bound[0]:
            return None
        return tuple(sorted(numbers)), most
"""


def said(contest: Contest, enumeration: str) -> str:
    declare(contest, enumeration + ORBIT)
    return enumerated.ill_listed(unrun(contest), 20)


@pytest.mark.long
def test_without_orbits_only_what_is_listed_is_looked_at(contest: Contest) -> None:
    declare(contest, ENUMERATION.replace("range(bound[1] + 1)", "range(bound[1])"))
    assert enumerated.ill_listed(unrun(contest), 20) == ""


@pytest.mark.long
def test_all_within_the_bound_once_is_right(contest: Contest) -> None:
    declare(contest, ENUMERATION + ORBIT)
    assert enumerated.ill_listed(unrun(contest), 0.5) == ""


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("rows(range(bound[1] + 1)", "rows(range(bound[1])", "lacks an instance within"),
        ("rows(range(bound[1] + 1)", "rows(range(1, bound[1] + 1)", "lacks an instance within"),
        (
            "range(bound[0] + 1):\n            for",
            "range(1, bound[0] + 1):\n            for",
            "lacks",
        ),
        ("for most in range(bound[0] + 1)", "for most in range(bound[0])", "lacks"),
        ("yield Row(numbers, most)", "yield Row(numbers, most + 1)", "beyond the bound 1x1"),
        (
            "yield Row(numbers, most)",
            "yield Row(numbers, most)\n                    yield Row(numbers[::-1], most)",
            "two instances that a symmetry maps to each other",
        ),
    ],
)
def test_an_enumeration_with_too_few_or_too_many_is_told(
    contest: Contest, old: str, new: str, told: str
) -> None:
    assert old in ENUMERATION
    message = said(contest, ENUMERATION.replace(old, new))
    assert message.startswith("enumerate ") and told in message, message


@pytest.mark.parametrize(
    ("more", "told"), [(1, "enumerate yields 6"), (-1, "enumerate yields more")]
)
def test_the_count_is_that_of_the_enumeration(contest: Contest, more: int, told: str) -> None:
    counted = "return len(list(self.enumerate(bound)))"
    assert counted in ENUMERATION
    declare(contest, ENUMERATION.replace(counted, f"{counted} + {more}"))
    message = enumerated.ill_listed(unrun(contest), 20)
    assert message == f"count says {6 + more} within the bound 1x1, and {told}"


@pytest.mark.long
def test_an_order_that_depends_on_hashes_is_told(contest: Contest) -> None:
    row = "for numbers in rows(range(bound[1] + 1), length)"
    assert row in ENUMERATION
    shuffled = (
        "for numbers in sorted(rows(range(bound[1] + 1), length), key=lambda r: hash(str(r)))"
    )
    message = said(contest, ENUMERATION.replace(row, shuffled))
    assert message.endswith("within the bound 2x2, or in another order, in another process")


@pytest.mark.parametrize(
    ("bounds", "told"),
    [
        ([(1, 1), (2, 1), (1, 3), (2, 3)], ""),
        ([(2, 1), (1, 1)], "1x1 comes behind 2x1"),
        ([(1, 2), (2, 3), (2, 2)], "2x2 comes behind 2x3"),
        ([(1, 2), (1, 2)], ""),
    ],
)
def test_bounds_begin_with_the_smallest(bounds: list[Bound], told: str) -> None:
    assert enumerated._ill_ordered(bounds).endswith(told)
    assert bool(enumerated._ill_ordered(bounds)) == bool(told)


@pytest.mark.long
def test_a_larger_bound_begins_with_the_simplest_instance_too(contest: Contest) -> None:
    turned = """
    def enumerate(self, bound, _listed=enumerate):
        found = [*_listed(self, bound)]
        yield from found if bound == self.bounds()[0] else found[::-1]
"""
    declare(contest, ENUMERATION + turned)
    told = enumerated.ill_listed(unrun(contest), 20)
    assert told.startswith("enumerate does not begin with the simplest instance")
