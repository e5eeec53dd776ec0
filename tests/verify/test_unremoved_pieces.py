"""Reductions leave out each piece that an instance is valid without, the first and the last too."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from judge.plugin import InputError
from judge.verify import unremoved_pieces

Numbers = tuple[int, ...]


class Rows:
    """A count, and so many different numbers, one a line or all in one."""

    def __init__(self, separator: str, kept: slice, first: int = 0) -> None:
        self._separator, self._kept, self._first = separator, kept, first

    def render(self, instance: Numbers) -> str:
        return f"{len(instance)}\n{self._separator.join(map(str, instance))}\n"

    def parse(self, text: str) -> Numbers:
        numbers = tuple(map(int, text.split()))[1:]
        if self._first and numbers[0] != self._first:
            raise InputError("another first number", 2)
        return numbers

    def smaller(self, instance: Numbers) -> Iterator[Numbers]:
        for place in range(len(instance))[self._kept]:
            yield instance[:place] + instance[place + 1 :]


DRAWN = [tuple(range(1, count)) for count in range(3, 12)]
EACH, BUT_LAST, BUT_FIRST = slice(None), slice(None, -1), slice(1, None)


def said(plugin: Rows) -> str:
    subject: Any = SimpleNamespace(plugin=plugin)
    return unremoved_pieces.fault(subject, DRAWN, 60)


@pytest.mark.parametrize("separator", ["\n", " "])
@pytest.mark.parametrize(("kept", "which"), [(BUT_LAST, "last"), (BUT_FIRST, "first")])
def test_a_piece_that_is_never_left_out_is_a_fault(separator: str, kept: slice, which: str) -> None:
    kind = "line" if separator == "\n" else "word"
    told = f"smaller never leaves out the {which} {kind} behind the first line, though"
    assert said(Rows(separator, kept)).startswith(told)


@pytest.mark.parametrize(
    "plugin",
    [
        Rows("\n", EACH),
        Rows(" ", EACH),
        Rows(" ", BUT_FIRST, first=1),  # it must stay
        Rows(" ", slice(0, 2)),  # reductions of another kind
    ],
)
def test_other_reductions_are_right(plugin: Rows) -> None:
    assert said(plugin) == ""
