"""Can a purse pay an amount exactly?

An input is two lines: the amount, then the values of the coins. An answer is YES or NO.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from judge.plugin import InputError
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
        return Purse(amount, tuple(coins))

    def decode(self, text: str, instance: Purse, reading: str) -> bool:
        """Read an output: YES or NO, or what is true or false in some language."""
        return decision(text)

    def compare(self, instance: Purse, answer: bool, best: bool) -> bool | str:
        """Whether an answer is right, beside the one of the answer file."""
        return answer is best

    # The rest is optional: functions as solutions.

    def arguments(self, instance: Purse) -> list[Any]:
        return [instance.amount, list(instance.coins)]
