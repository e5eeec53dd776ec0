"""The picture of a combat, as SVG and as text."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from attack_package import combat, creature, plugin, secret, solution
from hypothesis import given, settings
from hypothesis import strategies as st


def classes(picture: str) -> list[str]:
    nodes = ElementTree.fromstring(picture).iter()
    return [name for node in nodes for name in node.get("class", "").split()]


def best(instance: Any) -> Any:
    return tuple(solution("reference-bnb").solve(plugin.arguments(instance)[0])[1])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 40), st.booleans())
def test_any_board_and_answer_can_be_drawn(seed: int, size: int, legal: bool) -> None:
    instance = plugin.generate(Random(seed), size)
    everybody = tuple((index, 0) for index in range(len(instance.attackers)))
    for answer in (None, best(instance) if legal else everybody):
        picture = plugin.draw(instance, answer)
        found = classes(picture)
        assert found.count("arrow") == len(answer or ())
        assert found.count("row") == len(instance.attackers)
        assert found.count("box") == len(instance.defenders)
        assert "style=" not in picture and "<script" not in picture
        assert all(len(line) <= 80 for line in plugin.sketch(instance, answer).splitlines())


def test_each_requirement_is_marked_obeyed_disobeyed_or_idle() -> None:
    instance = combat(
        creature("Bold", must_attack=1),
        creature("Shy", must_attack=1, drags={"0": 1}),
    )
    found = classes(plugin.draw(instance, ((0, 0),)))
    assert [found.count(name) for name in ("obeyed", "disobeyed", "idle")] == [1, 1, 1]
    found = classes(plugin.draw(instance, None))
    assert not {"obeyed", "disobeyed", "idle"} & set(found)
    sketch = plugin.sketch(instance, ((0, 0),))
    for line in ("1 requirement disobeyed", "+ attacks if able", "! attacks if able; o drags 0"):
        assert line in sketch


def test_a_drag_that_one_of_many_disobeys_is_disobeyed() -> None:
    lord = creature("Lord", drags={"1": 1, "2": 1, "3": 1})
    wall = creature("Wall", cannot_attack=True)
    picture = plugin.draw(combat(lord, creature(), creature(), wall), ((0, 0), (1, 0), (2, 0)))
    assert "✗ drags 3 others, 2 came" in picture


def test_names_are_escaped() -> None:
    picture = plugin.draw(combat(creature("<b>&\"Ox'")), ((0, 0),))
    assert "<b>" not in picture
    assert "&lt;b&gt;&amp;" in picture


def test_an_illegal_answer_is_drawn_with_its_fault() -> None:
    instance = combat(creature("Hermit", only_alone=True), creature("Ox"))
    picture = plugin.draw(instance, ((0, 0), (1, 0)))
    assert "Illegal: attacker 0 (Hermit) attacks only alone" in picture
    assert classes(picture).count("arrow") == 2
    assert "Illegal: attacker 0 (Hermit)" in plugin.sketch(instance, ((0, 0), (1, 0)))


def test_a_full_defender_is_marked() -> None:
    ox = creature()
    assert "full" in classes(plugin.draw(combat(ox, ox, caps=(1,)), ((0, 0),)))
    assert "over" in classes(plugin.draw(combat(ox, ox, caps=(1,)), ((0, 0), (1, 0))))


def test_the_largest_board_keeps_its_columns_apart() -> None:
    """No pill reaches into the arrows, and no two pills of a row touch."""
    name, instance, _ = max(secret(), key=lambda case: plugin.size(case[1]))
    assert plugin.size(instance) == (40, 6), name
    rows: dict[int, list[tuple[float, float]]] = {}
    for node in ElementTree.fromstring(plugin.draw(instance, best(instance))).iter():
        if node.get("class") == "pill":
            x, width = float(node.get("x", 0)), float(node.get("width", 0))
            rows.setdefault(int(node.get("y", 0)), []).append((x, x + width))
    assert rows
    for spans in rows.values():
        spans.sort()
        assert spans[-1][1] <= 742
        assert all(a[1] < b[0] for a, b in pairwise(spans))


@pytest.mark.parametrize("word", ["url(", "@import", "http"])
def test_the_style_sheet_loads_nothing(word: str) -> None:
    assert word not in plugin.css


def test_every_class_of_a_picture_is_styled_or_structural() -> None:
    styled = set(re.findall(r"\.([a-z][a-z0-9]*)", plugin.css))
    _, instance, _ = max(secret(), key=lambda case: plugin.size(case[1]))
    assert set(classes(plugin.draw(instance, best(instance)))) <= styled
