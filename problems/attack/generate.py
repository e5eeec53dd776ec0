"""Random combats, drawn from one ``random.Random``, so that a seed determines them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from .input import MOST_TIMES
from .rules import Attacker, Colour, Defender, Instance, Need, Who

_NAMES = (
    "Ox", "Ogre", "Goblin", "Conscript", "Puma", "Berserker", "Golem", "Raider", "Shaman",
    "Wurm", "Hound", "Knight", "Drake", "Imp", "Viashino", "Minotaur", "Rat", "Elf",
)  # fmt: skip
_DEFENDERS = ("Ana", "Bo", "Cy", "Jace", "Liliana", "Chandra")


@dataclass(frozen=True)
class Recipe:
    """The frequency of each rule, in per cent of the creatures (of the pairs for ``drags``)."""

    attackers: int
    defenders: int
    cap: int | None = None
    defender_caps: int = 0
    greatest_cap: int = 3
    cannot_attack: int = 0
    cannot_attack_defenders: int = 0
    only_alone: int = 0
    not_alone: int = 0
    needs_any: int = 0
    needs_colours: int = 0
    needs_power: int = 0
    greatest_need: int = 2
    must_attack: int = 0
    must_attack_defender: int = 0
    if_another_attacks: int = 0
    drags: int = 0
    drags_all: int = 0
    greatest_times: int = 2
    greatest_power: int = 6
    colour: int = 40


def build(rng: Random, recipe: Recipe) -> Instance:
    """An instance after a recipe."""
    return Instance(
        tuple(_attacker(rng, recipe, index) for index in range(recipe.attackers)),
        tuple(
            Defender(
                _DEFENDERS[index],
                rng.randint(0 if index else 1, recipe.greatest_cap)
                if _hit(rng, recipe.defender_caps)
                else None,
            )
            for index in range(recipe.defenders)
        ),
        recipe.cap,
    )


def _hit(rng: Random, per_cent: int) -> bool:
    return rng.randrange(100) < per_cent


def _times(rng: Random, recipe: Recipe) -> int:
    return rng.randint(1, recipe.greatest_times)


def _colours(rng: Random, per_cent: int) -> tuple[Colour, ...]:
    return tuple(colour for colour in Colour if _hit(rng, per_cent))


def _needs(rng: Random, recipe: Recipe) -> tuple[Need, ...]:
    found: list[Need] = []
    if _hit(rng, recipe.needs_any):
        found.append(Need(rng.randint(1, recipe.greatest_need), Who.ANY))
    if _hit(rng, recipe.needs_colours):
        colours = _colours(rng, 30) or (rng.choice(list(Colour)),)
        found.append(Need(rng.randint(1, recipe.greatest_need), Who.COLOURS, colours))
    if _hit(rng, recipe.needs_power):
        found.append(Need(rng.randint(1, max(1, recipe.greatest_need - 1)), Who.GREATER_POWER))
    return tuple(found)


def _drags(rng: Random, recipe: Recipe, index: int) -> tuple[tuple[int, int], ...]:
    others = [other for other in range(recipe.attackers) if other != index]
    if _hit(rng, recipe.drags_all):
        return tuple((other, 1) for other in others)
    return tuple((other, _times(rng, recipe)) for other in others if _hit(rng, recipe.drags))


def _attacker(rng: Random, recipe: Recipe, index: int) -> Attacker:
    defenders = range(recipe.defenders)
    return Attacker(
        name=rng.choice(_NAMES),
        power=rng.randint(0, recipe.greatest_power),
        colours=_colours(rng, recipe.colour),
        cannot_attack=_hit(rng, recipe.cannot_attack),
        cannot_attack_defenders=tuple(
            defender for defender in defenders if _hit(rng, recipe.cannot_attack_defenders)
        ),
        only_alone=_hit(rng, recipe.only_alone),
        not_alone=_hit(rng, recipe.not_alone),
        needs=_needs(rng, recipe),
        must_attack=_times(rng, recipe) if _hit(rng, recipe.must_attack) else 0,
        must_attack_defender=tuple(
            (defender, _times(rng, recipe))
            for defender in defenders
            if _hit(rng, recipe.must_attack_defender)
        ),
        if_another_attacks=_times(rng, recipe) if _hit(rng, recipe.if_another_attacks) else 0,
        drags=_drags(rng, recipe, index),
    )


def generate(rng: Random, size: int) -> Instance:
    """A combat of about ``size`` attackers in which a random choice of the rules appears."""

    def some(most: int) -> int:
        return rng.choice((0, 0, most // 2, most))

    attackers = max(0, min(40, rng.randint(size - size // 3, size)))
    recipe = Recipe(
        attackers=attackers,
        defenders=rng.randint(1, min(6, 1 + (size + 2) // 3)),
        cap=rng.choice((None, None, rng.randint(1, max(1, attackers)))),
        defender_caps=some(70),
        greatest_cap=max(2, attackers // 3),
        cannot_attack=some(20),
        cannot_attack_defenders=some(40),
        only_alone=some(20),
        not_alone=some(40),
        needs_any=some(40),
        needs_colours=some(50),
        needs_power=some(40),
        must_attack=some(80),
        must_attack_defender=some(60),
        if_another_attacks=some(50),
        drags=some(60 if attackers <= 8 else 12),
        drags_all=some(20),
        greatest_times=rng.choice((1, 2, 3)),
    )
    return build(rng, recipe)


def lowered(rng: Random, instance: Instance) -> Instance:
    """Sometimes the same combat with every power lowered by one number, so that some are negative;
    the order of the powers does not change."""
    if rng.randrange(4):
        return instance
    less = rng.randint(1, 6)
    attackers = tuple(replace(one, power=one.power - less) for one in instance.attackers)
    return replace(instance, attackers=attackers)


def sharpened(rng: Random, instance: Instance) -> Instance:
    """The combat with a few of its numbers at an edge of a rule: a cap of 0, a need of more or of
    nobody, a great multiplicity, powers that are equal, opposite or of more digits."""
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        instance = _capped(rng, instance) if _hit(rng, 25) else _one_changed(rng, instance)
    return with_twins(rng, instance) if _hit(rng, 15) else instance


def namesakes(rng: Random, instance: Instance) -> Instance:
    """Sometimes the same combat in which one defender has the name of another one."""
    if len(instance.defenders) < 2 or not _hit(rng, 10):
        return instance
    place, model = rng.sample(range(len(instance.defenders)), 2)
    changed = replace(instance.defenders[place], name=instance.defenders[model].name)
    defenders = (*instance.defenders[:place], changed, *instance.defenders[place + 1 :])
    return replace(instance, defenders=defenders)


def with_twins(rng: Random, instance: Instance) -> Instance:
    """One creature equal to another one, but for a drag of itself."""
    if len(instance.attackers) < 2:
        return instance
    place, model = rng.sample(range(len(instance.attackers)), 2)
    one = instance.attackers[model]
    twin = replace(one, drags=tuple(drag for drag in one.drags if drag[0] != place))
    attackers = (*instance.attackers[:place], twin, *instance.attackers[place + 1 :])
    return replace(instance, attackers=attackers)


def _capped(rng: Random, instance: Instance) -> Instance:
    count = len(instance.attackers)
    if _hit(rng, 50):
        return replace(instance, max_attackers=rng.choice((0, 1, 2, max(0, count - 1), count)))
    place = rng.randrange(len(instance.defenders))
    changed = Defender(instance.defenders[place].name, rng.choice((0, 0, 1, 2, None)))
    defenders = (*instance.defenders[:place], changed, *instance.defenders[place + 1 :])
    return replace(instance, defenders=defenders)


def _one_changed(rng: Random, instance: Instance) -> Instance:
    if not instance.attackers:
        return instance
    place = rng.randrange(len(instance.attackers))
    other = rng.choice(instance.attackers)
    changed = _at_an_edge(rng, instance.attackers[place], other, len(instance.attackers))
    attackers = (*instance.attackers[:place], changed, *instance.attackers[place + 1 :])
    return replace(instance, attackers=attackers)


def _at_an_edge(rng: Random, one: Attacker, other: Attacker, count: int) -> Attacker:
    """One creature with one of its rules at an edge; ``other`` is a creature to compare with."""
    match rng.randrange(6):
        case 0:
            near = (other.power, -other.power, other.power + 1, other.power - 1)
            return replace(one, power=rng.choice((*near, 10, -10)))
        case 1:
            kind = rng.choice(list(Who))
            colours = tuple(rng.sample(list(Colour), rng.randint(1, 3)))
            sorted_colours = tuple(colour for colour in Colour if colour in colours)
            number = rng.choice((0, 1, 2, 3, max(0, count - 1)))
            need = Need(number, kind, sorted_colours if kind is Who.COLOURS else ())
            return replace(one, needs=rng.choice(((need,), (*one.needs, need), (need, *one.needs))))
        case 2 if one.must_attack:
            return replace(one, must_attack=one.must_attack + rng.randint(1, 4))
        case 3 if one.must_attack_defender:
            return replace(one, must_attack_defender=_more(rng, one.must_attack_defender))
        case 4 if one.drags:
            return replace(one, drags=_more(rng, one.drags))
        case 5 if one.if_another_attacks:
            return replace(one, if_another_attacks=one.if_another_attacks + rng.randint(1, 4))
    return replace(one, colours=_colours(rng, 40))


def _more(rng: Random, pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The multiplicities with one of them raised."""
    chosen = rng.randrange(len(pairs))
    return tuple(
        (index, times + (place == chosen) * rng.randint(1, 4))
        for place, (index, times) in enumerate(pairs)
    )


def multiplied(rng: Random, instance: Instance) -> Instance:
    """Seldom the combat with all its multiplicities raised by one factor or another, so that few
    bits or digits don't hold them, or their sum; some are one more or less then."""
    if not _hit(rng, 8):
        return instance
    factor = rng.choice((10, 50, 64, 100, 128, 255, 256, 333, MOST_TIMES))

    def raised(times: int) -> int:
        if not times:
            return 0
        return max(1, min(MOST_TIMES, times * factor + rng.choice((-1, 0, 0, 0, 1))))

    return replace(instance, attackers=tuple(_raised(raised, one) for one in instance.attackers))


def _raised(raised: Callable[[int], int], one: Attacker) -> Attacker:
    return replace(
        one,
        must_attack=raised(one.must_attack),
        if_another_attacks=raised(one.if_another_attacks),
        must_attack_defender=tuple((k, raised(times)) for k, times in one.must_attack_defender),
        drags=tuple((j, raised(times)) for j, times in one.drags),
    )
