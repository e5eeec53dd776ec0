"""Correct outputs with a fault, to try the checker with, and equivalent forms of a situation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from judge.plugin import Fate, Mutant

from .answers import Answer, says_yes
from .input import Instance

#: How many lines of one answer are spoilt, one at a time.
_LINES = 2


def mutants(instance: Instance, answer: Answer) -> Iterator[Mutant]:
    """Outputs near the answer, each with what must become of it."""
    rows = ["YES" if says_yes(line) else "NO" for line in answer]
    yield Mutant("no line at all", "", Fate.UNDECODABLE)
    yield Mutant("the first line dropped", _text(rows[1:]), Fate.UNDECODABLE)
    yield Mutant("the last line repeated", _text([*rows, rows[-1]]), Fate.UNDECODABLE)
    yield Mutant("all lines flipped", _text(list(map(_flipped, rows))), Fate.SUBOPTIMAL)
    yield Mutant("CRLF line ends", _text(rows).replace("\n", "\r\n"), Fate.LEGAL)
    yield Mutant("blank lines after", _text(rows) + "\n\n", Fate.LEGAL)
    if rows[1:] + rows[:1] != rows:
        yield Mutant("every line one too late", _text(rows[-1:] + rows[:-1]), Fate.SUBOPTIMAL)
    if "YES" in rows and "NO" in rows:
        yes, no = rows.index("YES"), rows.index("NO")
        swapped = list(rows)
        swapped[yes], swapped[no] = "NO", "YES"
        yield Mutant("two lines swapped", _text(swapped), Fate.SUBOPTIMAL)
    for place in range(min(_LINES, len(rows))):
        for name, line, fate in (
            ("a line flipped", _flipped(rows[place]), Fate.SUBOPTIMAL),
            ("small letters", rows[place].lower(), Fate.UNDECODABLE),
            ("a number", "1", Fate.UNDECODABLE),
            ("a huge number", "9" * 40, Fate.UNDECODABLE),
            ("words after", f"{rows[place]} indeed", Fate.UNDECODABLE),
            ("an empty log", "YES: ", Fate.UNDECODABLE),
        ):
            yield Mutant(name, _text([*rows[:place], line, *rows[place + 1 :]]), fate)
        log = _text([*rows[:place], "YES: Library of Nowhere: W", *rows[place + 1 :]])
        yield Mutant("a land that is not there", log, Fate.ILLEGAL, "land")


def variants(instance: Instance, rng: Random) -> Iterator[tuple[str, Instance]]:
    """The same situations with their lands, their cost or themselves in another order."""
    yield "situations reversed", instance[::-1]
    yield (
        "battlefields shuffled",
        tuple(replace(one, battlefield=_mixed(rng, one.battlefield)) for one in instance),
    )
    yield (
        "libraries shuffled",
        tuple(replace(one, library=_mixed(rng, one.library)) for one in instance),
    )
    yield (
        "costs shuffled",
        tuple(replace(one, cost="".join(_mixed(rng, tuple(one.cost)))) for one in instance),
    )


def _text(rows: list[str]) -> str:
    return "".join(row + "\n" for row in rows)


def _flipped(row: str) -> str:
    return "NO" if row == "YES" else "YES"


def _mixed(rng: Random, items: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(rng.sample(items, len(items)))
