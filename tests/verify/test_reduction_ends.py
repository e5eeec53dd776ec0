"""Reductions must come down to what they are reduced for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from judge.verify import number_kinds, reduction_ends
from judge.verify.deadline import Deadline
from judge.verify.reduction_ends import number_facts
from tests.contest import Contest
from tests.verify.toy_subject import unrun

Graph = tuple[tuple[int, int, int], ...]

#: Neighbours of the toy: a number less, then each number after these steps.
STEPPED = """
    def smaller(self, row):
        numbers = row.numbers
        for at in range(len(numbers)):
            yield Row(numbers[:at] + numbers[at + 1:], row.most)
        for at, number in enumerate(numbers):
            for less in {steps}:
                if 0 <= less < number:
                    yield Row(numbers[:at] + (less,) + numbers[at + 1:], row.most)
        for most in range(row.most):
            yield Row(numbers, most)
"""


def stuck(contest: Contest, smaller: str) -> str:
    ended, message = ends(contest, smaller)
    assert ended
    return message


def ends(contest: Contest, smaller: str) -> tuple[bool, str]:
    path = contest.problem / "plugin.py"
    path.write_text(path.read_text() + smaller)
    subject, rng = unrun(contest), Random(1)
    drawn: list[Any] = [subject.plugin.generate(rng, size) for size in range(12) for _ in range(9)]
    texts = {one: subject.plugin.render(one) for one in drawn}
    return reduction_ends.stuck(subject, texts, number_facts(subject, texts), 60)


def test_reductions_with_every_step_come_down(contest: Contest) -> None:
    assert stuck(contest, STEPPED.format(steps="(number // 2, number - 1)")) == ""


@pytest.mark.parametrize(
    ("steps", "told"), [("(number // 2,)", "a number"), ("(0, 1)", "a number")]
)
def test_reductions_that_only_halve_are_stuck(contest: Contest, steps: str, told: str) -> None:
    message = stuck(contest, STEPPED.format(steps=steps))
    assert message.startswith(f"smaller is stuck at {told}, "), message
    assert "where draws have" in message and "input" not in message


def test_pieces_that_stay_are_told(contest: Contest) -> None:
    kept = STEPPED.format(steps="(number // 2, number - 1)").replace(
        "yield Row(numbers[:at] + numbers[at + 1:], row.most)", "pass", 1
    )
    assert stuck(contest, kept).startswith("smaller is stuck at part 1 of the size: ")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # The last three pieces stay, and so do numbers of 4 and less.
        ("yield Row(numbers[:at] + numbers[at + 1:], row.most)", "len(numbers) < 4 or (yield {})"),
        ("if 0 <= less < number:", "if 4 <= less < number:"),
        # A row of many pieces has no neighbours.
        ("numbers = row.numbers", "numbers = row.numbers if len(row.numbers) < 7 else ()"),
    ],
)
def test_a_step_that_is_missing_at_one_end_is_told(contest: Contest, old: str, new: str) -> None:
    every = STEPPED.format(steps="(number // 2, number - 1)")
    if "numbers = row" in old:
        every = every.replace("for most in range(row.most)", "for most in ()")
    assert old in every
    changed = every.replace(old, new.replace("{}", old.removeprefix("yield ")), 1)
    assert stuck(contest, changed).startswith("smaller is stuck at ")


def test_reductions_that_leave_all_numbers_as_they_are_miss_no_step(contest: Contest) -> None:
    """To take pieces away may be all that a plug-in does."""
    pieces = STEPPED.format(steps="()").replace("range(row.most)", "()")
    assert stuck(contest, pieces) == ""


class Roads:
    """Roads between the towns of a row, with lengths. Towns are numbered, and a reduction takes a
    road away; ``step``: how it makes lengths less; ``names``: and numbers of towns."""

    def __init__(self, step: int, names: bool = False) -> None:
        self.step, self.names = step, names

    def draw(self, rng: Random, towns: int) -> Graph:
        ends = [sorted(rng.sample(range(1, towns + 1), 2)) for _ in range(rng.randint(1, 4))]
        return tuple((towns, one, rng.randint(1, 9)) for one, _ in ends)

    def render(self, roads: Graph) -> str:
        rows = (f"{start} {length}\n" for _, start, length in roads)
        return f"roads {len(roads)} towns 20\n" + "".join(rows)

    def size(self, roads: Graph) -> tuple[int, ...]:
        return (len(roads),)

    def smaller(self, roads: Graph) -> Iterator[Graph]:
        for at, (towns, start, length) in enumerate(roads):
            if len(roads) > 1:
                yield roads[:at] + roads[at + 1 :]
            if length > self.step:
                yield (*roads[:at], (towns, start, length - self.step), *roads[at + 1 :])
            if self.names and start > 3:
                yield (*roads[:at], (towns, start - 3, length), *roads[at + 1 :])


@pytest.mark.parametrize(
    ("plugin", "told"), [(Roads(1), ""), (Roads(3), "second in"), (Roads(1, True), "first in")]
)
def test_names_of_pieces_may_stay_and_other_numbers_may_not(plugin: Roads, told: str) -> None:
    rng = Random(1)
    drawn = [plugin.draw(rng, 20) for _ in range(100)]
    texts = {one: plugin.render(one) for one in sorted(drawn, key=len)}
    subject: Any = SimpleNamespace(plugin=plugin)
    ended, message = reduction_ends.stuck(subject, texts, number_facts(subject, texts), 60)
    assert ended and (told in message if told else message == "")


@pytest.mark.parametrize("last", [9, 99])
def test_numbers_that_are_no_names_and_are_left_are_told(last: int) -> None:
    class Kept(Roads):
        def smaller(self, roads: Graph) -> Iterator[Graph]:
            return iter([roads[:at] + roads[at + 1 :] for at in range(len(roads))])

    roads = ((20, 3, last), (20, 5, 4), (20, 7, last))
    subject: Any = SimpleNamespace(plugin=Kept(1))
    texts = {roads: subject.plugin.render(roads)}
    said = reduction_ends.left_numbers(number_facts(subject, texts))
    assert bool(said) is (last > 20)


@pytest.mark.parametrize("kinds", [50, 500])
def test_reductions_are_tried_once_for_all_kinds_of_numbers(kinds: int) -> None:
    class Prices:
        """Each row has a word of its own, as where words are drawn at random."""

        asked = 0

        def smaller(self, one: int) -> Iterator[int]:
            self.asked += 1
            return iter([one + kinds] if one < kinds else [])

        def render(self, one: int) -> str:
            return f"{'x' * (1 + one % kinds)} {one}\n"

    subject: Any = SimpleNamespace(plugin=Prices())
    texts = {one: subject.plugin.render(one) for one in range(kinds)}
    facts = number_facts(subject, texts)
    assert facts.leave_numbers and len(facts.every) == kinds
    assert subject.plugin.asked <= 2 * reduction_ends.NAMED


class Looks(Deadline):
    """Over after so many looks."""

    left = 85  # enough in turn, too few if one kind comes after the other

    @property
    def is_over(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_late_kinds_have_their_turn(contest: Contest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces come first, and down in many steps; numbers are stuck after few."""
    monkeypatch.setattr(reduction_ends, "Deadline", Looks)
    ended, message = ends(contest, STEPPED.format(steps="(number // 2,)"))
    assert ended and message.startswith("smaller is stuck at a number")


def test_too_short_a_time_is_told(contest: Contest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Looks, "left", 2)
    monkeypatch.setattr(reduction_ends, "Deadline", Looks)
    assert ends(contest, STEPPED.format(steps="(number // 2,)")) == (False, "")


def test_kinds_of_numbers() -> None:
    text = '{"cap": 3, "of": [4, [5, 6]]}\n7 8 X9 1.5\n'
    assert list(number_kinds.numbers(text)) == [
        (("cap", 0), 3),
        (("of", 0), 4),
        (("of", 0), 5),
        (("of", 1), 6),
        (("", 0), 7),
        (("", 1), 8),
    ]
    assert number_kinds.described(("cap", 0)) == "number behind 'cap', first in its list or line"
