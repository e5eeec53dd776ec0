"""A contestant's output: one line per case, ``YES``, ``NO``, or ``YES:`` with a log of the play.

A log line is ``YES: `` and the steps, separated by ``; ``. A step is ``<land>: <mana>``, with
`` -> <card>`` after a fetch land and `` (<n> life)`` before the colon when it costs any, e.g.
``YES: Wooded Foothills -> Steam Vents (3 life): R; Forest: G``.
"""

from __future__ import annotations

import re

from judge.plugin import Undecodable
from judge.plugin.answers import items_of
from judge.plugin.values import Group, values

from .game import Play, parse_play, render_play

#: The answer to one case: yes or no, or yes with a play to check.
Line = bool | Play
Answer = tuple[Line, ...]

_LOG = "YES: "
_SHOWN = 60
#: A list in whatever language: brackets, perhaps behind the name of a type or an index.
_LIST = re.compile(r"(?:(?!YES|NO)[A-Za-z][\w.]{0,30}|\[1\] )?\s*[\[({#@'\"].*", re.DOTALL)
_VECTOR = re.compile(r'\[1\] (YES|NO|"YES"|"NO"|TRUE|FALSE)')
_WORDS = {"true": "YES", "false": "NO", "True": "YES", "False": "NO", "TRUE": "YES", "FALSE": "NO"}
#: In a list only: the truths of Octave and Perl, and of Common Lisp.
_ITEMS = {**_WORDS, "1": "YES", "0": "NO", "T": "YES", "NIL": "NO"}
_NO_WORD = "a list in a list"


def decode(text: str, cases: int) -> Answer:
    """Read an output of ``cases`` lines; CRLF and blank lines at the end are accepted. So is a list
    of such lines, of true and false or of 1 and 0, as functions return it and languages print it.

    Raises Undecodable, naming the first malformed line.
    """
    rows = [row.removesuffix("\r") for row in text.split("\n")]
    while rows and not rows[-1]:
        rows.pop()
    if all(map(_VECTOR.fullmatch, rows)):  # each printed as a vector of one item
        rows = [_WORDS.get(word, word) for word in (row[4:].replace('"', "") for row in rows)]
    elif _LIST.fullmatch(text):
        rows = _listed(text)
    answer = []
    for number, row in enumerate(rows, start=1):
        if number > cases:
            raise Undecodable(f"line {number}: there are only {cases} cases, found {_shown(row)}")
        answer.append(_line(row, number))
    if len(rows) < cases:
        raise Undecodable(f"line {len(rows) + 1}: the output ends; {cases} lines are required")
    return tuple(answer)


def _listed(text: str) -> list[str]:
    """The items of a list as lines; a list in it is no line."""
    words = [_NO_WORD if isinstance(item, Group) else item.text for item in items_of(values(text))]
    return [_ITEMS.get(word, word) for word in words]


def render(answer: Answer) -> str:
    """The inverse of ``decode``."""
    rows = [("YES" if line else "NO") if isinstance(line, bool) else _LOG + render_play(line)
            for line in answer]
    return "\n".join(rows) + "\n"


def says_yes(line: Line) -> bool:
    """Whether a line claims YES, with or without a log."""
    return line is not False


def _line(row: str, number: int) -> Line:
    if row in ("YES", "NO"):
        return row == "YES"
    if row.startswith(_LOG):
        play = parse_play(row.removeprefix(_LOG))
        if play is not None:
            return play
        raise Undecodable(f"line {number}: not a log such as 'Arid Mesa -> Plains (1 life): W; "
                          f"Forest: G': {_shown(row)}")
    raise Undecodable(f"line {number}: expected YES or NO, found {_shown(row)}")


def _shown(row: str) -> str:
    return repr(row if len(row) <= _SHOWN else row[: _SHOWN - 1] + "…")
