"""Globs over paths below a folder, as the Kattis package format has them.

``*`` stands for any characters within one name, ``{a,b}`` for one of several; everything else is
itself. A glob matches a path and whatever lies below it.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

#: What shells know and the format does not.
_FOREIGN = ("**", "[", "?")
DEEPEST = 16


class _Star(Enum):
    STAR = "*"


class _Choice(Struct, frozen=True):
    options: tuple[_Sequence, ...]


_Sequence = tuple[str | _Star | _Choice, ...]


class GlobFault(ValueError):
    """The glob is none of the format; the message says why."""


class PathGlob(Struct, frozen=True):
    """A glob that has been read."""

    text: str
    parts: _Sequence

    def matches(self, path: str) -> bool:
        """Whether it matches the path, or a folder that the path is in."""
        ends = _ends(self.parts, path, frozenset({0}))
        return any(end == len(path) or path[end] == "/" for end in ends)

    def names(self, path: str) -> bool:
        """Whether it matches the path itself."""
        return len(path) in _ends(self.parts, path, frozenset({0}))


def read_glob(text: str) -> PathGlob:
    """Raises GlobFault."""
    for sign in _FOREIGN:
        if sign in text:
            raise GlobFault(f"{sign} is not supported in a glob: write * or {{a,b}}")
    parts, _ = _read(text.rstrip("/"), 0, 0)
    return PathGlob(text, parts)


def _read(text: str, place: int, depth: int) -> tuple[_Sequence, int]:
    """The parts up to the end, or, inside braces, up to the next comma or closing brace."""
    if depth > DEEPEST:
        raise GlobFault(f"braces are nested more than {DEEPEST} deep")
    parts: list[str | _Star | _Choice] = []
    while place < len(text):
        sign = text[place]
        if depth and sign in ",}":
            return tuple(parts), place
        place += 1
        if sign == "{":
            choice, place = _read_choice(text, place, depth)
            parts.append(choice)
        elif sign == "}":
            raise GlobFault("unmatched }: remove it, or open it with {")
        else:
            parts.append(_Star.STAR if sign == "*" else sign)
    if depth:
        raise GlobFault("unmatched {: close it with }")
    return tuple(parts), place


def _read_choice(text: str, place: int, depth: int) -> tuple[_Choice, int]:
    options: list[_Sequence] = []
    while True:
        option, place = _read(text, place, depth + 1)
        options.append(_stripped(option))
        place += 1
        if text[place - 1] == "}":
            return _Choice(tuple(options)), place


def _stripped(option: _Sequence) -> _Sequence:
    """Without the spaces around it."""
    parts = list(option)
    while parts and parts[0] == " ":
        parts.pop(0)
    while parts and parts[-1] == " ":
        parts.pop()
    return tuple(parts)


def _ends(parts: _Sequence, path: str, starts: frozenset[int]) -> frozenset[int]:
    """Where the parts may end in the path if they start at one of some indices: all at once, so
    that no glob takes exponential time."""
    for part in parts:
        if isinstance(part, _Choice):
            found = (_ends(option, path, starts) for option in part.options)
            starts = frozenset(end for ends in found for end in ends)
        elif part is _Star.STAR:
            starts = frozenset(_within_name(path, starts))
        else:
            starts = frozenset(start + 1 for start in starts if path[start : start + 1] == part)
    return starts


def _within_name(path: str, starts: frozenset[int]) -> set[int]:
    """The starts, and all indices after one of them up to the next slash."""
    found: set[int] = set()
    for start in sorted(starts):
        while start not in found:
            found.add(start)
            if path[start : start + 1] in ("", "/"):
                break
            start += 1
    return found
