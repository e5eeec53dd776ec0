"""Combats in which things are alike and still apart: creatures, names of defenders, multiplicities,
counts of needs. Beside these, what is not alike may be company, or be counted, all the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from attack_problem.rules import Attacker, Defender, Instance, Need, Who
from edges import ANA, BLACK, BO, CY, GREEN, RED, WALL, Case

ONE, POWER = Need(1, Who.ANY), Need(1, Who.GREATER_POWER)
COLOUR = Need(1, Who.COLOURS, GREEN)
OX = Attacker("Ox", 2, must_attack=1)


def alike() -> Iterator[Case]:
    """All of them."""
    families = (_twins, _names, _multiplicities, _needs, _powers, _company, _defenders, _crowds)
    for family in families:
        yield from family()


def _twins() -> Iterator[Case]:
    """Equal creatures, of which the caps let too few attack."""
    twins = {
        "needs": (replace(OX, needs=(ONE,)), 1),
        "colours": (replace(OX, colours=GREEN, needs=(COLOUR,)), 1),
        "shy": (replace(OX, not_alone=True), 1),
        "two-needs": (replace(OX, needs=(replace(ONE, count=2),)), 2),
    }
    for name, (twin, cap) in twins.items():
        text = f"{cap + 1} equal creatures need one another, and {cap} may attack"
        yield Case(f"alike-twins-{name}", text, Instance((twin,) * (cap + 1), (ANA,), cap))
        capped = (Defender("Ana", cap),)
        crew = ((replace(twin, must_attack=2),) * (cap + 1)) + (OX,)
        if name != "shy":
            yield Case(f"alike-twins-{name}-capped", text, Instance(crew, capped))
    for place, count in ((1, 2), (0, 2), (1, 3)):
        barred = replace(OX, cannot_attack_defenders=(place,))
        defenders = [ANA, BO]
        defenders[1 - place] = replace(defenders[1 - place], max_attackers=0)
        text = "equal creatures can attack neither defender"
        board = Instance((barred,) * count, tuple(defenders))
        yield Case(f"alike-twins-barred-{place}-{count}", text, board)


def _names() -> Iterator[Case]:
    """Defenders of one name."""
    text = "both defenders have one name"
    single = replace(ANA, max_attackers=1)
    yield Case("alike-names-caps", text, Instance((OX, OX), (single, single)))
    yield Case("alike-names-three", text, Instance((OX, OX, OX), (single, ANA)))
    yield Case("alike-names-closed", text, Instance((OX, OX), (replace(ANA, max_attackers=0), ANA)))
    seeker = Attacker("Seeker", 2, must_attack_defender=((1, 2),))
    yield Case("alike-names-wish", text, Instance((seeker, OX), (ANA, ANA)))
    barred = replace(OX, cannot_attack_defenders=(0,))
    yield Case("alike-names-barred", text, Instance((barred, seeker), (ANA, ANA, BO)))


def _multiplicities() -> Iterator[Case]:
    """Several requirements of the same multiplicity are as many as they are."""
    for count, times in ((2, 2), (2, 3), (3, 1)):
        drags = tuple((place + 1, times) for place in range(count))
        eager = Attacker("Lord", 3, must_attack=count * times - 1, drags=drags)
        text = f"{count} drags of {times} each are one more than the wish to attack"
        yield Case(f"alike-drags-{count}-{times}", text, Instance((eager, *[WALL] * count), (ANA,)))
        less = replace(eager, must_attack=count * times + 1)
        text = f"{count} drags of {times} each are one less than the wish to attack"
        yield Case(
            f"alike-drags-less-{count}-{times}", text, Instance((less, *[WALL] * count), (ANA,))
        )
        towards = tuple((place, times) for place in range(count))
        torn = Attacker("Torn", 2, must_attack_defender=towards, drags=((1, times - 1),))
        if times > 1:
            text = f"{count} wishes of {times} each, of which one can be met"
            yield Case(
                f"alike-torn-{count}-{times}", text, Instance((torn, WALL), (ANA, BO, CY)[:count])
            )


def _needs() -> Iterator[Case]:
    """Two needs of the same count; one of them can't be met."""
    weak, green = Attacker("Imp", 1, RED), Attacker("Elf", 1, GREEN)
    strong = Attacker("Ogre", 6, RED)
    for name, first, second, other in (
        ("any-power", ONE, POWER, weak),
        ("any-colour", ONE, COLOUR, weak),
        ("power-colour", POWER, COLOUR, strong),
        ("colour-power", POWER, COLOUR, green),
    ):
        text = "two needs of one count, of which one can't be met"
        for order in ((first, second), (second, first)):
            needy = Attacker("Puma", 3, needs=order, must_attack=2)
            kind = f"{name}-{1 + (order[0] is second)}"
            yield Case(f"alike-needs-{kind}", text, Instance((needy, other), (ANA,)))


def _powers() -> Iterator[Case]:
    """Creatures of several greater powers count, not the strongest alone."""
    for powers in ((5, 3), (2, 9), (4, 3, 2)):
        count = len(powers)
        need = replace(POWER, count=count)
        needy = Attacker("Okk", 1, needs=(need,), must_attack=count + 1)
        helpers = tuple(Attacker("Ogre", power, drags=((0, 1),)) for power in powers)
        text = f"needs {count} of greater power, which have the powers {powers}"
        name = "-".join(map(str, powers))
        yield Case(f"alike-powers-{name}", text, Instance((WALL, needy, *helpers), (ANA,)))


def _company() -> Iterator[Case]:
    """Company is anybody: of another colour, another power, at another defender."""
    shy = Attacker("Shy", 2, BLACK, not_alone=True, must_attack=3)
    for name, other in (
        ("colour", Attacker("Elf", 2, GREEN)),
        ("colourless", Attacker("Golem", 2)),
        ("weak", Attacker("Imp", -1, RED)),
        ("elsewhere", Attacker("Rat", 2, GREEN, cannot_attack_defenders=(0,))),
    ):
        text = "company that is not alike"
        crew = (shy, replace(other, drags=((2, 1),)), WALL)
        yield Case(
            f"alike-company-{name}", text, Instance(crew, (replace(ANA, max_attackers=1), BO))
        )


def _defenders() -> Iterator[Case]:
    """A defender with a cap, whom nobody wishes to attack, is the only one left."""
    for name, rules in (
        ("barred", {"cannot_attack_defenders": (1,)}),
        ("barred-two", {"cannot_attack_defenders": (1, 2)}),
        ("drawn", {"must_attack_defender": ((1, 1),), "cannot_attack_defenders": (1,)}),
    ):
        one = replace(OX, must_attack=2, **rules)
        board = (Defender("Ana", 1), BO, *([CY] if name == "barred-two" else []))
        text = "only the defender with a cap can be attacked"
        yield Case(f"alike-defenders-{name}", text, Instance((one, one), board))


def _crowds() -> Iterator[Case]:
    """One creature more than the only defender lets in; the last of them is the most eager."""
    for count in (6, 7, 8, 9, 11):
        crew = (*[OX] * (count - 1), replace(OX, must_attack=2))
        text = f"{count} would attack, and one less may"
        board = Instance(crew, (Defender("Ana", count - 1),))
        yield Case(f"alike-crowd-{count}", text, board)
