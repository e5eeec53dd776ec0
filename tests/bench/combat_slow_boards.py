"""Search for boards on which the C++ reference of combat is slow, by hill climbing.

Run as ``python tests/bench/combat_slow_boards.py [--size N] [--seconds S] [--seed K]``. It starts
from every family of ``combat_references.py`` and changes boards as long as that makes the
reference count more steps of its own (simplex and dynamic programme), which no load of the machine
changes. It prints the slowest boards with their steps and CPU seconds, and each as an input.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import combat_references as references

Creature = references.Creature
Board = references.Board
#: CPU seconds after which a solver is stopped; such a board is the end of the search.
CPU_LIMIT = 60
#: Boards that the search goes on from.
KEPT = 12


@dataclass(frozen=True, order=True)
class Cost:
    """The steps of the reference on a board, its CPU seconds, and where the board comes from."""

    steps: int
    seconds: float
    origin: str
    board: Board


def measure(program: str, board: Board, origin: str) -> Cost:
    text = "".join(json.dumps(side) + "\n" for side in board)
    before = _children_seconds()
    limited = ["prlimit", f"--cpu={CPU_LIMIT}", "--", program]
    done = subprocess.run(limited, input=text, text=True, capture_output=True)
    seconds = _children_seconds() - before
    if done.returncode:
        return Cost(10**18, seconds, origin, board)
    words = done.stderr.split()
    return Cost(int(words[words.index("steps,") - 1]), seconds, origin, board)


def _children_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def changed(rng: Random, board: Board) -> Board:
    """A board near another: a creature, a whole side, or one number of a side is different."""
    sides = [list(board[0]), list(board[1])]
    side = sides[rng.randrange(2)]
    how = rng.randrange(6)
    at = rng.randrange(len(side))
    power, toughness = side[at]
    if how == 0:
        side[at] = _near(rng, power, 0), _near(rng, toughness, 1)
    elif how == 1:
        side[at] = rng.choice(side)
    elif how == 2:
        shift = rng.choice((-10, -3, -1, 1, 3, 10))
        side[:] = [(max(0, p + shift), t) for p, t in side]
    elif how == 3:
        shift = rng.choice((-10, -3, -1, 1, 3, 10))
        side[:] = [(p, max(1, t + shift)) for p, t in side]
    elif how == 4:
        spread = rng.choice((1, 3, 10))
        side[:] = [
            (max(0, p + rng.randint(-spread, spread)), max(1, t + rng.randint(-spread, spread)))
            for p, t in side
        ]
    else:
        _scaled(rng, side)
    return sides[0], sides[1]


def _near(rng: Random, number: int, least: int) -> int:
    return max(least, number + rng.choice((-9, -3, -1, 0, 1, 3, 9)))


def _scaled(rng: Random, side: list[Creature]) -> None:
    """Powers or toughnesses of a side in another proportion to the rest of the board."""
    top, bottom = rng.choice(((1, 2), (2, 3), (3, 4), (4, 3), (3, 2), (2, 1)))
    if rng.random() < 0.5:
        side[:] = [(p * top // bottom, t) for p, t in side]
    else:
        side[:] = [(p, max(1, t * top // bottom)) for p, t in side]


def climb(program: str, size: int, seconds: float, rng: Random) -> Iterator[Cost]:
    """Every board measured, the families' first."""
    kept: list[Cost] = []
    for name, family in references.FAMILIES.items():
        kept.append(measure(program, family(rng, size), name))
        yield kept[-1]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        kept = sorted(kept, reverse=True)[:KEPT]
        start = kept[min(rng.randrange(KEPT), rng.randrange(KEPT)) % len(kept)]
        board = start.board
        for _ in range(rng.choice((1, 1, 2, 4))):
            board = changed(rng, board)
        found = measure(program, board, start.origin)
        yield found
        # A family may hold half of the places, so that one slow hill does not hide the others.
        rivals = [cost for cost in kept if cost.origin == found.origin]
        if len(rivals) >= KEPT // 2 and found > min(rivals):
            kept.remove(min(rivals))
        if found.board not in [cost.board for cost in kept]:
            kept.append(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--size", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    best: list[Cost] = []
    tried = 0
    with tempfile.TemporaryDirectory() as scratch:
        program = str(Path(scratch) / "reference")
        source = str(references.SOLUTIONS / "reference-cpp.cpp")
        flags = ["-std=c++17", "-O2", "-DSTATISTICS"]
        subprocess.run(["g++", *flags, "-o", program, source], check=True)
        for cost in climb(program, options.size, options.seconds, Random(options.seed)):
            tried += 1
            best = sorted([*best, cost], key=lambda c: -c.seconds)[:5]
            if best[0] is cost:
                told = f"{tried}: {cost.seconds:.2f} s, {cost.steps} steps, from {cost.origin}"
                print(told, file=sys.stderr, flush=True)
    print(f"{tried} boards of {options.size} × {options.size}, seed {options.seed}; the slowest:")
    for cost in best:
        print(f"\n{cost.seconds:.2f} CPU s, {cost.steps} steps, from: {cost.origin}")
        print(*(json.dumps(side) for side in cost.board), sep="\n")


if __name__ == "__main__":
    main()
