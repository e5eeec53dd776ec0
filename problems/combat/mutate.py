"""Boards near another one, with constants of a solution's source put into them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .rules import MAX_CREATURES, MAX_NUMBER, Board, Creature, Side

#: Numbers up to this are common; greater ones are drawn less often.
_USUAL = 15


def mutate(rng: Random, board: Board, numbers: Sequence[int]) -> Board:
    """The board with one side changed in one way."""
    which = rng.randrange(2)
    side = board[which]
    if rng.random() < 0.1:
        return board[::-1] if rng.random() < 0.5 else (side, side)
    change = rng.choice(_CHANGES)
    changed = change(rng, side, numbers) if side else (_creature(rng, numbers),)
    if rng.random() < 0.1 and board[1 - which]:
        changed = _at(changed, rng.randrange(len(changed)), rng.choice(board[1 - which]))
    return (changed, board[1]) if which == 0 else (board[0], changed)


def _number(rng: Random, numbers: Sequence[int], least: int) -> int:
    number = rng.choice(numbers) if numbers and rng.random() < 0.7 else rng.randint(0, _USUAL)
    return number if least <= number <= MAX_NUMBER else rng.randint(least, _USUAL)


def _creature(rng: Random, numbers: Sequence[int]) -> Creature:
    return _number(rng, numbers, 0), _number(rng, numbers, 1)


def _one_number(rng: Random, side: Side, numbers: Sequence[int]) -> Side:
    place = rng.randrange(len(side))
    power, toughness = side[place]
    if rng.random() < 0.5:
        return _at(side, place, (_number(rng, numbers, 0), toughness))
    return _at(side, place, (power, _number(rng, numbers, 1)))


def _both_numbers(rng: Random, side: Side, numbers: Sequence[int]) -> Side:
    return _at(side, rng.randrange(len(side)), _creature(rng, numbers))


def _nudged(rng: Random, side: Side, numbers: Sequence[int]) -> Side:
    place = rng.randrange(len(side))
    power, toughness = side[place]
    step = rng.choice((-1, 1))
    if rng.random() < 0.5:
        return _at(side, place, (min(max(0, power + step), MAX_NUMBER), toughness))
    return _at(side, place, (power, min(max(1, toughness + step), MAX_NUMBER)))


def _number_of_another(rng: Random, side: Side, numbers: Sequence[int]) -> Side:
    """A power or a toughness that another creature, or the same one, has too."""
    place, other = rng.randrange(len(side)), rng.choice(side)
    power, toughness = side[place]
    return _at(
        side,
        place,
        rng.choice(((other[0], toughness), (power, other[1]), (power, max(1, power)), other)),
    )


def _crossed(rng: Random, side: Side, numbers: Sequence[int]) -> Side:
    """Two creatures, and the two that have the power of one and the toughness of the other."""
    if len(side) < 2:
        return side
    one, other = rng.sample(side, 2)
    pairs = (one, other, (one[0], other[1]), (other[0], one[1]))
    rest = list(side)
    rest.remove(one)
    rest.remove(other)
    mixed = [*pairs, *rest[: max(0, len(side) - len(pairs))]]
    rng.shuffle(mixed)
    return tuple(mixed[:MAX_CREATURES])


def _sum(rng: Random, side: Side, numbers: Sequence[int]) -> Side:
    """All powers, or all toughnesses, with one of the numbers as their sum."""
    place, which = rng.randrange(len(side)), rng.randrange(2)
    rest = sum(creature[which] for creature in side) - side[place][which]
    wanted = _number(rng, numbers, 0) - rest
    power, toughness = side[place]
    if not which <= wanted <= MAX_NUMBER:
        return side
    return _at(side, place, (wanted, toughness) if which == 0 else (power, wanted))


def _length(rng: Random, side: Side, numbers: Sequence[int]) -> Side:
    """As many creatures as one of the numbers says, or one more or less."""
    wanted = [number for number in numbers if 1 <= number <= MAX_CREATURES]
    count = rng.choice(wanted) if wanted and rng.random() < 0.6 else len(side) + rng.choice((-1, 1))
    count = min(max(1, count), MAX_CREATURES)
    more = tuple(
        rng.choice(side) if rng.random() < 0.5 else _creature(rng, numbers)
        for _ in range(count - len(side))
    )
    return tuple(rng.sample(side, count)) if count < len(side) else side + more


def _equal(rng: Random, side: Side, numbers: Sequence[int]) -> Side:
    """As many equal creatures as one of the numbers says."""
    wanted = [number for number in numbers if 2 <= number <= MAX_CREATURES]
    count = rng.choice(wanted) if wanted else rng.randint(2, 5)
    creature = rng.choice(side)
    others = [one for one in side if one != creature]
    mixed = [creature] * count + others[: max(0, max(len(side), count) - count)]
    rng.shuffle(mixed)
    return tuple(mixed[:MAX_CREATURES])


def _order(rng: Random, side: Side, numbers: Sequence[int]) -> Side:
    return tuple(sorted(side)) if rng.random() < 0.3 else tuple(rng.sample(side, len(side)))


def _at(side: Side, place: int, creature: Creature) -> Side:
    return (*side[:place], creature, *side[place + 1 :])


_CHANGES = (
    _one_number,
    _one_number,
    _both_numbers,
    _nudged,
    _number_of_another,
    _crossed,
    _crossed,
    _sum,
    _length,
    _equal,
    _order,
)
