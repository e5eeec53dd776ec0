"""The methods of a problem's plug-in, and the exceptions with which it refuses.

A package's ``plugin.py`` may import ``judge.plugin`` and its modules, such as
``judge.plugin.answers``; all use the standard library alone, so that ``output_validator/`` can
carry them to any other judge.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from random import Random
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

Score = int | Fraction

#: How far a proof goes, such as ``(2, 3)``: from 1 to 6 numbers, which the plug-in explains.
Bound = tuple[int, ...]

I = TypeVar("I")  # noqa: E741  (an instance)
A = TypeVar("A")  # an answer
TakenI = TypeVar("TakenI", contravariant=True)  # the same, only ever taken
MadeI = TypeVar("MadeI", covariant=True)  # the same, only ever returned
TakenA = TypeVar("TakenA", contravariant=True)
MadeA = TypeVar("MadeA", covariant=True)  # an answer, only ever returned
B = TypeVar("B")  # a board of a game
M = TypeVar("M")  # a move
TakenB = TypeVar("TakenB", contravariant=True)
TakenM = TypeVar("TakenM", contravariant=True)


#: The one reading of a problem that names none.
PLAIN_READING = "plain"

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

    #: None where the plug-in compares answers instead of scoring them.
    score: Score | None
    answer: A


class Plugin(Protocol[I, MadeA]):
    """What every plug-in has, beside the methods of either ``Optimisation`` or ``Comparison``.

    Instances and answers are immutable; those of a hunt are hashable.
    """

    def parse(self, text: str) -> I:
        """Read an input file; raises InputError."""

    def decode(self, text: str, instance: I, reading: str) -> MadeA:
        """Read an output tolerantly; raises Undecodable, or IllegalAnswer for a bad index."""


class Optimisation(Protocol[TakenI, TakenA]):
    """Answers have exact scores; the best one is right."""

    goal: Goal

    def score(self, instance: TakenI, answer: TakenA) -> Score:
        """The exact score of a legal answer; raises IllegalAnswer."""


class Comparison(Protocol[TakenI, TakenA]):
    """Answers are right or wrong, by a comparison with the stored answer."""

    def compare(self, instance: TakenI, answer: TakenA, best: TakenA) -> bool | str:
        """Whether an answer is right: True, False, or a message that says what is wrong.

        ``best`` is the stored answer. Raises IllegalAnswer for an answer that breaks a rule.
        """


# All others are optional, and found by their methods. What needs one says which is missing.


class Unit(Protocol):
    """Scores are shown in another unit than they are computed in."""

    #: A shown score is ``score * unit``: 1/2 where scores are doubled integers. Default: 1.
    unit: Fraction


class Readings(Protocol):
    """An output may be meant in several ways."""

    #: The most natural first: where indices start and, after a comma, the shape of the answer,
    #: e.g. ``("0-indexed", "0-indexed, attacker first")``. One of them holds for all outputs of a
    #: solution.
    readings: tuple[str, ...]


class Strict(Protocol):
    """The notation of an output is part of the problem."""

    #: Whether what ``decode`` refuses stays refused. Otherwise it is asked again with the same
    #: values in other notations, see ``judge.plugin.rewriting``. Default: False.
    strict: bool


def reads_other_notations(plugin: Any) -> bool:
    """Whether refused outputs of a plug-in are rewritten: unless it says ``strict = True``, or has
    several readings, which decide for themselves what a group means."""
    readings = tuple(getattr(plugin, "readings", (PLAIN_READING,)))
    return not getattr(plugin, "strict", False) and len(readings) == 1


class Functions(Protocol[TakenI]):
    """Solutions may be functions."""

    def arguments(self, instance: TakenI) -> list[Any]:
        """What a *function* is called with: numbers, strings, lists and dicts of them."""


class InputText(Protocol[TakenI]):
    """Instances can be written. Without it a program gets the input file as it is."""

    def render(self, instance: TakenI) -> str:
        """The inverse of ``parse``: what a program gets on standard input."""


class AnswerFile(Protocol[TakenI, A]):
    """Answer files have a format of their own. Without it they are what a solution prints."""

    def parse_answer(self, text: str, instance: TakenI) -> Best[A]:
        """Read an answer file; raises InputError."""

    def render_answer(self, instance: TakenI, best: Best[A]) -> str:
        """The inverse of ``parse_answer``."""


class Sizes(Protocol[TakenI]):
    """Instances have sizes. Without it the size is the number of bytes of the input file."""

    def size(self, instance: TakenI) -> tuple[int, ...]:
        """How big an instance is, e.g. ``(attackers, blockers)``; larger is harder."""


class Generation(Protocol[I]):
    """Random instances, and simpler ones: for hunts, together with ``render``."""

    def generate(self, rng: Random, size: int) -> I:
        """A random instance of about ``size`` pieces per side; the same for the same ``rng``."""

    def smaller(self, instance: I) -> Iterable[I]:
        """Strictly simpler neighbours, the simplest first; no chain of them is endless. Where one
        differs in its numbers alone, they are no greater: not both their maximum and their sum."""


@runtime_checkable
class EnumerableBelow(Protocol[I]):
    """Optional, found by its method: what a hunt looks at below a local minimum. ``Enumerable``
    has all instances within a bound, this one those below an instance."""

    def below(self, instance: I) -> Iterable[I]:
        """Instances with fewer pieces than this one, the simplest first; it may be endless."""


@runtime_checkable
class Mutates(Protocol[I]):
    """Optional, found by its method: instances near another one, for hunts."""

    def mutate(self, rng: Random, instance: I, numbers: Sequence[int], words: Sequence[str]) -> I:
        """A legal instance that differs in one detail; the same for the same ``rng``.

        ``numbers`` and ``words`` are constants of a source, the most promising ones several times:
        put them where the problem allows, as a value, a number of pieces or a sum. There may be no
        legal one among them: then change something else, or nothing.
        """


class BoundError(ValueError):
    """A bound that the problem does not have; the message says what its numbers must be."""


@runtime_checkable
class Enumerable(Protocol[MadeI]):
    """Optional, found by its methods: all small instances, for proofs, together with ``render``."""

    def bounds(self) -> Iterable[Bound]:
        """Some useful bounds, the smallest first."""

    def describe_bound(self, bound: Bound) -> str:
        """The instances within a bound, in the plural, as they stand after "all 1,234":
        ``boards of at most 2 × 3 creatures with numbers up to 4, in one order each``.

        Raises BoundError.
        """

    def count(self, bound: Bound) -> int:
        """How many instances ``enumerate`` yields, found without it."""

    def enumerate(self, bound: Bound) -> Iterable[MadeI]:
        """Every instance within the bound, the simplest first, always in the same order.

        Of instances that a symmetry of the problem maps to each other it yields one; the
        description names the symmetries.
        """


@runtime_checkable
class Canonical(Protocol[TakenI]):
    """Optional, beside ``Enumerable``, found by its method: what ``enumerate`` must contain. It is
    written independently of that, so that ``judge verify`` can compare the two."""

    def orbit(self, instance: TakenI, bound: Bound) -> Hashable | None:
        """The same for two instances if, and only if, a symmetry of the problem maps them to each
        other: their sorted pieces, for example. None for an instance beyond the bound."""


class Drawing(Protocol[TakenI, TakenA]):
    """Pictures on the page."""

    #: Style rules for what ``draw`` returns. The page forbids style attributes. Default: none.
    css: str

    def draw(self, instance: TakenI, answer: TakenA | None) -> str:
        """Board and answer as an HTML fragment, escaped, without scripts or style attributes.

        Two are shown side by side or, with an attribute ``data-wide``, one below the other.
        """


class PairDrawing(Protocol[TakenI, TakenA]):
    """A wrong answer and a best one in one picture, instead of two from ``draw``."""

    def draw_pair(self, instance: TakenI, theirs: TakenA, best: TakenA) -> str:
        """An HTML fragment as from ``draw``, in which the differences are marked.

        ``theirs`` may break a rule of the problem.
        """


class Sketch(Protocol[TakenI, TakenA]):
    """Pictures in a terminal."""

    def sketch(self, instance: TakenI, answer: TakenA | None) -> str:
        """Board and answer as plain text for a terminal of 80 columns."""


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


@runtime_checkable
class Arena(Protocol[B, M]):
    """Optional, found by its methods: a game of two roles, for ``judge arena``. What one role wins
    the other loses. Boards and moves are immutable and hashable."""

    #: The names of the roles, such as ``("hide", "seek")``.
    roles: tuple[str, str]

    def random_board(self, rng: Random, size: int) -> B:
        """A random board of about ``size`` pieces per side; the same for the same ``rng``."""

    def role_to_move(self, board: B, moves: tuple[M, ...]) -> int | None:
        """Which role moves after these moves, 0 or 1; None when the game is over."""

    def move_arguments(self, board: B, moves: tuple[M, ...]) -> list[Any]:
        """What a function is called with to make the next move: as ``Functions.arguments``."""

    def move_input(self, board: B, moves: tuple[M, ...]) -> str:
        """What a program reads to make the next move; it names the role."""

    def decode_move(self, text: str, board: B, moves: tuple[M, ...], reading: str) -> M:
        """The next move, read tolerantly; raises Undecodable, or IllegalAnswer."""

    def payoff(self, board: B, moves: tuple[M, ...]) -> Score:
        """What the first role wins in a game that is over, exact, in the unit of scores."""

    def forfeit(self, board: B, moves: tuple[M, ...]) -> Score:
        """The same if the role to move makes no legal move. No game on this board ends worse for
        that role."""


@runtime_checkable
class ArenaDrawing(Protocol[TakenB, TakenM]):
    """Optional, beside ``Arena``: pictures of games on the page."""

    def draw_game(self, board: TakenB, moves: tuple[TakenM, ...]) -> str:
        """A game, perhaps one that a forfeit ended, as an HTML fragment like that of ``draw``."""
