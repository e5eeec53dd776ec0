"""The records of ``judge.model`` as JSON text and back, for the store.

Every field is encoded by its type, so a field added to the model needs no change here; a field that
an older store lacks, or a record with ``omit_defaults`` leaves out, gets its default. Long byte
strings are stored elsewhere: ``keep`` takes one and returns a number, ``find`` returns the bytes of
a number. Non-ASCII characters are escaped, because SQLite refuses lone surrogates.

Executions are written by the hundred thousand. A short one is one call of msgspec: byte strings are
base64 there, which a space before the text says.
"""

from __future__ import annotations

import json
import sys
import types
from binascii import a2b_base64
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, to_builtins

from judge.plugin import Score

Keep = Callable[[bytes], int]
Find = Callable[[int], bytes]
#: Makes bytes from what stands for them.
Read = Callable[[Any], bytes]
T = TypeVar("T")

#: Byte strings up to this length are written inline.
SHORT = 64
#: Values that msgspec would write in another way.
_BY_TEXT = (bytes, date, datetime)
#: A row of an execution up to this length, without what all such rows have, has all its byte
#: strings inline.
SHORT_ROW = 400


def packed(value: Any, keep: Keep) -> str:
    """``value`` as one line of JSON."""

    def text(other: bytes | date) -> Any:
        if isinstance(other, date):
            return other.isoformat()
        return other.hex() if len(other) <= SHORT else keep(other)

    plain = to_builtins(value, builtin_types=_BY_TEXT, str_keys=True, enc_hook=_plain)
    return json.dumps(plain, default=text, separators=(",", ":"))


def packed_execution(value: Struct, keep: Keep, always: int = 0) -> str:
    """The same for a record of one execution, whose floats are finite, much faster if it is
    short: ``always`` are the characters that each such record has besides."""
    data = _inline_json(value)
    return f" {data.decode()}" if 0 < len(data) <= SHORT_ROW + always else packed(value, keep)


def packed_inline(value: Struct, keep: Keep) -> str:
    """The same for a record without long byte strings, whose floats are finite."""
    data = _inline_json(value)
    return f" {data.decode()}" if data else packed(value, keep)


def _inline_json(value: Struct) -> bytes:
    """JSON with all byte strings in it; empty where msgspec cannot write it."""
    try:
        return _encoder().encode(value)
    except (UnicodeEncodeError, OverflowError):  # a lone surrogate, an integer beyond 64 bits
        return b""


@cache
def _encoder() -> msgspec.json.Encoder:
    return msgspec.json.Encoder(enc_hook=_plain)


def _plain(value: object) -> object:
    """What stands in JSON for a value that msgspec does not know."""
    if isinstance(value, Fraction | Path | str):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, int):  # a class of its own
        return int(value)
    raise TypeError(f"cannot be stored: {type(value).__name__}")


def unpacked(kind: type[T], text: str, find: Find) -> T:
    """The inverse of ``packed`` and ``packed_execution``; raises ValueError, KeyError or TypeError
    for any other string."""
    made: T = _made(kind, json.loads(text), _inline if text.startswith(" ") else _reader(find))
    return made


def _inline(data: Any) -> bytes:
    return a2b_base64(data, strict_mode=True)


def _reader(find: Find) -> Read:
    return lambda data: bytes.fromhex(data) if isinstance(data, str) else find(data)


def _made(hint: Any, data: Any, read: Read) -> Any:
    return _maker(hint)(data, read)


@cache
def _maker(hint: Any) -> Callable[[Any, Read], Any]:
    """What makes a value of a type from JSON data. Millions of values are made of few types."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _maker_of_union(inner)
    if origin is not None and issubclass(origin, Mapping):
        key, item = map(_maker, inner)
        return lambda data, read: {key(k, read): item(v, read) for k, v in data.items()}
    if origin is frozenset:
        item = _maker(inner[0])
        return lambda data, read: frozenset(item(one, read) for one in data)
    if origin in (tuple, Sequence):
        item = _maker(inner[0])
        return lambda data, read: tuple([item(one, read) for one in data])
    if isinstance(hint, type) and issubclass(hint, Struct):
        return lambda data, read: _record(hint, data, read)
    if hint is bytes:
        return lambda data, read: read(data)
    if hint in (date, datetime):
        return lambda data, read: hint.fromisoformat(data)
    if hint is Any:
        return lambda data, read: data
    if hint is str:  # thousands of results name the same problem, solution and case
        return lambda data, read: sys.intern(data)
    if hint is Path:
        return lambda data, read: _path(data)
    return lambda data, read: data if isinstance(data, hint) else hint(data)


@lru_cache(maxsize=4096)
def _path(text: str) -> Path:
    """The same object for all cases of a folder, to save memory."""
    return Path(text)


def _maker_of_union(choices: tuple[Any, ...]) -> Callable[[Any, Read], Any]:
    real = [choice for choice in choices if choice is not type(None)]
    if len(real) == 1:
        only = _maker(real[0])
        return lambda data, read: None if data is None else only(data, read)
    return lambda data, read: None if data is None else _made(_meant(tuple(real), data), data, read)


def _record(kind: Any, data: Any, read: Read) -> Any:
    makers = _field_makers(kind)
    return kind(
        **{name: makers[name](value, read) for name, value in data.items() if name in makers}
    )


@cache
def _field_makers(kind: Any) -> Mapping[str, Callable[[Any, Read], Any]]:
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
