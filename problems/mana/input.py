"""The IPSC input file: many situations, each a board, a library, a life total and a cost."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from judge.plugin import InputError

from .lands import Table

MOST_LANDS = 34
MOST_LIFE = 20

_NUMBER = re.compile(r"0|[1-9][0-9]*")
_COST = re.compile(r"[1-9CWURBG]+")


@dataclass(frozen=True)
class Situation:
    """One test case: names of untapped lands, names of lands in the library, life, cost."""

    battlefield: tuple[str, ...]
    library: tuple[str, ...]
    life: int
    cost: str


Instance = tuple[Situation, ...]


class _Lines:
    """The lines of a file, handed out one by one; every complaint names line and case."""

    def __init__(self, text: str) -> None:
        rows = [row.removesuffix("\r") for row in text.split("\n")]
        while rows and not rows[-1]:
            rows.pop()
        self._rows = rows
        self._next = 0
        self.case = 0

    def error(self, message: str) -> InputError:
        where = f"case {self.case}: " if self.case else ""
        return InputError(where + message, max(self._next, 1))

    def take(self, what: str) -> str:
        self._next += 1
        if self._next > len(self._rows):
            raise self.error(f"the file ends where {what} should be")
        return self._rows[self._next - 1]

    def number(self, what: str, least: int, most: float = math.inf) -> int:
        row = self.take(what)
        if _NUMBER.fullmatch(row) is None or len(row) > 9:
            raise self.error(f"{row!r} is not {what}, a plain number")
        if not least <= int(row) <= most:
            raise self.error(f"{what} must be from {least} to {most}, not {row}")
        return int(row)

    def rest(self) -> Iterator[str]:
        while self._next < len(self._rows):
            yield self.take("a line")


def parse(text: str, table: Table) -> Instance:
    """Read an IPSC input file; CRLF line ends and blank lines at the end are accepted.

    Raises InputError, whose line is the offending one and whose message names the case.
    """
    lines = _Lines(text)
    count = lines.number("the number of cases", 1)
    situations = []
    for case in range(1, count + 1):
        lines.case = case
        if row := lines.take("the blank line before a case"):
            raise lines.error(f"a blank line must come before the case, not {row!r}")
        situations.append(_parse_situation(lines, table))
    for row in lines.rest():
        raise lines.error(f"nothing may follow the last case, here is {row!r}")
    return tuple(situations)


def _parse_situation(lines: _Lines, table: Table) -> Situation:
    on_table = lines.number("the number of lands on the battlefield", 0, MOST_LANDS)
    battlefield = tuple(_card(lines, table) for _ in range(on_table))
    in_library = lines.number("the number of lands in the library", 0, MOST_LANDS)
    if on_table + in_library > MOST_LANDS:
        raise lines.error(f"{on_table} + {in_library} lands are more than {MOST_LANDS}")
    library = tuple(_card(lines, table) for _ in range(in_library))
    life = lines.number("the life total", 1, MOST_LIFE)
    cost = lines.take("the cost")
    if _COST.fullmatch(cost) is None:
        raise lines.error(f"{cost!r} is not a cost, a nonempty string over 1-9 C W U R B G")
    return Situation(battlefield, library, life, cost)


def _card(lines: _Lines, table: Table) -> str:
    name = lines.take("the name of a land")
    if name in table.lands:
        return name
    like = [known for known in table.lands if known.lower() == " ".join(name.lower().split())]
    hint = f"; did you mean {like[0]!r}?" if like else ""
    raise lines.error(f"unknown card {name!r}{hint}")


def check_m1(instance: Instance, table: Table) -> None:
    """Raises InputError if a case breaks the promise of subproblem M1: nothing to fetch."""
    line = 1
    for case, situation in enumerate(instance, start=1):
        for offset, name in enumerate(situation.battlefield, start=3):
            if table[name].fetches:
                raise InputError(f"case {case}: {name!r} is a fetch land, M1 has none",
                                 line + offset)
        line += 2 + len(situation.battlefield)
        if situation.library:
            raise InputError(f"case {case}: the library must be empty in M1", line + 1)
        line += 3


def render(instance: Instance) -> str:
    """The inverse of ``parse``, with LF line ends and no blank line at the end."""
    rows = [str(len(instance))]
    for case in instance:
        rows += ["", str(len(case.battlefield)), *case.battlefield]
        rows += [str(len(case.library)), *case.library, str(case.life), case.cost]
    return "\n".join(rows) + "\n"
