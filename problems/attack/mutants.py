"""Mutants of right declarations, which test the checker, and equivalent forms of a combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from judge.plugin import Fate, Mutant

from .rules import Colour, Declaration, Instance, Need


def mutants(instance: Instance, declaration: Declaration) -> Iterator[Mutant]:
    """Outputs similar to the declaration, 0-indexed, each with the expected result."""
    attackers, defenders = len(instance.attackers), len(instance.defenders)
    yield Mutant("nobody attacks", "", Fate.LEGAL)
    yield Mutant("words", "attack with everything", Fate.UNDECODABLE)
    yield Mutant("one number too many", _text(declaration) + "0\n", Fate.UNDECODABLE)
    yield Mutant("a fraction", "[0.5, 0]\n", Fate.UNDECODABLE)
    yield Mutant("an open bracket", "[[0, 0]", Fate.UNDECODABLE)
    yield Mutant("a huge number", f"[0, 1{'0' * 40}]\n", Fate.UNDECODABLE)
    for pair in ((attackers, 0), (0, defenders), (-1, 0), (0, -1), (10**17, 0)):
        name = "a foreign index below 0" if min(pair) < 0 else "a foreign index beyond the end"
        yield Mutant(name, _text((*declaration, pair)), Fate.ILLEGAL, "index")
    for place, (attacker, defender) in enumerate(declaration[:3]):
        rest = declaration[:place] + declaration[place + 1 :]
        # Company may be missed by those who stay, and a new target may be barred.
        yield Mutant("a pair dropped", _text(rest), Fate.OPEN)
        repeated = (*declaration, (attacker, defender))
        yield Mutant("a pair repeated", _text(repeated), Fate.ILLEGAL, "twice")
        if defenders > 1:
            other = (attacker, (defender + 1) % defenders)
            yield Mutant("another defender attacked", _text((*rest, other)), Fate.OPEN)
        if defender >= attackers or attacker >= defenders:
            swapped = _text((*rest, (defender, attacker)))
            yield Mutant("a pair swapped", swapped, Fate.ILLEGAL, "index")
    yield Mutant("pairs in another order", _text(declaration[::-1]), Fate.LEGAL)
    yield from _barred(instance)
    yield from _crowds(instance)
    yield from _company(instance)


def _barred(instance: Instance) -> Iterator[Mutant]:
    """One creature that may not attack, or not that defender."""
    barred = [i for i, attacker in enumerate(instance.attackers) if attacker.cannot_attack]
    for index in barred[:2]:
        only = _text(((index, 0),))
        yield Mutant("one that can't attack", only, Fate.ILLEGAL, "cannot_attack")
    for index, attacker in enumerate(instance.attackers):
        for defender in () if attacker.cannot_attack else attacker.cannot_attack_defenders:
            rule = "cannot_attack_defenders"
            yield Mutant("a barred defender", _text(((index, defender),)), Fate.ILLEGAL, rule)
            return


def _open_to(instance: Instance, index: int) -> list[int]:
    """The defenders that a creature may attack if it is the only one."""
    attacker = instance.attackers[index]
    if attacker.cannot_attack or instance.max_attackers == 0:
        return []
    return [
        place
        for place, defender in enumerate(instance.defenders)
        if defender.max_attackers != 0 and place not in attacker.cannot_attack_defenders
    ]


def _crowds(instance: Instance) -> Iterator[Mutant]:
    """One attacker more than a cap lets attack."""
    able = [index for index in range(len(instance.attackers)) if _open_to(instance, index)]
    cap = instance.max_attackers
    if cap is not None and 0 < cap < len(able):
        crowd = tuple((index, _open_to(instance, index)[0]) for index in able[: cap + 1])
        yield Mutant("one more than may attack", _text(crowd), Fate.ILLEGAL, "max_attackers")
    for place, defender in enumerate(instance.defenders):
        most = defender.max_attackers
        able = [i for i in range(len(instance.attackers)) if place in _open_to(instance, i)]
        if most is None or len(able) <= most or (cap is not None and cap <= most):
            continue
        full = tuple((index, place) for index in able[: most + 1])
        rule = "defender max_attackers"
        yield Mutant("one more at a defender", _text(full), Fate.ILLEGAL, rule)


def _company(instance: Instance) -> Iterator[Mutant]:
    """Creatures that need company alone, and one that attacks only alone with another."""
    cap, last = instance.max_attackers, len(instance.attackers) - 1
    alone = needy = False
    for index, attacker in enumerate(instance.attackers):
        able = _open_to(instance, index)
        if not able:
            continue
        only = _text(((index, able[0]),))
        if attacker.not_alone and not alone:
            alone = True
            yield Mutant("one that can't attack alone", only, Fate.ILLEGAL, "not_alone")
        elif any(need.count for need in attacker.needs) and not attacker.not_alone and not needy:
            needy = True
            yield Mutant("one without the others it needs", only, Fate.ILLEGAL, "needs")
        places = [place for place in _open_to(instance, last) if place != able[0]]
        if attacker.only_alone and index < last and places and (cap is None or cap > 1):
            both = _text(((index, able[0]), (last, places[0])))
            yield Mutant("one that attacks only alone", both, Fate.ILLEGAL, "only_alone")
            return


def variants(instance: Instance, rng: Random) -> Iterator[tuple[str, Instance]]:
    """The same combat, its creatures, defenders and colours reordered or renamed."""
    creatures = rng.sample(range(len(instance.attackers)), len(instance.attackers))
    yield "attackers shuffled", _attackers_moved(instance, creatures)
    places = rng.sample(range(len(instance.defenders)), len(instance.defenders))
    yield "defenders shuffled", _defenders_moved(instance, places)
    yield "colours exchanged", _recoloured(instance, rng.sample(list(Colour), len(Colour)))
    yield "creatures renamed", _renamed(instance)


def _text(declaration: Declaration) -> str:
    return "".join(f"[{attacker}, {defender}]\n" for attacker, defender in declaration)


def _attackers_moved(instance: Instance, order: Sequence[int]) -> Instance:
    """``order`` holds the old index of each creature in its new place."""
    new = {old: place for place, old in enumerate(order)}
    moved = (instance.attackers[old] for old in order)
    return replace(
        instance,
        attackers=tuple(
            replace(one, drags=tuple(sorted((new[to], times) for to, times in one.drags)))
            for one in moved
        ),
    )


def _defenders_moved(instance: Instance, order: Sequence[int]) -> Instance:
    new = {old: place for place, old in enumerate(order)}
    attackers = tuple(
        replace(
            one,
            cannot_attack_defenders=tuple(sorted(new[to] for to in one.cannot_attack_defenders)),
            must_attack_defender=tuple(
                sorted((new[to], times) for to, times in one.must_attack_defender)
            ),
        )
        for one in instance.attackers
    )
    defenders = tuple(instance.defenders[old] for old in order)
    return replace(instance, attackers=attackers, defenders=defenders)


def _recoloured(instance: Instance, colours: Sequence[Colour]) -> Instance:
    new = dict(zip(Colour, colours, strict=True))

    def changed(old: tuple[Colour, ...]) -> tuple[Colour, ...]:
        kept = {new[colour] for colour in old}
        return tuple(colour for colour in Colour if colour in kept)

    def needs(old: tuple[Need, ...]) -> tuple[Need, ...]:
        return tuple(replace(need, colours=changed(need.colours)) for need in old)

    attackers = tuple(
        replace(one, colours=changed(one.colours), needs=needs(one.needs))
        for one in instance.attackers
    )
    return replace(instance, attackers=attackers)


def _renamed(instance: Instance) -> Instance:
    attackers = tuple(
        replace(one, name=f"Nobody {place}") for place, one in enumerate(instance.attackers)
    )
    return replace(instance, attackers=attackers)
