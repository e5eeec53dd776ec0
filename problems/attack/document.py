"""JSON that keeps the position of each value, so that an error can name its line.

The grammar is checked by the standard library's reader; ours walks the same text a second time
and keeps offsets.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import NoReturn

from judge.plugin import InputError

_SPACE = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"[^,\]}\s]+")
_PLAIN = re.compile(r"[A-Za-z0-9_]+")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True)
class Node:
    """A JSON value, its path (``attackers[3].needs``) and the offset where it begins."""

    value: dict[str, Node] | list[Node] | str | int | float | bool | None
    path: str
    start: int


@dataclass(frozen=True)
class Document:
    """A whole input: its text and the root of its values."""

    text: str
    root: Node

    def fail(self, node: Node, message: str) -> NoReturn:
        """Raise InputError at a value, naming its path."""
        raise _complaint(self.text, node.start, node.path, message)


def _complaint(text: str, offset: int, path: str, message: str) -> InputError:
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    return InputError(f"{path or 'input'}: {message}", line, column)


def read(text: str) -> Document:
    """Parse a text; raises InputError for bad syntax, duplicate keys and absurd nesting."""
    try:
        json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        message = error.msg[:1].lower() + error.msg[1:]
        raise InputError(f"input: not JSON: {message}", error.lineno, error.colno) from None
    except RecursionError:
        raise InputError("input: nested too deeply") from None
    except ValueError as error:  # NaN, Infinity, or an integer of thousands of digits
        raise InputError(f"input: invalid number: {error}") from None
    root, _ = _walk(text, _SPACE.match(text).end(), "")  # type: ignore[union-attr]
    return Document(text, root)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _walk(text: str, at: int, path: str) -> tuple[Node, int]:
    """The value that begins at ``at`` and the offset behind it; the text is known to be JSON."""
    if text[at] == "{":
        return _walk_object(text, at, path)
    if text[at] == "[":
        return _walk_array(text, at, path)
    match = (_STRING if text[at] == '"' else _SCALAR).match(text, at)
    assert match is not None  # json.loads has read the same text
    return Node(json.loads(match.group()), path, at), match.end()


def _walk_object(text: str, at: int, path: str) -> tuple[Node, int]:
    entries: dict[str, Node] = {}
    end = _skip(text, at + 1)
    while text[end] != "}":
        match = _STRING.match(text, end)
        assert match is not None
        key = json.loads(match.group())
        inner = _join(path, key)
        if key in entries:
            raise _complaint(text, end, inner, "duplicate key")
        colon = _skip(text, match.end())
        entries[key], end = _walk(text, _skip(text, colon + 1), inner)
        end = _skip(text, end)
        if text[end] == ",":
            end = _skip(text, end + 1)
    return Node(entries, path, at), end + 1


def _join(path: str, key: str) -> str:
    if not _PLAIN.fullmatch(key):  # a line break in a key must not break the complaint's line
        return f"{path}[{json.dumps(key)}]"
    return f"{path}.{key}" if path else key


def _walk_array(text: str, at: int, path: str) -> tuple[Node, int]:
    items: list[Node] = []
    end = _skip(text, at + 1)
    while text[end] != "]":
        item, end = _walk(text, end, f"{path}[{len(items)}]")
        items.append(item)
        end = _skip(text, end)
        if text[end] == ",":
            end = _skip(text, end + 1)
    return Node(items, path, at), end + 1
