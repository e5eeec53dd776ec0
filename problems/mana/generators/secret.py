"""Writes the secret data of Mana troubles: ``data/secret/m1`` and ``data/secret/m2``, and the small
situations of ``edges`` and ``limits`` in two groups of their own, which come first.

Each family of cases aims at the boundary between YES and NO, each case at one side of it: the
life is the least that is enough, or one less; the cost is just payable, or one mana more or other
than that. ``FAMILIES`` says which lands a family is made of and in which subproblem it makes sense.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

PACKAGE = Path(__file__).parents[1]
sys.path.insert(0, str(PACKAGE.parents[1]))

from judge.packages.plugin_loader import name_package  # noqa: E402

name_package("mana_problem", PACKAGE)
sys.path.insert(0, str(Path(__file__).parent))

from edges import VERSIONS, Cards, edges  # noqa: E402
from limits import limits  # noqa: E402
from mana_problem import generate  # noqa: E402
from mana_problem.answers import Answer  # noqa: E402
from mana_problem.flow import Cheapest, cheapest, possible  # noqa: E402
from mana_problem.input import MOST_LANDS, Instance, Situation  # noqa: E402
from mana_problem.lands import Table  # noqa: E402
from mana_problem.plugin import Mana  # noqa: E402

from judge.plugin import Best  # noqa: E402


@dataclass(frozen=True)
class Family:
    """What the cases of a family are built from; sizes are inclusive ranges of numbers of lands."""

    name: str
    lands: tuple[str, ...]
    size: tuple[int, int]
    fetches: tuple[int, int] = (0, 0)
    cards: tuple[str, ...] = ()
    library: tuple[int, int] = (0, 0)
    spare: tuple[int, ...] = (0, 0, 1)


M1 = (
    Family("pain", ("pain", "pain", "basic"), (2, 34)),
    Family("city", ("pain", "city", "choice"), (2, 20)),
    Family("bounce", ("bounce", "choice", "basic"), (2, 34)),
    Family("tron", ("tron", "tron", "pain", "city"), (3, 24)),
    Family("two of the tron", ("two", "pain", "mine"), (2, 16)),
    Family("choices", ("choice", "dual", "shock"), (4, 34)),
    Family("colourless", ("pain", "tron", "city", "mine"), (2, 14)),
    Family("large", ("choice", "dual", "shock", "pain", "bounce", "city", "tron"), (28, 34)),
    Family("small", ("shock", "pain", "bounce", "mine"), (1, 4)),
    Family("plenty", ("basic", "dual", "bounce"), (8, 30), spare=(2, 4, 6)),
)
M2 = (
    Family("one fetch", ("basic", "pain"), (0, 4), (1, 2), ("basic", "shock", "dual"), (1, 5)),
    Family("few cards", ("basic", "dual"), (0, 6), (5, 14), ("dual", "shock", "basic"), (2, 8)),
    Family("many cards", ("basic", "pain"), (0, 4), (3, 9), ("shock", "dual", "basic"), (8, 20)),
    Family("shocks", ("pain", "city"), (0, 5), (2, 7), ("shock", "shock", "basic"), (3, 14)),
    Family("two colours", ("choice", "dual"), (0, 6), (2, 12), ("dual", "shock"), (2, 12)),
    Family("decoys", ("basic", "tron"), (0, 5), (1, 8), ("choice", "pain", "bounce", "dual"),
           (3, 14)),
    Family("tron outside", ("two", "two", "tron"), (3, 7), (1, 3),
           ("tron", "tron", "basic", "shock"), (4, 9), (0, 1, 2)),
    Family("idle fetches", ("basic", "choice", "bounce"), (3, 14), (2, 8), ("basic", "dual"),
           (2, 8), (3, 5, 7)),
    Family("large", ("pain", "bounce", "choice", "city", "tron"), (6, 12), (8, 11),
           ("basic", "dual", "shock"), (9, 11)),
    Family("board only", ("shock", "pain", "bounce", "choice"), (4, 30)),
)


def build(family: Family, rng: Random, table: Table, yes: bool) -> Situation:
    """One case of a family on the asked side of the boundary."""
    while True:
        battlefield = list(_pick(rng, table, rng.randint(*family.size), family.lands))
        battlefield += _pick(rng, table, rng.randint(*family.fetches), ("fetch",))
        library = _pick(rng, table, rng.randint(*family.library), family.cards)
        rng.shuffle(battlefield)
        if not 1 <= len(battlefield) <= MOST_LANDS - len(library):
            continue
        beyond = list[str]()
        if not yes and rng.random() < 0.5:
            beyond = _one_too_many(rng, battlefield, library, table)
        cost = generate.random_play_cost(rng, battlefield + beyond, library, table,
                                            rng.choice(family.spare))
        case = Situation(tuple(battlefield), library, rng.randint(1, 20), cost)
        found = cheapest(case, table)
        if beyond and not isinstance(found, Cheapest):
            return case
        if not isinstance(found, Cheapest) or found.life > 19:
            continue
        if found.life == 0 and rng.random() < 0.5:
            continue  # cases in which life matters are wanted more
        case = generate.at_boundary(rng, case, table, yes)
        if possible(case, table) == yes:
            return case


def _pick(rng: Random, table: Table, count: int, sorts: tuple[str, ...]) -> tuple[str, ...]:
    """Like ``generate.pick``, with three more sorts: ``city`` and ``mine``, one card each, and
    ``two``, some two of the Tron lands."""
    special = {"city": ["City of Brass"], "mine": ["Gemstone Mine"],
               "two": rng.sample(sorted(table.tron), 2)}
    known = {**generate.groups(table), **special}
    names = []
    for sort in sorts:
        names += rng.sample(known[sort], min(len(known[sort]), rng.choice((1, 2, 3, 5))))
    return tuple(rng.choice(names) for _ in range(count)) if names else ()


def _one_too_many(rng: Random, battlefield: list[str], library: tuple[str, ...],
                  table: Table) -> list[str]:
    """A land that is not there, for a cost that would need it: a fetch land used again, or a card
    of the library that cannot be fetched; the missing Tron lands all at once."""
    outside = {name for name in library if table[name].tron}
    if outside and table.tron <= outside | set(battlefield):
        return sorted(outside - set(battlefield))
    again = [name for name in battlefield if table[name].fetches]
    hidden = [name for name in library if not table[name].types]
    return rng.sample(again + hidden, 1) if again + hidden else []


def _traps_m1(rng: Random, table: Table) -> Iterator[Situation]:
    """Costs of several digits, which are to be added up; colourless beyond what can be made."""
    for total in (2, 3, 5, 10, 12, 18, 19, 27):
        lands = tuple(rng.choice(["Forest", "Tundra", "Shivan Reef", "Savage Lands"])
                      for _ in range(total))
        digits = "1" * total if total < 4 else _digits(total)
        yield Situation(lands, (), 20, digits)
        yield Situation(lands[1:], (), 20, digits)
    for some in (1, 2, 3, 5, 8):
        makers = _pick(rng, table, some, ("pain", "two"))
        others = _pick(rng, table, rng.randint(1, 6), ("city", "mine"))
        coloured = "".join(rng.choice("WUBRG") for _ in others[1:])
        lands = tuple(rng.sample(makers + others, some + len(others)))
        yield Situation(lands, (), len(others) + 1, "C" * some + coloured)
        yield Situation(lands, (), len(others) + 1, "C" * (some + 1) + coloured)


def _traps_m2(rng: Random, table: Table) -> Iterator[Situation]:
    """The Tron half in the library; a fetch land that looks for colours instead of types."""
    known, fetches = generate.groups(table), generate.groups(table)["fetch"]
    for some in (2, 3, 4, 6, 8):
        inside = sorted(table.tron)
        outside = inside.pop(rng.randrange(3))
        lands = (*inside, *(rng.choice(inside) for _ in range(some - 2)), "Flooded Strand")
        cards = (outside, "Island", *_pick(rng, table, some, ("basic", "tron")))
        for made in (some + 1, some + 2):
            yield Situation(lands, cards, rng.randint(2, 20), "U" + _digits(made - 1))
    for _ in range(5):
        name = rng.choice(fetches)
        types = [way.fetch for way in table[name].alternatives]
        decoys = [card for sort in ("choice", "pain") for card in known[sort]]
        found = [card for sort in ("shock", "dual") for card in known[sort]
                 if set(types) & set(table[card].types)]
        cards = tuple(rng.sample(decoys, rng.randint(4, 8)))
        card = rng.choice(found)
        lands = (name, "City of Brass")
        for library in ((*cards, card), cards):
            yield Situation(lands, library, 5, table[card].alternatives[0].mana + "1")


def _digits(total: int) -> str:
    return "9" * (total // 9) + (str(total % 9) if total % 9 else "")


def secret(families: tuple[Family, ...], rng: Random, table: Table, each: int) -> Instance:
    """``each`` cases of every family, half of them YES, in random order, the small ones first."""
    cases = [build(family, rng, table, yes=number % 2 == 0)
             for family in families for number in range(each)]
    cases += (_traps_m2 if families is M2 else _traps_m1)(rng, table)
    rng.shuffle(cases)
    return tuple(sorted(cases, key=lambda case: (len(case.battlefield) + len(case.library)) // 9))


def write(mana: Mana, path: Path, instance: Instance) -> None:
    """A file and its answers."""
    right = mana.reference(instance)
    best: Best[Answer] = Best(len(instance), right)
    path.write_text(mana.render(instance), encoding="utf-8")
    path.with_suffix(".ans").write_text(mana.render_answer(instance, best))
    print(f"{path.parent.name}/{path.name}: {len(instance)} cases, {sum(right)} YES")


def main() -> None:
    """Write all files of both groups; the seeds and the numbers of cases are part of this
    program."""
    mana = Mana()
    secret_data = PACKAGE / "data/secret"
    for group, fetches in (("edges-no-fetch", False), ("edges-fetch", True)):
        for version in range(VERSIONS):
            path = secret_data / group / f"{version + 1}.in"
            found = edges(fetches, version, mana.table)
            found += tuple(limits(fetches, Cards(mana.table, version)))
            write(mana, path, tuple(dict.fromkeys(found)))
    for group, families, seed in (("m1", M1, 20161), ("m2", M2, 20162)):
        instance = secret(families, Random(seed), mana.table, each=24)
        right = mana.reference(instance)
        share = sum(right) / len(right)
        if not 0.35 <= share <= 0.65:
            raise SystemExit(f"{group}: {share:.0%} YES")
        write(mana, secret_data / group / "1.in", instance)


if __name__ == "__main__":
    main()
