"""Creatures, defenders and declarations, and what the rules of Magic say of them.

Restrictions are CR 508.1c, requirements CR 508.1d. Everything here is exact and immutable.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from judge.plugin import IllegalAnswer

#: A declaration: (attacker, defender) pairs, 0-indexed.
Declaration = tuple[tuple[int, int], ...]


class Colour(Enum):
    """The five colours, by the letters players write."""

    WHITE = "W"
    BLUE = "U"
    BLACK = "B"
    RED = "R"
    GREEN = "G"

    __hash__ = object.__hash__  # each member is one object, and that of Enum is slow


class Who(Enum):
    """Which other attackers a creature's need counts."""

    ANY = "any"
    COLOURS = "colors"
    GREATER_POWER = "greater_power"

    __hash__ = object.__hash__


@dataclass(frozen=True)
class Need:
    """At least ``count`` other attackers of a kind; ``colours`` matters for COLOURS alone."""

    count: int
    who: Who
    colours: tuple[Colour, ...] = ()


@dataclass(frozen=True)
class Defender:
    """A player or planeswalker; ``max_attackers`` None means any number."""

    name: str
    max_attackers: int | None = None


@dataclass(frozen=True)
class Attacker:
    """A creature of the active player.

    The requirements are multiplicities: ``must_attack_defender`` holds (defender, times) and
    ``drags`` holds (creature, times), both by rising index and with times >= 1.
    """

    name: str
    power: int = 0
    colours: tuple[Colour, ...] = ()
    cannot_attack: bool = False
    cannot_attack_defenders: tuple[int, ...] = ()
    only_alone: bool = False
    not_alone: bool = False
    needs: tuple[Need, ...] = ()
    must_attack: int = 0
    must_attack_defender: tuple[tuple[int, int], ...] = ()
    if_another_attacks: int = 0
    drags: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Instance:
    """One combat: who may attack, whom, and how many may."""

    attackers: tuple[Attacker, ...]
    defenders: tuple[Defender, ...]
    max_attackers: int | None = None


class Kind(Enum):
    """The four requirements."""

    MUST_ATTACK = "must_attack"
    MUST_ATTACK_DEFENDER = "must_attack_defender"
    IF_ANOTHER_ATTACKS = "if_another_attacks"
    DRAGS = "drags"


class State(Enum):
    """The state of a requirement; IDLE when its condition does not hold."""

    OBEYED = "obeyed"
    DISOBEYED = "disobeyed"
    IDLE = "idle"


@dataclass(frozen=True)
class Requirement:
    """``times`` equal requirements on ``subject``, put there by ``source``.

    ``source`` differs from ``subject`` for DRAGS only; ``defender`` is None unless the kind is
    MUST_ATTACK_DEFENDER.
    """

    kind: Kind
    source: int
    subject: int
    times: int
    state: State
    defender: int | None = None


def satisfies(need: Need, needy: Attacker, other: Attacker) -> bool:
    """Whether ``other`` is of the kind that ``needy`` needs."""
    if need.who is Who.ANY:
        return True
    if need.who is Who.GREATER_POWER:
        return other.power > needy.power
    return any(colour in need.colours for colour in other.colours)


def describe_need(need: Need) -> str:
    """The need in words, for messages and pictures."""
    if need.who is Who.COLOURS:
        return f"{need.count} other {'/'.join(colour.value for colour in need.colours)}"
    if need.who is Who.GREATER_POWER:
        return f"{need.count} other of greater power"
    return f"{need.count} other"


def label(instance: Instance, attacker: int) -> str:
    """How messages name a creature: ``attacker 3 (Okk)``."""
    return f"attacker {attacker} ({instance.attackers[attacker].name})"


def check(instance: Instance, declaration: Declaration) -> None:
    """Raise IllegalAnswer unless every restriction and every cap is kept (CR 508.1c)."""
    _check_each(instance, declaration)
    _check_caps(instance, declaration)
    _check_company(instance, declaration)


def _check_each(instance: Instance, declaration: Declaration) -> None:
    seen: set[int] = set()
    for index, target in declaration:
        if not 0 <= index < len(instance.attackers):
            raise IllegalAnswer("index", f"there is no attacker {index}")
        if not 0 <= target < len(instance.defenders):
            raise IllegalAnswer("index", f"there is no defender {target}")
        attacker, who = instance.attackers[index], label(instance, index)
        if index in seen:
            raise IllegalAnswer("twice", f"{who} is declared more than once")
        seen.add(index)
        if attacker.cannot_attack:
            raise IllegalAnswer("cannot_attack", f"{who} can't attack")
        if target in attacker.cannot_attack_defenders:
            name = instance.defenders[target].name
            message = f"{who} can't attack defender {target} ({name})"
            raise IllegalAnswer("cannot_attack_defenders", message)


def _check_caps(instance: Instance, declaration: Declaration) -> None:
    cap, names = instance.max_attackers, instance.attackers
    if cap is not None and len(declaration) > cap:
        extra = label(instance, declaration[cap][0])
        message = f"{len(declaration)} attack where {cap} may; {extra} is one too many"
        raise IllegalAnswer("max_attackers", message)
    for index, defender in enumerate(instance.defenders):
        crowd = [attacker for attacker, target in declaration if target == index]
        if defender.max_attackers is not None and len(crowd) > defender.max_attackers:
            extra = f"attacker {crowd[-1]} ({names[crowd[-1]].name})"
            message = (
                f"{len(crowd)} attack defender {index} ({defender.name}) where "
                f"{defender.max_attackers} may; {extra} is one too many"
            )
            raise IllegalAnswer("defender max_attackers", message)


def _check_company(instance: Instance, declaration: Declaration) -> None:
    present = [index for index, _ in declaration]
    for index in present:
        attacker, who = instance.attackers[index], label(instance, index)
        if attacker.only_alone and len(present) > 1:
            others = len(present) - 1
            raise IllegalAnswer("only_alone", f"{who} attacks only alone, not with {others} other")
        if attacker.not_alone and len(present) == 1:
            raise IllegalAnswer("not_alone", f"{who} can't attack alone")
        for need in attacker.needs:
            found = sum(
                other != index and satisfies(need, attacker, instance.attackers[other])
                for other in present
            )
            if found < need.count:
                message = f"{who} needs {describe_need(need)} to attack, not {found}"
                raise IllegalAnswer("needs", message)


def requirements(instance: Instance, declaration: Declaration) -> tuple[Requirement, ...]:
    """Every requirement of the board and its state (CR 508.1d).

    A requirement to attack is obeyed by attacking anyone; one to attack a defender only by
    attacking that defender. A condition ("if another creature attacks", "if this one attacks")
    that does not hold leaves its requirement idle: neither obeyed nor disobeyed.
    """
    targets = dict(declaration)
    found: list[Requirement] = []
    for index, attacker in enumerate(instance.attackers):
        attacks = _state(index in targets)
        if attacker.must_attack:
            found.append(Requirement(Kind.MUST_ATTACK, index, index, attacker.must_attack, attacks))
        for defender, times in attacker.must_attack_defender:
            state = _state(targets.get(index) == defender)
            kind = Kind.MUST_ATTACK_DEFENDER
            found.append(Requirement(kind, index, index, times, state, defender))
        if attacker.if_another_attacks:
            another = len(targets) > (index in targets)
            state = attacks if another else State.IDLE
            times = attacker.if_another_attacks
            found.append(Requirement(Kind.IF_ANOTHER_ATTACKS, index, index, times, state))
        for dragged, times in attacker.drags:
            state = _state(dragged in targets) if index in targets else State.IDLE
            found.append(Requirement(Kind.DRAGS, index, dragged, times, state))
    return tuple(found)


def _state(obeyed: bool) -> State:
    return State.OBEYED if obeyed else State.DISOBEYED


def disobeyed(instance: Instance, declaration: Declaration) -> int:
    """How many requirements a declaration disobeys, each counted as often as it is stated."""
    return sum(
        item.times for item in requirements(instance, declaration) if item.state is State.DISOBEYED
    )
