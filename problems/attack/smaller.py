"""Simpler neighbours of a combat, to shrink a counterexample."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from .rules import Attacker, Defender, Instance, Need

T = TypeVar("T")


def weight(instance: Instance) -> int:
    """A measure that every neighbour has less of: creatures, defenders, rules and their numbers."""
    return (
        len(instance.attackers)
        + len(instance.defenders)
        + sum(_cap_weight(defender.max_attackers) for defender in instance.defenders)
        + _cap_weight(instance.max_attackers)
        + sum(map(_attacker_weight, instance.attackers))
    )


def _cap_weight(cap: int | None) -> int:
    return 0 if cap is None else 1 + cap


def _attacker_weight(attacker: Attacker) -> int:
    return (
        abs(attacker.power)
        + len(attacker.colours)
        + attacker.cannot_attack
        + len(attacker.cannot_attack_defenders)
        + attacker.only_alone
        + attacker.not_alone
        + sum(1 + need.count + len(need.colours) for need in attacker.needs)
        + attacker.must_attack
        + sum(times for _, times in attacker.must_attack_defender)
        + attacker.if_another_attacks
        + sum(times for _, times in attacker.drags)
    )


def smaller(instance: Instance) -> Iterator[Instance]:
    """Neighbours of strictly less ``weight``, the greatest steps first."""
    for index in range(len(instance.attackers)):
        shrunk = without_attacker(instance, index)
        yield shrunk
        if instance.max_attackers:
            yield replace(shrunk, max_attackers=instance.max_attackers - 1)
    if len(instance.defenders) > 1:
        for index in range(len(instance.defenders)):
            yield without_defender(instance, index)
    for cap in _caps(instance.max_attackers):
        yield replace(instance, max_attackers=cap)
    for index, defender in enumerate(instance.defenders):
        for cap in _caps(defender.max_attackers):
            changed = Defender(defender.name, cap)
            yield replace(instance, defenders=_swap(instance.defenders, index, changed))
    for index, attacker in enumerate(instance.attackers):
        for milder in _milder(attacker):
            yield replace(instance, attackers=_swap(instance.attackers, index, milder))


def without_attacker(instance: Instance, index: int) -> Instance:
    """The combat without a creature; later ones are renumbered."""
    kept = [
        replace(
            attacker,
            drags=tuple((_shift(to, index), n) for to, n in attacker.drags if to != index),
        )
        for place, attacker in enumerate(instance.attackers)
        if place != index
    ]
    return replace(instance, attackers=tuple(kept))


def without_defender(instance: Instance, index: int) -> Instance:
    """The combat without a defender; later ones are renumbered."""
    attackers = tuple(
        replace(
            attacker,
            cannot_attack_defenders=tuple(
                _shift(to, index) for to in attacker.cannot_attack_defenders if to != index
            ),
            must_attack_defender=tuple(
                (_shift(to, index), n) for to, n in attacker.must_attack_defender if to != index
            ),
        )
        for attacker in instance.attackers
    )
    defenders = instance.defenders[:index] + instance.defenders[index + 1 :]
    return replace(instance, attackers=attackers, defenders=defenders)


def _shift(index: int, removed: int) -> int:
    return index - (index > removed)


def _swap(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _drop(items: tuple[T, ...], index: int) -> tuple[T, ...]:
    return items[:index] + items[index + 1 :]


def _caps(cap: int | None) -> Iterator[int | None]:
    if cap is not None:
        yield None
        if cap > 0:
            yield cap - 1


def _milder(attacker: Attacker) -> Iterator[Attacker]:
    """The same creature with one rule less, or one rule weaker."""
    if attacker.cannot_attack:
        yield replace(attacker, cannot_attack=False)
    if attacker.only_alone:
        yield replace(attacker, only_alone=False)
    if attacker.not_alone:
        yield replace(attacker, not_alone=False)
    for index in range(len(attacker.cannot_attack_defenders)):
        rest = _drop(attacker.cannot_attack_defenders, index)
        yield replace(attacker, cannot_attack_defenders=rest)
    yield from _milder_needs(attacker)
    for fewer in _fewer(attacker.must_attack):
        yield replace(attacker, must_attack=fewer)
    for fewer in _fewer(attacker.if_another_attacks):
        yield replace(attacker, if_another_attacks=fewer)
    for pairs in _fewer_times(attacker.must_attack_defender):
        yield replace(attacker, must_attack_defender=pairs)
    for pairs in _fewer_times(attacker.drags):
        yield replace(attacker, drags=pairs)
    for index in range(len(attacker.colours)):
        yield replace(attacker, colours=_drop(attacker.colours, index))
    for fewer in _fewer(abs(attacker.power)):
        yield replace(attacker, power=fewer if attacker.power > 0 else -fewer)


def _milder_needs(attacker: Attacker) -> Iterator[Attacker]:
    for index, need in enumerate(attacker.needs):
        yield replace(attacker, needs=_drop(attacker.needs, index))
        if need.count > 1:
            less = replace(need, count=need.count - 1)
            yield replace(attacker, needs=_swap(attacker.needs, index, less))
        if len(need.colours) > 1:
            for place in range(len(need.colours)):
                less = Need(need.count, need.who, _drop(need.colours, place))
                yield replace(attacker, needs=_swap(attacker.needs, index, less))


def _fewer(number: int) -> Iterator[int]:
    if number > 0:
        yield 0
    if number > 2:
        yield 1
    if number > 1:
        yield number - 1


def _fewer_times(pairs: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    for index, (to, times) in enumerate(pairs):
        for fewer in _fewer(times):
            yield _swap(pairs, index, (to, fewer)) if fewer else _drop(pairs, index)
