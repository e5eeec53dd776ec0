"""Which comparisons of a solution the instances of a hunt are aimed at."""

from __future__ import annotations

from judge.hunting.aims import EACH, Aims
from judge.hunting.behaviour import Comparison, Difference
from judge.hunting.origins import Part, varied


def aims(often: dict[int, int]) -> Aims:
    """Each comparison with how often it was seen to do something new; all differ by its number."""
    made = Aims()
    for number, times in often.items():
        for time in range(times):
            comparison = Comparison(number, 9)
            made.add(Part(time, 0), [Difference(comparison, number)])
            made.learn(comparison)
    return made


def chosen(made: Aims) -> list[int]:
    """The comparisons that a stretch is aimed at, in order."""
    found = (varied(number).aimed for number in made.numbers(5))
    return list(dict.fromkeys(one[0] for one in found if one))


def test_half_are_of_what_was_tried_least_and_half_of_what_is_rarely_compared() -> None:
    made = aims(dict.fromkeys(range(1, 10), 20) | {77: 2} | {10: 20, 11: 20})
    assert chosen(made) == [11, 77, 10, 9], "the latest, the rarest, and again"
    assert chosen(made) == [8, 77, 7, 6], "77 was tried, and is still the rarest"
    assert chosen(made) == [5, 4, 3, 2], "both of its instances were"


def test_what_came_nearer_is_aimed_at_alone() -> None:
    made = aims({1: 3, 2: 3})
    made.learn(Comparison(1, 4))
    assert chosen(made) == [2]
    made.add(Part(9, 0), [Difference(Comparison(1, 4), 5)])
    assert EACH > 2 and chosen(made) == [5, 2]
