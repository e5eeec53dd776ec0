"""How a source is run, gets its case, and gives its answer."""

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
