"""An output that ``decode`` refuses, written in other notations of the same values.

A plug-in need not know how every language writes a number or a list: where its ``decode`` raises
Undecodable, it is asked again with the same values in the notations that plug-ins read most. No
value is added or left out, groups stay groups, and a text that ``decode`` reads stays as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from judge.plugin.answers import BOOLEANS, NOTHING, alone, items_of
from judge.plugin.contract import PLAIN_READING, IllegalAnswer, Undecodable
from judge.plugin.values import Group, Number, Value, Word, values

A = TypeVar("A")

#: A longer output, in characters, is not read a second time.
LONGEST = 50_000
#: The words for no and yes of most problems.
_DECISIONS = (("false", "true"), ("False", "True"), ("NO", "YES"), ("no", "yes"), ("No", "Yes"))
_ANSWERS = {**BOOLEANS, "yes": True, "no": False, "t": True, "f": False}


@dataclass(frozen=True)
class Rewriting:
    """The values of an output in another notation."""

    text: str
    #: The same values in one line. Where it is the same answer, ``decode`` does not see groups, and
    #: the output, which has some, is not what the problem asks for. None where that is no matter.
    ungrouped: str | None = None
    #: The same values with one more bracket. Where it is another answer, brackets are values, and
    #: none may be added.
    deeper: str | None = None


def reads_other_notations(plugin: Any) -> bool:
    """Whether refused outputs of a plug-in are rewritten: unless it says ``strict = True``, or has
    several readings, which decide for themselves what a group means."""
    readings = tuple(getattr(plugin, "readings", (PLAIN_READING,)))
    return not getattr(plugin, "strict", False) and len(readings) == 1


def decoded(decode: Callable[[str], A], text: str) -> A:
    """What ``decode`` makes of an output, or of the first rewriting that it does not refuse. Raises
    what ``decode`` raises for the output itself."""
    try:
        return decode(text)
    except Undecodable as error:
        for other in rewritings(text):
            try:
                answer = decode(other.text)
            except Undecodable:
                continue
            if _keeps_groups(decode, other, answer):
                return answer
        raise error


def _keeps_groups(decode: Callable[[str], A], other: Rewriting, answer: A) -> bool:
    if other.ungrouped is not None:
        return _is(decode, other.ungrouped, answer) is not True
    return other.deeper is None or _is(decode, other.deeper, answer) is not False


def _is(decode: Callable[[str], A], text: str, answer: A) -> bool | None:
    """Whether a text is this answer; None for a text that is none."""
    try:
        return bool(decode(text) == answer)
    except (Undecodable, IllegalAnswer):
        return None


def rewritings(text: str) -> Iterator[Rewriting]:
    """Other texts with the values of an output, each once; none for one that is too long, or in no
    notation that is known."""
    if len(text) > LONGEST:
        return
    try:
        found = values(text)
        written = list(_written(found))
    except Undecodable:
        return
    for one in dict.fromkeys(written):
        if one.text.rstrip("\n") != text.rstrip("\n"):
            yield one


def _written(found: Value) -> Iterator[Rewriting]:
    single = alone(found)
    if not isinstance(single, Group):
        yield from map(Rewriting, _scalar(single))
        plain = json.dumps(_plain(single), ensure_ascii=False)
        yield Rewriting(f"[{plain}]\n", deeper=f"[[{plain}]]\n")
    elif not single.items:
        if single.is_bracketed:
            yield from map(Rewriting, ("\n", "[]\n", *(f"{no}\n" for no, _ in _DECISIONS)))
    else:
        assert isinstance(found, Group)
        yield from _list(found if found.keys else _outermost(found))


def _outermost(found: Group) -> Group:
    """A group out of those that hold nothing else, but for a list that holds one list of values."""
    while len(found.items) == 1 and isinstance(inner := found.items[0], Group):
        if not any(isinstance(item, Group) for item in inner.items):
            break
        found = inner
    return found


def _scalar(found: Number | Word) -> Iterator[str]:
    """One value, alone in a line."""
    if isinstance(found, Number):
        yield f"{_number(found)}\n"
        if isinstance(found.value, Fraction):
            yield f"{found.value}\n"
            yield f"{float(found.value)!r}\n"  # for a plug-in that reads decimals only
        truth = bool(found.value) if found.value in (0, 1) else None
    else:
        word = found.text.lower()
        truth = _ANSWERS.get(word)
        if word in NOTHING or not word:
            truth = False
        if word in BOOLEANS:
            yield f"{int(BOOLEANS[word])}\n"
        yield f"{found.text}\n"
    if truth is not None:
        yield from (f"{words[truth]}\n" for words in _DECISIONS)


def _list(found: Group) -> Iterator[Rewriting]:
    try:
        items = items_of(found)
    except Undecodable:  # a map whose keys are no places
        items = tuple(Group((key, item)) for key, item in zip(found.keys, found.items, strict=True))
    rows = [item.items if isinstance(item, Group) else (item,) for item in items]
    is_nested = any(isinstance(item, Group) for item in items)
    is_deep = any(isinstance(item, Group) and item.keys for item in items) or any(
        isinstance(item, Group) for row in rows for item in row
    )
    whole = f"{json.dumps([_plain(item) for item in items], ensure_ascii=False)}\n"
    if is_nested:
        # A number beside lists is a list of one: in lines certainly, else if nothing else is read.
        listed = json.dumps([[_plain(item) for item in row] for row in rows], ensure_ascii=False)
        texts = (whole, f"{listed}\n")
        yield from map(Rewriting, texts if found.is_bracketed else texts[::-1])
    if is_deep:
        return
    lines = [" ".join(_word(item) for item in row) for row in rows]
    flat = " ".join(lines) + "\n"
    is_regular = len({len(row) for row in rows}) == 1
    if not is_nested:
        yield Rewriting(flat)
    yield Rewriting("\n".join(lines) + "\n", None if is_regular else flat)
    if is_nested and len(rows) == 1:
        yield Rewriting(json.dumps([_plain(item) for item in rows[0]], ensure_ascii=False) + "\n")
    if not is_nested:
        yield Rewriting(whole)
        if all(isinstance(item, Word) and len(item.text) == 1 for item in items):
            text = "".join(_word(item) for item in items)
            if not text.isdigit():  # digits are as likely numbers
                yield Rewriting(f"{text}\n")


def _plain(found: Value) -> Any:
    """A value as JSON has it. Its depth is limited by that of a text."""
    if isinstance(found, Group):
        if found.keys:
            return {
                _word(key): _plain(item) for key, item in zip(found.keys, found.items, strict=True)
            }
        return [_plain(item) for item in found.items]
    if isinstance(found, Number) and isinstance(found.value, int):
        return found.value
    is_truth = isinstance(found, Word) and not found.is_quoted and found.text.lower() in BOOLEANS
    return int(_word(found)) if is_truth else _word(found)


def _word(found: Value) -> str:
    """A value as a word in a line."""
    if isinstance(found, Group):
        raise Undecodable("a list is no word")
    if isinstance(found, Number):
        return _number(found)
    truth = BOOLEANS.get(found.text.lower())
    return found.text if truth is None or found.is_quoted else str(int(truth))


def _number(found: Number) -> str:
    return str(found.value) if isinstance(found.value, int) else found.text
