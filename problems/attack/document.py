"""JSON that keeps the position of each value, so that an error can name its line.

The grammar is checked by the standard library's reader; ours walks the same text a second time
and keeps offsets.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from judge.plugin import InputError

_SPACE = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"[^,\]}\s]+")
_PLAIN = re.compile(r"[A-Za-z0-9_]+")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
#: What stands between two values of an array or an object.
_NEXT = re.compile(r"[ \t\r\n]*,?[ \t\r\n]*")
_COLON = re.compile(r"[ \t\r\n]*:[ \t\r\n]*")


class Node(NamedTuple):
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
    root, _ = _walk(text, _end(_SPACE, text, 0), "")
    return Document(text, root)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    assert match is not None  # json.loads has read the same text
    return match.end()


def _walk(text: str, at: int, path: str) -> tuple[Node, int]:
    """The value that begins at ``at`` and the offset behind it; the text is known to be JSON."""
    first = text[at]
    if first == "{":
        return _walk_object(text, at, path)
    if first == "[":
        return _walk_array(text, at, path)
    end = _end(_STRING if first == '"' else _SCALAR, text, at)
    return Node(_scalar(text[at:end]), path, at), end


def _scalar(text: str) -> str | int | float | bool | None:
    """The value of a string, number or constant. The commonest forms need no reader."""
    if text[0] == '"' and "\\" not in text:
        return text[1:-1]
    value: str | int | float | bool | None = json.loads(text)
    return value


def _walk_object(text: str, at: int, path: str) -> tuple[Node, int]:
    entries: dict[str, Node] = {}
    end = _end(_SPACE, text, at + 1)
    while text[end] != "}":
        after = _end(_STRING, text, end)
        key = str(_scalar(text[end:after]))
        inner = _join(path, key)
        if key in entries:
            raise _complaint(text, end, inner, "duplicate key")
        entries[key], end = _walk(text, _end(_COLON, text, after), inner)
        end = _end(_NEXT, text, end)
    return Node(entries, path, at), end + 1


def _join(path: str, key: str) -> str:
    if not _PLAIN.fullmatch(key):  # a line break in a key must not break the complaint's line
        return f"{path}[{json.dumps(key)}]"
    return f"{path}.{key}" if path else key


def _walk_array(text: str, at: int, path: str) -> tuple[Node, int]:
    items: list[Node] = []
    end = _end(_SPACE, text, at + 1)
    while text[end] != "]":
        item, end = _walk(text, end, f"{path}[{len(items)}]")
        items.append(item)
        end = _end(_NEXT, text, end)
    return Node(items, path, at), end + 1
