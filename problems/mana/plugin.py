"""The plug-in for Mana troubles: one case of the judge is one IPSC file of many situations.

An answer is one line per situation. Its score is the number of right lines, according to the exact
reference in ``flow``; the whole file is accepted when all lines are right.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from judge.plugin import Best, Bound, Goal, IllegalAnswer, InputError, Mutant, Undecodable

from . import (
    answers,
    draw,
    draw_pair,
    enumeration,
    explain,
    generate,
    input,
    mutants,
    mutate,
    orbit,
)
from .answers import Answer
from .explain import Explanation
from .flow import possible
from .game import check_play
from .input import Instance, Situation
from .lands import load_lands


class Mana:
    """See ``judge.plugin.Plugin``, ``Batch``, ``Divides`` and ``Explains``. ``explain``,
    ``wrong_lines``, ``reference`` and ``check_m1`` go beyond them."""

    goal = Goal.MAXIMISE
    unit = Fraction(1)
    readings: tuple[str, ...] = ("lines",)
    #: The words of an output are those of the contest.
    strict = True
    css = draw.CSS + draw_pair.CSS

    def __init__(self) -> None:
        self.table = load_lands(Path(__file__).parent)

    def parse(self, text: str) -> Instance:
        """Read an IPSC input file; InputError names line and case."""
        return input.parse(text, self.table)

    def render(self, instance: Instance) -> str:
        """The IPSC input file, with LF line ends."""
        return input.render(instance)

    def arguments(self, instance: Instance) -> list[Any]:
        """One argument, a list of objects: battlefield and library (names), life, cost."""
        return [[{"battlefield": list(case.battlefield), "library": list(case.library),
                  "life": case.life, "cost": case.cost} for case in instance]]

    def size(self, instance: Instance) -> tuple[int, ...]:
        """(situations, most lands in one, most symbols in one cost)."""
        return (len(instance),
                max((len(c.battlefield) + len(c.library) for c in instance), default=0),
                max((len(c.cost) for c in instance), default=0))

    def decode(self, text: str, instance: Instance, reading: str) -> Answer:
        """One line per situation, see ``answers``; Undecodable names the first bad line."""
        return answers.decode(text, len(instance))

    def score(self, instance: Instance, answer: Answer) -> int:
        """The number of right lines. Raises IllegalAnswer for a log with an illegal play."""
        right = 0
        for number, (case, line) in enumerate(zip(instance, answer, strict=True), start=1):
            if isinstance(line, bool):
                right += line == possible(case, self.table)
                continue
            try:
                check_play(case, line, self.table)
            except IllegalAnswer as error:
                raise IllegalAnswer(error.rule, f"line {number}: {error.message}") from None
            right += 1  # the play itself proves the YES
        return right

    def parse_answer(self, text: str, instance: Instance) -> Best[Answer]:
        """Read an answer file, YES or NO per line; InputError if it contradicts the reference."""
        try:
            answer = answers.decode(text, len(instance))
        except Undecodable as error:
            raise InputError(str(error)) from None
        for number, (line, right) in enumerate(zip(answer, self.reference(instance), strict=True),
                                               start=1):
            if not isinstance(line, bool):
                raise InputError(f"case {number}: an answer file has only YES or NO", number)
            if line != right:
                raise InputError(f"case {number}: the file says {'YES' if line else 'NO'}, the "
                                 f"exact solver {'YES' if right else 'NO'}", number)
        return Best(len(instance), answer)

    def render_answer(self, instance: Instance, best: Best[Answer]) -> str:
        """The IPSC output file."""
        return answers.render(best.answer)

    def generate(self, rng: Random, size: int) -> Instance:
        """A few situations of at most ``size`` lands, most of them at the boundary; sometimes one
        without any land, with copies of a land, a chain of lands, or a cost of all mana."""
        lands, kinds = min(size, input.MOST_LANDS), generate.KINDS
        cases = tuple(rng.choices(*kinds)[0](rng, lands, self.table)
                      for _ in range(rng.randint(1, 4)))
        return (*cases, generate.no_lands(rng)) if rng.random() < 0.05 else cases

    def smaller(self, instance: Instance) -> Iterator[Instance]:
        """Half the situations, one situation fewer, then one of them simpler."""
        count = len(instance)
        if count > 2:
            yield instance[: count // 2]
            yield instance[count // 2:]
        if count > 1:
            for index in range(count):
                yield instance[:index] + instance[index + 1:]
        for index, case in enumerate(instance):
            for other in generate.simpler(case, self.table):
                yield (*instance[:index], other, *instance[index + 1:])

    def mutate(
        self, rng: Random, instance: Instance, numbers: Sequence[int], words: Sequence[str]
    ) -> Instance:
        """One detail changed; see ``judge.plugin.Mutates``."""
        return mutate.mutate(rng, instance, numbers, words, self.table)

    def bounds(self) -> tuple[Bound, ...]:
        """Lands, symbols, life; see ``judge.plugin.Enumerable``."""
        return enumeration.BOUNDS

    def describe_bound(self, bound: Bound) -> str:
        return enumeration.describe(bound)

    def count(self, bound: Bound) -> int:
        return enumeration.count(bound, self.table)

    def enumerate(self, bound: Bound) -> Iterator[Instance]:
        """Files of one situation, by the number of lands and symbols."""
        return enumeration.instances(bound, self.table)

    def orbit(self, instance: Instance, bound: Bound) -> Hashable | None:
        """The least of its forms when colours are exchanged; see ``judge.plugin.Canonical``."""
        return orbit.orbit(instance, bound, self.table)

    def draw(self, instance: Instance, answer: Answer | None) -> str:
        """The situations whose lines are wrong, each with its play or reason; at most 40 KB."""
        return draw.draw(instance, answer, self.table)

    def draw_pair(self, instance: Instance, theirs: Answer, best: Answer) -> str:
        """The lines that ``theirs`` got wrong, each beside the right one; at most 40 KB."""
        return draw_pair.draw_pair(instance, theirs, self.table)

    def sketch(self, instance: Instance, answer: Answer | None) -> str:
        """The same as plain text, 80 columns wide."""
        return draw.sketch(instance, answer, self.table)

    def parts(self, instance: Instance) -> int:
        """How many situations a file holds."""
        return len(instance)

    def part(self, instance: Instance, place: int) -> Instance:
        """One situation alone."""
        return instance[place:place + 1]

    def sketch_part(self, instance: Instance, place: int) -> str:
        """One situation, ``place`` counts from 0: a full play for YES, the reason for NO."""
        return draw.sketch_part(instance, place, self.table)

    def explain_wrong(self, instance: Instance, answer: Answer, limit: int) -> list[str]:
        """The first ``limit`` lines that are wrong, each with its situation and why."""
        return draw.explain_wrong(instance, answer, limit, self.table)

    def mutants(self, instance: Instance, answer: Answer) -> Iterator[Mutant]:
        """Mutants of right outputs; see ``judge.plugin.Mutable``."""
        return mutants.mutants(instance, answer, self.table)

    def variants(self, instance: Instance, rng: Random) -> Iterator[tuple[str, Instance]]:
        """The same situations in other orders; see ``judge.plugin.Metamorphic``."""
        return mutants.variants(instance, rng)

    # --- beyond the protocols --------------------------------------------------------------

    def reference(self, instance: Instance) -> tuple[bool, ...]:
        """The exact answer to every situation."""
        return tuple(possible(case, self.table) for case in instance)

    def explain(self, situation: Situation) -> Explanation:
        """For YES a full play (``.line``, ``.actions()``), for NO the ``.reason``."""
        return explain.explain(situation, self.table)

    def wrong_lines(self, instance: Instance, answer: Answer) -> list[int]:
        """Indices from 0 of the lines that differ from the exact answer, or whose log is bad."""
        return draw.wrong_lines(instance, answer, self.table)

    def check_m1(self, instance: Instance) -> None:
        """Raises InputError unless the file meets the guarantee of M1: nothing to fetch."""
        input.check_m1(instance, self.table)
