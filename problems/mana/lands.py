"""The land table ``m_lands.txt``: what every card is and does.

One line a land, four fields between semicolons: ``name;basic types;alternatives;note``.

* basic types: a comma-separated list, often empty; what a fetch land looks for;
* alternatives: separated by ``|``, one of which is chosen when the land is tapped. Each starts
  with one ``-`` per life it costs, then has either the symbols of the mana it makes (``1`` is one
  colourless) or ``fetch`` and a basic type;
* note: nothing, or ``shock`` after one ``-`` per life that it costs to enter untapped, or
  ``tron n``: makes ``n`` mana once every land with a tron note is on the battlefield.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from judge.plugin import InputError

COLOURS = "WUBRG"
#: The six types of mana; ``C`` is colourless.
MANA = "WUBRGC"
BASIC_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")

_ALTERNATIVE = re.compile(r"(-*)(?:fetch([A-Za-z]+)|([1WUBRG]+))")
_SHOCK = re.compile(r"(-+)shock")
_TRON = re.compile(r"tron ([1-9])")


@dataclass(frozen=True)
class Alternative:
    """One way to tap a land: pay ``life``, then get ``mana``, or a card of type ``fetch``."""

    life: int
    mana: str = ""
    fetch: str = ""


@dataclass(frozen=True)
class Land:
    """One card. ``entry`` is the life to pay if it is to enter untapped after being fetched;
    ``tron`` the mana it makes while the whole Tron is on the battlefield, 0 for other lands."""

    name: str
    types: tuple[str, ...]
    alternatives: tuple[Alternative, ...]
    entry: int = 0
    tron: int = 0

    @property
    def fetches(self) -> bool:
        """Whether one of its alternatives searches the library."""
        return any(way.fetch for way in self.alternatives)

    def reaches(self, card: Land) -> int | None:
        """The least life at which this land fetches ``card``; None if it cannot."""
        costs = [way.life for way in self.alternatives if way.fetch and way.fetch in card.types]
        return min(costs, default=None)

    def yields(self, tron: bool) -> tuple[Alternative, ...]:
        """The alternatives that make mana, given whether the Tron is complete."""
        ways = tuple(way for way in self.alternatives if way.mana)
        if self.tron and tron:
            return tuple(Alternative(way.life, way.mana * self.tron) for way in ways)
        return ways


@dataclass(frozen=True, eq=False)  # one object a file: what is worked out from it can be kept
class Table:
    """All lands by name, in the order of the file."""

    lands: Mapping[str, Land]
    #: The lands with a tron note: all of them together make the Tron.
    tron: frozenset[str]

    def __getitem__(self, name: str) -> Land:
        return self.lands[name]

    def has_tron(self, battlefield: tuple[str, ...]) -> bool:
        """Whether at least one copy of every Tron land is on the battlefield."""
        return bool(self.tron) and self.tron <= set(battlefield)


def parse_lands(text: str) -> Table:
    """Read a land table; raises InputError with the number of the malformed line."""
    rows = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    lands: dict[str, Land] = {}
    for number, row in enumerate(rows, start=1):
        land = _parse_land(row, number)
        if land.name in lands:
            raise InputError(f"{land.name!r} stands in the table twice", number)
        lands[land.name] = land
    tron = frozenset(name for name, land in lands.items() if land.tron)
    return Table(MappingProxyType(lands), tron)


def load_lands(folder: Path) -> Table:
    """The table among the attachments of the problem's folder; in an exported validator it is
    beside this file."""
    places = (folder / "attachments" / "m_lands.txt", folder / "m_lands.txt")
    path = next((place for place in places if place.is_file()), places[0])
    return parse_lands(path.read_text(encoding="utf-8"))


def _parse_land(row: str, number: int) -> Land:
    fields = row.split(";")
    if len(fields) != 4:
        raise InputError(f"a land has 4 fields between semicolons, here are {len(fields)}", number)
    name, types, alternatives, note = fields
    if not name or name != name.strip():
        raise InputError("a land has a name without spaces around it", number)
    column = len(name) + 2
    kinds = tuple(types.split(",")) if types else ()
    for kind in kinds:
        if kind not in BASIC_TYPES:
            raise InputError(f"{kind!r} is no basic land type", number, column)
    column += len(types) + 1
    ways = []
    for part in alternatives.split("|"):
        ways.append(_parse_alternative(part, number, column))
        column += len(part) + 1
    entry, tron = _parse_note(note, number, column)
    land = Land(name, kinds, tuple(ways), entry, tron)
    _refuse_unsolvable(land, number)
    return land


def _parse_alternative(text: str, number: int, column: int) -> Alternative:
    found = _ALTERNATIVE.fullmatch(text)
    if found is None:
        raise InputError(f"{text!r} is no alternative such as G, 1, -R, WU, -fetchForest",
                         number, column)
    dashes, kind, symbols = found.groups()
    if kind is None:
        return Alternative(len(dashes), mana=symbols.replace("1", "C"))
    if kind not in BASIC_TYPES:
        raise InputError(f"{kind!r} is no basic land type", number, column)
    return Alternative(len(dashes), fetch=kind)


def _parse_note(text: str, number: int, column: int) -> tuple[int, int]:
    if not text:
        return 0, 0
    if found := _SHOCK.fullmatch(text):
        return len(found[1]), 0
    if found := _TRON.fullmatch(text):
        return 0, int(found[1])
    raise InputError(f"{text!r} is no note such as --shock or tron 2", number, column)


def _refuse_unsolvable(land: Land, number: int) -> None:
    """The published format can say more than minimum-cost flow can decide (see flow)."""
    several = land.tron or any(len(way.mana) > 1 for way in land.alternatives)
    if several and (len(land.alternatives) > 1 or land.alternatives[0].life or land.fetches):
        raise InputError("a land that makes several mana must do so for free, without a choice",
                         number)
    if land.types and (several or land.fetches):
        raise InputError("a land that can be fetched must make a single mana", number)
