"""Arrange 1 to n so that no two neighbours differ by 1.

An input is one line: n. An answer is such an arrangement, or the word impossible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from judge.plugin import Fate, IllegalAnswer, InputError, Mutant, Undecodable
from judge.plugin.answers import integers, string

Row = tuple[int, ...]
#: There is no arrangement, as the answer says.
IMPOSSIBLE: Row = ()


class Arrangement:
    def parse(self, text: str) -> int:
        """Read an input file."""
        if not re.fullmatch(r"[1-9][0-9]*\n", text):
            raise InputError("expected a number")
        return int(text)

    def decode(self, text: str, instance: int, reading: str) -> Row:
        """Read an output: numbers, in whatever way a language writes a list."""
        if string(text).strip().lower() == "impossible":
            return IMPOSSIBLE
        row = integers(text)
        if not row:
            raise Undecodable("there is no answer")
        return row

    def compare(self, instance: int, answer: Row, best: Row) -> bool | str:
        """Whether an answer is right, beside the one of the answer file."""
        if not answer:
            return not best or "it is possible"
        if sorted(answer) != list(range(1, instance + 1)):
            raise IllegalAnswer("not an arrangement", f"each number from 1 to {instance} once")
        for place in range(instance - 1):
            one, other = answer[place], answer[place + 1]
            if one - other in (1, -1):
                return f"{one} and {other} are neighbours"
        assert best, "the answer file says impossible, and here is an answer"
        return True

    # The rest is optional: tests of the plug-in, functions as solutions, and hunts for the smallest
    # failing input.

    def mutants(self, instance: int, answer: Row) -> Iterator[Mutant]:
        """Outputs near a right answer, each with the verdict that it must get."""
        if not answer:
            yield Mutant("in order", " ".join(map(str, range(1, instance + 1))), Fate.REJECTED)
            return
        text = " ".join(map(str, answer))
        yield Mutant("one number twice", f"{text} 1", Fate.ILLEGAL, "not an arrangement")
        yield Mutant("impossible", "impossible", Fate.REJECTED)

    def arguments(self, instance: int) -> list[Any]:
        return [instance]

    def render(self, instance: int) -> str:
        return f"{instance}\n"

    def generate(self, rng: Random, size: int) -> int:
        return rng.randint(1, min(1000, rng.choice((3 * size + 1, size * size + 1))))

    def smaller(self, instance: int) -> Iterator[int]:
        yield from (less for less in (instance // 2, instance - 1) if less > 0)
