"""An answer that pairs things off, in every shape in which authors write it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.plugin import IllegalAnswer, Undecodable
from judge.plugin.pairings import Shape, matching, readings

#: Three on the left, two on the right: the first and last go to the second, the middle to none.
PAIRS = ((0, 1), (2, 1))


@pytest.mark.parametrize(
    ("text", "base", "shape"),
    [
        ("[[0, 1], [2, 1]]", 0, Shape.PAIRS),
        ("[[2, 1], [0, 1]]", 0, Shape.PAIRS),
        ("1 2\n3 2", 1, Shape.PAIRS),
        ("{0: 1, 2: 1}", 0, Shape.PAIRS),
        ("{0: [1], 2: [1]}", 0, Shape.PAIRS),
        ("1 0 1 2", 0, Shape.SWAPPED),
        ("{2: [1, 3]}", 1, Shape.SWAPPED),
        ("[[1, [0, 2]]]", 0, Shape.SWAPPED),
        ("[[0, []], [1, [0, 2]]]", 0, Shape.SWAPPED),
        ("{1: [0, 2], -1: [1]}", 0, Shape.SWAPPED),
        ("{None: [1], 1: [0, 2]}", 0, Shape.SWAPPED),
        ("{2=>[1, 3], 0=>[2]}", 1, Shape.SWAPPED),
        ("[1, -1, 1]", 0, Shape.PARTNERS),
        ("[1, null, 1]", 0, Shape.PARTNERS),
        ("1 None 1", 0, Shape.PARTNERS),
        ("[2, 0, 2]", 1, Shape.PARTNERS),
        ("[2, -1, 2]", 1, Shape.PARTNERS),
        ("[2, undefined, 2]", 1, Shape.PARTNERS),
        ("[1, NaN, 1]", 0, Shape.PARTNERS),
        ("r =\n   2   0   2\n\n", 1, Shape.PARTNERS),
        ("[[1], [], [1]]", 0, Shape.PARTNERS),
        ("[[], [0, 2]]", 0, Shape.GROUPS),
        ("[] [0, 2]", 0, Shape.GROUPS),
        ("[null, [1, 3]]", 1, Shape.GROUPS),
        ("\n1 3\n", 1, Shape.GROUPS),
        ("|1 3", 1, Shape.GROUPS),
        (";1 3\n", 1, Shape.GROUPS),
        ("{0: 1, 1: None, 2: 1}", 0, Shape.PAIRS),
        ("{0: 1, 1: -1, 2: 1}", 0, Shape.PAIRS),
        ("{3: 2, 2: 0, 1: 2}", 1, Shape.PAIRS),
        ("3 => 2, 2 => -1, 1 => 2", 1, Shape.PAIRS),
        ("1,,1", 0, Shape.PARTNERS),
        ("[1,,1]", 0, Shape.PARTNERS),
        ("2\n\n2\n", 1, Shape.PARTNERS),
        ("1 - 1", 0, Shape.PARTNERS),
        ("1\nnone\n1", 0, Shape.PARTNERS),
        ("[Some(1), None, Some(1)]", 0, Shape.PARTNERS),
        ('{"0": 1, "2": 1}', 0, Shape.PARTNERS),
        ("{3: 2, 1: 2}", 1, Shape.PARTNERS),
        ('{"1": [0, 2]}', 0, Shape.GROUPS),
        ("Array\n(\n    [0] => 1\n    [2] => 1\n)\n", 0, Shape.PARTNERS),
    ],
)
def test_the_same_pairs_in_every_shape(text: str, base: int, shape: Shape) -> None:
    assert matching(text, base, shape, 3, 2) == PAIRS


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("[0, 2]", 0),
        ("[1, 3]", 1),
        ("[[0], 2]", 0),
        ("[1, [3]]", 1),
        ("0 2", 0),
        ("1\n3\n", 1),
    ],
)
def test_a_group_of_one_may_be_its_number(text: str, base: int) -> None:
    assert matching(text, base, Shape.GROUPS, 3, 2) == ((0, 0), (2, 1))


@pytest.mark.parametrize(("text", "base"), [("[-1, 2]", 0), ("[None, 3]", 1), ("[0, 3]", 1)])
def test_a_group_of_nobody_may_be_a_number_too(text: str, base: int) -> None:
    assert matching(text, base, Shape.GROUPS, 3, 2) == ((2, 1),)


@pytest.mark.parametrize(
    "text",
    [
        "Array\n(\n    [0] => 1\n    [1] => 0\n)\n",
        "array(2) {\n  [0]=>\n  int(1)\n  [1]=>\n  int(0)\n}\n",
    ],
)
def test_a_dump_whose_keys_count_from_0_may_have_none_for_the_last(text: str) -> None:
    assert matching(text, 0, Shape.PARTNERS, 3, 2) == ((0, 1), (1, 0))


@pytest.mark.parametrize(
    ("text", "shape", "lefts", "rights"),
    [
        ("", Shape.PAIRS, 3, 2),
        ("[]", Shape.SWAPPED, 3, 2),
        ("[-1, -1]", Shape.PARTNERS, 2, 2),
        ("[]", Shape.PARTNERS, 0, 2),
        ("[[], []]", Shape.GROUPS, 3, 2),
        ("[[]]", Shape.GROUPS, 3, 1),
        ("[]", Shape.GROUPS, 3, 0),
        ("", Shape.GROUPS, 3, 0),
        ("[]", Shape.PARTNERS, 3, 2),
        ("", Shape.PARTNERS, 3, 2),
        ("Array\n(\n)\n", Shape.PARTNERS, 3, 2),
        ("Set(0) {}", Shape.GROUPS, 3, 2),
        ("[]", Shape.GROUPS, 3, 2),
        ("{-1: [0, 1, 2]}", Shape.SWAPPED, 3, 2),
    ],
)
def test_nothing_paired_off(text: str, shape: Shape, lefts: int, rights: int) -> None:
    assert matching(text, 0, shape, lefts, rights) == ()


@pytest.mark.parametrize(
    ("text", "shape", "told"),
    [
        ("[1, 2, 3]", Shape.PAIRS, "an odd count of numbers (3) makes no pairs"),
        ("undefined", Shape.PAIRS, "line 1: 'undefined' is not an integer"),
        ("{0: [1, x]}", Shape.PAIRS, "line 1: '[' opens a group among bare numbers"),
        ("[1, 0]", Shape.PARTNERS, "2 entries are no list of 3 partners"),
        ("[1, 0, -2]", Shape.PARTNERS, "-2 is no partner"),
        ("{0: 1, 1: -2}", Shape.PARTNERS, "4 entries are no list of 3 partners"),
        ("{0: 1, 0: 0}", Shape.PARTNERS, "4 entries are no list of 3 partners"),
        ("{0: 1, 3: 0}", Shape.PARTNERS, "4 entries are no list of 3 partners"),
        ("{0: 1, 1 0}", Shape.PARTNERS, "4 entries are no list of 3 partners"),
        ("[1, 0, [1, 2]]", Shape.PARTNERS, "a group of numbers is no partner"),
        ("[[0], [1], [2]]", Shape.GROUPS, "3 entries are no list of 2 groups"),
        ("[0] -2", Shape.GROUPS, "-2 is no left"),
        ("0: 1", Shape.GROUPS, "the number 0 is no group"),
        ("{0: [1], 2: [0]}", Shape.GROUPS, "1 entries are no list of 2 groups"),
        ("[[0], [[1]]]", Shape.GROUPS, "a group contains more than numbers"),
    ],
)
def test_what_has_another_shape_is_refused(text: str, shape: Shape, told: str) -> None:
    with pytest.raises(Undecodable) as caught:
        matching(text, 0, shape, 3, 2)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("text", "shape", "key", "count"),
    [
        ("7 []", Shape.PAIRS, 7, 3),
        ('{"7": []}', Shape.PAIRS, 7, 3),
        ("-3 {}", Shape.PAIRS, -3, 3),
        ("{0: [1], 3: []}", Shape.PAIRS, 3, 3),
        ("[[3, []], [0, [1]]]", Shape.PAIRS, 3, 3),
        ("{2: []}", Shape.SWAPPED, 2, 2),
        ("[[1, [0, 2]], [-1, []]]", Shape.SWAPPED, -1, 2),
        ("{-1: []}", Shape.SWAPPED, -1, 2),
    ],
)
def test_a_key_out_of_range_is_illegal_though_its_list_is_empty(
    text: str, shape: Shape, key: int, count: int
) -> None:
    with pytest.raises(IllegalAnswer) as caught:
        matching(text, 0, shape, 3, 2, "index")
    assert str(caught.value) == (
        f"index: {key} with an empty list is not an index; there are {count}, numbered from 0"
    )


@pytest.mark.parametrize("text", [",", ";", ": ,"])
def test_separators_alone_are_no_empty_answer(text: str) -> None:
    with pytest.raises(Undecodable):
        matching(text, 0, Shape.PAIRS, 3, 3)


def test_the_range_of_keys_starts_at_the_base_and_may_be_empty() -> None:
    assert matching("{3: []}", 1, Shape.PAIRS, 3, 2) == ()
    for text, lefts in (("{0: []}", 3), ("{4: []}", 3), ("{1: []}", 0)):
        with pytest.raises(IllegalAnswer, match="index out of range"):
            matching(text, 1, Shape.PAIRS, lefts, 2)


@pytest.mark.parametrize(
    "text",
    ["[[0, 1], [1, -1], [2, 1]]", "{0: 1, 1: -2, 2: 1}", "{0: 1, 1: -1}", "{0: 1, 3: -1, 2: 1}"],
)
def test_only_a_whole_map_has_numbers_for_none(text: str) -> None:
    assert any(right < 0 for _, right in matching(text, 0, Shape.PAIRS, 3, 2))


def test_an_empty_last_line_is_a_group_where_one_is_missing() -> None:
    assert matching("0 2\n", 0, Shape.GROUPS, 3, 2) == ((0, 0), (2, 0))
    assert matching("0 2\n\n", 0, Shape.GROUPS, 3, 2) == ((0, 0), (2, 0))
    assert matching("0 2|\n", 0, Shape.GROUPS, 3, 2) == ((0, 0), (2, 0))


def test_a_gap_among_commas_or_lines_counts_only_in_a_list_of_all() -> None:
    for text in ("1,,1,", "[1,,1],", ",,", "1\n\n", "1,[0 1],,1"):
        with pytest.raises(Undecodable):
            matching(text, 0, Shape.PARTNERS, 3, 2)


def test_a_word_for_nothing_is_no_list_of_one() -> None:
    for word in ("undefined", "None", "null"):
        with pytest.raises(Undecodable):
            matching(word, 0, Shape.PARTNERS, 1, 1)
    assert matching("[null]", 0, Shape.PARTNERS, 1, 1) == ()


def test_the_readings_name_base_and_shape_the_most_natural_first() -> None:
    known = readings("attacker first", "by blocker", "by attacker")
    assert list(known)[:4] == [
        "0-indexed",
        "1-indexed",
        "0-indexed, attacker first",
        "1-indexed, attacker first",
    ]
    assert known["1-indexed, by attacker"] == (1, Shape.GROUPS)
    assert len(known) == 8


@pytest.mark.long
@settings(deadline=None)
@given(
    st.text(alphabet="[](){}0123456789.,;:- \n#null", max_size=60),
    st.sampled_from(Shape),
    st.integers(0, 4),
)
def test_any_text_is_read_or_refused(text: str, shape: Shape, many: int) -> None:
    try:
        found = matching(text, 0, shape, many, many)
    except (Undecodable, IllegalAnswer):
        return
    assert all(isinstance(number, int) for pair in found for number in pair)


@pytest.mark.parametrize(
    "text",
    [
        "A0: B0 B2\nA1: B1\n",
        "A0: B0, B2\nA1: B1",
        "Attacker 0 is blocked by 0 and 2\nAttacker 1 is blocked by 1",
        "Attacker 0 is blocked by [0, 2].\nAttacker 1 is blocked by [1].",
        "Attacker #0: blockers 0, 2\nAttacker #1: blocker 1\n",
        '[{"attacker": 0, "blockers": [0, 2]}, {"attacker": 1, "blockers": [1]}]',
        "[ { attacker: 0, blockers: [ 0, 2 ] }, { attacker: 1, blockers: [ 1 ] } ]",
    ],
)
def test_groups_in_words(text: str) -> None:
    assert matching(text, 0, Shape.SWAPPED, 3, 2) == ((0, 0), (1, 1), (2, 0))


@pytest.mark.parametrize(
    "text",
    [
        "A0: B0\nA1:\n",
        "A0: B0\nA1: none",
        "Attacker 0 is blocked by 0\nAttacker 1 is unblocked",
        "[{attacker: 0, blockers: [0]}, {attacker: 1, blockers: []}]",
    ],
)
def test_a_group_in_words_may_be_empty(text: str) -> None:
    assert matching(text, 0, Shape.SWAPPED, 3, 2) == ((0, 0),)


def test_one_that_does_not_pair_off_may_say_so_in_words() -> None:
    text = "Blocker 0 blocks attacker 1\nBlocker 1 does not block\nBlocker 2 blocks attacker 1\n"
    assert matching(text, 0, Shape.PAIRS, 3, 2) == ((0, 1), (2, 1))


@pytest.mark.parametrize(
    "text",
    [
        "A0: B0\nB1: A1",
        "A0: B0\nA1: C1",
        "A0: B0 C1",
        "A0: B0 -1",
        "Blocker 0 blocks attacker 1\nBlocker 1 does not block attacker 0",
        "Blocker 0 does not block attacker 1",
        "Blocker 0 does not block\nBlocker 1 sleeps",
        "Score 0\nA0: B0",
        "[{attacker: 0, blockers: [0]}, {blocker: 1, attackers: [0]}]",
        "[{attacker: 0, attacker: [0]}]",
        "[{attacker: 0, blockers: [0]}] 1",
    ],
)
def test_words_that_differ_are_no_groups(text: str) -> None:
    for shape in (Shape.PAIRS, Shape.SWAPPED):
        with pytest.raises((Undecodable, IllegalAnswer)):
            matching(text, 0, shape, 3, 2)


def test_empty_strings_among_partners_are_nobody() -> None:
    for text in ('["", 0, 1]', "['', 0, 1]", '["",0,1]'):
        assert matching(text, 0, Shape.PARTNERS, 3, 2) == ((1, 0), (2, 1))


def test_integers_of_a_type_of_its_own() -> None:
    assert matching("[ 0n, -1n, 1n ]", 0, Shape.PARTNERS, 3, 2) == ((0, 0), (2, 1))


def test_the_sole_group_may_be_empty() -> None:
    assert matching("[]\n", 0, Shape.GROUPS, 3, 1) == ()
    with pytest.raises(Undecodable):
        matching(",()", 0, Shape.GROUPS, 3, 1)


def test_a_sign_may_be_the_sole_partner_and_a_word_for_nothing_may_not() -> None:
    assert matching("-\n", 0, Shape.PARTNERS, 1, 2) == ()
    with pytest.raises(Undecodable):
        matching("null\n", 0, Shape.PARTNERS, 1, 2)
