"""All mutants of a source in one source, of which a number chooses one when it runs ("mutant
schemata"): a compiler then works once for all of them.

Each change is made in an expression, a condition or a statement; what is around it stays. Every
choice has lines of its own, so that a message of the compiler says which one it does not take.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct

from judge.verify.mutation.expressions import Expressions, level_of
from judge.verify.mutation.source_text import SourceMutant

#: The variable of the environment that chooses, and what a source calls its number.
VARIABLE, CHOSEN = "JUDGE_CHANGE", "judge_change"
_ATOM = re.compile(r"\d+|true|false")
#: A statement that is no declaration, and alone in its line: it can be left out.
_STATEMENT = re.compile(
    r"(?!(?:if|for|while|do|switch|case|default|return|goto)\b)"
    r"(?:(?:\+\+|--|\*|\()|[A-Za-z_][\w:]*\s*(?:\(|\[|\.|->|[-+*/%&|^]?=|<<=|>>=|\+\+|--))[^;{}]*;"
    r"|(?:break|continue)\s*;"
)
#: A statement with a head, and what it commands, in one line.
_HEADED = re.compile(r"(?:if|for|while)\s*\([^{}]*\)\s*[^\s;{}][^;{}]*;")
_ELSE = re.compile(r"\s*+\}?\s*+else\b")


class SwitchedSource(Struct, frozen=True):
    """A source with mutants, by their numbers from 1. ``lines``: the mutants that each of its lines
    can be blamed for, from 1."""

    text: str
    mutants: Mapping[int, SourceMutant]
    lines: Mapping[int, frozenset[int]]

    def blamed(self, lines: Iterable[int]) -> frozenset[int]:
        """The mutants to leave out where the compiler complains about these lines."""
        found = [self.lines.get(line, frozenset()) for line in lines]
        return frozenset(number for some in found for number in some)


class _Place(Struct, frozen=True):
    """From ``start`` to ``end``; ``others`` by number. Of a statement there is nothing else."""

    start: int
    end: int
    others: tuple[tuple[int, str], ...]
    is_statement: bool = False


def join_mutants(source: str, mutants: Mapping[int, SourceMutant], head: str) -> SwitchedSource:
    """The source with those of its mutants that can be chosen. ``head`` declares the number."""
    expressions = Expressions(source)
    rows = defaultdict[tuple[int, int, bool], list[tuple[int, str]]](list)
    for number, mutant in mutants.items():
        span = _span(source, expressions, mutant)
        if span is not None:
            start, end, _ = span
            other = source[start : mutant.start] + mutant.new + source[mutant.end : end]
            rows[span].append((number, other))
    places = _nested(
        _Place(start, end, tuple(others), is_statement)
        for (start, end, is_statement), others in rows.items()
    )
    writer = _Writer(source, head)
    writer.put(0, len(source), places)
    known = {number: mutants[number] for place in places for number, _ in place.others}
    return SwitchedSource("".join(writer.parts), known, writer.lines)


def _span(
    source: str, expressions: Expressions, mutant: SourceMutant
) -> tuple[int, int, bool] | None:
    """The expression, condition or statement that a mutant changes; None if that is not clear."""
    old = source[mutant.start : mutant.end]
    if "\n" in old or "//" in old:
        return None
    if mutant.new == "0;":
        whole = _STATEMENT.fullmatch(old.strip()) or _HEADED.fullmatch(old.strip())
        alone = whole and not _ELSE.match(source[mutant.end :])
        return (mutant.start, mutant.end, True) if alone else None
    if mutant.new in ("0", "1") and source[mutant.start - 1] == "(" and source[mutant.end] == ")":
        return mutant.start, mutant.end, False  # a condition, or a number between brackets
    if _ATOM.fullmatch(old):
        return mutant.start, mutant.end, False
    level = min(level_of(old), level_of(mutant.new))
    found = expressions.around(mutant.start, level)
    return None if found is None else (*found, False)


def _nested(places: Iterable[_Place]) -> list[_Place]:
    """Those that lie within each other or apart, the outer before the inner ones."""
    found: list[_Place] = []
    outer: list[_Place] = []
    for place in sorted(places, key=lambda one: (one.start, -one.end, not one.is_statement)):
        while outer and outer[-1].end <= place.start:
            outer.pop()
        if not outer or place.end <= outer[-1].end:
            found.append(place)
            outer.append(place)
    return found


class _Writer:
    """Writes the source; ``lines`` says which mutants each line is blamed for."""

    def __init__(self, source: str, head: str) -> None:
        self.parts = [f"{head}\n"]
        self.lines: dict[int, frozenset[int]] = {}
        self._source = source
        self._line = 2

    def put(self, start: int, end: int, places: list[_Place]) -> None:
        """What is from ``start`` to ``end``, where these places are."""
        at = start
        while places:
            place, *places = places
            inner = [one for one in places if one.start < place.end]
            places = places[len(inner) :]
            self._text(self._source[at : place.start], ())
            self._choice(place, inner)
            at = place.end
        self._text(self._source[at:end], ())

    def _choice(self, place: _Place, inner: list[_Place]) -> None:
        every = tuple(number for number, _ in place.others)
        if place.is_statement:
            [number] = every
            self._text(f"\nif({CHOSEN}!={number})\n", every)
            self._within(place, inner, every)
            self._text("\n", every)
            return
        self._text(f"\n(__builtin_expect({'||'.join(map(_is_chosen, every))},0)?(\n", every)
        for number, other in place.others:
            is_last = number == every[-1]
            self._text("(\n" if is_last else f"{_is_chosen(number)}?(\n", every)
            self._text(f"{other}\n", (number,))
            self._text(")\n" if is_last else ")\n:", every)
        self._text("):(\n", every)
        self._within(place, inner, every)
        self._text("\n))\n", every)

    def _within(self, place: _Place, inner: list[_Place], every: tuple[int, ...]) -> None:
        """The place itself. Where a line has no other mutant, this place is blamed."""
        begin = self._line
        self.put(place.start, place.end, inner)
        for line in range(begin, self._line + 1):
            self.lines.setdefault(line, frozenset(every))

    def _text(self, text: str, blamed: Iterable[int]) -> None:
        self.parts.append(text)
        ends = text.count("\n")
        if some := frozenset(blamed):
            for line in range(self._line, self._line + ends + 1):
                self.lines[line] = self.lines.get(line, frozenset()) | some
        self._line += ends


def _is_chosen(number: int) -> str:
    return f"{CHOSEN}=={number}"
