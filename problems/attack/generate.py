"""Random combats, drawn from one ``random.Random``, so that a seed determines them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

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
