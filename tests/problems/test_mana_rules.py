"""The rules of Mana troubles: every ambiguity of the statement is settled by a case here, and all
exact programs are held to them."""

from __future__ import annotations

import pytest
from _mana_support import SOLUTIONS, mana, run, run_python
from mana_problem.input import Situation, render

from tests.compiled import STRICT, compiled

RULES = [
    # (what is settled, battlefield, library, life, cost, answer)
    ("99 is 18 generic: 18 lands do", ["Forest"] * 18, [], 20, "99", True),
    ("99 is 18 generic: 17 lands do not", ["Forest"] * 17, [], 20, "99", False),
    ("11 is 2 generic", ["Forest"] * 2, [], 20, "11", True),
    ("life must stay above 0", ["City of Brass"], [], 1, "W", False),
    ("one life left is alive", ["City of Brass"], [], 2, "W", True),
    ("fetching costs 1", ["Arid Mesa"], ["Plains"], 1, "W", False),
    ("fetching costs no more than 1", ["Arid Mesa"], ["Plains"], 2, "W", True),
    (
        "a fetched shock land costs 1 + 2: 3 life is too little",
        ["Arid Mesa"],
        ["Steam Vents"],
        3,
        "U",
        False,
    ),
    (
        "a fetched shock land costs 1 + 2: 4 life will do",
        ["Arid Mesa"],
        ["Steam Vents"],
        4,
        "U",
        True,
    ),
    ("a shock land on the battlefield is free", ["Steam Vents"], [], 1, "R", True),
    ("a fetch land replaces itself and makes no mana", ["Arid Mesa"], ["Plains"], 20, "W1", False),
    ("a fetch land works once", ["Arid Mesa"], ["Plains", "Plains"], 20, "WW", False),
    ("a library card is there once", ["Arid Mesa", "Arid Mesa"], ["Plains"], 20, "WW", False),
    ("two fetch lands find two cards", ["Arid Mesa", "Arid Mesa"], ["Plains"] * 2, 3, "WW", True),
    ("a fetch land may be left unused", ["Arid Mesa", "Forest"], ["Plains"], 1, "G", True),
    ("a fetch land needs something to find", ["Arid Mesa"], [], 20, "1", False),
    (
        "a fetch land looks for types, not for colours",
        ["Wooded Foothills"],
        ["Mystic Monastery", "Battlefield Forge", "City of Brass"],
        20,
        "R",
        False,
    ),
    ("a dual land has both types", ["Wooded Foothills"], ["Bayou"], 20, "B", True),
    (
        "a fetch land cannot fetch a fetch land",
        ["Arid Mesa"],
        ["Flooded Strand", "Plains"],
        20,
        "U",
        False,
    ),
    ("library lands are not on the battlefield", ["Forest"], ["Forest"], 20, "GG", False),
    ("one Tron land alone makes 1", ["Urza's Tower"], [], 20, "2", False),
    ("two kinds are no Tron", ["Urza's Tower", "Urza's Mine"], [], 20, "3", False),
    (
        "the Tron makes 2 + 2 + 3",
        ["Urza's Tower", "Urza's Mine", "Urza's Power Plant"],
        [],
        20,
        "7",
        True,
    ),
    (
        "the Tron makes no more",
        ["Urza's Tower", "Urza's Mine", "Urza's Power Plant"],
        [],
        20,
        "8",
        False,
    ),
    (
        "every copy profits from the Tron",
        ["Urza's Tower"] * 3 + ["Urza's Mine", "Urza's Power Plant"],
        [],
        20,
        "94",
        True,
    ),
    (
        "the Tron counts the battlefield, not the library",
        ["Urza's Tower", "Urza's Mine", "Arid Mesa"],
        ["Urza's Power Plant", "Plains"],
        20,
        "4",
        False,
    ),
    (
        "Tron mana is colourless",
        ["Urza's Tower", "Urza's Mine", "Urza's Power Plant"],
        [],
        20,
        "CCCCCCC",
        True,
    ),
    ("City of Brass makes every colour", ["City of Brass"] * 5, [], 6, "WUBRG", True),
    ("City of Brass cannot make C", ["City of Brass"], [], 20, "C", False),
    ("Gemstone Mine is free", ["Gemstone Mine"] * 5, [], 1, "WUBRG", True),
    ("Gemstone Mine cannot make C", ["Gemstone Mine"], [], 20, "C", False),
    ("a bounce land gives both mana", ["Azorius Chancery"], [], 1, "WU", True),
    ("a bounce land gives one of each", ["Azorius Chancery"], [], 20, "WW", False),
    ("a pain land gives C for free", ["Battlefield Forge"], [], 1, "C", True),
    ("a pain land's colour costs 1", ["Battlefield Forge"], [], 1, "R", False),
    ("a pain land's colour costs no more", ["Battlefield Forge"], [], 2, "R", True),
    ("a pain land pays generic with C", ["Battlefield Forge"], [], 1, "1", True),
    ("more mana than needed is fine", ["Azorius Chancery", "Forest"], [], 20, "W", True),
    ("generic takes any type", ["Forest", "Urza's Mine", "Plains"], [], 20, "3", True),
    ("C takes colourless only", ["Forest"], [], 20, "C", False),
    ("a land is tapped once", ["Mystic Monastery"], [], 20, "UR", False),
    ("no lands, no mana", [], [], 20, "1", False),
]
CASES = tuple(
    Situation(tuple(board), tuple(library), life, cost)
    for _, board, library, life, cost, _ in RULES
)
ANSWERS = ["YES" if rule[-1] else "NO" for rule in RULES]


@pytest.mark.parametrize(
    ("case", "answer"), list(zip(CASES, ANSWERS, strict=True)), ids=[rule[0] for rule in RULES]
)
def test_a_rule_holds(case: Situation, answer: str) -> None:
    assert mana().reference((case,)) == (answer == "YES",)


@pytest.mark.parametrize("stem", ["reference-flow", "brute-force"])
def test_the_python_programs_follow_every_rule(stem: str) -> None:
    assert dict(zip(RULES_BY_NAME, run_python(stem, render(CASES)), strict=True)) == RULES_BY_NAME


@pytest.mark.long
def test_the_compiled_program_follows_every_rule() -> None:
    binary = compiled(SOLUTIONS / "reference-prices.cpp", *STRICT)
    assert dict(zip(RULES_BY_NAME, run([binary], render(CASES)), strict=True)) == RULES_BY_NAME


RULES_BY_NAME = {rule[0]: answer for rule, answer in zip(RULES, ANSWERS, strict=True)}


def test_the_reason_for_a_no_names_the_colours_that_are_short() -> None:
    case = Situation(("Tundra", "Island", "Forest"), (), 20, "WUU")
    found = mana().explain(case)
    assert (found.shortage.kinds, found.shortage.needed, found.shortage.available) == ("WU", 3, 2)
    assert "3 of W and U together" in found.reason and "at most 2" in found.reason


def test_the_reason_names_only_what_is_short() -> None:
    case = Situation(("Forest",) * 4, (), 20, "GGR1")
    assert mana().explain(case).shortage.kinds == "R"


def test_the_reason_counts_all_mana_when_there_is_too_little_of_it() -> None:
    found = mana().explain(Situation(("Forest", "Azorius Chancery"), (), 20, "G3"))
    assert "4 mana in all" in found.reason and "at most 3" in found.reason


@pytest.mark.parametrize(("life", "short"), [(1, 3), (2, 2), (3, 1), (4, 0)])
def test_the_reason_says_how_much_life_is_short(life: int, short: int) -> None:
    found = mana().explain(Situation(("Arid Mesa",), ("Steam Vents",), life, "U"))
    assert (found.possible, found.life_needed, found.life_short) == (short == 0, 3, short)
    assert short == 0 or f"{short} more is needed" in found.reason


def test_a_yes_comes_with_a_log_of_actions() -> None:
    found = mana().explain(Situation(("Wooded Foothills", "Forest"), ("Steam Vents",), 7, "RG"))
    assert found.line == "YES: Wooded Foothills -> Steam Vents (3 life): R; Forest: G"
    assert list(found.actions()) == [
        "Use Wooded Foothills to fetch Steam Vents, tap that for R, paying 3 life in all. "
        "Life 7 -> 4.",
        "Tap Forest for G.",
    ]
