"""The input format: JSON to instance and back.

Every complaint is one line that begins with the JSON path of the value at fault.
"""

from __future__ import annotations

import difflib
import json
import re
from functools import lru_cache
from typing import Any

from judge.plugin import InputError

from . import document
from .document import Document, Node
from .rules import Attacker, Colour, Defender, Instance, Need, Who

MOST_ATTACKERS = 40
MOST_DEFENDERS = 6
MOST_TIMES = 1000
MOST_POWER = 1000
LONGEST_NAME = 80

_ROOT = ("max_attackers", "defenders", "attackers")
_DEFENDER = ("name", "max_attackers")
_ATTACKER = (
    "name", "power", "colors", "cannot_attack", "cannot_attack_defenders", "only_alone",
    "not_alone", "needs", "must_attack", "must_attack_defender", "if_another_attacks", "drags",
)  # fmt: skip
_NEED = ("count", "of")
#: The keys that are written whatever their value.
_ALWAYS = _ATTACKER[:3]
_WRITTEN = json.JSONEncoder(ensure_ascii=False)
_COLOURS = {colour.value: colour for colour in Colour}
#: Every key of an input.
KEYS = frozenset((*_ROOT, *_DEFENDER, *_ATTACKER, *_NEED))
_INDEX = re.compile(r"0|[1-9][0-9]{0,5}")


def parse(text: str) -> Instance:
    """Read an input; raises InputError naming the JSON path."""
    whole = document.read(text)
    return _Reader(whole).instance()


class _Reader:
    """Checks one document."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def instance(self) -> Instance:
        root = self.document.root
        entries = self.mapping(root, _ROOT, ("defenders", "attackers"))
        defenders = self.listing(entries["defenders"])
        attackers = self.listing(entries["attackers"])
        if not 1 <= len(defenders) <= MOST_DEFENDERS:
            message = f"from 1 to {MOST_DEFENDERS} defenders, not {len(defenders)}"
            self.document.fail(entries["defenders"], message)
        if len(attackers) > MOST_ATTACKERS:
            message = f"at most {MOST_ATTACKERS} attackers, not {len(attackers)}"
            self.document.fail(entries["attackers"], message)
        return Instance(
            tuple(
                self.attacker(node, index, len(attackers), len(defenders))
                for index, node in enumerate(attackers)
            ),
            tuple(self.defender(node) for node in defenders),
            self.cap(entries.get("max_attackers")),
        )

    def defender(self, node: Node) -> Defender:
        entries = self.mapping(node, _DEFENDER, ("name",))
        return Defender(self.name(entries["name"]), self.cap(entries.get("max_attackers")))

    def attacker(self, node: Node, index: int, attackers: int, defenders: int) -> Attacker:
        entries = self.mapping(node, _ATTACKER, ("name", "power", "colors"))
        get = entries.get
        drags = self.times(get("drags"), attackers, "attacker")
        if index in dict(drags):
            fault = self.entries(entries["drags"])[str(index)]
            self.document.fail(fault, "a creature can't drag itself")
        banned = [
            self.index(item, defenders, "defender")
            for item in self.listing(get("cannot_attack_defenders"))
        ]
        self.distinct(get("cannot_attack_defenders"), banned)
        return Attacker(
            name=self.name(entries["name"]),
            power=self.integer(entries["power"], -MOST_POWER, MOST_POWER, "a power"),
            colours=self.colours(entries["colors"]),
            cannot_attack=self.flag(get("cannot_attack")),
            cannot_attack_defenders=tuple(sorted(banned)),
            only_alone=self.flag(get("only_alone")),
            not_alone=self.flag(get("not_alone")),
            needs=tuple(self.need(item) for item in self.listing(get("needs"))),
            must_attack=self.count(get("must_attack")),
            must_attack_defender=self.times(get("must_attack_defender"), defenders, "defender"),
            if_another_attacks=self.count(get("if_another_attacks")),
            drags=drags,
        )

    def need(self, node: Node) -> Need:
        entries = self.mapping(node, _NEED, ("count", "of"))
        count, of = self.count(entries["count"]), entries["of"]
        if isinstance(of.value, list):
            if not of.value:
                self.document.fail(of, "no colour is named")
            return Need(count, Who.COLOURS, self.colours(of))
        if not isinstance(of.value, str):
            self.document.fail(of, '"any", "greater_power" or a list of colours, please')
        for who in (Who.ANY, Who.GREATER_POWER):
            if of.value == who.value:
                return Need(count, who)
        near = _near(of.value, ("any", "greater_power"))
        self.document.fail(of, f"unknown kind {_show(of.value)}{near}")

    def colours(self, node: Node) -> tuple[Colour, ...]:
        found: list[Colour] = []
        for item in self.listing(node):
            colour = _COLOURS.get(item.value) if isinstance(item.value, str) else None
            if colour is None:
                self.document.fail(item, f"{_show(item.value)} is not one of W, U, B, R, G")
            found.append(colour)
        self.distinct(node, found)
        return tuple(colour for colour in Colour if colour in found)

    def times(self, node: Node | None, end: int, what: str) -> tuple[tuple[int, int], ...]:
        """A map from index to multiplicity, without the entries of 0."""
        found: list[tuple[int, int]] = []
        for key, item in ({} if node is None else self.entries(node)).items():
            if not _INDEX.fullmatch(key):
                self.document.fail(item, f"{_show(key)} is not the index of {_a(what)}")
            if int(key) >= end:
                self.document.fail(item, _absent(what, int(key), end))
            if times := self.count(item):
                found.append((int(key), times))
        return tuple(sorted(found))

    def index(self, node: Node, end: int, what: str) -> int:
        value = self.integer(node, None, None, f"the index of {_a(what)}")
        if not 0 <= value < end:
            self.document.fail(node, _absent(what, value, end))
        return value

    def distinct(self, node: Node | None, values: list[Any]) -> None:
        for place, value in enumerate(values):
            if value in values[:place] and node is not None:
                fault = self.listing(node)[place]
                self.document.fail(fault, f"{_show(fault.value)} is a duplicate")

    def cap(self, node: Node | None) -> int | None:
        return None if node is None or node.value is None else self.count(node)

    def count(self, node: Node | None) -> int:
        return 0 if node is None else self.integer(node, 0, MOST_TIMES, "a count")

    def integer(self, node: Node, least: int | None, most: int | None, what: str) -> int:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int):
            self.document.fail(node, f"{what} is a whole number, not {_show(value)}")
        if least is not None and value < least:
            message = f"{what} can't be negative" if least == 0 else f"{what} is at least {least}"
            self.document.fail(node, f"{message}, not {value}")
        if most is not None and value > most:
            self.document.fail(node, f"{what} is at most {most}, not {_short(str(value))}")
        return value

    def flag(self, node: Node | None) -> bool:
        value = False if node is None else node.value
        if node is not None and not isinstance(value, bool):
            self.document.fail(node, f"true or false, not {_show(value)}")
        return bool(value)

    def name(self, node: Node) -> str:
        value = node.value
        if not isinstance(value, str):
            self.document.fail(node, f"a name is a string, not {_show(value)}")
        if not value.strip() or len(value) > LONGEST_NAME or not value.isprintable():
            self.document.fail(node, f"a name has 1 to {LONGEST_NAME} printable characters")
        return value

    def listing(self, node: Node | None) -> list[Node]:
        if node is None:
            return []
        if not isinstance(node.value, list):
            self.document.fail(node, f"a list, not {_show(node.value)}")
        return node.items()

    def entries(self, node: Node) -> dict[str, Node]:
        if not isinstance(node.value, dict):
            self.document.fail(node, f"an object, not {_show(node.value)}")
        return node.entries()

    def mapping(
        self, node: Node, known: tuple[str, ...], required: tuple[str, ...]
    ) -> dict[str, Node]:
        entries = self.entries(node)
        for key, item in entries.items():
            if key not in known:
                self.document.fail(item, f"unknown key{_near(key, known)}")
        for key in required:
            if key not in entries:
                self.document.fail(node, f'the key "{key}" is missing')
        return entries


def _near(word: str, known: tuple[str, ...]) -> str:
    found = difflib.get_close_matches(word.lower(), known, 1, 0.6)
    return f'; did you mean "{found[0]}"?' if found else f"; known are {', '.join(known)}"


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _absent(what: str, index: int, end: int) -> str:
    return f"there is no {what} {_short(str(index))}: the last is {end - 1}"


def _show(value: object) -> str:
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return _short(json.dumps(value))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def to_object(instance: Instance) -> dict[str, Any]:
    """The instance as the JSON object a function is called with, every key present."""
    return {
        "max_attackers": instance.max_attackers,
        "defenders": [_defender_object(defender) for defender in instance.defenders],
        "attackers": [_attacker_object(attacker) for attacker in instance.attackers],
    }


def _defender_object(defender: Defender) -> dict[str, Any]:
    return {"name": defender.name, "max_attackers": defender.max_attackers}


def _attacker_object(attacker: Attacker) -> dict[str, Any]:
    return {
        "name": attacker.name,
        "power": attacker.power,
        "colors": [colour.value for colour in attacker.colours],
        "cannot_attack": attacker.cannot_attack,
        "cannot_attack_defenders": list(attacker.cannot_attack_defenders),
        "only_alone": attacker.only_alone,
        "not_alone": attacker.not_alone,
        "needs": [{"count": need.count, "of": _of(need)} for need in attacker.needs],
        "must_attack": attacker.must_attack,
        "must_attack_defender": {str(key): times for key, times in attacker.must_attack_defender},
        "if_another_attacks": attacker.if_another_attacks,
        "drags": {str(key): times for key, times in attacker.drags},
    }


def _of(need: Need) -> Any:
    if need.who is Who.COLOURS:
        return [colour.value for colour in need.colours]
    return need.who.value


def render(instance: Instance) -> str:
    """The input file: one creature per line, without rules that have their default value."""
    defenders = [_defender_line(defender) for defender in instance.defenders]
    attackers = [_attacker_line(attacker) for attacker in instance.attackers]
    return (
        f'{{"max_attackers": {json.dumps(instance.max_attackers)},\n'
        f'"defenders": [{_lines(defenders)}],\n'
        f'"attackers": [{_lines(attackers)}]}}\n'
    )


@lru_cache(maxsize=2**14)  # the same creatures are in many instances of an enumeration
def _attacker_line(attacker: Attacker) -> str:
    its = _attacker_object(attacker).items()
    return _WRITTEN.encode({key: value for key, value in its if value or key in _ALWAYS})


@lru_cache(maxsize=1024)
def _defender_line(defender: Defender) -> str:
    return _WRITTEN.encode(_defender_object(defender))


def _lines(items: list[str]) -> str:
    return "\n  " + ",\n  ".join(items) + "\n" if items else ""


def parse_lines(text: str) -> tuple[int, tuple[tuple[int, int], ...]]:
    """An answer file: the least score, then one JSON pair per line; raises InputError."""
    lines = text.removesuffix("\n").split("\n")
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", lines[0].strip()):
        raise InputError("the first line is the least score, a whole number", 1)
    pairs: list[tuple[int, int]] = []
    for number, line in enumerate(lines[1:], 2):
        match = re.fullmatch(r"\s*\[\s*([0-9]{1,6})\s*,\s*([0-9]{1,6})\s*\]\s*", line)
        if match is None:
            raise InputError(f"not an [attacker, defender] pair: {_show(line)}", number)
        pairs.append((int(match[1]), int(match[2])))
    return int(lines[0]), tuple(sorted(pairs))
