"""The values of an output, written in the notations that plug-ins read most.

A plug-in need not know how every language writes a number or a list. No value is added or left
out, and groups stay groups.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from judge.plugin.answers import BOOLEANS, NOTHING, alone, items_of
from judge.plugin.contract import Undecodable
from judge.plugin.values import Group, Number, Value, Word, values

#: A longer output, in characters, is not read a second time.
LONGEST = 50_000
#: So many values may an object name that is a row of them.
MOST_FIELDS = 6
#: The words for no and yes of most problems.
_DECISIONS = (("false", "true"), ("False", "True"), ("NO", "YES"), ("no", "yes"), ("No", "Yes"))
#: The truths of Common Lisp, of which NIL is also the empty list: in a list of nothing else.
_LISP = ("T", "NIL")
_NAMED = re.compile(r"\s{0,9}([A-Za-z_]\w{0,30})\s{0,9}=")
_ANSWERS = {**BOOLEANS, "yes": True, "no": False, "t": True, "f": False}


@dataclass(frozen=True)
class Rewriting:
    """The values of an output in another notation."""

    text: str
    #: Texts that must be another answer, or none: where ``decode`` does not see groups, or empty
    #: ones, an output that has some is not what the problem asks for.
    unlike: tuple[str, ...] = ()
    #: The same values with one more bracket. Where it is another answer, brackets are values, and
    #: none may be added.
    deeper: str | None = None
    #: Whether it is yes or no in place of what is neither a truth nor a number: ``nil``, ``[]``.
    is_decision: bool = False


def rewritings(text: str) -> Iterator[Rewriting]:
    """Other texts with the values of an output, each once; none for one that is too long, or in no
    notation that is known."""
    if len(text) > LONGEST:
        return
    try:
        found = values(text)
        written = [*_written(found), *_named(text, found)]
    except Undecodable:
        return
    for one in dict.fromkeys(written):
        if one.text.rstrip("\n") != text.rstrip("\n"):
            yield one


def _written(found: Value) -> Iterator[Rewriting]:
    single = alone(found)
    if not isinstance(single, Group):
        yield from _scalar(single)
        if isinstance(found, Group) and _are_lisp(found.items):
            yield from _items(found)
        if found is not single:  # in as many brackets as it has
            yield Rewriting(f"{json.dumps(_plain(found), ensure_ascii=False)}\n")
        plain = json.dumps(_plain(single), ensure_ascii=False)
        yield Rewriting(f"[{plain}]\n", deeper=f"[[{plain}]]\n")
        if (truth := _truth(single)) is not None:
            plain, is_plain = json.dumps(truth), _is_truth_or_number(single)
            yield Rewriting(f"[{plain}]\n", deeper=f"[[{plain}]]\n", is_decision=not is_plain)
    elif not single.items:
        if single.is_bracketed:
            yield from map(Rewriting, ("\n", "[]\n"))
            yield from (Rewriting(f"{no}\n", is_decision=True) for no, _ in _DECISIONS)
    else:
        assert isinstance(found, Group)
        if _has_null(found):
            yield Rewriting(f"{json.dumps(_plain(found, nulls=True), ensure_ascii=False)}\n")
        outermost = found if found.keys else _outermost(found)
        yield from _list(outermost)
        if outermost is not found:  # a map of one list
            yield from _map(found)


def _named(text: str, found: Value) -> Iterator[Rewriting]:
    """A map with one key: ``x = 3`` is also 3, as Octave shows it."""
    if isinstance(found, Number) and (named := _NAMED.match(text)):
        yield Rewriting(f"{json.dumps({named[1]: _plain(found)})}\n")


def _outermost(found: Group) -> Group:
    """A group out of those that hold nothing else, but for a list that holds one list of values."""
    while len(found.items) == 1 and isinstance(inner := found.items[0], Group):
        if not any(isinstance(item, Group) for item in inner.items):
            break
        found = inner
    return found


def _scalar(found: Number | Word) -> Iterator[Rewriting]:
    """One value, alone in a line."""
    is_decision = is_nothing = False
    if isinstance(found, Number):
        yield Rewriting(f"{_number(found)}\n")
        if isinstance(found.value, Fraction):
            yield Rewriting(f"{found.value}\n")
            yield from map(Rewriting, _rounded(found.value))
    else:
        word = found.text.lower()
        is_decision = not _is_truth_or_number(found)
        is_nothing = word in NOTHING or not word
        if word in BOOLEANS:
            yield Rewriting(f"{int(BOOLEANS[word])}\n")
        if _is_null(found):
            yield Rewriting("null\n", is_decision=True)
        yield Rewriting(f"{found.text}\n")
    truth = False if is_nothing else _truth(found)
    if truth is not None:
        for words in _DECISIONS:
            yield Rewriting(f"{words[truth]}\n", is_decision=is_decision)


def _truth(found: Value) -> bool | None:
    """What a value says to a question, if it is no list."""
    if isinstance(found, Number):
        return bool(found.value) if found.value in (0, 1) else None
    return _ANSWERS.get(found.text.lower()) if isinstance(found, Word) else None


def _is_truth_or_number(found: Value) -> bool:
    return isinstance(found, Number) or (isinstance(found, Word) and found.text.lower() in BOOLEANS)


def _rounded(value: Fraction) -> Iterator[str]:
    """A fraction for a plug-in that reads decimals only; none that would become a whole number."""
    try:
        near = float(value)
    except OverflowError:
        return
    if not near.is_integer():
        yield f"{near!r}\n"


def _list(found: Group) -> Iterator[Rewriting]:
    members = replace(found, items=found.keys, keys=())
    is_set = bool(found.keys) and all(map(_is_member, found.items))
    if is_set and not _has_places(found):
        yield from _items(members)
    yield from _items(found)
    yield from _map(found)
    if found.keys:  # pairs, although the keys may be the places of a list
        entries = zip(found.keys, found.items, strict=True)
        yield from _items(Group(tuple(Group(entry) for entry in entries)))
    if is_set:
        yield from _items(members)
    yield from _records(found)


def _has_places(found: Group) -> bool:
    try:
        return bool(items_of(found))
    except Undecodable:
        return False


def _is_member(found: Value) -> bool:
    """Whether a key with this value is in a set that is written as a map."""
    if isinstance(found, Group):
        return found.is_bracketed and not found.items
    return isinstance(found, Word) and not found.is_quoted and found.text.lower() == "true"


def _records(found: Group) -> Iterator[Rewriting]:
    """Objects that name few values, the same ones, as rows of these; or one such object."""
    if _is_record(found):
        yield from _items(replace(found, keys=()))
    rows = [item for item in found.items if isinstance(item, Group) and _is_record(item)]
    if rows and len(rows) == len(found.items) and len({row.keys for row in rows}) == 1:
        yield from _items(replace(found, items=tuple(replace(row, keys=()) for row in rows)))


def _is_record(found: Group) -> bool:
    names = [key.text for key in found.keys if isinstance(key, Word)]
    return 1 < len(names) == len(found.keys) <= MOST_FIELDS and all(map(str.isidentifier, names))


def _map(found: Group) -> Iterator[Rewriting]:
    """A map, a list of pairs or a list of words, each with its number, as an object of JSON."""
    rows = [item.items for item in found.items if isinstance(item, Group) and not item.keys]
    if found.keys:
        pairs = [*zip(found.keys, found.items, strict=True)]
    elif len(rows) == len(found.items):
        pairs = [(row[0], row[1]) for row in rows if len(row) == 2]
    else:
        rows = []
        pairs = [*zip(found.items[::2], found.items[1::2], strict=False)]
        if len(found.items) % 2 or not all(map(_is_entry, pairs)):
            return
    keys = [alone(key) for key, _ in pairs]
    texts = [_word(key) for key in keys if not isinstance(key, Group)]
    if len(pairs) >= len(rows) and len({*texts}) == len(keys):
        whole = {text: _plain(item) for text, (_, item) in zip(texts, pairs, strict=True)}
        yield Rewriting(f"{json.dumps(whole, ensure_ascii=False)}\n")


def _is_entry(pair: tuple[Value, Value]) -> bool:
    key, item = pair
    is_name = isinstance(key, Word) and key.text.lower() not in NOTHING
    return is_name and isinstance(item, Number)


def _items(found: Group) -> Iterator[Rewriting]:
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
    if {item.text for item in items if isinstance(item, Word)} == {_LISP[1]} and _are_lisp(items):
        yield Rewriting(f"{json.dumps([[] for _ in items])}\n")
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
    full = "\n".join(filter(None, lines)) + "\n"
    unlike = ((flat,) if not is_regular else ()) + ((full,) if "" in lines else ())
    yield Rewriting("\n".join(lines) + "\n", unlike)
    if is_nested and len(rows) > 1 == max(map(len, rows)) and is_regular:  # a column of a matrix
        yield Rewriting(flat)
        yield Rewriting(json.dumps([_plain(row[0]) for row in rows], ensure_ascii=False) + "\n")
    if is_nested and len(rows) == 1:
        yield Rewriting(json.dumps([_plain(item) for item in rows[0]], ensure_ascii=False) + "\n")
    if not is_nested:
        # Brackets make no single truth of several values.
        several = len(items) > 1 and not found.is_bracketed
        first = json.dumps([_plain(item) for item in items[:1]], ensure_ascii=False)
        single = (f"{first}\n",) if several else ()
        yield Rewriting(whole, single)
        yield from _decisions(items)
        if not found.is_bracketed and not found.keys:  # a line is a row
            lists = [_plain(item) for item in items]
            table = [[one] for one in lists] if found.between == "\n" else [lists]
            yield Rewriting(f"{json.dumps(table, ensure_ascii=False)}\n", single)
        if all(isinstance(item, Word) and len(item.text) == 1 for item in items):
            text = "".join(_word(item) for item in items)
            if not text.isdigit():  # digits are as likely numbers
                yield Rewriting(f"{text}\n")


def _are_lisp(items: tuple[Value, ...]) -> bool:
    return all(isinstance(item, Word) and item.text in _LISP for item in items)


def _decisions(items: tuple[Value, ...]) -> Iterator[Rewriting]:
    """A list of truths in words; none for a list of other values."""
    truths = [_truth(item) for item in items]
    is_lisp = _are_lisp(items)
    if is_lisp:
        truths = [isinstance(item, Word) and item.text == "T" for item in items]
    if None in truths:
        return
    # Where yes is the number 1, only a truth is one.
    is_plain = is_lisp or all(map(_is_truth_or_number, items))
    numbers = () if is_plain else (json.dumps([int(bool(one)) for one in truths]),)
    for words in _DECISIONS:
        for between in (" ", "\n"):
            text = between.join(words[bool(truth)] for truth in truths) + "\n"
            yield Rewriting(text, unlike=numbers)
    yield Rewriting(f"{json.dumps(truths)}\n", unlike=numbers)


def _is_null(found: Value) -> bool:
    """Whether it is nothing as languages have it, but for Lisp's, which is the empty list too."""
    if not isinstance(found, Word) or found.is_quoted or found.text in _LISP:
        return False
    return found.text.lower() in NOTHING


def _has_null(found: Value) -> bool:
    return _is_null(found) or (isinstance(found, Group) and any(map(_has_null, found.items)))


def _plain(found: Value, nulls: bool = False) -> Any:
    """A value as JSON has it. Its depth is limited by that of a text. ``nulls``: with null for what
    is nothing."""
    if isinstance(found, Group):
        if found.keys:
            pairs = zip(found.keys, found.items, strict=True)
            return {_word(key): _plain(item, nulls) for key, item in pairs}
        return [_plain(item, nulls) for item in found.items]
    if nulls and _is_null(found):
        return None
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
