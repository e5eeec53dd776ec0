"""What a hunt found."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from judge.hunting.stress import Counterexample


class Failure(Struct, frozen=True, eq=False):  # an answer of the plug-in need not be hashable
    """One failure: the number of the instance that showed it, and what that was reduced to."""

    number: int
    counterexample: Counterexample
    first_size: tuple[int, ...]
    steps: int
    minimal: bool


class TooSlow(Struct, frozen=True):
    """How many instances took the solution too long, where that is no failure; ``smallest`` is one
    of the least extent."""

    count: int
    smallest: Any


class HuntResult(Struct, frozen=True):
    """The end of a hunt; without failures the solution survived ``tried`` instances."""

    reference: str
    tried: int
    seconds: float
    reading: str
    reading_why: str
    failures: tuple[Failure, ...]
    too_slow: TooSlow | None
    warnings: tuple[str, ...]
    interrupted: bool
    #: How many constants the source has, and how many instances were kept to be varied.
    constants: int = 0
    kept: int = 0
    #: How many instances on which it fails were left out, since the input validators refuse them.
    refused: int = 0
