"""Largest sum: name at most ``k`` of some numbers, by index, so that their sum is largest.

An input is two lines: a JSON list of numbers, then ``k``. An answer file is two lines: the best
sum, then the indices, from 0, that reach it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from random import Random
from typing import Any

from judge.plugin import Best, Goal, IllegalAnswer, InputError, Undecodable

Picks = tuple[int, ...]


@dataclass(frozen=True)
class Row:
    numbers: tuple[int, ...]
    most: int


class LargestSum:
    goal = Goal.MAXIMISE
    unit = Fraction(1)
    readings = ("0-indexed", "1-indexed")
    css = ".toy { color: green; }"

    def parse(self, text: str) -> Row:
        lines = text.splitlines()
        if len(lines) != 2:
            raise InputError(f"expected two lines, got {len(lines)}", len(lines))
        try:
            numbers = tuple(map(int, json.loads(lines[0])))
        except ValueError as error:
            raise InputError("expected a list of numbers", 1, 1) from error
        if not lines[1].isdecimal():
            raise InputError("expected a count", 2, 1)
        return Row(numbers, int(lines[1]))

    def render(self, instance: Row) -> str:
        return f"{list(instance.numbers)}\n{instance.most}\n"

    def arguments(self, instance: Row) -> list[Any]:
        return [list(instance.numbers), instance.most]

    def size(self, instance: Row) -> tuple[int, ...]:
        return (len(instance.numbers),)

    def decode(self, text: str, instance: Row, reading: str) -> Picks:
        arguments = "".join(" " if c in "[](),\n" else c for c in text).split()
        try:
            picks = [int(word) - self.readings.index(reading) for word in arguments]
        except ValueError as error:
            raise Undecodable(f"not a list of numbers: {text[:40]!r}") from error
        return tuple(sorted(picks))

    def score(self, instance: Row, answer: Picks) -> int:
        # A plug-in may tell its own types apart, also in a worker.
        assert isinstance(instance, Row), f"no Row of mine: {type(instance)}"
        if not all(0 <= pick < len(instance.numbers) for pick in answer):
            raise IllegalAnswer("index out of range", f"{list(answer)}")
        if len(set(answer)) < len(answer):
            raise IllegalAnswer("a number is picked once", f"{list(answer)}")
        if len(answer) > instance.most:
            raise IllegalAnswer("too many", f"{len(answer)} picks of {instance.most}")
        return sum(instance.numbers[pick] for pick in answer)

    def parse_answer(self, text: str, instance: Row) -> Best[Picks]:
        lines = text.splitlines()
        if len(lines) != 2:
            raise InputError(f"expected two lines, got {len(lines)}", len(lines))
        return Best(int(lines[0]), tuple(map(int, lines[1].split())))

    def render_answer(self, instance: Row, best: Best[Picks]) -> str:
        return f"{best.score}\n{' '.join(map(str, best.answer))}\n"

    def generate(self, rng: Random, size: int) -> Row:
        return Row(tuple(rng.randint(-9, 9) for _ in range(size)), rng.randint(0, size))

    def smaller(self, instance: Row) -> Iterator[Row]:
        numbers, most = instance.numbers, instance.most
        for i in range(len(numbers)):
            yield Row(numbers[:i] + numbers[i + 1 :], most)
        if most:
            yield Row(numbers, most - 1)
        for i, number in enumerate(numbers):
            half, step = (number // 2, 1) if number > 0 else (-(-number // 2), -1)
            for less in dict.fromkeys((0, half, number - step)):
                if abs(less) < abs(number):
                    yield Row((*numbers[:i], less, *numbers[i + 1 :]), most)

    def draw(self, instance: Row, answer: Picks | None) -> str:
        return f"<pre class='toy'>{escape(self.sketch(instance, answer))}</pre>"

    def sketch(self, instance: Row, answer: Picks | None) -> str:
        shown = (
            f"<{n}>" if i in (answer or ()) else str(n) for i, n in enumerate(instance.numbers)
        )
        return f"at most {instance.most} of {' '.join(shown)}"
