"""What combats have in common that differ in names, in the order of creatures and defenders, or in
colours.

Nothing here comes from the enumeration, which is compared with it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import permutations

from judge.plugin import Bound

from .rules import Attacker, Colour, Instance, Who

#: The number of rules if the bound does not say.
USUAL = 2
_Paint = Mapping[Colour, int]


def orbit(instance: Instance, bound: Bound) -> Hashable | None:
    """The least of the forms of a combat over all orders; None for one beyond the bound, with a
    negative power, or with two needs of one kind."""
    attackers, defenders = bound[:2] if len(bound) > 1 else bound * 2
    rules = bound[2] if len(bound) > 2 else USUAL
    if len(instance.attackers) > attackers or len(instance.defenders) > defenders:
        return None
    if _rules(instance) > rules or not _is_plain(instance, attackers):
        return None
    used = [colour for colour in Colour if any(colour in _colours(a) for a in instance.attackers)]
    return min(
        _form(instance, ours, theirs, dict(zip(order, range(len(order)), strict=True)))
        for ours in permutations(range(len(instance.attackers)))
        for theirs in permutations(range(len(instance.defenders)))
        for order in permutations(used)
    )


def _rules(instance: Instance) -> int:
    caps = [instance.max_attackers, *(one.max_attackers for one in instance.defenders)]
    return sum(cap is not None for cap in caps) + sum(map(_rules_of, instance.attackers))


def _rules_of(one: Attacker) -> int:
    return (
        (one.power != 0)
        + len(one.colours)
        + one.cannot_attack
        + one.only_alone
        + one.not_alone
        + len(one.cannot_attack_defenders)
        + sum(max(1, len(need.colours)) for need in one.needs)
        + one.must_attack
        + one.if_another_attacks
        + sum(times for _, times in (*one.must_attack_defender, *one.drags))
    )


def _is_plain(instance: Instance, most: int) -> bool:
    """Whether caps, needs and powers are within their limit, and a kind of need comes once."""
    numbers = [instance.max_attackers, *(one.max_attackers for one in instance.defenders)]
    for one in instance.attackers:
        kinds = [(need.who, frozenset(need.colours)) for need in one.needs]
        if len({*kinds}) < len(kinds) or (Who.COLOURS, frozenset()) in kinds:
            return False
        numbers += [one.power, *(need.count for need in one.needs)]
    return all(number is None or 0 <= number <= most for number in numbers)


def _colours(one: Attacker) -> set[Colour]:
    return {*one.colours, *(colour for need in one.needs for colour in need.colours)}


def _form(
    instance: Instance, ours: Sequence[int], theirs: Sequence[int], paint: _Paint
) -> tuple[object, ...]:
    """The combat with its creatures and defenders in this order."""
    attackers = [_creature(instance.attackers[one], ours, theirs, paint) for one in ours]
    caps = [_cap(instance.defenders[one].max_attackers) for one in theirs]
    return _cap(instance.max_attackers), tuple(caps), tuple(attackers)


def _creature(
    one: Attacker, ours: Sequence[int], theirs: Sequence[int], paint: _Paint
) -> tuple[object, ...]:
    return (
        one.power,
        _painted(one.colours, paint),
        (one.cannot_attack, one.only_alone, one.not_alone),
        tuple(sorted(theirs.index(to) for to in one.cannot_attack_defenders)),
        tuple(sorted((n.who.value, _painted(n.colours, paint), n.count) for n in one.needs)),
        (one.must_attack, one.if_another_attacks),
        tuple(sorted((theirs.index(to), times) for to, times in one.must_attack_defender)),
        tuple(sorted((ours.index(to), times) for to, times in one.drags)),
    )


def _painted(colours: Sequence[Colour], paint: _Paint) -> tuple[int, ...]:
    return tuple(sorted(paint[colour] for colour in colours))


def _cap(cap: int | None) -> int:
    return -1 if cap is None else cap
