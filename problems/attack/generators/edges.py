"""Small combats at the edges of the rules: one attacker, one power or one requirement more or less.

In most of them some creatures are *guides*: each drags a wall that can't attack, so that its
company costs one requirement and nobody brings more guides than a rule demands. Beside these there
are the combats of the folders ``edges`` and ``misread``, drawn at random, which refute misreadings
of the statement: ``tests/problems/misreadings/attack/variants.toml`` lists them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from attack_problem.plugin import Attack
from attack_problem.rules import Attacker, Colour, Defender, Instance, Need, Who

HERE = Path(__file__).resolve().parent
ANA, BO, CY = Defender("Ana"), Defender("Bo"), Defender("Cy")
WALL = Attacker("Wall", 0, cannot_attack=True)
BLACK, GREEN, RED = (Colour.BLACK,), (Colour.GREEN,), (Colour.RED,)


@dataclass(frozen=True)
class Case:
    """One secret case before it is numbered."""

    name: str
    description: str
    instance: Instance


def guides(number: int, like: Attacker, price: int = 1) -> tuple[Attacker, ...]:
    """Creatures that drag the first creature of the board, the wall."""
    return (replace(like, name="Guide", drags=((0, price),)),) * number


def _needs() -> Iterator[Case]:
    """As many guides as needed, where they are worth it, and none where they are not."""
    kinds = (
        ("any", Need(0, Who.ANY), Attacker("", 1)),
        ("colors", Need(0, Who.COLOURS, BLACK + GREEN), Attacker("", 1, GREEN + RED)),
        ("power", Need(0, Who.GREATER_POWER), Attacker("", 6)),
    )
    for name, need, like in kinds:
        for count, gain in ((1, 1), (2, -1), (3, 1), (4, 1)):
            needy = Attacker("Conscript", 5, needs=(replace(need, count=count),))
            needy = replace(needy, must_attack=count + gain)
            crew = (WALL, needy, *guides(count + (gain > 0), like))
            worth = "worth it" if gain > 0 else "not worth it"
            text = f"needs {count} {name}, each costs one requirement: {worth}"
            yield Case(f"edge-needs-{name}-{count}", text, Instance(crew, (ANA,)))
    for count in (9, 39):
        needy = Attacker("Conscript", 2, needs=(Need(count, Who.ANY),), must_attack=1)
        crew = (needy, *(Attacker("Ox", 2, not_alone=True) for _ in range(count)))
        text = f"needs {count} others, all that there are"
        yield Case(f"edge-needs-many-{count}", text, Instance(crew, (ANA, BO)))
        text = f"needs {count} others, one more than there are"
        yield Case(f"edge-needs-few-{count}", text, Instance(crew[:-1], (ANA, BO)))


def _powers() -> Iterator[Case]:
    """Who counts as stronger, with signs and with digits."""
    for power, other in ((-3, -4), (-4, -3), (-3, 2), (2, -3), (9, 10), (10, 9), (0, -1)):
        needy = Attacker("Okk", power, needs=(Need(1, Who.GREATER_POWER),), must_attack=1)
        text = f"power {power} needs a greater one, the other has {other}"
        name = f"edge-power-{power}-{other}".replace("--", "-minus-")
        yield Case(name, text, Instance((needy, Attacker("Ox", other)), (ANA,)))


def _times() -> Iterator[Case]:
    return against_one_more((2, 4, 1000))


def against_one_more(numbers: tuple[int, ...]) -> Iterator[Case]:
    """The multiplicity of each requirement against one requirement more or less."""
    for times in numbers:
        lord = Attacker("Lord", 2, must_attack=times)
        wishes = {
            "must-attack": lord,
            "must-attack-defender": Attacker("Lord", 2, must_attack_defender=((0, times),)),
        }
        for name, wish in wishes.items():
            crew = (WALL, replace(wish, drags=((0, times - 1),)))
            text = f"{name} {times} against a drag of {times - 1}"
            yield Case(f"edge-{name}-{times}", text, Instance(crew, (ANA,)))
        crew = (WALL, replace(lord, must_attack=times - 1, drags=((0, times),)))
        text = f"a drag of {times} against must-attack {times - 1}"
        yield Case(f"edge-drags-{times}", text, Instance(crew, (ANA,)))
        sleeper = Attacker("Sleeper", 2, if_another_attacks=times, drags=((0, times - 1),))
        ox = Attacker("Ox", 2, must_attack=1000)
        text = f"if-another-attacks {times} against a drag of {times - 1}"
        board = Instance((WALL, sleeper, ox), (ANA,))
        yield Case(f"edge-if-another-{times}", text, board)


def _defenders() -> Iterator[Case]:
    """Requirements towards several defenders, and caps of several defenders."""
    torn = Attacker("Torn", 2, must_attack_defender=((0, 3), (1, 2)), drags=((2, 1),))
    for name, creature, defenders in (
        ("barred", replace(torn, cannot_attack_defenders=(0,)), (ANA, BO)),
        ("closed", torn, (Defender("Ana", 0), BO)),
        ("third", replace(torn, cannot_attack_defenders=(0,)), (ANA, BO, CY)),
    ):
        crew = (creature, Attacker("Ox", 2), WALL)
        text = "can't attack whom it must most; whom it must next is worth a drag"
        yield Case(f"edge-second-choice-{name}", text, Instance(crew, defenders))
    for first, second, seekers in ((1, 2, (2, 2)), (0, 2, (1, 3)), (2, 1, (3, 2))):
        crew = tuple(
            Attacker("Seeker", 2, must_attack_defender=((place, 2 + number),), drags=((5, 1),))
            for place, many in enumerate(seekers)
            for number in range(many)
        )
        crew = (*crew, *(Attacker("Ox", 2) for _ in range(5 - len(crew))), WALL)
        text = f"{seekers[0]} seek Ana, who lets in {first}; {seekers[1]} seek Bo: {second}"
        defenders = (Defender("Ana", first), Defender("Bo", second))
        yield Case(f"edge-seekers-{first}-{second}", text, Instance(crew, defenders))


def _limits() -> Iterator[Case]:
    """Every number and the name at the end of its range."""
    name = "Ox" * 40
    needy = Attacker(name, -1000, needs=(Need(1, Who.GREATER_POWER), Need(0, Who.ANY)))
    heavy = Attacker(name, 1000, tuple(Colour), must_attack=1000, must_attack_defender=((1, 1000),))
    crew = (replace(needy, must_attack=1000, if_another_attacks=1000, drags=((1, 1000),)), heavy)
    text = "the least and the greatest numbers, names of 80 characters"
    defenders = (Defender(name, 1000), Defender(name, 0))
    yield Case("edge-limits", text, Instance(crew, defenders, 1000))
    hopeless = replace(heavy, needs=(Need(1000, Who.ANY),))
    yield Case("edge-limits-need", "a need of 1000", Instance((needy, hopeless), (ANA, BO)))


def _caps() -> Iterator[Case]:
    """One creature more than the global cap lets attack, with room for all at the defenders."""
    for cap, defenders in ((1, (ANA, BO)), (2, (ANA, BO)), (2, (ANA, BO, CY))):
        crew = tuple(Attacker("Ox", 2, must_attack=2 + place) for place in range(cap + 1))
        text = f"{cap} of {cap + 1} may attack, {len(defenders)} defenders without caps"
        name = f"edge-cap-{cap}-of-{cap + 1}-at-{len(defenders)}"
        yield Case(name, text, Instance(crew, defenders, cap))


def _drawn() -> Iterator[Case]:
    """The combats of the folder ``edges``."""
    return _stored("edges", "edge-")


def misread() -> Iterator[Case]:
    """The combats of the folder ``misread``: three for each of some more misreadings, and some that
    refute a mutant of a reference."""
    return _stored("misread", "")


def sharp() -> Iterator[Case]:
    """The combats of the folder ``sharp``: most changes of a detail call for another answer."""
    return _stored("sharp", "")


def _stored(folder: str, prefix: str) -> Iterator[Case]:
    told = tomllib.loads((HERE / folder / "descriptions.toml").read_text(encoding="utf-8"))
    for stem, text in told.items():
        board = (HERE / folder / f"{stem}.in").read_text(encoding="utf-8")
        yield Case(f"{prefix}{stem}", text, Attack().parse(board))


def edges() -> Iterator[Case]:
    """All of them."""
    for family in (_needs, _powers, _times, _defenders, _limits, _caps, _drawn):
        yield from family()
