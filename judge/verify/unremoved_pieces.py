"""Reductions that leave out any line, or any number, of an instance but the first or the last one:
what fails because of that piece is never reduced to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from judge.common.safe_text import one_line
from judge.plugin import InputError
from judge.verify.deadline import Deadline
from judge.verify.plugin_calls import ask, ask_for
from judge.verify.subject import Subject

#: Instances with so many pieces, so many neighbours of each, and so many of them that must say so.
LEAST_PIECES, MOST_PIECES, MOST_NEIGHBOURS, LEAST_SAYING = 4, 40, 300, 5


class Pieces(Struct, frozen=True):
    """A text: the lines after the first one, or the words of the second of two lines."""

    head: str
    separator: str
    pieces: tuple[str, ...]

    def without(self, place: int, head: str) -> str:
        """The text without one piece, behind another first line."""
        return f"{head}\n{self.separator.join((*self.pieces[:place], *self.pieces[place + 1 :]))}\n"


def fault(subject: Subject, drawn: Sequence[Any], seconds: float) -> str:
    """A message; empty if all is well, or if reductions are of another kind."""
    said: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for instance in Deadline(seconds).items(drawn):
        text = ask(subject.plugin.render, instance)
        pieces = _pieces(text)
        if pieces is None:
            continue
        which = _unremoved(subject, instance, pieces)
        said[which] += 1
        examples.setdefault(which, text)
    for which in ("first", "last"):
        # Another draw in which that piece is left out shows that it can be.
        if said[which] >= LEAST_SAYING and not said["none"]:
            kind = "line" if len(examples[which].splitlines()) > 2 else "word"
            what = f"smaller never leaves out the {which} {kind} behind the first line"
            shown = one_line(repr(examples[which]), 200)
            return f"{what}, though the instance is valid without it, and all others: {shown}"
    return ""


def _pieces(text: str) -> Pieces | None:
    """None for a text of another form, or with too few or too many pieces."""
    lines = text.split("\n")
    if lines.pop() or len(lines) < 2:
        return None
    is_row = len(lines) == 2
    found = lines[1].split(" ") if is_row else lines[1:]
    if not LEAST_PIECES <= len(found) <= MOST_PIECES or len({*found}) < len(found):
        return None
    return Pieces(lines[0], " " if is_row else "\n", tuple(found))


def _unremoved(subject: Subject, instance: Any, pieces: Pieces) -> str:
    """Which piece alone no neighbour lacks: the first, the last, or none; empty if it is another
    one, or several."""
    near = ask_for(subject.plugin.smaller, instance, most=MOST_NEIGHBOURS)
    texts = {ask(subject.plugin.render, one) for one in near}
    heads = {text.partition("\n")[0] for text in texts if len(text) < len(_whole(pieces))}
    for head in heads:
        count = len(pieces.pieces)
        kept = [place for place in range(count) if pieces.without(place, head) not in texts]
        if not kept:
            return "none"
        if kept in ([0], [count - 1]) and _is_valid(subject, pieces.without(kept[0], head)):
            return "last" if kept[0] else "first"
    return ""


def _whole(pieces: Pieces) -> str:
    return f"{pieces.head}\n{pieces.separator.join(pieces.pieces)}\n"


def _is_valid(subject: Subject, text: str) -> bool:
    try:
        ask(subject.plugin.parse, text)
    except InputError:
        return False
    return True
