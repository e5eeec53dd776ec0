"""Combats at limits that solutions set themselves: bits of a multiplicity or of a score, a number
of creatures or of defenders; and colours of which a creature has several."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from attack_problem.input import MOST_TIMES
from attack_problem.rules import Attacker, Colour, Defender, Instance, Need, Who
from edges import ANA, BO, WALL, Case, against_one_more

DEFENDERS = tuple(Defender(name) for name in ("Ana", "Bo", "Cy", "Dot", "Eve", "Flo"))
#: Multiplicities next to those that few bits or digits hold, and scores.
TIMES = (11, 101, 128, 256, 257, 512)
SCORES = (100, 128, 256, 1000, 1001, 2000, 10_000, 32_768, 65_536)
#: Numbers of creatures next to those that are likely limits.
CREWS = (9, 11, 13, 17, 21, 33, 40)


def limits() -> Iterator[Case]:
    """All of them."""
    yield from against_one_more(TIMES)
    for family in (_scores, _crews, _last_defenders, _several_colours, _company):
        yield from family()


def _scores() -> Iterator[Case]:
    """The best score is one less than a limit, and another declaration reaches it."""
    for score in SCORES:
        hopeless = list[Attacker]()
        left = score - 2
        while left:
            must = min(left, MOST_TIMES)
            towards = list[tuple[int, int]]()
            left -= must
            for place in range(len(DEFENDERS)):
                if part := min(left, MOST_TIMES):
                    towards.append((place, part))
                    left -= part
            hopeless.append(replace(WALL, must_attack=must, must_attack_defender=tuple(towards)))
        ox = Attacker("Ox", 2, must_attack=2, drags=((0, 1),))
        for name, wish in (("attack", ox), ("stay", replace(ox, must_attack=1, drags=((0, 2),)))):
            text = f"the best score is {score - 1}; to {name} is better by one"
            yield Case(f"limit-score-{score}-{name}", text, Instance((*hopeless, wish), DEFENDERS))


def _crews() -> Iterator[Case]:
    """Many creatures: the last one is needed, or must attack most of all."""
    for count in CREWS:
        ox = Attacker("Ox", 2)
        lord = Attacker("Lord", 2, must_attack=2, needs=(Need(count - 1, Who.ANY),))
        text = f"all {count} attack, or nobody"
        yield Case(f"limit-crew-{count}", text, Instance((lord, *[ox] * (count - 1)), (ANA,)))
        last = replace(ox, must_attack=3)
        crew = (*[replace(ox, must_attack=1)] * (count - 1), last)
        text = f"the last one of {count} is the most eager, and few may attack"
        yield Case(f"limit-last-of-{count}", text, Instance(crew, (Defender("Ana", 2), BO), 3))


def _last_defenders() -> Iterator[Case]:
    """Only the last defenders can be attacked, or are those that must be."""
    for count in (4, 5, 6):
        last = count - 1
        barred = Attacker(
            "Rat", 1, cannot_attack_defenders=tuple(range(last)), must_attack=2, drags=((1, 1),)
        )
        text = f"none but the last one of {count} defenders can be attacked"
        closed = tuple(replace(one, max_attackers=0) for one in DEFENDERS[:last])
        yield Case(f"limit-defenders-{count}", text, Instance((barred, WALL), DEFENDERS[:count]))
        seekers = tuple(
            Attacker("Seeker", 2, must_attack_defender=((place, 2),)) for place in range(count)
        )
        yield Case(
            f"limit-open-{count}", text, Instance(seekers, (*closed, replace(DEFENDERS[last])))
        )


def _several_colours() -> Iterator[Case]:
    """Who has several of the colours counts, and counts once."""
    for count, colours in enumerate(((Colour.BLACK, Colour.GREEN), tuple(Colour)[:3]), 1):
        for helper in (colours, tuple(Colour)):
            needy = Attacker("Puma", 2, needs=(Need(count, Who.COLOURS, colours),), must_attack=3)
            for helpers in (count, count - 1):
                crew = (needy, *[Attacker("Elf", 1, helper, drags=((0, 1),))] * helpers, WALL)
                text = f"needs {count}, and {helpers} have {len(helper)} colours each"
                name = f"limit-colours-{count}-{len(helper)}-{helpers}"
                yield Case(name, text, Instance(crew, (ANA,)))


def _company() -> Iterator[Case]:
    """Who has no requirement goes along with another one, or stays at home for it."""
    shy = Attacker("Shy", 1, not_alone=True, must_attack=2)
    idle = Attacker("Idle", 1)
    for name, crew in (
        ("one", (shy, idle)),
        ("dear", (shy, replace(idle, drags=((2, 1),)), WALL)),
        ("barred", (shy, replace(idle, cannot_attack_defenders=(0,)), WALL)),
    ):
        text = "who needs company takes one that need not attack"
        yield Case(f"limit-company-{name}", text, Instance(crew, (Defender("Ana", 1), BO)))
