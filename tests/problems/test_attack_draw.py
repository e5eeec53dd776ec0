"""The picture of a combat, as SVG and as text."""

from __future__ import annotations

import re
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


@pytest.mark.long
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


def test_every_requirement_has_a_pill_and_those_without_room_one_for_all() -> None:
    """A wide picture hides those marked as more, a narrow one the one that stands for them."""
    hydra = creature("Hydra", must_attack=1, must_attack_defender={str(i): 2 for i in range(6)})
    found = classes(plugin.draw(combat(hydra, caps=(None,) * 6), ((0, 0),)))
    more = found.count("more")
    assert found.count("pill") == 7 + 1
    assert found.count("rest") == 1 and 0 < more < 7
    assert f"+{more}" in plugin.draw(combat(hydra, caps=(None,) * 6), ((0, 0),))


def test_whom_a_creature_attacks_is_told_in_words_too() -> None:
    picture = plugin.draw(combat(creature(), creature(), caps=(None, 1)), ((1, 1),))
    targets = [
        node.text
        for node in ElementTree.fromstring(picture).iter()
        if "target" in (node.get("class") or "").split()
    ]
    assert len(targets) == 1 and str(targets[0]).startswith("→ 1 ")


@pytest.mark.parametrize("word", ["url(", "@import", "http"])
def test_the_style_sheet_loads_nothing(word: str) -> None:
    assert word not in plugin.css


@pytest.mark.long
def test_every_class_of_a_picture_is_styled_or_structural() -> None:
    styled = set(re.findall(r"\.([a-z][a-z0-9]*)", plugin.css))
    _, instance, _ = max(secret(), key=lambda case: plugin.size(case[1]))
    assert set(classes(plugin.draw(instance, best(instance)))) <= styled
