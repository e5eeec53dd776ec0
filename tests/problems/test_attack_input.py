"""The input format, its complaints, random combats and their simpler neighbours."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from attack_package import PACKAGE, combat, creature, plugin, secret, weight
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.plugin import Best, InputError

#: White space between the values is free for the plug-in, and refused by the validator alone.
BAD = sorted(
    path
    for path in (PACKAGE / "data" / "invalid_input").glob("*.in")
    if not re.search("carriage|blank-|space-|no-line-end", path.stem)
)
SEEDS = st.integers(0, 10**9)


@pytest.mark.long
@given(SEEDS, st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_an_input_written_and_read_is_the_same(seed: int, size: int) -> None:
    instance = plugin.generate(Random(seed), size)
    assert plugin.parse(plugin.render(instance)) == instance
    assert plugin.parse(json.dumps(plugin.arguments(instance)[0])) == instance
    assert plugin.generate(Random(seed), size) == instance


def test_random_powers_may_be_below_0() -> None:
    boards = [plugin.generate(Random(seed), 4) for seed in range(40)]
    low = [board for board in boards if any(one.power < 0 for one in board.attackers)]
    assert 2 < len(low) < 20


def test_what_is_left_out_is_present_in_the_arguments() -> None:
    (board,) = plugin.arguments(combat(creature()))
    assert board["attackers"][0] == {
        "name": "Ox", "power": 2, "colors": [], "cannot_attack": False,
        "cannot_attack_defenders": [], "only_alone": False, "not_alone": False, "needs": [],
        "must_attack": 0, "must_attack_defender": {}, "if_another_attacks": 0, "drags": {},
    }  # fmt: skip
    assert plugin.size(combat(creature(), caps=(None, 2))) == (1, 2)


def test_requirements_of_multiplicity_zero_say_nothing() -> None:
    zero = creature(must_attack_defender={"0": 0}, drags={"1": 0})
    assert combat(zero, creature()) == combat(creature(), creature())


COMPLAINTS = {
    "unknown-key": '4:58 attackers[0].must_atack: unknown key; did you mean "must_attack"?',
    "unknown-top-key": '1:18 max_attacker: unknown key; did you mean "max_attackers"?',
    "duplicate-key": "4:62 attackers[0].must_attack: duplicate key",
    "duplicate-drag": "4:62 attackers[0].drags.1: duplicate key",
    "duplicate-defender": "4:75 attackers[0].cannot_attack_defenders[1]: 1 is a duplicate",
    "duplicate-color": '4:46 attackers[0].colors[1]: "B" is a duplicate',
    "negative-count": "4:59 attackers[0].must_attack: a count can't be negative, not -1",
    "negative-cap": "1:19 max_attackers: a count can't be negative, not -1",
    "negative-need": "4:64 attackers[0].needs[0].count: a count can't be negative, not -2",
    "boolean-count": "4:59 attackers[0].must_attack: a count is a whole number, not true",
    "defender-range": "4:74 attackers[0].must_attack_defender.2: there is no defender 2",
    "drag-range": "4:59 attackers[0].drags.1: there is no attacker 1: the last is 0",
    "drag-self": "5:67 attackers[1].drags.1: a creature can't drag itself",
    "of-unknown": '4:73 attackers[0].needs[0].of: unknown kind "greater-power"; did you mean',
    "missing-power": '4:3 attackers[0]: the key "power" is missing',
    "not-json": "3:1 input: not JSON: expecting value",
    "deep": "1:1 input: nested too deeply",
    "deep-places": "1:1 input: nested too deeply",
}


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_input_is_one_line_with_its_place_and_json_path(path: object) -> None:
    assert hasattr(path, "read_text") and hasattr(path, "stem")
    with pytest.raises(InputError) as caught:
        plugin.parse(path.read_text(encoding="utf-8"))
    error = caught.value
    assert "\n" not in str(error)
    known = COMPLAINTS.get(path.stem[3:])
    if known is not None:
        assert f"{error.line}:{error.column} {error.message}".startswith(known)


@pytest.mark.parametrize(
    ("board", "complaint"),
    [
        ({"a\nb": 1}, '["a\\nb"]: unknown key'),
        ({"attackers": [], "defenders": 3}, "defenders: a list, not 3"),
        ({"attackers": [creature("\ud800")], "defenders": [{"name": "A"}]}, "attackers[0].name: "),
        ({"attackers": [creature(power=10**9)], "defenders": [{"name": "A"}]}, "attackers[0].po"),
    ],
)
def test_strange_values_are_complaints_too(board: object, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        plugin.parse(json.dumps(board))
    assert caught.value.message.startswith(complaint)
    assert "\n" not in str(caught.value)


def test_a_number_of_thousands_of_digits_is_a_complaint() -> None:
    with pytest.raises(InputError, match="invalid number"):
        plugin.parse('{"max_attackers": ' + "9" * 5000 + "}")


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(SEEDS, st.integers(0, 10**6), st.sampled_from(list('{}[]",:0-9.eE\\ntrue\x00é')))
def test_a_spoilt_input_is_read_or_refused_but_never_crashes(seed: int, at: int, by: str) -> None:
    text = plugin.render(plugin.generate(Random(seed % 50), 4))
    at %= len(text)
    try:
        plugin.parse(text[:at] + by + text[at + 1 :])
    except InputError as error:
        assert 1 <= error.line <= text.count("\n") + 2


def test_some_draws_have_multiplicities_that_a_byte_does_not_hold() -> None:
    draws = [plugin.generate(Random(seed), 5) for seed in range(200)]
    times = [max((one.must_attack for one in draw.attackers), default=0) for draw in draws]
    assert 2 < sum(most > 255 for most in times) < 30
    assert max(times) == 1000


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(1, 7))
def test_every_neighbour_is_valid_and_strictly_simpler(seed: int, size: int) -> None:
    instance = plugin.generate(Random(seed), size)
    for simpler in plugin.smaller(instance):
        assert weight(simpler) < weight(instance)
        assert plugin.parse(plugin.render(simpler)) == simpler


def test_a_power_below_0_comes_nearer_to_0() -> None:
    board = combat(creature(power=-4))
    powers = {other.attackers[0].power for other in plugin.smaller(board) if other.attackers}
    assert powers == {0, -1, -3}


def test_a_chain_of_neighbours_ends_with_an_empty_board() -> None:
    instance = plugin.generate(Random(4), 6)
    while (simpler := next(iter(plugin.smaller(instance)), None)) is not None:
        instance = simpler
    assert plugin.size(instance) == (0, 1)


def test_an_answer_file_is_rescored() -> None:
    instance = combat(creature(must_attack=2), creature(only_alone=True))
    best = plugin.parse_answer("0\n[0, 0]\n", instance)
    assert best == Best(0, ((0, 0),))
    assert plugin.render_answer(instance, best) == "0\n[0, 0]\n"
    for text, complaint in (
        ("1\n[0, 0]\n", "disobeys 0, not 1"),
        ("0\n[0, 0]\n[1, 0]\n", "illegal: only_alone"),
        ("0\n[0, 0\n", "not an \\[attacker, defender\\] pair"),
        ("", "least score"),
        ("-1\n", "least score"),
    ):
        with pytest.raises(InputError, match=complaint):
            plugin.parse_answer(text, instance)


@pytest.mark.long
def test_stored_answers_survive_rendering() -> None:
    for name, instance, _ in secret():
        text = (PACKAGE / "data" / "secret" / f"{name}.ans").read_text(encoding="utf-8")
        assert plugin.render_answer(instance, plugin.parse_answer(text, instance)) == text


def test_some_random_combats_have_equal_creatures_that_need_each_other() -> None:
    found = 0
    for seed in range(150):
        creatures = plugin.generate(Random(seed), 4).attackers
        needy = [one for one in creatures if any(need.count for need in one.needs)]
        found += len(set(needy)) < len(needy)
    assert found >= 3
