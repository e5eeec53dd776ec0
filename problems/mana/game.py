"""The rules: costs, steps of a play, and whether a play is legal.

Nothing here searches. ``check_play`` checks every solver's play against the rules of the statement.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.plugin import IllegalAnswer

from .input import Situation
from .lands import MANA, Alternative, Land, Table

#: The requirement that any type of mana meets.
GENERIC = "*"
KINDS = MANA + GENERIC

_STEP = re.compile(
    r"(?P<land>[^;:()]+?)(?: -> (?P<card>[^;:()]+?))?(?: \((?P<life>[1-9][0-9]?) life\))?"
    r": (?P<mana>[WUBRGC]+)"
)


@dataclass(frozen=True)
class Step:
    """Tap ``land``, or fetch ``card`` from the library with it and tap that; pay ``life`` in all
    (fetch, shock and pain together) and get the symbols ``mana``. No card: the empty string."""

    land: str
    card: str
    life: int
    mana: str

    def __str__(self) -> str:
        fetched = f" -> {self.card}" if self.card else ""
        paid = f" ({self.life} life)" if self.life else ""
        return f"{self.land}{fetched}{paid}: {self.mana}"


Play = tuple[Step, ...]


def requirements(cost: str) -> dict[str, int]:
    """How much of each kind a cost requires. Each character counts separately: ``99`` is 18."""
    wanted = dict.fromkeys(KINDS, 0)
    for symbol in cost:
        if symbol in MANA:
            wanted[symbol] += 1
        else:
            wanted[GENERIC] += int(symbol)
    return wanted


def pays(produced: Mapping[str, int], wanted: Mapping[str, int]) -> bool:
    """Whether the mana meets a cost: that of each type, then the generic part from the rest."""
    over = [produced.get(kind, 0) - wanted[kind] for kind in MANA]
    return min(over) >= 0 and sum(over) >= wanted[GENERIC]


def parse_play(text: str) -> Play | None:
    """Read ``step; step; …`` as ``Step`` prints them; None if the string is malformed."""
    steps = []
    for part in text.split("; "):
        found = _STEP.fullmatch(part)
        if found is None:
            return None
        card, life = found["card"] or "", int(found["life"] or 0)
        steps.append(Step(found["land"], card, life, found["mana"]))
    return tuple(steps)


def render_play(play: Sequence[Step]) -> str:
    """The inverse of ``parse_play``."""
    return "; ".join(map(str, play))


def check_play(situation: Situation, play: Sequence[Step], table: Table) -> None:
    """Raises IllegalAnswer with the rule unless the play pays the cost and life stays above 0."""
    battlefield, library = Counter(situation.battlefield), Counter(situation.library)
    tron = table.has_tron(situation.battlefield)
    life, produced = situation.life, Counter[str]()
    for number, step in enumerate(play, start=1):
        where = f"step {number}, {step.land[:40]}"
        if not battlefield[step.land]:
            raise IllegalAnswer("land", f"{where}: no untapped copy is left on the battlefield")
        battlefield[step.land] -= 1
        if step.card and not library[step.card]:
            raise IllegalAnswer("library", f"{where}: no {step.card[:40]} is left in the library")
        library[step.card] -= bool(step.card)
        _check_step(step, where, table, tron)
        life -= step.life
        if life <= 0:
            raise IllegalAnswer("life", f"{where}: life falls from {life + step.life} to {life}")
        produced.update(step.mana)
    if not pays(produced, requirements(situation.cost)):
        mana = "".join(sorted(produced.elements(), key=MANA.index)) or "nothing"
        raise IllegalAnswer("cost", f"{mana} does not pay {situation.cost}")


def ways(land: Land, card: Land | None, tron: bool) -> tuple[Alternative, ...]:
    """The mana of a step and its total cost, by tapping ``land`` or fetching ``card``."""
    if card is None:
        return land.yields(tron)
    reach = land.reaches(card)
    if reach is None:
        return ()
    return tuple(Alternative(reach + card.entry + way.life, way.mana)
                 for way in card.yields(tron))


def _check_step(step: Step, where: str, table: Table, tron: bool) -> None:
    land = table[step.land]
    card = table[step.card] if step.card else None
    if card is not None and land.reaches(card) is None:
        raise IllegalAnswer("fetch", f"{where}: it cannot fetch {step.card}")
    costs = [way.life for way in ways(land, card, tron)
             if sorted(way.mana) == sorted(step.mana)]
    if not costs:
        raise IllegalAnswer("mana", f"{where}: {step.card or step.land} cannot make {step.mana}")
    if step.life not in costs:
        raise IllegalAnswer("payment", f"{where}: it costs {min(costs)} life, not {step.life}")
