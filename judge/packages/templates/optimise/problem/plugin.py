"""Pay an amount with as few coins as possible.

An input is two lines: the amount, then the values of the coins. An answer is the coins that pay it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from judge.plugin import Fate, Goal, IllegalAnswer, InputError, Mutant
from judge.plugin.answers import integers

Coins = tuple[int, ...]


@dataclass(frozen=True)
class Purse:
    """An instance: immutable and hashable."""

    amount: int
    values: Coins


class Change:
    goal = Goal.MINIMISE

    def parse(self, text: str) -> Purse:
        """Read an input file."""
        if not re.fullmatch(r"[0-9]+\n[0-9]+( [0-9]+)*\n", text):
            raise InputError("expected an amount, and a line of values")
        amount, *values = map(int, text.split())
        if len(values) > 20 or max(amount, *values) > 10000:
            raise InputError("there are more than 20 values, or a number is greater than 10000")
        if values[0] != 1 or sorted({*values}) != values:
            raise InputError("the values must begin with 1 and increase", line=2)
        return Purse(amount, tuple(values))

    def decode(self, text: str, instance: Purse, reading: str) -> Coins:
        """Read an output: numbers, in whatever way a language writes a list."""
        return tuple(sorted(integers(text)))

    def score(self, instance: Purse, answer: Coins) -> int:
        """The exact score of an answer, which is compared with that of the answer file."""
        for coin in answer:
            if coin not in instance.values:
                raise IllegalAnswer("unknown coin", f"there is no coin of {coin}")
        if sum(answer) != instance.amount:
            raise IllegalAnswer("wrong sum", f"{sum(answer)} instead of {instance.amount}")
        return len(answer)

    # The rest is optional: tests of the plug-in, functions as solutions, and hunts for the smallest
    # failing input.

    def mutants(self, instance: Purse, answer: Coins) -> Iterator[Mutant]:
        """Outputs near a best answer, each with the verdict that it must get."""
        text = " ".join(map(str, answer))
        yield Mutant("one coin more", f"{text} 1", Fate.ILLEGAL, "wrong sum")
        if answer[-1] > 1:
            smaller = " ".join(map(str, (*answer[:-1], *answer[-1] * (1,))))
            yield Mutant("a coin in ones", smaller, Fate.SUBOPTIMAL)

    def variants(self, instance: Purse, rng: Random) -> Iterator[tuple[str, Purse]]:
        """Instances with the same best score."""
        larger = max(instance.amount, instance.values[-1]) + rng.randint(1, 9)
        if larger <= 10000 and len(instance.values) < 20:
            yield "a larger coin", Purse(instance.amount, (*instance.values, larger))

    def arguments(self, instance: Purse) -> list[Any]:
        return [instance.amount, list(instance.values)]

    def render(self, instance: Purse) -> str:
        return f"{instance.amount}\n{' '.join(map(str, instance.values))}\n"

    def generate(self, rng: Random, size: int) -> Purse:
        most = min(2 * size + 2, 10000)
        others = rng.sample(range(2, most + 1), rng.randint(0, min(size, 5)))
        return Purse(rng.randint(1, min(4 * size + 1, 10000)), (1, *sorted(others)))

    def smaller(self, instance: Purse) -> Iterator[Purse]:
        amount, values = instance.amount, instance.values
        for value in values:
            if value > 1:
                yield Purse(amount, tuple(v for v in values if v != value))
        for less in dict.fromkeys((amount // 2, amount - 1)):
            if 0 < less < amount:
                yield Purse(less, values)
        for value in values:
            if value > 2 and value - 1 not in values:
                yield Purse(amount, tuple(v - (v == value) for v in values))
