"""Count how often each number occurs.

An input is two lines: how many numbers there are, then the numbers. An answer has a line for each
number that occurs, from the least to the greatest: the number and how often it occurs.
"""

from __future__ import annotations

import re
from typing import Any

from judge.plugin import InputError
from judge.plugin.number_lists import pairs

Numbers = tuple[int, ...]
Counts = tuple[tuple[int, int], ...]


class Occurrences:
    def parse(self, text: str) -> Numbers:
        """Read an input file."""
        if not re.fullmatch(r"[0-9]+\n[0-9]+( [0-9]+)*\n", text):
            raise InputError("expected a count, and a line of numbers")
        return tuple(map(int, text.split("\n")[1].split()))

    def decode(self, text: str, instance: Numbers, reading: str) -> Counts:
        """Read an output: pairs, in whatever way a language writes a list or a map."""
        return pairs(text)

    def compare(self, instance: Numbers, answer: Counts, best: Counts) -> bool | str:
        """Whether an answer is right: the same as that of the answer file."""
        return answer == best

    # The rest is optional: functions as solutions.

    def arguments(self, instance: Numbers) -> list[Any]:
        return [list(instance)]
