"""Combats near another one, with constants of a solution's source put into them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from .input import KEYS, LONGEST_NAME, MOST_ATTACKERS, MOST_DEFENDERS, MOST_POWER, MOST_TIMES
from .rules import Attacker, Colour, Defender, Instance, Need, Who

#: How often all creatures become alike in one thing, and in which.
_ALL_ALIKE = 0.08
_SHARED = (
    "power", "colours", "needs", "cannot_attack", "cannot_attack_defenders", "only_alone",
    "not_alone", "must_attack", "if_another_attacks", "must_attack_defender",
)  # fmt: skip


@dataclass(frozen=True)
class _Choice:
    """The constants to choose from."""

    rng: Random
    numbers: Sequence[int]
    words: Sequence[str]

    def number(self, least: int, most: int, usual: int) -> int:
        """A constant in a range, or a number up to ``usual``."""
        number = self.rng.choice(self.numbers) if self.numbers else least - 1
        if least <= number <= most and self.rng.random() < 0.75:
            return number
        return self.rng.randint(least, usual)

    def name_or(self, own: str) -> str:
        """A constant that may be a name, else the old one."""
        word = self.rng.choice(self.words) if self.words else ""
        return word if word.strip() and word.isprintable() and len(word) <= LONGEST_NAME else own


def mutate(
    rng: Random, instance: Instance, numbers: Sequence[int], words: Sequence[str]
) -> Instance:
    """The combat with one creature, one defender, their number, or the cap changed."""
    choice = _Choice(rng, numbers, [word for word in words if word not in KEYS])
    kind = rng.random()
    if kind < 0.1:
        cap = choice.number(0, MOST_TIMES, len(instance.attackers))
        return replace(instance, max_attackers=rng.choice((cap, cap, None)))
    if kind < 0.2:
        return _another_defender(choice, instance)
    if kind < 0.35 or not instance.attackers:
        return _more(choice, instance)
    if kind > 1 - _ALL_ALIKE:
        return _alike(rng, instance)
    place = rng.randrange(len(instance.attackers))
    changed = _changed(choice, instance, place)
    attackers = (*instance.attackers[:place], changed, *instance.attackers[place + 1 :])
    return replace(instance, attackers=attackers)


def _another_defender(choice: _Choice, instance: Instance) -> Instance:
    defenders = instance.defenders
    place = choice.rng.randrange(len(defenders) + 1)
    cap = choice.number(0, MOST_TIMES, 3)
    if place == len(defenders):
        if place == MOST_DEFENDERS:
            return instance
        return replace(instance, defenders=(*defenders, Defender(choice.name_or("Ana"))))
    old = defenders[place]
    changed = choice.rng.choice(
        (
            replace(old, max_attackers=cap),
            Defender(old.name),
            replace(old, name=choice.name_or(old.name)),
        )
    )
    return replace(instance, defenders=(*defenders[:place], changed, *defenders[place + 1 :]))


def _more(choice: _Choice, instance: Instance) -> Instance:
    """As many creatures as one of the numbers says, or one more, or several equal ones."""
    rng, attackers = choice.rng, instance.attackers
    wanted = [n for n in choice.numbers if len(attackers) < n <= MOST_ATTACKERS]
    count = rng.choice(wanted) if wanted and rng.random() < 0.5 else len(attackers) + 1
    one = rng.choice(attackers) if attackers else Attacker("Ox", 2)
    equal = rng.random() < 0.5
    more = [
        one if equal or not attackers else replace(rng.choice(attackers), drags=())
        for _ in range(min(count, MOST_ATTACKERS) - len(attackers))
    ]
    return replace(instance, attackers=(*attackers, *more))


def _alike(rng: Random, instance: Instance) -> Instance:
    """All creatures have one thing as one of them has it, or as one without rules."""
    key = rng.choice(_SHARED)
    value = getattr(rng.choice((*instance.attackers, Attacker("Ox"))), key)
    attackers = tuple(replace(one, **{key: value}) for one in instance.attackers)
    return replace(instance, attackers=attackers)


def _changed(choice: _Choice, instance: Instance, place: int) -> Attacker:
    """One creature with one of its rules changed."""
    one = instance.attackers[place]
    change = choice.rng.choice(_CHANGES)
    return change(choice, one, instance, place)


def _power(choice: _Choice, one: Attacker, instance: Instance, place: int) -> Attacker:
    other = choice.rng.choice(instance.attackers).power
    number = choice.number(0, MOST_POWER, 9)
    return replace(
        one,
        power=choice.rng.choice(
            (number, number, -number, other, one.power + 1)
            if abs(one.power) < MOST_POWER
            else (number, other)
        ),
    )


def _named(choice: _Choice, one: Attacker, instance: Instance, place: int) -> Attacker:
    other = choice.rng.choice(instance.attackers).name
    return replace(one, name=choice.name_or(one.name) if choice.rng.random() < 0.8 else other)


def _coloured(choice: _Choice, one: Attacker, instance: Instance, place: int) -> Attacker:
    rng = choice.rng
    share = rng.choice((0.0, 0.3, 0.6, 1.0))
    return replace(one, colours=tuple(colour for colour in Colour if rng.random() < share))


def _flag(choice: _Choice, one: Attacker, instance: Instance, place: int) -> Attacker:
    name = choice.rng.choice(("cannot_attack", "only_alone", "not_alone"))
    return replace(one, **{name: not getattr(one, name)})


def _required(choice: _Choice, one: Attacker, instance: Instance, place: int) -> Attacker:
    name = choice.rng.choice(("must_attack", "if_another_attacks"))
    return replace(one, **{name: choice.number(0, MOST_TIMES, 3)})


def _needy(choice: _Choice, one: Attacker, instance: Instance, place: int) -> Attacker:
    rng = choice.rng
    who = rng.choice(list(Who))
    colours = rng.sample(list(Colour), rng.randint(1, 3)) if who is Who.COLOURS else []
    chosen = tuple(colour for colour in Colour if colour in colours)
    need = Need(choice.number(0, MOST_TIMES, max(1, len(instance.attackers))), who, chosen)
    return replace(one, needs=rng.choice(((), (need,), (*one.needs[:3], need))))


def _drawn(choice: _Choice, one: Attacker, instance: Instance, place: int) -> Attacker:
    """It must attack a certain defender, so many times."""
    defender = choice.rng.randrange(len(instance.defenders))
    times = choice.number(0, MOST_TIMES, 3)
    return replace(one, must_attack_defender=_with(one.must_attack_defender, defender, times))


def _barred(choice: _Choice, one: Attacker, instance: Instance, place: int) -> Attacker:
    defender = choice.rng.randrange(len(instance.defenders))
    banned = sorted({*one.cannot_attack_defenders} ^ {defender})
    return replace(one, cannot_attack_defenders=tuple(banned))


def _dragging(choice: _Choice, one: Attacker, instance: Instance, place: int) -> Attacker:
    other = choice.rng.randrange(len(instance.attackers))
    if other == place:
        return replace(one, drags=())
    return replace(one, drags=_with(one.drags, other, choice.number(0, MOST_TIMES, 3)))


def _copied(choice: _Choice, one: Attacker, instance: Instance, place: int) -> Attacker:
    """Another creature in its place, which does not drag itself."""
    other = choice.rng.choice(instance.attackers)
    return replace(other, drags=tuple(pair for pair in other.drags if pair[0] != place))


def _with(
    pairs: tuple[tuple[int, int], ...], index: int, times: int
) -> tuple[tuple[int, int], ...]:
    changed = {**dict(pairs), index: times}
    return tuple(sorted((key, value) for key, value in changed.items() if value))


_CHANGES: tuple[Callable[[_Choice, Attacker, Instance, int], Attacker], ...] = (
    _power,
    _power,
    _named,
    _named,
    _coloured,
    _flag,
    _required,
    _needy,
    _drawn,
    _barred,
    _dragging,
    _copied,
)
