"""Writes the secret data: seeded, byte for byte the same on every run and Python version.

Only ``Random.random`` is used, the one method whose sequence is promised never to change. Small
boards of a category are drawn until one shows what the category is about; that is decided by
trying every blocking.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

from exact import Blocks, Creature, base_score, gains, solve
from near_ties import NEAR_TIES
from refuting import REFUTING

Side = tuple[Creature, ...]
Board = tuple[Side, Side]


@dataclass(frozen=True)
class Category:
    """A kind of small board: how to draw one, and what it must show to be kept."""

    name: str
    count: int
    about: str
    draw: Callable[[Dice], Board]
    shows: Callable[[Board], bool] = lambda board: True


class Dice:
    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def between(self, low: int, high: int) -> int:
        return low + int(self._random.random() * (high - low + 1))

    def one_of(self, creatures: list[Creature]) -> Creature:
        return creatures[self.between(0, len(creatures) - 1)]

    def side(self, count: int, power: tuple[int, int], toughness: tuple[int, int]) -> Side:
        return tuple((self.between(*power), self.between(*toughness)) for _ in range(count))


# --- what a small board shows --------------------------------------------------------------------


def blockings(board: Board, charged: int = 0) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every blocking with its doubled score: for each creature its attacker, -1 for none.

    ``charged`` 1 charges half the toughness of an unblocked attacker instead of half its power.
    """
    attackers, defenders = board
    tables = [gains(attacker, defenders, attacker[charged]) for attacker in attackers]
    start = base_score(attackers, defenders)
    start += sum(a[0] for a in attackers) - sum(a[charged] for a in attackers)
    for blocked in product(range(-1, len(attackers)), repeat=len(defenders)):
        masks = [0] * len(attackers)
        for b, a in enumerate(blocked):
            if a >= 0:
                masks[a] |= 1 << b
        yield start + sum(table[mask] for table, mask in zip(tables, masks, strict=True)), blocked


def many_ties(board: Board) -> bool:
    scores = [score for score, _ in blockings(board)]
    return scores.count(max(scores)) >= 6


def second_blocker_feeds(board: Board) -> bool:
    """Whoever puts all creatures to use loses by it, and so does whoever only blocks singly."""
    scored = list(blockings(board))
    top = max(score for score, _ in scored)
    every = max(score for score, blocked in scored if -1 not in blocked)
    single = max(s for s, blocked in scored if all(blocked.count(a) < 2 for a in blocked if a >= 0))
    return every < top and single < top


def letting_through_is_right(board: Board) -> bool:
    """There are creatures enough to block every attacker, and doing so is worse."""
    scored = list(blockings(board))
    attackers = set(range(len(board[0])))
    stopped = [score for score, blocked in scored if attackers <= set(blocked)]
    return bool(stopped) and max(stopped) < max(score for score, _ in scored)


def something_blocks(board: Board) -> bool:
    return max(score for score, _ in blockings(board)) > base_score(*board)


def toughness_misleads(board: Board) -> bool:
    """Every blocking that is best where toughness is charged falls short by the rules."""
    by_rules = {blocked: score for score, blocked in blockings(board)}
    charged = list(blockings(board, charged=1))
    top = max(score for score, _ in charged)
    best = max(by_rules.values())
    return all(by_rules[blocked] < best for score, blocked in charged if score == top)


# --- how boards are drawn ------------------------------------------------------------------------


def plain(dice: Dice) -> Board:
    return dice.side(dice.between(2, 4), (0, 7), (1, 7)), dice.side(
        dice.between(3, 5), (0, 7), (1, 7)
    )


def low(dice: Dice) -> Board:
    return dice.side(dice.between(2, 4), (0, 4), (1, 4)), dice.side(
        dice.between(3, 5), (0, 3), (1, 3)
    )


def biting(dice: Dice) -> Board:
    """No attacker of power 0, so that each one let through costs something."""
    attackers = dice.side(dice.between(2, 4), (1, 6), (1, 6))
    return attackers, dice.side(dice.between(3, 5), (0, 5), (1, 5))


def zero_power(dice: Dice) -> Board:
    attackers = dice.side(2, (0, 0), (1, 4)) + dice.side(dice.between(1, 2), (0, 5), (1, 4))
    return attackers, dice.side(2, (0, 0), (1, 5)) + dice.side(dice.between(1, 3), (0, 3), (1, 3))


def one_huge(dice: Dice) -> Board:
    huge = dice.side(1, (8, 12), (6, 12))
    rest = dice.side(dice.between(0, 2), (0, 3), (1, 3))
    return huge + rest, dice.side(dice.between(3, 5), (1, 4), (1, 5))


def one_huge_defender(dice: Dice) -> Board:
    huge = dice.side(1, (6, 12), (8, 12))
    rest = dice.side(dice.between(1, 3), (0, 3), (1, 3))
    return dice.side(dice.between(2, 4), (1, 7), (1, 6)), rest + huge


def identical(dice: Dice) -> Board:
    (one,), (other,) = dice.side(1, (1, 5), (1, 5)), dice.side(1, (1, 4), (1, 4))
    return (one,) * dice.between(2, 4), (other,) * dice.between(3, 5)


def few_kinds(dice: Dice) -> Board:
    kinds: list[Creature] = [(1, 1), (2, 2), (1, 2), (2, 1)]
    draw = [tuple(dice.one_of(kinds) for _ in range(dice.between(3, 4))) for _ in range(2)]
    return draw[0], draw[1]


def wide(dice: Dice) -> Board:
    """Power and toughness far apart."""

    def creature() -> Creature:
        small, large = dice.between(0, 1), dice.between(5, 9)
        return (small, large) if dice.between(0, 1) else (large, max(1, small))

    draw = [tuple(creature() for _ in range(dice.between(2, 4))) for _ in range(2)]
    return draw[0], draw[1]


SMALL = (
    Category(
        "zero-power",
        7,
        "creatures of power 0 on both sides, which cost nothing to leave alone and still count",
        zero_power,
        something_blocks,
    ),
    Category(
        "huge-attacker",
        5,
        "one attacker far larger than the rest: gang up, chump or let it through",
        one_huge,
        something_blocks,
    ),
    Category(
        "huge-defender", 4, "one large defender, which can block once only", one_huge_defender
    ),
    Category("identical", 6, "all creatures of a side are the same", identical, something_blocks),
    Category(
        "ties", 7, "few kinds of creatures and at least six best blockings", few_kinds, many_ties
    ),
    Category(
        "feeds",
        8,
        "a gang block is best, yet a blocker too many only feeds the attacker",
        low,
        second_blocker_feeds,
    ),
    Category(
        "let-through",
        8,
        "each attacker could be blocked, yet leaving a small one unblocked is right",
        biting,
        letting_through_is_right,
    ),
    Category("wide", 7, "power and toughness differ widely", wide, something_blocks),
    Category(
        "half-power",
        8,
        "charging half the toughness of unblocked attackers, not half their power, goes wrong",
        low,
        toughness_misleads,
    ),
    Category("plain", 6, "a small board of power 0-7, toughness 1-7", plain, something_blocks),
)

EMPTY = (
    ("two empty sides", (), ()),
    ("nobody attacks", (), ((1, 1), (2, 2), (0, 3))),
    ("nobody can block", ((2, 2), (3, 1), (0, 4)), ()),
    ("a full side with nothing to block", (), tuple((k % 4, k % 3 + 1) for k in range(12))),
    ("a full attack on an empty side", tuple((k % 5, k % 3 + 1) for k in range(12)), ()),
)

#: Attackers, defenders, highest power, highest toughness.
LARGE = (
    (6, 6, 7, 7),
    (6, 6, 4, 4),
    (6, 7, 7, 7),
    (7, 7, 7, 7),
    (7, 7, 3, 5),
    (8, 8, 7, 7),
    (8, 8, 5, 3),
    (8, 6, 9, 4),
    (9, 9, 7, 7),
    (9, 8, 4, 7),
    (10, 10, 7, 7),
    (10, 9, 7, 7),
    (11, 11, 7, 7),
    (12, 12, 7, 7),
    (12, 12, 5, 5),
    (3, 12, 12, 12),
    (2, 12, 20, 9),
    (1, 12, 30, 7),
    (12, 3, 7, 7),
    (12, 5, 4, 4),
)


def small() -> Iterator[tuple[str, str, Board]]:
    for text, attackers, defenders in EMPTY:
        yield "empty", text, (attackers, defenders)
    for category in SMALL:
        dice = Dice(f"combat {category.name}")
        seen: set[Board] = set()
        while len(seen) < category.count:
            board = category.draw(dice)
            if board not in seen and category.shows(board):
                seen.add(board)
                yield category.name, category.about, board


def large() -> Iterator[tuple[str, str, Board]]:
    dice = Dice("combat large")
    for attackers, defenders, power, toughness in LARGE:
        board = (
            dice.side(attackers, (0, power), (1, toughness)),
            dice.side(defenders, (0, power), (1, toughness)),
        )
        yield "large", f"{attackers} attackers against {defenders} creatures", board
    for size in (8, 12):
        kinds: list[Creature] = [(2, 2), (3, 3), (1, 1)]
        ties = [tuple(dice.one_of(kinds) for _ in range(size)) for _ in range(2)]
        yield "large-ties", f"three kinds of creatures, {size} on either side", (ties[0], ties[1])
    for size in (9, 12):
        twins = ((dice.between(3, 4), 4),) * size, ((2, 3),) * size
        yield "large-identical", f"{size} creatures of one kind on either side", twins
    for size in (3, 8):
        vast = [dice.side(size, (0, 1000), (1, 1000)) for _ in range(2)]
        about = f"powers and toughnesses up to a thousand, {size} on either side"
        yield "thousands", about, (vast[0], vast[1])


def refuting() -> Iterator[tuple[str, str, Board]]:
    for name, about, boards in (*REFUTING, *NEAR_TIES):
        for board in boards:
            yield name, about, board


def by_size() -> list[tuple[str, str, Board]]:
    """All boards, by the number of their blockings: a solution that is stopped because it is slow
    has had every smaller board."""
    boards = [*small(), *large(), *refuting()]
    return sorted(boards, key=lambda one: (len(one[2][0]) + 1) ** len(one[2][1]))


def line(side: Side) -> str:
    return "[" + ", ".join(f"[{power}, {toughness}]" for power, toughness in side) + "]\n"


def answer(score: int, blocks: Blocks) -> str:
    sign, whole, half = "-" if score < 0 else "", abs(score) // 2, ".5" if score % 2 else ""
    return f"{sign}{whole}{half}\n" + "".join(f"[{b}, {a}]\n" for b, a in blocks)


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.suffix in (".in", ".ans", ".toml"):
            old.unlink()
    described = []
    for number, (name, about, board) in enumerate(by_size(), 1):
        stem = folder / f"{number:03}-{name}"
        stem.with_suffix(".in").write_text(line(board[0]) + line(board[1]))
        stem.with_suffix(".ans").write_text(answer(*solve(*board)))
        described.append(f'{stem.name} = "{about}"\n')
    (folder / "descriptions.toml").write_text("".join(described))


if __name__ == "__main__":
    target = Path(__file__).resolve().parent.parent / "data" / "secret"
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else target)
