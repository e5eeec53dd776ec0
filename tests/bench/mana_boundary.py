"""How near the secret cases of Mana troubles are to the boundary between YES and NO.

    python tests/bench/mana_boundary.py

A case is at the boundary if one change flips its answer: one life more or less; one land taken
away or exchanged for another; one symbol of the cost struck, exchanged, or (a digit) moved by 1.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from judge.packages.plugin_loader import name_package  # noqa: E402

name_package("mana_problem", ROOT / "problems/mana")

from mana_problem.flow import possible  # noqa: E402
from mana_problem.input import MOST_LIFE, Situation  # noqa: E402
from mana_problem.lands import MANA  # noqa: E402
from mana_problem.plugin import Mana  # noqa: E402

#: What a land is exchanged for: enough to find most flips without trying all 70 lands.
OTHERS = (
    "Gemstone Mine",
    "Urza's Mine",
    "Urza's Power Plant",
    "Urza's Tower",
    "Azorius Chancery",
    "Rakdos Carnarium",
    "Simic Growth Chamber",
    "Shivan Reef",
    "Forest",
)


def lives(case: Situation) -> Iterator[Situation]:
    """One life more or less, within the rules of the input."""
    for life in (case.life - 1, case.life + 1):
        if 1 <= life <= MOST_LIFE:
            yield replace(case, life=life)


def lands(case: Situation) -> Iterator[Situation]:
    """One land taken away, or exchanged, on the battlefield or in the library."""
    for index in range(len(case.battlefield)):
        for other in ((), *((name,) for name in OTHERS)):
            cards = (*case.battlefield[:index], *other, *case.battlefield[index + 1 :])
            yield replace(case, battlefield=cards)
    for index in range(len(case.library)):
        for other in ((), ("Plains",), ("Island",), ("Swamp",), ("Mountain",), ("Forest",)):
            cards = (*case.library[:index], *other, *case.library[index + 1 :])
            yield replace(case, library=cards)


def symbols(case: Situation) -> Iterator[Situation]:
    """One symbol struck, exchanged for another of its sort, or moved by one."""
    for index, symbol in enumerate(case.cost):
        others = MANA if symbol in MANA else f"{int(symbol) - 1}{int(symbol) + 1}"
        for other in ("", *(other for other in others if other in MANA + "123456789")):
            cost = case.cost[:index] + other + case.cost[index + 1 :]
            if cost:
                yield replace(case, cost=cost)


def main() -> None:
    """One line a file: cases, YES, and the share that each sort of change flips."""
    mana = Mana()
    for path in sorted((ROOT / "problems/mana/data/secret").glob("*/*.in")):
        instance = mana.parse(path.read_text(encoding="utf-8"))
        flips = [
            [
                any(
                    possible(other, mana.table) != possible(case, mana.table)
                    for other in change(case)
                )
                for change in (lives, lands, symbols)
            ]
            for case in instance
        ]
        yes = sum(mana.reference(instance))
        shares = [sum(column) / len(instance) for column in zip(*flips, strict=True)]
        anyhow = sum(map(any, flips)) / len(instance)
        print(
            f"{path.parent.name}/{path.name}: {len(instance)} cases, "
            f"YES {yes / len(instance):.0%}, flipped by one life {shares[0]:.0%}, "
            f"land {shares[1]:.0%}, symbol {shares[2]:.0%}, any {anyhow:.0%}"
        )


if __name__ == "__main__":
    main()
