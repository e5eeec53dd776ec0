"""Whoever misreads a rule of the attack problem fails on small stored cases."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attack_package import SOLUTIONS, plugin, secret

from judge.plugin import IllegalAnswer
from judge.solutions.variants import folder_variants

FOLDER = Path(__file__).with_name("misreadings") / "attack"
SOURCES = {made.path.stem: made.text.decode() for made in folder_variants(FOLDER)}
SOURCE = "brute-force.py"

#: How many declarations a case may have: enough for five creatures and one defender or for three
#: creatures and three defenders, and quick for a brute force.
MOST_DECLARATIONS = 300
FEWEST_MISREADINGS = 40
FEWEST_CASES = 3


@cache
def small_cases() -> tuple[tuple[str, Any, str, int], ...]:
    """Name, instance, input and least score."""
    return tuple(
        (name, instance, plugin.render(instance), best)
        for name, instance, best in secret()
        if (len(instance.defenders) + 1) ** len(instance.attackers) <= MOST_DECLARATIONS
    )


def is_right(solve: Any, instance: Any, text: str, best: int) -> bool:
    try:
        return bool(plugin.score(instance, tuple(sorted(solve(json.loads(text))[1]))) == best)
    except IllegalAnswer:
        return False


def refuted(source: str) -> list[str]:
    """Stored cases that a solution gets wrong, up to as many as are needed."""
    module: dict[str, Any] = {"__name__": "solution"}
    exec(compile(source, "solution", "exec"), module)
    found: list[str] = []
    for name, instance, text, best in small_cases():
        if not is_right(module["solve"], instance, text, best):
            found.append(name)
            if len(found) == FEWEST_CASES:
                break
    return found


def test_there_are_enough_misreadings() -> None:
    assert len(SOURCES) >= FEWEST_MISREADINGS


def test_the_source_that_the_table_changes_is_right_itself() -> None:
    source = (FOLDER / SOURCE).read_text(encoding="utf-8")
    assert source == (SOLUTIONS / SOURCE).read_text(encoding="utf-8")
    assert refuted(source) == []


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_three_small_stored_cases_refute_a_misreading(name: str) -> None:
    assert len(refuted(SOURCES[name])) == FEWEST_CASES


def test_generated_combats_have_defenders_of_one_name_now_and_then() -> None:
    drawn = (plugin.generate(Random(seed), 4) for seed in range(200))
    assert any(
        len({one.name for one in combat.defenders}) < len(combat.defenders) for combat in drawn
    )
