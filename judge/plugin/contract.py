"""The methods of a problem's plug-in, and the exceptions with which it refuses.

A package's ``plugin.py`` may import ``judge.plugin`` and ``judge.plugin.number_lists``; both use
the standard library alone, so that ``output_validator/`` can carry them to any other judge.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from random import Random
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

Score = int | Fraction

I = TypeVar("I")  # noqa: E741  (an instance)
A = TypeVar("A")  # an answer
TakenI = TypeVar("TakenI", contravariant=True)  # the same, only ever taken
TakenA = TypeVar("TakenA", contravariant=True)


#: The shape of a reading that names none, in a manifest.
PLAIN_SHAPE = "pairs"


def base_of(reading: str) -> str:
    """The part of a reading before the first comma: ``1-indexed``."""
    return reading.partition(", ")[0]


def shape_of(reading: str) -> str:
    """The part of a reading after the first comma; ``pairs`` if there is none."""
    return reading.partition(", ")[2] or PLAIN_SHAPE


class Goal(Enum):
    """Which of two scores is the better one."""

    MAXIMISE = "maximise"
    MINIMISE = "minimise"


class InputError(ValueError):
    """An input or answer *file* is malformed: an error in the package, never in a solution.

    ``line`` and ``column`` count from 1.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class Undecodable(ValueError):
    """An output in which no answer can be found, whatever the reading; the message says why."""


class IllegalAnswer(ValueError):
    """An answer that breaks a rule of the problem; ``rule`` is its short name."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message


@dataclass(frozen=True, slots=True)
class Best(Generic[A]):
    """The content of an answer file: the best score and one answer that reaches it."""

    score: Score
    answer: A


class Plugin(Protocol[I, A]):
    """All that the judge knows of a problem. Instances and answers are immutable and hashable."""

    goal: Goal
    #: A shown score is ``score * unit``: 1/2 where scores are doubled integers.
    unit: Fraction
    #: Ways in which an output may be meant, the most natural first: where indices start and, after
    #: a comma, the shape of the answer, e.g. ``("0-indexed", "0-indexed, attacker first")``.
    #: One of them holds for all outputs of a solution. A problem without a choice has one.
    readings: tuple[str, ...]
    #: Style rules for what ``draw`` returns. The page forbids style attributes.
    css: str

    def parse(self, text: str) -> I:
        """Read an input file; raises InputError."""

    def render(self, instance: I) -> str:
        """The inverse of ``parse``: the bytes a program gets on standard input."""

    def arguments(self, instance: I) -> list[Any]:
        """What a *function* is called with: numbers, strings, lists and dicts of them."""

    def size(self, instance: I) -> tuple[int, ...]:
        """How big an instance is, e.g. ``(attackers, blockers)``; larger is harder."""

    def decode(self, text: str, instance: I, reading: str) -> A:
        """Read an output tolerantly; raises Undecodable, or IllegalAnswer for a bad index."""

    def score(self, instance: I, answer: A) -> Score:
        """The exact score of a legal answer; raises IllegalAnswer."""

    def parse_answer(self, text: str, instance: I) -> Best[A]:
        """Read an answer file; raises InputError."""

    def render_answer(self, instance: I, best: Best[A]) -> str:
        """The inverse of ``parse_answer``."""

    def generate(self, rng: Random, size: int) -> I:
        """A random instance of about ``size`` pieces per side; the same for the same ``rng``."""

    def smaller(self, instance: I) -> Iterable[I]:
        """Strictly simpler neighbours, the simplest first; no chain of them is endless."""

    def draw(self, instance: I, answer: A | None) -> str:
        """Board and answer as an HTML fragment, escaped, without scripts or style attributes.

        Two are shown side by side or, with an attribute ``data-wide``, one below the other.
        """

    def sketch(self, instance: I, answer: A | None) -> str:
        """The same picture as plain text for a terminal of 80 columns."""


@runtime_checkable
class Batch(Protocol[TakenI]):
    """Optional, found by its methods: an input of this problem holds many cases in one file."""

    def parts(self, instance: TakenI) -> int:
        """How many there are."""

    def sketch_part(self, instance: TakenI, place: int) -> str:
        """One of them, ``place`` from 0, as text: a best answer to it, and why it is best."""


@runtime_checkable
class Divides(Protocol[I]):
    """Optional, beside ``Batch``: an input can be taken apart, which makes for smaller ones."""

    def parts(self, instance: I) -> int:
        """How many there are."""

    def part(self, instance: I, place: int) -> I:
        """One of them, ``place`` from 0, as an input of its own."""


@runtime_checkable
class Explains(Protocol[TakenI, TakenA]):
    """Optional, found by its method: what is wrong with an answer, in words."""

    def explain_wrong(self, instance: TakenI, answer: TakenA, limit: int) -> list[str]:
        """Paragraphs for a terminal of 80 columns, empty for a right answer.

        It names the first ``limit`` faults, and the number of all.
        """


class Fate(Enum):
    """The verdict that a mutated right answer must get."""

    #: Legal: accepted if it is still best, else suboptimal.
    LEGAL = "legal"
    #: Legal, and certainly not best.
    SUBOPTIMAL = "suboptimal"
    ILLEGAL = "illegal"
    UNDECODABLE = "undecodable"
    #: Rejected, whatever the reason.
    REJECTED = "rejected"
    #: Not known beforehand: anything but better than the best.
    OPEN = "open"


@dataclass(frozen=True)
class Mutant:
    """An output made from a right answer; ``text`` is in the plug-in's first reading."""

    name: str
    text: str
    fate: Fate
    #: Of an illegal one: the rule that ``IllegalAnswer`` must name; empty for any.
    rule: str = ""


@runtime_checkable
class Mutable(Protocol[TakenI, TakenA]):
    """Optional, found by its method: right answers made wrong, to test the checker with."""

    def mutants(self, instance: TakenI, answer: TakenA) -> Iterable[Mutant]:
        """Outputs near ``answer``, which is a best one, each with the verdict that it must get."""


@runtime_checkable
class Metamorphic(Protocol[I]):
    """Optional, found by its method: instances that are equivalent to another one."""

    def variants(self, instance: I, rng: Random) -> Iterable[tuple[str, I]]:
        """Names and instances whose best score is that of ``instance``; the same for ``rng``."""
