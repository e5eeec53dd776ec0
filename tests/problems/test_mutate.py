"""``mutate`` of the bundled problems: legal inputs with the constants, the same for a seed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from judge.packages.plugin_loader import load_plugin

PROBLEMS = Path(__file__).parents[2] / "problems"


def chain(plugin: Any, seed: int, steps: int) -> list[Any]:
    rng = Random(seed)
    chained = [plugin.own.generate(rng, 4)]
    for _ in range(steps):
        chained.append(plugin.own.mutate(rng, chained[-1], (13, 17), ("Taiga", "Zedruu", "WUBRG")))
    return chained


@pytest.mark.long
@pytest.mark.parametrize(
    ("problem", "constants"),
    [
        ("combat", ("13", "17")),
        ("mana", ("Taiga", "\n13\n", "WUBRG", "\n98\n")),
        ("attack", ("Zedruu", "17")),
    ],
)
def test_what_mutate_makes(problem: str, constants: tuple[str, ...]) -> None:
    plugin = load_plugin(PROBLEMS / problem)
    texts = ""
    for seed in range(12):
        made = chain(plugin, seed, 20)
        assert made == chain(plugin, seed, 20)
        assert all(plugin.parse(plugin.render(one)) == one for one in made)
        assert len(set(made)) > 5
        texts += "".join(plugin.render(one) for one in made)
    assert all(constant in texts for constant in constants)
    bare = plugin.own.mutate(Random(1), made[-1], (), ())
    assert plugin.parse(plugin.render(bare)) == bare


def test_combat_crosses_the_numbers_of_two_creatures() -> None:
    plugin = load_plugin(PROBLEMS / "combat")
    side = ((3, 50), (40, 6))
    rng = Random(1)
    made = {
        tuple(sorted(changed))
        for _ in range(100)
        for changed in plugin.own.mutate(rng, (side, side), (), ())
    }
    assert ((3, 6), (3, 50), (40, 6), (40, 50)) in made


def test_mana_asks_for_all_of_much_mana() -> None:
    plugin = load_plugin(PROBLEMS / "mana")
    rng = Random(1)
    drawn = plugin.own.generate(rng, 4)
    paid = set[int]()
    for _ in range(1500):
        changed = plugin.own.mutate(rng, drawn, (31,), ())
        if plugin.own.reference(changed)[0]:
            paid.add(sum(int(symbol) for symbol in changed[0].cost if symbol.isdigit()))
    assert {32, 33} & paid
    assert max(paid) > 80
