"""The input of combat: two lines, attackers then the defender's creatures, each a JSON list."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from judge.plugin import InputError

from .rules import MAX_CREATURES, MAX_NUMBER, Board, Creature, Side

_END = "the end of the line"


def parse(text: str) -> Board:
    """Two lines, each a JSON list of ``[power, toughness]``; raises InputError."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if len(lines) != 2:
        message = f"expected two lines, attackers then defender's creatures, got {len(lines)}"
        raise InputError(f"{message}; write an empty side as []", min(len(lines), 2) + 1)
    return _side(lines[0], 1), _side(lines[1], 2)


def render(board: Board) -> str:
    """The inverse of ``parse``, in the only form that the input validator accepts."""
    return "".join(map(_line, board))


@lru_cache(maxsize=1024)  # the same sides are in many boards of an enumeration
def _line(side: Side) -> str:
    return json.dumps([list(creature) for creature in side]) + "\n"


def _side(text: str, line: int) -> Side:
    """One line of the input: a JSON list of pairs. Raises InputError where it goes wrong."""
    tokens = [(m.group(), m.start() + 1) for m in re.finditer(r"-?[0-9.]+|[^\s0-9]", text)]
    tokens.append((_END, len(text) + 1))
    creatures: list[Creature] = []
    at = _expect(tokens, 0, "[", line)
    while tokens[at][0] != "]":
        if creatures:
            at = _expect(tokens, at, ",", line)
        opened = _expect(tokens, at, "[", line)
        power = _number(tokens[opened], "power", 0, line)
        comma = _expect(tokens, opened + 1, ",", line)
        toughness = _number(tokens[comma], "toughness", 1, line)
        at = _expect(tokens, comma + 1, "]", line)
        creatures.append((power, toughness))
        if len(creatures) > MAX_CREATURES:
            raise InputError(f"more than {MAX_CREATURES} creatures on a side", line, tokens[at][1])
    _expect(tokens, at + 1, _END, line)
    return tuple(creatures)


def _expect(tokens: list[tuple[str, int]], at: int, wanted: str, line: int) -> int:
    """The index after the wanted token."""
    token, column = tokens[min(at, len(tokens) - 1)]
    if token != wanted:
        raise InputError(
            f"expected {_quoted(wanted)}, got {_quoted(token)}; a side is written "
            "[[2, 2], [3, 3]], or [] if empty",
            line,
            column,
        )
    return at + 1


def _number(token: tuple[str, int], name: str, least: int, line: int) -> int:
    text, column = token
    if not re.fullmatch(r"0|[1-9][0-9]{0,6}", text) or not least <= int(text) <= MAX_NUMBER:
        span = f"a whole number from {least} to {MAX_NUMBER}"
        raise InputError(f"{name} must be {span}, got {_quoted(text)}", line, column)
    return int(text)


def _quoted(token: str) -> str:
    return token if token == _END else repr(token[:20])
