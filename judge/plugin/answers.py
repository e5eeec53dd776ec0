"""Answers of the usual shapes, in the notation of any language: for ``decode`` of a plug-in.

Each function takes an output and returns a value that is immutable and hashable. Which notations
are the same value is decided here, once for all problems: a plug-in only says what it expects.
All raise Undecodable, which says what is wrong. Standard library only, as all of ``judge.plugin``.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Union

from judge.plugin.contract import Score, Undecodable
from judge.plugin.values import Group, Number, Value, Word, number_in, values, values_as_written

#: A list in lists of any depth.
Nested = Union[int, Fraction, str, "tuple[Nested, ...]"]

#: Truths among numbers.
BOOLEANS = {"true": True, "false": False}
#: Words that answer a question.
TRUTHS = {**BOOLEANS, "t": True, "yes": True, "y": True, "f": False, "no": False, "n": False}
#: Words for nothing; none of them is a number.
NOTHING = frozenset(("none", "null", "nil", "undefined", "nothing", "undef"))
_QUOTED = re.compile(r"""\s*(?:\[1\]\s+)?(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*""")
_SHOWN = re.compile(r"ans = (.*)|string\([0-9]{1,9}\) \"(.*)\"", re.DOTALL)
_HAS_GROUPS = re.compile(r"""[\[\](){}"]|'.*'|\bArray\b""", re.DOTALL)


def number(text: str) -> Score:
    """One number, exact: ``3``, ``3.0``, ``[3]``, ``[1] 3``, ``1/3``, ``0.5``, ``1e+05``, ``true``
    for 1."""
    return _score(alone(values(text)))


def integer(text: str) -> int:
    """One whole number, in the same notations."""
    return _whole(number(text))


def numbers(text: str) -> tuple[Score, ...]:
    """A list of numbers: between brackets, in one line or in several, as a row or a column of a
    matrix, as a map from its places, which count from 0 or 1. Blank text is the empty list."""
    return tuple(map(_score, _flat(values(text))))


def integers(text: str) -> tuple[int, ...]:
    """A list of whole numbers, in the same notations."""
    return tuple(map(_whole, numbers(text)))


def decision(text: str) -> bool:
    """Yes or no, as languages have it: ``true``, ``#t``, ``YES``, a number but 0; ``false``,
    ``nil``, ``NO``, 0, an empty list. Blank text is neither, and so are several numbers without
    brackets, and a list with a 0 in it."""
    found = alone(values(text))
    if isinstance(found, Number):
        return found.value != 0
    if isinstance(found, Word):
        word = found.text.lower()
        if word in NOTHING or word == "nan" or (not word and found.is_quoted):
            return False
        if word in TRUTHS:
            return TRUTHS[word]
        raise Undecodable(f"{_shown(found)} is neither true nor false")
    if not found.items:
        if found.is_bracketed:
            return False
        raise Undecodable("there is no answer")
    numbers_alone = all(isinstance(item, Number) and item.value for item in found.items)
    if found.is_bracketed and not found.keys and numbers_alone:
        return True
    raise Undecodable("a list is neither true nor false")


def string(text: str) -> str:
    """One string: as it is, without the ends of lines behind it; or quoted, alone in brackets, as a
    list of characters."""
    plain = text.rstrip("\r\n")
    if shown := _SHOWN.fullmatch(plain):
        return shown[1] if shown[2] is None else shown[2]
    if _QUOTED.fullmatch(plain):
        found = values_as_written(plain.strip().removeprefix("[1] "))
        return found.text if isinstance(found, Word) else plain
    if plain[:1] in ("[", "(", "{") or plain.startswith("Array"):
        try:
            return _joined(values(plain))
        except Undecodable:
            return plain
    return plain


def strings(text: str, blanks: bool = False) -> tuple[str, ...]:
    """A list of strings: quoted or not, between brackets, one a line, or in one line with blanks or
    commas between; a comma may stand behind the last. ``blanks``: a string may contain blanks, so
    that a line is one, as it is."""
    if not _HAS_GROUPS.search(text):
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if blanks or not lines:
            return tuple(lines)
        if len(lines) > 1:
            return _without_separator(lines)
        parts = re.split(r"\s*[,;]\s*|\s+", lines[0])
        return tuple(parts[:-1] if len(parts) > 1 and not parts[-1] else parts)
    is_written = text.lstrip()[:2] in ('["', "['", '("', "('", '{"', "{'") or text[:1] in "\"'"
    found = values_as_written(text) if is_written else values(text)
    return tuple(_joined(item) for item in items_of(found))


def _without_separator(lines: list[str]) -> tuple[str, ...]:
    """Each line, without the separator that is behind all of them, or all but the last."""
    for separator in (",", ";"):
        if all(line.endswith(separator) for line in lines[:-1]):
            return tuple(line.removesuffix(separator) for line in lines)
    return tuple(lines)


def matrix(text: str, shape: tuple[int, int] | None = None) -> tuple[tuple[Score, ...], ...]:
    """Rows of equally many numbers: a list of lists, or a row a line. ``shape``: how many rows and
    columns there are; then a flat list is read, too, where it is one row or one column, and all
    numbers in one line without brackets, as a function of C leaves them in memory."""
    found = values(text)
    while isinstance(found, Group) and len(found.items) == 1 and _depth(found) > 2:
        [found] = found.items
    if not isinstance(found, Group):
        found = Group((found,))
    is_flat = not any(isinstance(item, Group) for item in found.items)
    is_column = is_flat and (shape[1] == 1 < shape[0] if shape else found.between in ("\n", ";"))
    is_memory = is_flat and not found.is_bracketed and found.between == " "
    if is_memory and shape and len(found.items) == shape[0] * shape[1]:
        starts = range(0, len(found.items), shape[1])
        found = Group(tuple(Group(found.items[at : at + shape[1]]) for at in starts))
    elif is_flat and found.items and not is_column:
        found = Group((found,))
    rows = tuple(tuple(map(_score, _flat(row))) for row in items_of(found))
    if len({len(row) for row in rows}) > 1:
        raise Undecodable("the rows have different lengths")
    if shape and (len(rows), len(rows[0]) if rows else 0) != shape and any(shape):
        width = len(rows[0]) if rows else 0
        raise Undecodable(f"a matrix of {len(rows)} × {width} numbers, not {shape[0]} × {shape[1]}")
    return rows


def groups(text: str) -> tuple[tuple[Score, ...], ...]:
    """A list of lists of numbers, of any lengths: between brackets, or one a line. A number alone
    is a list of one."""
    found = values(text)
    if not isinstance(found, Group):
        return ((_score(found),),)
    if not found.is_bracketed and found.between in (" ", ",") and _depth(found) == 1:
        found = Group((found,) if found.items else ())
    return tuple(tuple(map(_score, _flat(item))) for item in items_of(found))


def nested(text: str) -> Nested:
    """Lists in lists, with numbers and strings in them; a word for nothing is the empty list."""
    return _nested(values(text))


def _nested(found: Value) -> Nested:
    if isinstance(found, Number):
        return found.value
    if isinstance(found, Word):
        return () if not found.is_quoted and found.text.lower() in ("nil", "null") else found.text
    return tuple(map(_nested, items_of(found)))


def alone(found: Value) -> Value:
    """A value out of its brackets, if it is alone in them."""
    while isinstance(found, Group) and len(found.items) == 1 and not found.keys:
        [found] = found.items
    return found


def _score(found: Value) -> Score:
    found = alone(found)
    if isinstance(found, Number):
        return found.value
    if isinstance(found, Word):
        if found.text.lower() in BOOLEANS:
            return int(BOOLEANS[found.text.lower()])
        if (value := number_in(found.text)) is not None:
            return value
        raise Undecodable(f"{_shown(found)} is not a number")
    raise Undecodable("a list is not a number" if found.items else "there is no number")


def _whole(value: Score) -> int:
    if isinstance(value, int):
        return value
    raise Undecodable(f"{value} is not a whole number")


def items_of(found: Value) -> tuple[Value, ...]:
    """The items of a list, or of a map from its places."""
    if not isinstance(found, Group):
        return (found,)
    if not found.keys:
        return found.items
    places = [_place(alone(key)) for key in found.keys]
    order = sorted(range(len(places)), key=lambda at: places[at])
    if [places[at] - places[order[0]] for at in order] != [*range(len(order))] or (
        places[order[0]] not in (0, 1)
    ):
        raise Undecodable("the keys of a map are no places of a list")
    return tuple(found.items[at] for at in order)


def _place(key: Value) -> Score:
    value = None if isinstance(key, Group) else number_in(key.text)
    return -1 if value is None else value


def _flat(found: Value) -> tuple[Value, ...]:
    """The items of a list without lists in it: of a row, of a column, or of lines."""
    while isinstance(found, Group) and len(found.items) == 1 and isinstance(found.items[0], Group):
        [found] = found.items
    items: list[Value] = []
    for item in items_of(found):
        inner = alone(item)
        if isinstance(inner, Group) and inner.items and not inner.is_bracketed:
            items += inner.items
        else:
            items.append(inner)
    return tuple(items)


def _joined(found: Value) -> str:
    """A string; a list of characters is one, and so are words with blanks between."""
    found = alone(found)
    if not isinstance(found, Group):
        return found.text
    texts = [item.text for item in found.items if not isinstance(item, Group)]
    if len(texts) != len(found.items) or found.keys:
        raise Undecodable("a list of lists is no string")
    if not found.is_bracketed and found.between == " ":
        return " ".join(texts)
    if any(len(text) != 1 for text in texts):
        raise Undecodable("a list of strings is no string")
    return "".join(texts)


def _depth(found: Value) -> int:
    """How many groups are in each other, at most."""
    depth = 0
    level: tuple[Value, ...] = (found,)
    while inner := [one for one in level if isinstance(one, Group)]:
        depth += 1
        level = tuple(item for one in inner for item in one.items)
    return depth


def _shown(found: Word) -> str:
    return ascii(found.text if len(found.text) <= 24 else found.text[:21] + "...")
