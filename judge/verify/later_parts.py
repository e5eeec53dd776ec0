"""Inputs of several parts alike, such as test cases, rows, or the numbers of a row: what input
validators reject in one part and accept in another one, they look at in some parts alone.

What is changed is wrong anywhere: a number greater than all of the statement, one below 0, a sign
that is in no stored input, a row that is longer than all others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from judge.common import foreign_files
from judge.common.text_places import replaced
from judge.model import Case, Problem
from judge.packages.statements import statement_texts
from judge.verify.bound_edges import shown
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import StoredNumbers
from judge.verify.stated_numbers import greatest_stated, has_other_limits
from judge.verify.stated_sums import Shape, divided
from judge.verify.text_numbers import NUMBER

Accepts = Callable[[Case, str], bool]
#: Of the inputs with so many parts or more, so many of the smallest are changed, and the longest
#: one of at most so many bytes.
LEAST_PARTS, MOST_SMALL, MOST_BYTES = 3, 2, 1 << 16
#: A word is one of many if so many are different, of all of them so great a part.
LEAST_WORDS, DIFFERENT = 4, 0.4
#: Signs for words, one of a kind: those that no stored input has.
_SIGNS = ("QZX", "qzx", "735", "~%!", ".#")
_NEGATIVE = re.compile(r"-\s*\$?\s*1\b|\bnegativ", re.IGNORECASE)
_TOKEN = re.compile(r"\S+")


class _Part(Struct, frozen=True):
    """A word of an input: which part it is in, and which word of all parts it is."""

    number: int
    kind: str
    word: re.Match[str]


class _Change(Struct, frozen=True):
    """Something in place of a word, and what is said of it."""

    what: str
    made: Callable[[str], str]


def uneven(
    problem: Problem, stored: StoredNumbers, accepts: Accepts, deadline: Deadline
) -> Iterator[str]:
    """A message: the validators reject a change in one part of an input, and accept it in another
    one. ``accepts``: what they say of a text as the input of a case. Raises OSError."""
    found = divided(stored)
    shape = None if found is None else found[0]
    folder, signs = problem.folder, {*"".join(stored.texts.values())}
    known = defaultdict[str, list[str]](list)
    for text in stored.texts.values():
        for part in _parts(stored, shape, text):
            known[part.kind].append(part.word[0])
    for case, text in _inputs(problem, stored, shape):
        kinds = defaultdict[str, list[_Part]](list)
        for part in _parts(stored, shape, text):
            kinds[part.kind].append(part)
        for kind, some in kinds.items():
            own = [part.word[0] for part in some]
            for change in _changes(folder, own, known[kind], signs):
                if deadline.is_over:
                    return
                if said := _told(case, _sample(some), change, accepts):
                    yield said
                    return


def _told(case: Case, parts: Sequence[_Part], change: _Change, accepts: Accepts) -> str:
    """A message if a change is accepted in some parts alone."""
    rejected, accepted = list[_Part](), list[tuple[_Part, str]]()
    for part in parts:
        text = replaced(part.word, change.made(part.word[0]))
        if accepts(case, text):
            accepted.append((part, text))
        else:
            rejected.append(part)
    if not rejected or not accepted:
        return ""
    (bad, text), good = accepted[-1], rejected[0]
    names = f"{bad.kind} {bad.number + 1}", f"{good.kind} {good.number + 1}"
    said = f"they accept {change.what} in {names[0]}, and not in {names[1]}"
    return f"{said}: {shown(text)}"


def _sample(parts: Sequence[_Part]) -> list[_Part]:
    """The last one, the first ones, and some between: each of another part."""
    last = len(parts) - 1
    return [parts[at] for at in dict.fromkeys((last, 0, 1, last // 2, last - 1))]


def _changes(
    folder: Path, own: Sequence[str], known: Sequence[str], signs: set[str]
) -> Iterator[_Change]:
    """What is wrong in place of any word of an input. ``known``: those of the small inputs."""
    words = [*known, *own]
    if len(own) < LEAST_PARTS:
        return
    if any(map(NUMBER.fullmatch, words)):
        yield from _numbers(folder, words) if all(map(NUMBER.fullmatch, words)) else ()
        return
    if len({*map(len, own)}) == 1 and len(own[0]) > 1:
        yield _Change("one letter more", lambda word: word + word[-1])
    if len({*words}) < LEAST_WORDS or len({*words}) < DIFFERENT * len(words):
        return
    if [*own] in (sorted(own), sorted(own, reverse=True)):
        return  # another letter may be out of order, and in some places alone
    for some in _SIGNS:
        for sign in [one for one in some if one not in signs][:1]:
            yield _Change(f"{sign!r} at the end of a word", lambda word, s=sign: word[:-1] + s)  # type: ignore[misc]
            yield _Change(
                f"{sign!r} within a word",
                lambda word, s=sign: word[: len(word) // 2] + s + word[len(word) // 2 + 1 :],  # type: ignore[misc]
            )


def _numbers(folder: Path, words: Sequence[str]) -> Iterator[_Change]:
    texts, most = statement_texts(folder), greatest_stated(folder)
    if most is not None and max(map(int, words)) <= most and not has_other_limits(folder):
        yield _Change(f"{most + 1}", lambda _: str(most + 1))
    if min(map(int, words)) >= 0 and not any(map(_NEGATIVE.search, texts)):
        yield _Change("-1", lambda _: "-1")


def _inputs(
    problem: Problem, stored: StoredNumbers, shape: Shape | None
) -> Iterator[tuple[Case, str]]:
    """The longest input, and some of the smallest, that have so many parts."""
    long = [one for one in problem.cases if one.input_path.stat().st_size <= MOST_BYTES]
    some = list[tuple[Case, str]]()
    for case in sorted(long, key=lambda one: (-one.input_path.stat().st_size, one.name))[:1]:
        data = foreign_files.read(case.input_path, problem.folder, MOST_BYTES)
        some.append((case, data.decode("utf-8", "replace")))
    several = 0
    for case, text in stored.texts.items():
        if several < MOST_SMALL and _count(_parts(stored, shape, text)) >= LEAST_PARTS:
            several += 1
            some.append((case, text))
    yield from dict.fromkeys(some)


def _count(parts: Iterator[_Part]) -> int:
    return max((part.number + 1 for part in parts), default=0)


def _parts(stored: StoredNumbers, shape: Shape | None, text: str) -> Iterator[_Part]:
    """The words of the parts of an input, those of the same place in each part under one kind."""
    lines = _lines(text)
    for count in stored.counts:
        if len(lines) <= count.line or len(lines[count.line]) <= count.column:
            continue
        said = lines[count.line][count.column][0]
        if count.row is not None and count.row < len(lines):
            row = lines[count.row]
            if said == str(len(row)) and count.row > count.line:
                kind = f"line {count.row + 1} as word"
                yield from (_Part(at, kind, word) for at, word in enumerate(row))
        elif count.row is None and said == str(len(lines) - count.line - 1):
            yield from _rows("row", lines[count.line + 1 :])
    if shape is not None and (tests := shape.divided(Case("", "", Path()), text)) is not None:
        yield from _tests(tests.tests, lines)


def _tests(
    tests: Sequence[Sequence[str]], lines: Sequence[Sequence[re.Match[str]]]
) -> Iterator[_Part]:
    """The words of test cases, without their first lines, in which their sizes are."""
    at = 1
    for number, test in enumerate(tests):
        for row in lines[at + 1 : at + len(test)]:
            for column, word in _first_and_last(row):
                yield _Part(number, f"{column} of test case", word)
        at += len(test)


def _rows(what: str, lines: Sequence[Sequence[re.Match[str]]]) -> Iterator[_Part]:
    widths = {*map(len, lines)}
    for number, row in enumerate(lines):
        if len(widths) == 1:
            yield from (
                _Part(number, f"word {at + 1} of {what}", word) for at, word in enumerate(row)
            )
        else:
            yield from (
                _Part(number, f"{name} of {what}", word) for name, word in _first_and_last(row)
            )


def _first_and_last(row: Sequence[re.Match[str]]) -> Iterator[tuple[str, re.Match[str]]]:
    if row:
        yield "the last word", row[-1]
    if len(row) > 1:
        yield "the first word", row[0]


def _lines(text: str) -> list[list[re.Match[str]]]:
    """The words of each line; each of them knows the whole text."""
    found, at = list[list[re.Match[str]]](), 0
    for line in text.splitlines(keepends=True):
        found.append([*_TOKEN.finditer(text, at, at + len(line))])
        at += len(line)
    return found
