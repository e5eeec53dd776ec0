"""Situations near another one, with constants of a solution's source put into them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from . import generate
from .input import MOST_LANDS, MOST_LIFE, Instance, Situation
from .lands import MANA, Table

#: How often the cost and the life total are set to the boundary between YES and NO afterwards.
_SETTLED = 0.5
#: How often a changed cost gets several symbols that stand together in the source.
_FROM_WORDS = 0.4
#: The greatest number of the source that is tried as a sum of generic mana.
_MOST_GENERIC = 300
#: As much mana as the greatest board makes.
_MOST_MANA = 100
#: How often a situation has about as much mana as one of the numbers says, and asks for all of it.
_PLENTY = 0.08
_SYMBOLS = frozenset(MANA + "123456789")


def mutate(
    rng: Random, instance: Instance, numbers: Sequence[int], words: Sequence[str], table: Table
) -> Instance:
    """The file with one situation changed in one way."""
    place = rng.randrange(len(instance))
    case = instance[place]
    names = [word for word in words if word in table.lands]
    change = rng.choice((_lands, _lands, _equal, _moved, _costs, _costs, _life))
    if rng.random() < _PLENTY:
        return (*instance[:place], _plenty(rng, case, numbers, table), *instance[place + 1 :])
    parts = [word for word in words if len(word) > 1 and _SYMBOLS.issuperset(word)]
    if change is _costs and parts and rng.random() < _FROM_WORDS:
        changed = _with_part(rng, case, parts)
    else:
        changed = change(rng, case, numbers, names, table)
    if change is not _life and rng.random() < _SETTLED:
        changed = generate.at_boundary(rng, changed, table, yes=rng.random() < 0.5)
    return (*instance[:place], changed, *instance[place + 1 :])


def _name(rng: Random, case: Situation, names: Sequence[str], table: Table) -> str:
    here = case.battlefield + case.library
    if here and rng.random() < 0.3:
        return rng.choice(here)
    return rng.choice(names) if names and rng.random() < 0.7 else rng.choice(list(table.lands))


def _small(rng: Random, numbers: Sequence[int], least: int, most: int) -> int:
    """One of the numbers in a range, or another one."""
    fitting = [number for number in numbers if least <= number <= most]
    return rng.choice(fitting) if fitting and rng.random() < 0.8 else rng.randint(least, most)


def _lands(rng: Random, case: Situation, numbers: Sequence[int], names: Sequence[str],
           table: Table) -> Situation:
    """A land more, or another one in its place, on the battlefield or in the library."""
    where = rng.choice(("battlefield", "library"))
    lands: tuple[str, ...] = getattr(case, where)
    name = _name(rng, case, names, table)
    if lands and rng.random() < 0.6:
        place = rng.randrange(len(lands))
        return replace(case, **{where: (*lands[:place], name, *lands[place + 1 :])})
    return _kept(case, replace(case, **{where: (*lands, name)}))


def _equal(rng: Random, case: Situation, numbers: Sequence[int], names: Sequence[str],
           table: Table) -> Situation:
    """Several lands of one kind in one place, or as many lands as one of the numbers says."""
    where = rng.choice(("battlefield", "library"))
    lands: tuple[str, ...] = getattr(case, where)
    name, count = _name(rng, case, names, table), _small(rng, numbers, 1, 12)
    if rng.random() < 0.5:
        more = [_name(rng, case, names, table) for _ in range(count - len(lands))]
        return _kept(case, replace(case, **{where: (*lands[:count], *more)}))
    others = tuple(other for other in lands if other != name)
    return _kept(case, replace(case, **{where: (*(name,) * count, *others)}))


def _moved(rng: Random, case: Situation, numbers: Sequence[int], names: Sequence[str],
           table: Table) -> Situation:
    """All lands in another order, or the last one on the other side."""
    if rng.random() < 0.5:
        return replace(
            case,
            battlefield=tuple(rng.sample(case.battlefield, len(case.battlefield))),
            library=tuple(rng.sample(case.library, len(case.library))),
        )
    if case.battlefield and rng.random() < 0.5:
        return replace(case, battlefield=case.battlefield[:-1],
                       library=(*case.library, case.battlefield[-1]))
    if case.library:
        return replace(case, library=case.library[:-1],
                       battlefield=(*case.battlefield, case.library[-1]))
    return case


def _plenty(rng: Random, case: Situation, numbers: Sequence[int], table: Table) -> Situation:
    """So much mana, about one of the numbers or any amount, made by few kinds of lands, and a cost
    of all of it or of one more. Great amounts refute whoever has a limit, whatever it is."""
    great = [number for number in numbers if 6 <= number < _MOST_MANA]
    wanted = rng.randint(7, _MOST_MANA)
    if great and rng.random() < 0.5:
        wanted = rng.choice(great) + rng.randint(0, 2)
    return replace(generate.all_mana(rng, wanted, MOST_LANDS, table), life=case.life)


def _costs(rng: Random, case: Situation, numbers: Sequence[int], names: Sequence[str],
           table: Table) -> Situation:
    """A symbol more, less or another one, or as many of one as one of the numbers says; or about
    as much generic mana."""
    cost, symbol = case.cost, rng.choice(MANA)
    great = [number for number in numbers if 9 < number <= _MOST_GENERIC]
    if great and rng.random() < 0.2:
        asked = rng.choice(great) + rng.choice((-1, 0, 0, 1))
        nines, rest = divmod(asked, 9)
        return replace(case, cost="9" * nines + str(rest) * (rest > 0))
    digits = str(_small(rng, numbers, 1, 9))
    place = rng.randrange(len(cost))
    count = _small(rng, numbers, 1, 9)
    chosen = rng.choice((
        cost + symbol,
        cost + digits,
        cost[:place] + symbol + cost[place + 1 :],
        cost[:place] + digits + cost[place + 1 :],
        cost.replace(symbol, "") + symbol * count,
        (cost * count)[:count],
        "".join(rng.sample(cost, len(cost))),
        cost[:place] + cost[place + 1 :],
    ))
    return replace(case, cost=chosen or symbol)


def _with_part(rng: Random, case: Situation, parts: Sequence[str]) -> Situation:
    """A cost that is one of the parts, or has it in place of as many symbols."""
    part, place = rng.choice(parts), rng.randrange(len(case.cost) + 1)
    rest = case.cost[place + len(part) :]
    return replace(case, cost=rng.choice((part, case.cost[:place] + part + rest)))


def _life(rng: Random, case: Situation, numbers: Sequence[int], names: Sequence[str],
          table: Table) -> Situation:
    return replace(case, life=_small(rng, numbers, 1, MOST_LIFE))


def _kept(case: Situation, changed: Situation) -> Situation:
    """The change unless there are too many lands then."""
    fits = len(changed.battlefield) + len(changed.library) <= MOST_LANDS
    return changed if fits else case
