"""All small combats of the attack problem, up to the order of creatures and defenders and an
exchange of colours, for proofs.

A combat is made of *rules*, its pieces: a cap, a colour, a power above 0, a restriction, or one
requirement. A requirement of multiplicity 2 is two rules, and so is a need of two colours.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, permutations

from judge.plugin import Bound, BoundError
from judge.plugin.orbits import Orbits, Pieces, Slot, Weight

from .input import MOST_ATTACKERS, MOST_DEFENDERS
from .rules import Attacker, Colour, Defender, Instance, Need, Who

BOUNDS = ((1, 1, 2), (2, 1, 2), (2, 2, 2), (3, 2, 2), (2, 2, 3), (3, 2, 3), (2, 2, 4))
#: The number of rules if the bound does not say.
USUAL = 2
#: How many creatures and rules there may be: a symmetry for each order of creatures.
MOST_ORDERED, MOST_RULES = 5, 12
_NAMES = ("Ox", "Elf", "Imp", "Rat", "Hound")
_DEFENDERS = ("Ana", "Bo", "Cy", "Jace", "Liliana", "Chandra")
_CAP, _DEFENDER_CAP = "max_attackers", "defender cap"
_COLOUR, _POWER, _NEED = "colour", "power", "need"
_FLAGS = ("cannot_attack", "only_alone", "not_alone")
_COUNTS = ("must_attack", "if_another_attacks")
_FORBIDDEN, _TOWARDS, _DRAGS = "cannot_attack_defenders", "must_attack_defender", "drags"


def describe(bound: Bound) -> str:
    attackers, defenders, rules = _parts(bound)
    return (
        f"combats of at most {attackers} × {defenders} creatures and defenders with {rules} rules, "
        f"up to their order and an exchange of colours (caps, needs and powers up to {attackers})"
    )


def count(bound: Bound) -> int:
    attackers, defenders, rules = _parts(bound)
    return sum(
        len(_orbits(a, d, attackers, rules))
        for a in range(attackers + 1)
        for d in range(1, defenders + 1)
    )


def instances(bound: Bound) -> Iterator[Instance]:
    """By the number of creatures, defenders and rules together."""
    attackers, defenders, rules = _parts(bound)
    for total in range(1, attackers + defenders + rules + 1):
        for a in range(attackers + 1):
            for d in range(1, defenders + 1):
                if 0 <= total - a - d <= rules:
                    for pieces in _orbits(a, d, attackers, rules).of_total(total - a - d):
                        yield _instance(a, d, pieces)


@lru_cache(maxsize=64)
def _orbits(attackers: int, defenders: int, most: int, rules: int) -> Orbits:
    colours = tuple(Colour)[:rules]  # so many can differ
    slots = _slots(attackers, defenders, most, rules, colours)
    group = [
        {slot: _moved(slot, ours, theirs, dict(zip(colours, paint, strict=True))) for slot in slots}
        for ours in permutations(range(attackers))
        for theirs in permutations(range(defenders))
        for paint in permutations(colours)
    ]
    return Orbits(slots, group, (rules,))


def _slots(
    attackers: int, defenders: int, most: int, rules: int, colours: tuple[Colour, ...]
) -> dict[Slot, Mapping[Hashable, Weight]]:
    """Every rule that a combat of this size may have. A slot is ``(name, creature, argument)``."""
    once: dict[Hashable, Weight] = {True: (1,)}
    times: dict[Hashable, Weight] = {number: (number,) for number in range(1, rules + 1)}
    cap: dict[Hashable, Weight] = dict.fromkeys(range(most + 1), (1,))
    above: dict[Hashable, Weight] = dict.fromkeys(range(1, most + 1), (1,))
    found: dict[Slot, Mapping[Hashable, Weight]] = {(_CAP, None, None): cap}
    for target in range(defenders):
        found[_DEFENDER_CAP, None, target] = cap
    for one in range(attackers):
        found |= {(name, one, None): once for name in _FLAGS}
        found |= {(name, one, None): times for name in _COUNTS}
        found[_POWER, one, None] = above
        found |= {(_COLOUR, one, colour): once for colour in colours}
        for size in range(1, len(colours) + 1):
            wanted: dict[Hashable, Weight] = dict.fromkeys(cap, (size,))
            for chosen in combinations(colours, size):
                found[_NEED, one, frozenset(chosen)] = wanted
        found |= {(_NEED, one, who): cap for who in (Who.ANY, Who.GREATER_POWER)}
        for target in range(defenders):
            found |= {(_FORBIDDEN, one, target): once, (_TOWARDS, one, target): times}
        found |= {(_DRAGS, one, other): times for other in range(attackers) if other != one}
    return found


def _moved(
    slot: Slot, ours: tuple[int, ...], theirs: tuple[int, ...], paint: Mapping[Colour, Colour]
) -> Slot:
    assert isinstance(slot, tuple)
    name, one, argument = slot
    if isinstance(argument, Colour):
        argument = paint[argument]
    elif isinstance(argument, frozenset):
        argument = frozenset(paint[colour] for colour in argument)
    elif isinstance(argument, int):
        argument = (ours if name == _DRAGS else theirs)[argument]
    return name, None if one is None else ours[one], argument


def _instance(attackers: int, defenders: int, pieces: Pieces) -> Instance:
    rules: dict[Hashable, list[tuple[str, Hashable, int]]] = {}
    for (name, one, argument), value in pieces.items():  # type: ignore[misc]
        rules.setdefault(one, []).append((name, argument, value))  # type: ignore[arg-type]
    whole = _by_name(rules.get(None, ()))
    caps = whole.get(_DEFENDER_CAP, {})
    return Instance(
        tuple(_attacker(index, tuple(rules.get(index, ()))) for index in range(attackers)),
        tuple(_defender(index, caps.get(index)) for index in range(defenders)),
        whole.get(_CAP, {}).get(None),
    )


def _by_name(rules: Iterable[tuple[str, Hashable, int]]) -> dict[str, dict[Hashable, int]]:
    found: dict[str, dict[Hashable, int]] = {}
    for name, argument, value in rules:
        found.setdefault(name, {})[argument] = value
    return found


@lru_cache(maxsize=2**10)
def _defender(index: int, cap: int | None) -> Defender:
    return Defender(_DEFENDERS[index], cap)


@lru_cache(maxsize=2**14)  # few attackers make many combats
def _attacker(index: int, given: tuple[tuple[str, Hashable, int], ...]) -> Attacker:
    rules = _by_name(given)
    flags = {name: bool(rules.get(name)) for name in _FLAGS}
    counts = {name: rules.get(name, {}).get(None, 0) for name in _COUNTS}
    return Attacker(
        _NAMES[index],
        power=rules.get(_POWER, {}).get(None, 0),
        colours=tuple(colour for colour in Colour if colour in rules.get(_COLOUR, {})),
        cannot_attack_defenders=tuple(index for index, _ in _numbered(rules, _FORBIDDEN)),
        needs=tuple(_need(who, number) for who, number in rules.get(_NEED, {}).items()),
        must_attack_defender=_numbered(rules, _TOWARDS),
        drags=_numbered(rules, _DRAGS),
        **flags,  # type: ignore[arg-type]
        **counts,  # type: ignore[arg-type]
    )


def _numbered(
    rules: Mapping[str, Mapping[Hashable, int]], name: str
) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(rules.get(name, {}).items()))  # type: ignore[arg-type]


def _need(who: Hashable, number: int) -> Need:
    if isinstance(who, Who):
        return Need(number, who)
    assert isinstance(who, frozenset)
    return Need(number, Who.COLOURS, tuple(colour for colour in Colour if colour in who))


def _parts(bound: Bound) -> tuple[int, int, int]:
    """Creatures, defenders, rules; raises BoundError."""
    if 1 <= len(bound) <= 3:
        pair = bound if len(bound) > 1 else bound * 2
        attackers, defenders, rules = (*pair, USUAL)[:3]
        fits = attackers <= min(MOST_ORDERED, MOST_ATTACKERS) and rules <= MOST_RULES
        if fits and 1 <= defenders <= MOST_DEFENDERS:
            return attackers, defenders, rules
    raise BoundError(
        "a bound is creatures x defenders x rules, such as 2x2x3; 2x2 has "
        f"{USUAL} rules, 2 is 2x2; at most "
        f"{MOST_ORDERED} creatures, 1 to {MOST_DEFENDERS} defenders, {MOST_RULES} rules"
    )
