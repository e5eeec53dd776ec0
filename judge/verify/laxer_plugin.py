"""Inputs that break a rule, and that the plug-in reads though the input validators reject them.

A plug-in may leave rules to the validators. One that refuses most of these inputs means to keep
every rule, and reads the others by mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from judge.model import Case
from judge.verify import bound_edges, input_bounds, stated_graphs
from judge.verify.bound_edges import MOST_NUMBER, Spot, shown, spots
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import StoredNumbers
from judge.verify.stated_numbers import stated

Accepts = Callable[[Case, str], bool]
#: A plug-in that refuses so many kinds of such inputs, and this part of all, means to refuse every
#: one.
LEAST_REFUSED, STRICT = 4, 0.65


class Broken(Struct, frozen=True):
    """An input that most probably breaks a rule, and of which kind: one that is read is enough.
    ``is_other``: whether what it holds may be written in another way."""

    kind: object
    what: str
    case: Case
    text: str
    is_other: bool = False


def overlooked(
    stored: StoredNumbers,
    folder: Path,
    accepts: Accepts,
    reads: Callable[[str, bool], bool],
    deadline: Deadline,
) -> str:
    """A message if a strict plug-in reads an input that breaks a rule; empty if it reads none, or
    is not strict. ``folder``: that of the problem. ``accepts``: what the validators say of a text
    as the input of a case. ``reads``: whether the plug-in reads it, and as what it writes, or
    also as another input."""
    found: dict[object, tuple[bool, Broken]] = {}
    for one in deadline.items(_broken(stored, folder)):
        if one.kind in found and found[one.kind][0]:
            continue
        # The plug-in is asked first: it takes no time, and refuses nearly all.
        is_read = reads(one.text, one.is_other)
        if not accepts(one.case, one.text):
            found[one.kind] = is_read, one
    read = [one for is_read, one in found.values() if is_read]
    refused = len(found) - len(read)
    if not read or refused < max(LEAST_REFUSED, STRICT * len(found)):
        return ""
    said = f"the plug-in reads {read[0].what}, and they reject it"
    return (
        f"{said}, as the plug-in itself does with most of what they reject: {shown(read[0].text)}"
    )


def _broken(stored: StoredNumbers, folder: Path) -> Iterator[Broken]:
    yield from _recorded(
        "a number that does not count what it counts",
        lambda told: bound_edges.miscounted(stored, told),
        is_other=True,
    )
    yield from _recorded(
        "a graph that the statement rules out",
        lambda told: stated_graphs.unruly(stored, folder, told),
    )
    for probe in input_bounds.disordered(stored):
        what = probe.what.format(where=f" in line {probe.place[0] + 1}")
        yield Broken((probe.place, probe.order), what, probe.case, probe.text)
    named = {number for number in stated(folder) if number <= MOST_NUMBER}
    for spot in spots(stored):
        if not spot.is_length:
            for side, number in _beyond(stored, spot, named).items():
                what = f"{number} in {spot.where}"
                yield Broken((spot.place, side), what, spot.case, spot.change(number))


def _recorded(
    what: str, asking: Callable[[Accepts], Iterator[str]], is_other: bool = False
) -> Iterator[Broken]:
    """The inputs that a check asks for when all of them are rejected."""
    asked: dict[str, Case] = {}

    def told(case: Case, text: str) -> bool:
        asked.setdefault(text, case)
        return False

    for _ in asking(told):
        pass
    for text, case in asked.items():
        yield Broken(what, what, case, text, is_other)


def _beyond(stored: StoredNumbers, spot: Spot, named: set[int]) -> Mapping[str, int]:
    """The numbers beside the least and greatest ones of a place, where those are bounds."""
    found = {}
    least = stored.least[spot.place]
    if least in (0, 1) or least in named:
        found["below"] = least - 1
    if spot.greatest in named:
        found["above"] = spot.greatest + 1
    return found
