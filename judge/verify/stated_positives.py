"""Numbers that a statement calls positive, or at least 1, in words: input validators accept no 0
there.

Which number is meant is not known: a 0 is wrong where the statement has more such quantities than
there are places in which a 0 is rejected.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

from judge.model import Case
from judge.packages.statements import statement_sections
from judge.verify.bound_edges import Spot, shown, spots
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import ANY, StoredNumbers
from judge.verify.stated_intervals import named_intervals_in
from judge.verify.stated_numbers import plain_numbers

_KINDS = r"(?:integers?|numbers?|values?|amounts?|counts?|sizes?|lengths?|weights?|costs?)"
_POSITIVE = re.compile(
    rf"\bpositive\s+(?:(?:whole|natural|decimal|integer)\s+)?{_KINDS}(?:\s+([A-Za-z](?:_\w)?)\b)?"
    r"|\bat least (?:1|one)\b(?!\s+(?!and\b|or\b|but\b)[a-z])"
    r"|\b(?:greater|larger|more) than (?:0|zero)\b",
    re.IGNORECASE,
)
#: Where a section has one of these, a 0 may be meant.
_ZERO = re.compile(
    r"\bnon-?\s?negative\b|\bzeros?\b|\bempty\b|\bnone\b|\bif any\b|\bnatural\b"
    r"|(?<![\w.,])0(?![\w.])",
    re.IGNORECASE,
)
_MORE_THAN_ZERO = re.compile(r"\b(?:greater|larger|more) than (?:0|zero)\b", re.IGNORECASE)
#: A name before what it counts: ``n integers``.
COUNTING = re.compile(
    rf"\b([A-Za-z](?:_\w)?) (?:(?:positive|whole|distinct|different|space-separated)\s+)*"
    rf"(?:{_KINDS}|lines?|rows?)\b"
)
_SENTENCE = re.compile(r"[.;](?:\s|$)|\n\s*\n|\n\s*(?:[-*]\s|\\item\b)")


def zeros(
    stored: StoredNumbers, folder: Path, accepts: Callable[[Case, str], bool], deadline: Deadline
) -> Iterator[str]:
    """A message if the validators accept a 0 in some place, reject it in fewer places than the
    statement has positive quantities, and no stored input has a 0 there. ``folder``: that of the
    problem. ``accepts``: what they say of a text as the input of a case."""
    wanted = min(map(positives_in, statement_sections(folder, "Inputs?")), default=0)
    if not wanted:
        return
    places: dict[object, list[Spot]] = defaultdict(list)
    for number, spot in enumerate(spots(stored)):
        if not spot.is_length and stored.least[spot.place] >= 1:
            places[number if spot.place == (ANY, ANY) else spot.place].append(spot)
    taking = dict[object, Spot]()
    for place, some in deadline.items(places.items()):
        for spot in some:
            if place not in taking and accepts(spot.case, spot.change(0)):
                taking[place] = spot
    if deadline.is_over or not taking or len(places) - len(taking) >= wanted:
        return
    spot = next(iter(taking.values()))
    said = f"they accept 0 in {spot.where}, and the statement has positive numbers, and no other"
    yield f"{said}: {shown(spot.change(0))}"


def positives_in(text: str) -> int:
    """How many quantities of a text are positive, at least; 0 where no word says so, or where a
    number may be 0."""
    text = plain_numbers(text).replace("$", "")
    if _ZERO.search(_MORE_THAN_ZERO.sub("", text)) or not _POSITIVE.search(text):
        return 0
    bounded = [one for one in named_intervals_in(text) if one.low >= 1]
    if any(one.low < 1 for one in named_intervals_in(text)):
        return 0
    names = {one.name for one in bounded}
    called = {name for name in (m[1] for m in _POSITIVE.finditer(text)) if name}
    counts = {match[1] for match in COUNTING.finditer(text)}
    nameless = sum(
        any(not match[1] for match in _POSITIVE.finditer(sentence))
        and not any(True for _ in named_intervals_in(sentence))
        for sentence in _SENTENCE.split(text)
    )
    # A quantity without a name may be the one that an interval is for.
    is_another = not names - called - counts
    return len(names | called) + (nameless if is_another else 0)
