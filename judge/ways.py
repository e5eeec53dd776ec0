"""How a solution is run and what of it counts: the words of manifests and of ``judge.toml``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """How a file is run: as a program, as a function that a host calls, between a header and a
    footer that do not count, or, for a finished output, not at all."""

    PROGRAM = "program"
    FUNCTION = "function"
    TEMPLATE = "template"
    OUTPUT = "output"


class FlagsRule(Enum):
    """How the flags of an invocation count: a language of their own, or by their bytes."""

    FREE = "free"
    DIFFERENCE = "difference"


class TimeRule(Enum):
    """What a time limit says of an answer that is right otherwise: wrong, or unverified."""

    HARD = "hard"
    SOFT = "soft"


@dataclass(frozen=True)
class Rules:
    """What a problem's ``judge.toml`` settles; a package without one has these."""

    flags: FlagsRule = FlagsRule.FREE
    time: TimeRule = TimeRule.HARD


@dataclass(frozen=True)
class Size:
    """What a source is worth; ``ranked`` is the number of bytes that counts.

    ``file`` is the bytes of the file as it is, never stripped; ``encoded`` those of what is
    counted, under the declared encoding, which are the file's own where none is declared.
    """

    file: int
    encoded: int
    #: None where the file is not UTF-8 text.
    characters: int | None
    encoding: str = ""
    #: Bytes of a line end at the very end of what is counted, which a post often lacks: 0 to 2.
    final_newline: int = 0
    flags: tuple[str, ...] = ()
    #: What the flags count: 0 where they make a language of their own.
    flag_bytes: int = 0

    @property
    def ranked(self) -> int:
        return self.encoded + self.flag_bytes


class Arity(Enum):
    """How a function takes several arguments: side by side, as one list, or one call each."""

    ARGS = "args"
    LIST = "list"
    CURRIED = "curried"


class Input(Enum):
    """How a program is fed; see ``convention`` for what each writes."""

    NATIVE = "native"
    JSON = "json"
    LINES = "lines"
    FLAT = "flat"
    ARGV = "argv"


class Output(Enum):
    """Where a function leaves its answer: its value (or, if it has none, what it prints), what it
    prints in any case, or its first argument, changed in place."""

    RETURN = "return"
    STDOUT = "stdout"
    MUTATED = "mutated"


@dataclass(frozen=True)
class Convention:
    """How a case gets into a source, and its answer out."""

    arity: Arity = Arity.ARGS
    input: Input = Input.NATIVE
    output: Output = Output.RETURN
    #: Whether a function that ends its process instead of returning may have answered: only what
    #: its manifest says to answer by printing.
    may_exit: bool = False
    #: What stands for nothing in an answer, beside the usual words for it.
    none: str = ""
    #: Of a template: what stands around the source and does not count.
    header: str = ""
    footer: str = ""
