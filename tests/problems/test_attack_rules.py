"""Which attacks are legal, and how many requirements they disobey."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from attack_package import combat, creature, plugin, solution
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.plugin import Goal, IllegalAnswer, Undecodable

FLUNKIES = creature("Mogg Flunkies", 3, "R", not_alone=True)
MASTER = creature("Master of Cruelties", 1, "BR", only_alone=True)
PUMA = creature("Scarred Puma", 2, "R", needs=[{"count": 1, "of": ["B", "G"]}])
CONSCRIPTS = creature("Orcish Conscripts", 2, "R", needs=[{"count": 2, "of": "any"}])
OKK = creature("Okk", 4, "R", needs=[{"count": 1, "of": "greater_power"}])
JUGGERNAUT = creature("Juggernaut", 5, must_attack=1)
BLACK, GREEN = creature("Rat", 1, "B"), creature("Elf", 1, "G")


def all_at(*attackers: int, defender: int = 0) -> tuple[tuple[int, int], ...]:
    return tuple((attacker, defender) for attacker in attackers)


@pytest.mark.parametrize(
    ("instance", "answer"),
    [
        (combat(FLUNKIES, JUGGERNAUT), all_at(0, 1)),
        (combat(FLUNKIES, FLUNKIES, caps=(1, 1)), ((0, 0), (1, 1))),
        (combat(MASTER, JUGGERNAUT), all_at(0)),
        (combat(PUMA, BLACK), all_at(0, 1)),
        (combat(PUMA, GREEN), all_at(0, 1)),
        (combat(CONSCRIPTS, BLACK, GREEN), all_at(0, 1, 2)),
        (combat(OKK, JUGGERNAUT), all_at(0, 1)),
        (combat(OKK, JUGGERNAUT, cap=2, caps=(2,)), all_at(0, 1)),
        (combat(JUGGERNAUT), ()),
    ],
)
def test_these_are_legal(instance: Any, answer: Any) -> None:
    plugin.score(instance, answer)


@pytest.mark.parametrize(
    ("instance", "answer", "complaint"),
    [
        (combat(creature(cannot_attack=True)), all_at(0), "cannot_attack: attacker 0 (Ox)"),
        (
            combat(creature(cannot_attack_defenders=[1]), caps=(None, None)),
            ((0, 1),),
            "cannot_attack_defenders: attacker 0 (Ox) can't attack defender 1 (D1)",
        ),
        (combat(MASTER, JUGGERNAUT), all_at(0, 1), "only_alone: attacker 0 (Master of Cruelties)"),
        (combat(FLUNKIES, JUGGERNAUT), all_at(0), "not_alone: attacker 0 (Mogg Flunkies)"),
        (combat(PUMA, OKK, JUGGERNAUT), all_at(0, 1, 2), "needs: attacker 0 (Scarred Puma)"),
        (combat(CONSCRIPTS, BLACK), all_at(0, 1), "needs: attacker 0 (Orcish Conscripts)"),
        (combat(OKK, creature("Equal", 4)), all_at(0, 1), "needs: attacker 0 (Okk)"),
        (combat(BLACK, GREEN, cap=1), all_at(0, 1), "max_attackers: 2 attack where 1 may; "),
        (
            combat(BLACK, GREEN, caps=(1,)),
            all_at(0, 1),
            "defender max_attackers: 2 attack defender 0 (D0) where 1 may; attacker 1 (Elf)",
        ),
        (combat(BLACK), ((0, 0), (0, 0)), "twice: attacker 0 (Rat) is declared more than once"),
        (combat(BLACK), ((1, 0),), "index: there is no attacker 1"),
        (combat(BLACK), ((0, 1),), "index: there is no defender 1"),
    ],
)
def test_an_illegal_attack_names_the_rule_and_the_creature(
    instance: Any, answer: Any, complaint: str
) -> None:
    with pytest.raises(IllegalAnswer) as caught:
        plugin.score(instance, answer)
    assert str(caught.value).startswith(complaint)


def test_one_attacker_may_count_towards_two_needs_but_not_towards_its_own() -> None:
    both = creature(needs=[{"count": 1, "of": ["B"]}, {"count": 1, "of": "any"}])
    assert plugin.score(combat(both, BLACK), all_at(0, 1)) == 0
    black_needs_black = creature("Rat", 1, "B", needs=[{"count": 1, "of": ["B"]}])
    with pytest.raises(IllegalAnswer, match="needs"):
        plugin.score(combat(black_needs_black), all_at(0))


@pytest.mark.parametrize(
    ("attackers", "answer", "score"),
    [
        ([creature(must_attack=3)], (), 3),
        ([creature(must_attack=3)], ((0, 1),), 0),
        ([creature(must_attack_defender={"0": 2})], (), 2),
        ([creature(must_attack_defender={"0": 2})], ((0, 1),), 2),
        ([creature(must_attack_defender={"0": 2, "1": 3})], ((0, 1),), 2),
        ([creature(must_attack=1, must_attack_defender={"0": 2})], ((0, 1),), 2),
        ([creature(cannot_attack=True, must_attack=2)], (), 2),
        ([creature(if_another_attacks=2)], (), 0),
        ([creature(if_another_attacks=2)], ((0, 0),), 0),
        ([creature(if_another_attacks=2), BLACK], ((1, 0),), 2),
        ([creature(if_another_attacks=2), BLACK], ((0, 0), (1, 0)), 0),
        ([creature(drags={"1": 2}), BLACK], (), 0),
        ([creature(drags={"1": 2}), BLACK], ((0, 0),), 2),
        ([creature(drags={"1": 2}), BLACK], ((1, 0),), 0),
        ([creature(drags={"1": 2}), BLACK], ((0, 0), (1, 1)), 0),
    ],
)
def test_disobeyed_requirements_count_as_often_as_they_are_stated(
    attackers: list[dict[str, Any]], answer: Any, score: int
) -> None:
    assert plugin.score(combat(*attackers, caps=(None, None)), answer) == score


def test_fewer_disobeyed_is_better() -> None:
    assert plugin.goal is Goal.MINIMISE
    assert plugin.unit == 1


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.data())
def test_the_brute_force_has_the_same_idea_of_legality_and_score(seed: int, data: Any) -> None:
    instance = plugin.generate(Random(seed), 5)
    brute, board = solution("brute-force"), plugin.arguments(instance)[0]
    choices = [None, *range(len(instance.defenders))]
    target = [data.draw(st.sampled_from(choices)) for _ in instance.attackers]
    answer = tuple((i, k) for i, k in enumerate(target) if k is not None)
    barred = any(
        instance.attackers[i].cannot_attack or k in instance.attackers[i].cannot_attack_defenders
        for i, k in answer
    )
    if barred or not brute.legal(board, target):
        with pytest.raises(IllegalAnswer):
            plugin.score(instance, answer)
    else:
        assert plugin.score(instance, answer) == brute.disobeyed(board, target)


@pytest.mark.parametrize("text", ["1 0\n0 1\n", "[[0, 1], [1, 0]]", "[(1,0),(0,1)]", "0 1 1 0"])
def test_pairs_are_read_in_any_order_and_shape(text: str) -> None:
    instance = combat(BLACK, GREEN, caps=(None, None))
    assert plugin.decode(text, instance, "0-indexed") == ((0, 1), (1, 0))


def test_the_second_reading_counts_both_from_one() -> None:
    instance = combat(BLACK, GREEN, caps=(None, None))
    assert plugin.decode("1 2\n2 1\n", instance, "1-indexed") == ((0, 1), (1, 0))
    assert plugin.decode("", instance, "1-indexed") == ()


@pytest.mark.parametrize(("text", "reading"), list(product(["2 0", "0 2", "-1 0"], ["0-indexed"])))
def test_an_index_out_of_range_is_illegal(text: str, reading: str) -> None:
    with pytest.raises(IllegalAnswer, match="index: there is no"):
        plugin.decode(text, combat(BLACK, GREEN, caps=(None, None)), reading)
    with pytest.raises(IllegalAnswer, match="index: there is no attacker 0"):
        plugin.decode("0 1", combat(BLACK), "1-indexed")


def test_words_are_undecodable() -> None:
    with pytest.raises(Undecodable):
        plugin.decode("Rat attacks", combat(BLACK), "0-indexed")
