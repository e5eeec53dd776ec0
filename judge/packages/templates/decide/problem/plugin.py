"""Can a purse pay an amount exactly?

An input is two lines: the amount, then the values of the coins. An answer is YES or NO.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from judge.plugin import Fate, InputError, Mutant
from judge.plugin.answers import decision


@dataclass(frozen=True)
class Purse:
    """An instance: immutable and hashable."""

    amount: int
    coins: tuple[int, ...]


class Payment:
    def parse(self, text: str) -> Purse:
        """Read an input file."""
        if not re.fullmatch(r"[0-9]+\n[0-9]+( [0-9]+)*\n", text):
            raise InputError("expected an amount, and a line of coins")
        amount, *coins = map(int, text.split())
        if len(coins) > 100 or max(amount, *coins) > 10000:
            raise InputError("there are more than 100 coins, or a number is greater than 10000")
        if min(amount, *coins) < 1 or any(one > other for one, other in pairwise(coins)):
            raise InputError("the numbers must be positive, and the coins in ascending order")
        return Purse(amount, tuple(coins))

    def decode(self, text: str, instance: Purse, reading: str) -> bool:
        """Read an output: YES or NO, or what is true or false in some language."""
        return decision(text)

    def compare(self, instance: Purse, answer: bool, best: bool) -> bool | str:
        """Whether an answer is right, beside the one of the answer file."""
        return answer is best

    # The rest is optional: tests of the plug-in, functions as solutions, and hunts for the smallest
    # failing input.

    def mutants(self, instance: Purse, answer: bool) -> Iterator[Mutant]:
        """Outputs near a right answer, each with the verdict that it must get."""
        yield Mutant("the other one", "NO" if answer else "YES", Fate.REJECTED)

    def arguments(self, instance: Purse) -> list[Any]:
        return [instance.amount, list(instance.coins)]

    def render(self, instance: Purse) -> str:
        return f"{instance.amount}\n{' '.join(map(str, instance.coins))}\n"

    def generate(self, rng: Random, size: int) -> Purse:
        count, most = rng.randint(1, min(size + 1, 100)), min(3 * size + 1, 10000)
        coins = sorted(rng.randint(1, most) for _ in range(count))
        some = sum(coin for coin in coins if rng.random() < 0.5)
        return Purse(min(max(1, some + rng.choice((-1, 0, 0, 1))), 10000), tuple(coins))

    def smaller(self, instance: Purse) -> Iterator[Purse]:
        amount, coins = instance.amount, instance.coins
        for place in range(len(coins) if len(coins) > 1 else 0):
            yield Purse(amount, coins[:place] + coins[place + 1 :])
        for less in dict.fromkeys((amount // 2, amount - 1)):
            if less > 0:
                yield Purse(less, coins)
        for place, coin in enumerate(coins):
            if coin > 1:
                yield Purse(amount, tuple(sorted((*coins[:place], coin - 1, *coins[place + 1 :]))))
