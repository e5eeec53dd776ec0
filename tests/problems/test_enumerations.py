"""The enumerations of the bundled problems, counted again in other ways."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from judge.packages.plugin_loader import load_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import BoundError

PROBLEMS = Path(__file__).parents[2] / "problems"
COLOURS = "WUBRG"
LONG = pytest.mark.long
BASICS = dict(zip(("Plains", "Island", "Swamp", "Mountain", "Forest"), COLOURS, strict=True))


def listed(plugin: ProblemPlugin, bound: tuple[int, ...]) -> list[Any]:
    return list(chain.from_iterable(plugin.enumerate(bound, 100)))


@pytest.mark.long
@pytest.mark.parametrize(
    ("problem", "bound"), [("combat", (2, 1, 2)), ("mana", (1, 1, 2)), ("attack", (2, 1, 2))]
)
def test_each_instance_comes_once_and_is_valid(problem: str, bound: tuple[int, ...]) -> None:
    plugin = load_plugin(PROBLEMS / problem)
    found = listed(plugin, bound)
    assert len(set(found)) == len(found) == plugin.count(bound)
    assert all(plugin.parse(plugin.render(one)) == one for one in found)
    sizes = [sum(plugin.size(one)) for one in found]
    assert sizes[0] == min(sizes) and sizes[-1] == max(sizes)
    validator = next((PROBLEMS / problem / "input_validators").iterdir())
    for one in (found[0], found[len(found) // 2], found[-1]):
        text = plugin.render(one).encode()
        ended = subprocess.run([sys.executable, validator], input=text, capture_output=True)
        assert ended.returncode == 42, ended.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("problem", "bound"), [("combat", (3, 2, 2)), ("mana", (1, 2, 3)), ("attack", (2, 2, 2))]
)
def test_orbits_tell_all_that_is_listed_apart_and_only_that(
    problem: str, bound: tuple[int, ...]
) -> None:
    plugin, rng = load_plugin(PROBLEMS / problem), Random(1)
    found = listed(plugin, bound)
    orbits = {plugin.own.orbit(one, bound) for one in found}
    assert len(orbits) == len(found) and None not in orbits
    for one in rng.sample(found, 40):
        for _, other in plugin.own.variants(one, rng):
            assert plugin.own.orbit(other, bound) in {*orbits, None}


@pytest.mark.long
@pytest.mark.parametrize("problem", ["combat", "mana", "attack"])
def test_bounds_are_described_and_others_refused(problem: str) -> None:
    plugin = load_plugin(PROBLEMS / problem)
    counts = [plugin.count(bound) for bound in plugin.bounds()[:4]]
    assert counts == sorted(counts) and counts[0] > 10
    for bound in plugin.bounds():
        assert all(str(number) in plugin.describe_bound(bound) for number in bound)
    for wrong in ((1, 1, 1, 1), (1000, 1, 1), ()):
        with pytest.raises(BoundError, match="a bound is"):
            plugin.describe_bound(wrong)


@pytest.mark.parametrize("bound", [(2, 2, 2), (1, 3, 2), (3, 2, 1), (2, 1, 3), (4, 1, 1)])
def test_boards_of_combat_are_all_boards_up_to_order(bound: tuple[int, int, int]) -> None:
    plugin = load_plugin(PROBLEMS / "combat")
    attackers, defenders, highest = bound
    creatures = [(p, t) for p in range(highest + 1) for t in range(1, highest + 1)]
    ours, theirs = (
        {
            tuple(sorted(side))
            for count in range(most + 1)
            for side in product(creatures, repeat=count)
        }
        for most in (attackers, defenders)
    )
    found = listed(plugin, bound)
    assert set(found) == set(product(ours, theirs))
    assert len(found) == plugin.count(bound) == len(ours) * len(theirs)
    weights = [sum(1 + p + t for side in one for p, t in side) for one in found]
    assert weights == sorted(weights)


def test_boards_of_combat_are_counted_where_they_are_many() -> None:
    assert load_plugin(PROBLEMS / "combat").count((3, 3, 4)) == 1771**2


def cycles(image: dict[Any, Any]) -> list[int]:
    """The lengths of the cycles of a permutation."""
    left, lengths = set(image), []
    while left:
        at, length = next(iter(left)), 0
        while at in left:
            left.remove(at)
            at, length = image[at], length + 1
        lengths.append(length)
    return lengths


def fixed_multisets(lengths: list[int], most: int) -> list[int]:
    """How many multisets of each size up to ``most`` a permutation with these cycles leaves as they
    are: each cycle is taken some number of times."""
    counts = [1] + [0] * most
    for length in lengths:
        for size in range(length, most + 1):
            counts[size] += counts[size - length]
    return counts


@pytest.mark.long
def test_situations_of_mana_are_as_many_as_burnside_counts() -> None:
    """Orbits of multisets of lands in two places, and of symbols, under exchanges of colours."""
    rows = [
        row.split(";")
        for row in (PROBLEMS / "mana/attachments/m_lands.txt").read_text().splitlines()
    ]
    bounds = [(1, 1, 1), (1, 2, 3), (2, 1, 1), (2, 2, 4), (2, 3, 7), (3, 1, 1)]
    totals = dict.fromkeys(bounds, 0)
    for order in permutations(COLOURS):
        paint = dict(zip(COLOURS, order, strict=True))
        names = {b: next(o for o in BASICS if BASICS[o] == paint[c]) for b, c in BASICS.items()}
        words = {**paint, **names}

        def kind(row: list[str], words: dict[str, str]) -> object:
            """What a land says of itself in other colours, in no order."""
            types, ways = (
                re.sub("|".join(BASICS) + "|[WUBRG]", lambda found: words[found[0]], text)
                for text in row[1:3]
            )
            shown = sorted(
                way if "fetch" in way else "".join(sorted(way)) for way in ways.split("|")
            )
            return sorted(types.split(",")), shown, row[3:], row[0] if "Urza" in row[0] else ""

        plain = {str(kind(row, {word: word for word in words})): row[0] for row in rows}
        assert len(plain) == len(rows), "no two lands do the same"
        image = {row[0]: plain[str(kind(row, words))] for row in rows}
        places, signs = 2 * cycles(image), [*cycles(paint), *[1] * len("C123456789")]
        for lands, symbols, life in bounds:
            costs = fixed_multisets(signs, symbols)[1:]
            totals[lands, symbols, life] += sum(fixed_multisets(places, lands)) * sum(costs)
    plugin = load_plugin(PROBLEMS / "mana")
    assert {one: plugin.count(one) * 120 for one in bounds} == {
        one: one[2] * total for one, total in totals.items()
    }


@pytest.mark.long
def test_situations_of_mana_are_all_up_to_the_names_of_colours() -> None:
    """Lands are told apart by what the statement says that they do, not by their names."""
    plugin = load_plugin(PROBLEMS / "mana")
    rows = [
        row.split(";")
        for row in (PROBLEMS / "mana/attachments/m_lands.txt").read_text().splitlines()
    ]
    does = {row[0]: (row[1], row[2], row[3], row[0] if "Urza" in row[0] else "") for row in rows}

    def painted(name: str, paint: dict[str, str]) -> object:
        """A land after an exchange of colours."""
        types, ways, note, own = does[name]
        names = {b: next(o for o in BASICS if BASICS[o] == paint[c]) for b, c in BASICS.items()}
        types, ways = (
            re.sub("|".join(BASICS), lambda found: names[found[0]], text) for text in (types, ways)
        )
        shown = [
            way if "fetch" in way else "".join(sorted(paint.get(c, c) for c in way))
            for way in ways.split("|")
        ]
        return tuple(sorted(types.split(","))), tuple(sorted(shown)), note, own

    paints = [dict(zip(COLOURS, order, strict=True)) for order in permutations(COLOURS)]
    image = {(name, at): repr(painted(name, p)) for name in does for at, p in enumerate(paints)}
    lands = [((), ())] + [pair for name in does for pair in (((name,), ()), ((), (name,)))]

    def kind(board: Any, cost: str) -> object:
        """The least of all images: the same for boards that differ in colours only."""
        return min(
            (
                sorted(image[name, at] for name in board[0]),
                sorted(image[name, at] for name in board[1]),
                sorted(paint.get(symbol, symbol) for symbol in cost),
            )
            for at, paint in enumerate(paints)
        )

    costs = [
        "".join(cost)
        for count in (1, 2)
        for cost in combinations_with_replacement("19C" + COLOURS, count)
    ]
    kinds = {str(kind(board, cost)) for board in lands for cost in costs}
    found = [one[0] for one in listed(plugin, (1, 2, 1))]
    chosen = [one for one in found if not set(one.cost) & set("2345678")]
    assert len(chosen) == len(kinds)
    assert {str(kind((one.battlefield, one.library), one.cost)) for one in chosen} == kinds


@pytest.mark.parametrize(
    "bound",
    [
        (1, 1, 1),
        (1, 2, 2),
        (2, 1, 2),
        (1, 1, 3),
        *(pytest.param(b, marks=LONG) for b in [(3, 2, 2), (1, 2, 3), (2, 1, 3), (1, 1, 4)]),
    ],
)
def test_combats_are_as_many_as_burnside_counts(bound: tuple[int, int, int]) -> None:
    """Orbits of sets of rules under all orders and all exchanges of five colours. Exchanges with
    cycles of the same lengths leave equally many sets as they are."""
    most, defenders, weight = bound
    paints: dict[tuple[int, ...], list[tuple[str, ...]]] = {}
    for paint in permutations(COLOURS):
        lengths = sorted(cycles(dict(zip(COLOURS, paint, strict=True))))
        paints.setdefault(tuple(lengths), []).append(paint)
    total = 0
    for a, d in product(range(most + 1), range(1, defenders + 1)):
        rules = _all_rules(a, d, most, weight)
        fixed = group = 0
        for ours, theirs in product(permutations(range(a)), permutations(range(d))):
            for alike in paints.values():
                image = {rule: _image(rule, ours, theirs, alike[0]) for rule in rules}
                group += len(alike)
                fixed += len(alike) * fixed_sets(rules, image, weight)
        assert fixed % group == 0
        total += fixed // group
    assert load_plugin(PROBLEMS / "attack").count(bound) == total > 0


def fixed_sets(rules: dict[Any, int], image: dict[Any, Any], most: int) -> int:
    """How many sets of rules of at most this weight a permutation leaves as they are: unions of its
    cycles in which no two rules exclude each other."""
    slots = {slot: 1 << at for at, slot in enumerate({rule[:3] for rule in rules})}
    left, unions = set(rules), []
    while left:
        rule = next(iter(left))
        weight = taken = 0
        while rule in left:
            left.remove(rule)
            weight += most + 1 if taken & slots[rule[:3]] else rules[rule]
            taken |= slots[rule[:3]]
            rule = image[rule]
        unions.append((weight, taken))
    unions = sorted(one for one in unions if one[0] <= most)

    def count(begin: int, room: int, taken: int) -> int:
        found = 1
        for at in range(begin, len(unions)):
            weight, slots = unions[at]
            if weight > room:
                break
            if not taken & slots:
                found += count(at + 1, room - weight, taken | slots)
        return found

    return count(0, most, 0)


def _all_rules(attackers: int, defenders: int, most: int, weight: int) -> dict[Any, int]:
    """Each rule as ``(name, creature, argument, value)`` with its weight, up to a greatest one. Two
    that differ in the value only exclude each other."""
    rules: dict[Any, int] = {}
    caps, times = range(most + 1), range(1, weight + 1)
    rules |= {("cap", -1, -1, cap): 1 for cap in caps}
    rules |= {("defender cap", -1, d, cap): 1 for d in range(defenders) for cap in caps}
    for one in range(attackers):
        rules |= {(name, one, -1, 1): 1 for name in ("cannot", "only alone", "not alone")}
        rules |= {(name, one, -1, n): n for name in ("must", "if another") for n in times}
        rules |= {("power", one, -1, power): 1 for power in range(1, most + 1)}
        rules |= {("colour", one, colour, 1): 1 for colour in COLOURS}
        for count in times:
            for wanted in combinations(COLOURS, count):
                rules |= {("need", one, frozenset(wanted), n): count for n in caps}
        rules |= {("need", one, who, n): 1 for who in ("any", "greater") for n in caps}
        rules |= {("barred", one, d, 1): 1 for d in range(defenders)}
        rules |= {("toward", one, d, n): n for d in range(defenders) for n in times}
        rules |= {("drags", one, o, n): n for o in range(attackers) if o != one for n in times}
    return rules


def _image(rule: Any, ours: Any, theirs: Any, paint: Any) -> Any:
    name, one, argument, value = rule
    painted = dict(zip(COLOURS, paint, strict=True))
    if isinstance(argument, frozenset):
        argument = frozenset(painted[colour] for colour in argument)
    elif name == "colour":
        argument = painted[argument]
    elif name == "drags":
        argument = ours[argument]
    elif name in ("defender cap", "barred", "toward"):
        argument = theirs[argument]
    return name, one if one < 0 else ours[one], argument, value


def test_combats_are_all_up_to_order_and_colours() -> None:
    """Two defenders and two creatures, with at most two colours, caps or requirements."""
    plugin = load_plugin(PROBLEMS / "attack")
    found = [one for one in listed(plugin, (2, 2, 2)) if len(one.attackers) == 2]
    found = [one for one in found if len(one.defenders) == 2 and _is_simple(one)]
    pieces = [(a, "must", n) for a in range(2) for n in (1, 2)]
    pieces += [(a, "towards", (d, n)) for a in range(2) for d in range(2) for n in (1, 2)]
    pieces += [(a, "colour", c) for a in range(2) for c in "WU"]
    pieces += [("all", "cap", (d, n)) for d in range(2) for n in range(3)]
    classes = set()
    for count in range(3):
        for chosen in combinations(pieces, count):
            slots = [_slot(piece) for piece in chosen]
            if len(set(slots)) == len(slots) and sum(map(_weight, chosen)) <= 2:
                classes.add(tuple(min(_images(chosen))))
    assert len(found) == len(classes)


def _is_simple(one: Any) -> bool:
    plain = all(
        not (a.cannot_attack or a.only_alone or a.not_alone or a.needs or a.power or a.drags)
        and not (a.if_another_attacks or a.cannot_attack_defenders)
        for a in one.attackers
    )
    return plain and one.max_attackers is None


def _slot(piece: Any) -> object:
    who, name, value = piece
    return who, name, value[0] if isinstance(value, tuple) else value if name == "colour" else 0


def _weight(piece: Any) -> int:
    _, name, value = piece
    if name in ("cap", "colour"):
        return 1
    return value[1] if isinstance(value, tuple) else value


def _images(chosen: Any) -> list[list[str]]:
    found = []
    for ours, theirs, paint in product(
        permutations(range(2)), permutations(range(2)), ("WU", "UW")
    ):
        image = []
        for who, name, value in chosen:
            if isinstance(value, tuple):
                value = (theirs[value[0]], value[1])
            elif name == "colour":
                value = paint["WU".index(value)]
            image.append(str((ours[who] if isinstance(who, int) else who, name, value)))
        found.append(sorted(image))
    return found
