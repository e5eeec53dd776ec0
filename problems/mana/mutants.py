"""Correct outputs with a fault, to try the checker with, and equivalent forms of a situation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from judge.plugin import Fate, Mutant

from .answers import Answer, says_yes
from .flow import Cheapest, cheapest
from .game import Play, Step, render_play
from .input import Instance, Situation
from .lands import MANA, Table

#: How many lines of one answer are spoilt, one at a time.
_LINES = 2


def mutants(instance: Instance, answer: Answer, table: Table) -> Iterator[Mutant]:
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
            ("a space before", f" {rows[place]}", Fate.UNDECODABLE),
            ("a space after", f"{rows[place]} ", Fate.UNDECODABLE),
        ):
            yield Mutant(name, _text([*rows[:place], line, *rows[place + 1 :]]), fate)
        log = _text([*rows[:place], "YES: Library of Nowhere: W", *rows[place + 1 :]])
        yield Mutant("a land that is not there", log, Fate.ILLEGAL, "land")
    yield from _logs(instance, rows, table)


def _logs(instance: Instance, rows: list[str], table: Table) -> Iterator[Mutant]:
    """Logs of the first situations that are YES, each with one fault."""
    places = [place for place, row in enumerate(rows) if row == "YES"]
    for place in places[:_LINES]:
        found = cheapest(instance[place], table)
        if not isinstance(found, Cheapest):
            continue
        for name, play, fate, rule in _spoilt_plays(instance[place], found.play, table):
            line = f"YES: {render_play(play)}"
            text = _text([*rows[:place], line, *rows[place + 1 :]])
            yield Mutant(name, text, fate, rule)
        for name, line in _forms(f"YES: {render_play(found.play)}"):
            text = _text([*rows[:place], line, *rows[place + 1 :]])
            yield Mutant(name, text, Fate.UNDECODABLE)


def _spoilt_plays(
    situation: Situation, play: Play, table: Table
) -> Iterator[tuple[str, Play, Fate, str]]:
    first, *rest = play
    yield "a log", play, Fate.LEGAL, ""
    yield "a log in another order", play[::-1], Fate.LEGAL, ""
    yield "a log without its first step", tuple(rest), Fate.OPEN, ""
    more = replace(first, life=first.life + 1)
    yield "a life too many in a log", (more, *rest), Fate.ILLEGAL, "payment"
    if first.life:
        less = replace(first, life=first.life - 1)
        yield "a life too few in a log", (less, *rest), Fate.ILLEGAL, "payment"
    if first.card:
        strange = replace(first, card=_stranger(situation, table))
        yield "a card that is not in the library", (strange, *rest), Fate.ILLEGAL, "library"
        other = _out_of_reach(situation, first, table)
        if other:
            wrong = replace(first, card=other)
            yield "a card that can't be fetched", (wrong, *rest), Fate.ILLEGAL, "fetch"
    else:
        copies = situation.battlefield.count(first.land)
        again = (replace(first, life=0),) * (copies + 1)
        free = not first.life
        yield "a land too often", again, Fate.ILLEGAL, "land" if free else "payment"
    others = "".join(symbol for symbol in MANA if symbol not in first.mana)
    yield "all other mana", (replace(first, mana=others), *rest), Fate.ILLEGAL, "mana"
    idle = Counter(situation.battlefield) - Counter(step.land for step in play)
    for name in idle:
        if table[name].types:
            foreign = next(symbol for symbol in MANA if symbol not in _made(name, table))
            yield "another colour", (*play, Step(name, "", 0, foreign)), Fate.ILLEGAL, "mana"
            break


def _made(name: str, table: Table) -> set[str]:
    return {symbol for way in table[name].alternatives for symbol in way.mana}


def _stranger(situation: Situation, table: Table) -> str:
    """A land that is not in the library."""
    return next(name for name in table.lands if name not in situation.library)


def _out_of_reach(situation: Situation, step: Step, table: Table) -> str:
    """A card of the library that the land of a step can't fetch; the empty string if there is
    none."""
    land = table[step.land]
    far = (card for card in situation.library if land.reaches(table[card]) is None)
    return next(far, "")


def _forms(line: str) -> Iterator[tuple[str, str]]:
    """A log that is written in another way than the statement says."""
    yield "a space before a log", f" {line}"
    yield "a space after a log", f"{line} "
    yield "a log that ends with a semicolon", f"{line};"
    yield "a log without a space", line.replace("YES: ", "YES:", 1)
    yield "a log in small letters", line.lower()
    yield "a log without a colon", line.replace("YES: ", "YES ", 1)


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
