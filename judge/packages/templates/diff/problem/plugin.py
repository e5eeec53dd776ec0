"""Count how often each number occurs.

An input is two lines: how many numbers there are, then the numbers. An answer has a line for each
number that occurs, from the least to the greatest: the number and how often it occurs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from judge.plugin import Fate, InputError, Mutant
from judge.plugin.number_lists import pairs

Numbers = tuple[int, ...]
Counts = tuple[tuple[int, int], ...]


class Occurrences:
    def parse(self, text: str) -> Numbers:
        """Read an input file."""
        if not re.fullmatch(r"[0-9]+\n[0-9]+( [0-9]+)*\n", text):
            raise InputError("expected a count, and a line of numbers")
        count, *numbers = map(int, text.split())
        if count != len(numbers):
            raise InputError(f"{len(numbers)} numbers, and the first line says {count}")
        return tuple(numbers)

    def decode(self, text: str, instance: Numbers, reading: str) -> Counts:
        """Read an output: pairs, in whatever way a language writes a list or a map."""
        return pairs(text)

    def compare(self, instance: Numbers, answer: Counts, best: Counts) -> bool | str:
        """Whether an answer is right: the same as that of the answer file."""
        return answer == best

    # The rest is optional: tests of the plug-in, functions as solutions, and hunts for the smallest
    # failing input.

    def mutants(self, instance: Numbers, answer: Counts) -> Iterator[Mutant]:
        """Outputs near a right answer, each with the verdict that it must get."""
        lines = [f"{number} {count}" for number, count in answer]
        first, more = answer[0][0], answer[0][1] + 1
        yield Mutant("one more", "\n".join([f"{first} {more}", *lines[1:]]), Fate.REJECTED)
        yield Mutant("one line twice", "\n".join([*lines, lines[-1]]), Fate.REJECTED)

    def arguments(self, instance: Numbers) -> list[Any]:
        return [list(instance)]

    def render(self, instance: Numbers) -> str:
        return f"{len(instance)}\n{' '.join(map(str, instance))}\n"

    def generate(self, rng: Random, size: int) -> Numbers:
        most = rng.choice((2, size, 4 * size))
        return tuple(rng.randint(0, most) for _ in range(rng.randint(1, size + 1)))

    def smaller(self, instance: Numbers) -> Iterator[Numbers]:
        for place in range(len(instance) if len(instance) > 1 else 0):
            yield instance[:place] + instance[place + 1 :]
        for place, number in enumerate(instance):
            for less in dict.fromkeys((number // 2, number - 1)):
                if 0 <= less < number:
                    yield (*instance[:place], less, *instance[place + 1 :])
