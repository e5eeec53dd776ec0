"""Mutants of right blocks, which test the checker, and equivalent forms of a board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from judge.plugin import Fate, Mutant

from .rules import ONCE, RANGE, Block, Blocks, Board


def mutants(board: Board, blocks: Blocks) -> Iterator[Mutant]:
    """Outputs similar to the blocks, 0-indexed, each with the expected result."""
    attackers, defenders = board
    yield Mutant("nobody blocks", "", Fate.LEGAL)
    yield Mutant("words", "I block with everything", Fate.UNDECODABLE)
    yield Mutant("one number too many", _text(blocks) + "0\n", Fate.UNDECODABLE)
    yield Mutant("a fraction", "[0.5, 0]\n", Fate.UNDECODABLE)
    yield Mutant("an open bracket", "[[0, 0]", Fate.UNDECODABLE)
    yield Mutant("a huge number", f"[0, 1{'0' * 40}]\n", Fate.UNDECODABLE)
    foreign = ((len(defenders), 0), (0, len(attackers)), (-1, 0), (0, -1), (10**17, 0))
    for block in foreign:
        spoilt = (*blocks, block)
        yield Mutant(f"a foreign index {_side(block)}", _text(spoilt), Fate.ILLEGAL, RANGE)
    for place, (b, a) in enumerate(blocks[:3]):
        rest = blocks[:place] + blocks[place + 1 :]
        yield Mutant("a pair dropped", _text(rest), Fate.LEGAL)
        yield Mutant("a pair repeated", _text((*blocks, (b, a))), Fate.ILLEGAL, ONCE)
        if len(attackers) > 1:
            other = (a + 1) % len(attackers)
            yield Mutant("another attacker blocked", _text((*rest, (b, other))), Fate.LEGAL)
            yield Mutant("two blocked", _text((*blocks, (b, other))), Fate.ILLEGAL, ONCE)
        yield Mutant("a pair swapped", _text((*rest, (a, b))), *_fate(board, (*rest, (a, b))))
    yield Mutant("pairs in another order", _text(blocks[::-1]), Fate.LEGAL)
    if blocks:
        later = tuple((b + 1, a + 1) for b, a in blocks)
        yield Mutant("counted from 1", _text(later), *_fate(board, later))


def variants(board: Board, rng: Random) -> Iterator[tuple[str, Board]]:
    """The same creatures in another order."""
    attackers, defenders = board
    mixed = tuple(rng.sample(side, len(side)) for side in board)
    yield "attackers shuffled", (tuple(mixed[0]), defenders)
    yield "defenders shuffled", (attackers, tuple(mixed[1]))
    yield "both reversed", (attackers[::-1], defenders[::-1])


def _text(blocks: Blocks) -> str:
    return "".join(f"[{b}, {a}]\n" for b, a in blocks)


def _side(block: Block) -> str:
    return "below 0" if min(block) < 0 else "beyond the end"


def _fate(board: Board, blocks: Blocks) -> tuple[Fate, str]:
    """The expected result for pairs of non-negative integers."""
    attackers, defenders = board
    if any(b >= len(defenders) or a >= len(attackers) for b, a in blocks):
        return Fate.ILLEGAL, RANGE
    if len({b for b, _ in blocks}) < len(blocks):
        return Fate.ILLEGAL, ONCE
    return Fate.LEGAL, ""
