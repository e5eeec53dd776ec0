"""Which comparisons of a solution the instances of a hunt are aimed at."""

from __future__ import annotations

from judge.hunting.aims import EACH, MOST_ALIKE, Aims
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


def test_of_what_takes_long_one_is_aimed_in_a_stretch_and_hides_nothing_that_is_quick() -> None:
    made = aims({1: 1, 2: 1})
    for number in (1, 2, 5, 6):
        made.add_costly(Part(20 + number, 0), [Difference(Comparison(number, 3), 100 + number)])
    first = chosen(made)
    assert {1, 2} < set(first), "the quick ones, though others are nearer"
    assert len(first) == 3 and sum(one > 100 for one in first) == 1
    later = [one for _ in range(3) for one in chosen(made)]
    assert sorted([*first, *later]) == [1, 2, 101, 102, 105, 106], "in the end all"


def test_what_takes_long_is_aimed_while_nothing_has_come_nearer() -> None:
    made = aims({})
    made.add_costly(Part(1, 0), [Difference(Comparison(1, 9), 11)])
    made.add_costly(Part(2, 0), [Difference(Comparison(1, 4), 12)])
    made.add_costly(Part(3, 0), [Difference(Comparison(1, 6), 13)])
    made.add_costly(Part(4, 0), [Difference(Comparison(2, 4), 14)])
    made.learn(Comparison(2, 3))
    assert [one for _ in range(4) for one in chosen(made)] == [12]
    for number in range(9):
        made.add_costly(Part(10 + number, 0), [Difference(Comparison(3, 4), 20 + number)])
    assert len({one for _ in range(9) for one in chosen(made)}) == MOST_ALIKE
