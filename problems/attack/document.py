"""JSON whose values know where they stand, so that an error can name its line.

The standard library's reader checks the grammar and reads the values; ours walks the same text a
second time for the offsets, but only once there is an error to report.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from judge.plugin import InputError

_SPACE = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"[^,\]}\s]+")
_PLAIN = re.compile(r"[A-Za-z0-9_]+")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
#: What stands between two values of an array or an object.
_NEXT = re.compile(r"[ \t\r\n]*,?[ \t\r\n]*")
_COLON = re.compile(r"[ \t\r\n]*:[ \t\r\n]*")


class Node(NamedTuple):
    """A JSON value, as the standard library reads it, and what it is part of: there it is the one
    of a key, or the one at an index. The root is part of nothing."""

    value: Any
    within: Node | None = None
    key: str | int = ""

    def entries(self) -> dict[str, Node]:
        """The values of an object."""
        return {key: Node(value, self, key) for key, value in self.value.items()}

    def items(self) -> list[Node]:
        """The values of an array."""
        return [Node(value, self, index) for index, value in enumerate(self.value)]

    def steps(self) -> tuple[str | int, ...]:
        """The keys and indices that lead to it."""
        return () if self.within is None else (*self.within.steps(), self.key)


@dataclass(frozen=True)
class Document:
    """A whole input: its text and the root of its values."""

    text: str
    root: Node

    def fail(self, node: Node, message: str) -> NoReturn:
        """Raise InputError at a value, naming its path (``attackers[3].needs``)."""
        place = _places(self.text)
        for step in node.steps():
            place = place.inner[step]
        raise _complaint(self.text, place.start, place.path, message)


@dataclass(frozen=True)
class _Place:
    """A value's path, the offset where it begins, and the places of its parts."""

    path: str
    start: int
    inner: Mapping[str | int, _Place]


def _complaint(text: str, offset: int, path: str, message: str) -> InputError:
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    return InputError(f"{path or 'input'}: {message}", line, column)


def read(text: str) -> Document:
    """Parse a text; raises InputError for bad syntax, duplicate keys and absurd nesting."""
    repeated = False

    def entries(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeated
        made = dict(pairs)
        repeated |= len(made) < len(pairs)
        return made

    try:
        value = json.loads(text, parse_constant=_no_constant, object_pairs_hook=entries)
    except json.JSONDecodeError as error:
        message = error.msg[:1].lower() + error.msg[1:]
        raise InputError(f"input: not JSON: {message}", error.lineno, error.colno) from None
    except RecursionError:
        raise InputError("input: nested too deeply") from None
    except ValueError as error:  # NaN, Infinity, or an integer of thousands of digits
        raise InputError(f"input: invalid number: {error}") from None
    if repeated:
        _places(text)  # raises InputError
    return Document(text, Node(value))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    assert match is not None  # json.loads has read the same text
    return match.end()


def _places(text: str) -> _Place:
    """The places of all values in a text that is JSON; raises InputError for a duplicate key, and
    where nesting that the standard library reads is too deep here."""
    try:
        return _walk(text, _end(_SPACE, text, 0), "")[0]
    except RecursionError:
        raise InputError("input: nested too deeply") from None


def _walk(text: str, at: int, path: str) -> tuple[_Place, int]:
    """The place of the value that begins at ``at``, and the offset behind it."""
    first = text[at]
    if first == "{":
        return _walk_object(text, at, path)
    if first == "[":
        return _walk_array(text, at, path)
    return _Place(path, at, {}), _end(_STRING if first == '"' else _SCALAR, text, at)


def _inside(text: str, at: int) -> int:
    """The offset of what comes first in the brackets that open at ``at``."""
    return _end(_SPACE, text, at + 1)


def _walk_object(text: str, at: int, path: str) -> tuple[_Place, int]:
    entries: dict[str | int, _Place] = {}
    end = _inside(text, at)
    while text[end] != "}":
        after = _end(_STRING, text, end)
        key: str = json.loads(text[end:after])
        inner = _join(path, key)
        if key in entries:
            raise _complaint(text, end, inner, "duplicate key")
        entries[key], end = _walk(text, _end(_COLON, text, after), inner)
        end = _end(_NEXT, text, end)
    return _Place(path, at, entries), end + 1


def _join(path: str, key: str) -> str:
    if not _PLAIN.fullmatch(key):  # a line break in a key must not break the complaint's line
        return f"{path}[{json.dumps(key)}]"
    return f"{path}.{key}" if path else key


def _walk_array(text: str, at: int, path: str) -> tuple[_Place, int]:
    items: dict[str | int, _Place] = {}
    end = _inside(text, at)
    while text[end] != "]":
        items[len(items)], end = _walk(text, end, f"{path}[{len(items)}]")
        end = _end(_NEXT, text, end)
    return _Place(path, at, items), end + 1
