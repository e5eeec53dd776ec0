"""The records of ``judge.model`` as JSON text and back, for the store.

Every field is encoded by its type, so a field added to the model needs no change here; a field that
an older store lacks gets its default. Long byte strings are stored elsewhere: ``keep`` takes one
and returns a number, ``find`` returns the bytes of a number. Non-ASCII characters are escaped,
because SQLite refuses lone surrogates.
"""

from __future__ import annotations

import json
import math
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from judge.model import Execution, Grade, GradedExecution, KnownExecution, Limits, Outcome
from judge.plugin import Score

_quoted = json.encoder.encode_basestring_ascii

Keep = Callable[[bytes], int]
Find = Callable[[int], bytes]
#: Writes a value; see ``packed``.
Writer = Callable[[Any, Keep, dict[int, str]], str]
T = TypeVar("T")

#: Byte strings up to this length are written inline.
SHORT = 64


def packed(value: Any, keep: Keep, known: dict[int, str] | None = None) -> str:
    """``value`` as one line of JSON.

    ``known`` is for values with parts in common: the text of each execution and grade in them by
    its ``id``. The caller holds on to these parts as long as to ``known``.
    """
    return _text(value, keep, {} if known is None else known)


def unpacked(kind: type[T], text: str, find: Find) -> T:
    """The inverse of ``packed``; raises ValueError, KeyError or TypeError for any other string."""
    made: T = _made(kind, json.loads(text), find)
    return made


def _text(value: Any, keep: Keep, known: dict[int, str]) -> str:
    return _writer(type(value))(value, keep, known)


def _new_writer(kind: Any) -> Writer:
    """What writes values of a type. Millions of values are written of few types."""
    if kind in _PLAIN:
        plain = _PLAIN[kind]
        return lambda value, keep, known: plain(value)
    if issubclass(kind, bytes):
        return _bytes_text
    if issubclass(kind, Enum):
        return _writer_of_enum(kind)
    if issubclass(kind, int | float | str):  # a class of its own
        return lambda value, keep, known: json.dumps(value)
    if issubclass(kind, tuple | list):
        return _list_text
    if issubclass(kind, Fraction | Path):
        return lambda value, keep, known: _quoted(str(value))
    if issubclass(kind, date):
        return lambda value, keep, known: _quoted(value.isoformat())
    if issubclass(kind, Mapping):
        return _mapping_text
    if issubclass(kind, frozenset):
        return _set_text
    return _writer_of_record(kind)


_writer: Callable[[Any], Writer] = cache(_new_writer)


def _bytes_text(value: bytes, keep: Keep, known: dict[int, str]) -> str:
    return f'"{value.hex()}"' if len(value) <= SHORT else str(keep(value))


def _list_text(value: Sequence[Any], keep: Keep, known: dict[int, str]) -> str:
    return f"[{','.join([_writer(type(item))(item, keep, known) for item in value])}]"


def _set_text(value: frozenset[Any], keep: Keep, known: dict[int, str]) -> str:
    return f"[{','.join(sorted([_text(item, keep, known) for item in value]))}]"


def _mapping_text(value: Mapping[Any, Any], keep: Keep, known: dict[int, str]) -> str:
    parts = [
        f"{_key(key, keep, known)}:{_writer(type(item))(item, keep, known)}"
        for key, item in value.items()
    ]
    return f"{{{','.join(parts)}}}"


def _key(key: Any, keep: Keep, known: dict[int, str]) -> str:
    """A key of an object, which is a string in JSON."""
    text = _text(key, keep, known)
    return text if text.startswith('"') else _quoted(str(json.loads(text)))


def _writer_of_enum(kind: type[Enum]) -> Writer:
    def nothing_kept(value: bytes) -> int:
        raise TypeError(f"cannot be stored: a member of {kind.__name__}")

    texts = {one.name: _text(one.value, nothing_kept, {}) for one in kind}
    return lambda value, keep, known: texts[value._name_]


def _writer_of_record(kind: Any) -> Writer:
    prefixes, names, shared = zip(*_fields(kind), strict=True)
    values = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)
    is_repeated = kind in _REPEATED

    def text(value: Any, keep: Keep, known: dict[int, str]) -> str:
        if is_repeated and id(value) in known:
            return known[id(value)]
        parts = [
            prefix + (plain(own) if plain else _writer(type(own))(own, keep, known))
            for prefix, own, its in zip(prefixes, values(value), shared, strict=True)
            if own is not its
            for plain in (_PLAIN.get(type(own)),)
        ]
        made = f"{{{','.join(parts)}}}"
        if is_repeated:
            known[id(value)] = made
        return made

    return text


def _number(value: float) -> str:
    return repr(value) if math.isfinite(value) else json.dumps(value)


#: Values that are JSON values, by their type.
_PLAIN: Mapping[type, Callable[[Any], str]] = {
    str: _quoted,
    int: int.__repr__,
    float: _number,
    bool: {True: "true", False: "false"}.__getitem__,
    type(None): lambda value: "null",
}
#: Parts that several values of one call have in common.
_REPEATED = frozenset({Execution, Grade, Limits})
#: What a store has by the hundred thousand: fields that are as empty as their default are left out.
_MANY = frozenset({Execution, Grade, GradedExecution, KnownExecution, Outcome})
_EMPTY = (None, False, "", b"", ())
#: What no field of a record is.
_NO_VALUE = object()


@cache
def _fields(kind: Any) -> tuple[tuple[str, str, Any], ...]:
    """The fields of a record: the beginning of the text, the name, and the object that all share
    which have nothing of their own, if its default is one, or empty."""
    if not issubclass(kind, Struct):
        raise TypeError(f"cannot be stored: {kind.__name__}")
    return tuple((f'"{f.name}":', f.name, _left_out(kind, f)) for f in fields(kind))


def _left_out(kind: Any, field: FieldInfo) -> Any:
    """The value that a field is left out for; what no field is if there is none."""
    default = field.default
    empty = kind in _MANY and any(default is one for one in _EMPTY)
    return default if empty or isinstance(default, Struct) else _NO_VALUE


def _made(hint: Any, data: Any, find: Find) -> Any:
    return _maker(hint)(data, find)


@cache
def _maker(hint: Any) -> Callable[[Any, Find], Any]:
    """What makes a value of a type from JSON data. Millions of values are made of few types."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _maker_of_union(inner)
    if origin is not None and issubclass(origin, Mapping):
        key, item = map(_maker, inner)
        return lambda data, find: {key(k, find): item(v, find) for k, v in data.items()}
    if origin is frozenset:
        item = _maker(inner[0])
        return lambda data, find: frozenset(item(one, find) for one in data)
    if origin is tuple:
        item = _maker(inner[0])
        return lambda data, find: tuple([item(one, find) for one in data])
    if isinstance(hint, type) and issubclass(hint, Struct):
        return lambda data, find: _record(hint, data, find)
    if hint is bytes:
        return lambda data, find: bytes.fromhex(data) if isinstance(data, str) else find(data)
    if hint in (date, datetime):
        return lambda data, find: hint.fromisoformat(data)
    if hint is Any:
        return lambda data, find: data
    if hint is str:  # thousands of results name the same problem, solution and case
        return lambda data, find: sys.intern(data)
    if hint is Path:
        return lambda data, find: _path(data)
    return lambda data, find: data if isinstance(data, hint) else hint(data)


@lru_cache(maxsize=4096)
def _path(text: str) -> Path:
    """The same object for all cases of a folder, to save memory."""
    return Path(text)


def _maker_of_union(choices: tuple[Any, ...]) -> Callable[[Any, Find], Any]:
    real = [choice for choice in choices if choice is not type(None)]
    if len(real) == 1:
        only = _maker(real[0])
        return lambda data, find: None if data is None else only(data, find)
    return lambda data, find: None if data is None else _made(_meant(tuple(real), data), data, find)


def _record(kind: Any, data: Any, find: Find) -> Any:
    makers = _field_makers(kind)
    return kind(
        **{name: makers[name](value, find) for name, value in data.items() if name in makers}
    )


@cache
def _field_makers(kind: Any) -> Mapping[str, Callable[[Any, Find], Any]]:
    return {name: _maker(hint) for name, hint in _hints(kind).items()}


def _meant(choices: tuple[Any, ...], data: Any) -> Any:
    """The member of a union that ``data`` encodes: a score that is a string is a fraction; of
    several records the one that has all fields."""
    if isinstance(data, dict):
        return next(choice for choice in choices if data.keys() <= _hints(choice).keys())
    return next(choice for choice in choices if (choice is Fraction) is isinstance(data, str))


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def name(text: str) -> str:
    """A name for a column: lone surrogates (from names that are not UTF-8) are escaped."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def score_text(score: Score | None) -> str | None:
    """``"7"``, ``"-3/2"``: SQLite's integers end at 64 bits, scores do not."""
    return None if score is None else str(score)


def score(text: str | None) -> Score | None:
    if text is None:
        return None
    return Fraction(text) if "/" in text else int(text)
