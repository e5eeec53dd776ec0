"""The frozen dataclasses of ``judge.model`` as JSON text and back, for the store.

Every field is encoded by its type, so a field added to the model needs no change here; a field that
an older store lacks gets its default. Long byte strings are stored elsewhere: ``keep`` takes one
and returns a number, ``find`` returns the bytes of a number. Non-ASCII characters are escaped,
because SQLite refuses lone surrogates.
"""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Callable, Mapping
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from judge.plugin import Score

Keep = Callable[[bytes], int]
Find = Callable[[int], bytes]
T = TypeVar("T")

#: Byte strings up to this length are written inline.
SHORT = 64


def packed(value: Any, keep: Keep) -> str:
    """``value`` as one line of JSON."""
    return json.dumps(_plain(value, keep), separators=(",", ":"))


def unpacked(kind: type[T], text: str, find: Find) -> T:
    """The inverse of ``packed``; raises ValueError, KeyError or TypeError for any other string."""
    made: T = _made(kind, json.loads(text), find)
    return made


def _plain(value: Any, keep: Keep) -> Any:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            return value.hex() if len(value) <= SHORT else keep(value)
        case Enum():
            return _plain(value.value, keep)
        case Fraction() | Path():
            return str(value)
        case date():
            return value.isoformat()
        case Mapping():
            return {str(_plain(key, keep)): _plain(item, keep) for key, item in value.items()}
        case tuple() | list():
            return [_plain(item, keep) for item in value]
        case frozenset():
            return sorted(_plain(item, keep) for item in value)
    if not dataclasses.is_dataclass(value):
        raise TypeError(f"cannot be stored: {type(value).__name__}")
    return {
        f.name: _plain(own, keep)
        for f in dataclasses.fields(value)
        if not _is_default(f, own := getattr(value, f.name))
    }


def _is_default(field: dataclasses.Field[Any], value: Any) -> bool:
    """Whether it is the object that all share which have nothing of their own."""
    return dataclasses.is_dataclass(field.default) and value is field.default


def _made(hint: Any, data: Any, find: Find) -> Any:
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return None if data is None else _made(_meant(inner, data), data, find)
    if origin is not None and issubclass(origin, Mapping):
        return {_made(inner[0], k, find): _made(inner[1], v, find) for k, v in data.items()}
    if origin is frozenset:
        return frozenset(_made(inner[0], item, find) for item in data)
    if origin is tuple:
        return tuple(_made(inner[0], item, find) for item in data)
    if dataclasses.is_dataclass(hint):
        return _dataclass(hint, data, find)
    if hint is bytes:
        return bytes.fromhex(data) if isinstance(data, str) else find(data)
    if hint in (date, datetime):
        return hint.fromisoformat(data)
    return data if hint is Any or isinstance(data, hint) else hint(data)


def _dataclass(kind: Any, data: Any, find: Find) -> Any:
    hints = _hints(kind)
    known = {name: value for name, value in data.items() if name in hints}
    return kind(**{name: _made(hints[name], value, find) for name, value in known.items()})


def _meant(choices: tuple[Any, ...], data: Any) -> Any:
    """The member of a union that ``data`` encodes: a score that is a string is a fraction; of
    several dataclasses the one that has all fields."""
    real = [choice for choice in choices if choice is not type(None)]
    if len(real) > 1 and isinstance(data, dict):
        return next(choice for choice in real if data.keys() <= _hints(choice).keys())
    if len(real) > 1:
        real = [choice for choice in real if (choice is Fraction) is isinstance(data, str)]
    return real[0]


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
