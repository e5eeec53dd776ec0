"""Rows of things to try, one of each after the other: a short time reaches every row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TypeVar

T = TypeVar("T")
_NONE = object()


def in_turn(rows: Iterable[Iterable[T]]) -> Iterator[T]:
    """The first of each row, then the second of each that has one, and so on."""
    for some in zip_longest(*rows, fillvalue=_NONE):
        yield from (one for one in some if one is not _NONE)  # type: ignore[misc]
