"""Tolerant reading: whatever notation pairs of integers come in, and precise words for the rest."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.plugin import Undecodable
from judge.plugin.number_lists import NOBODY, pairs, tree

PRINT_R = """Array
(
    [0] => Array
        (
            [0] => 0
            [1] => 0
        )

    [1] => Array
        (
            [0] => 1
            [1] => 0
        )

    [2] => Array
        (
            [0] => 2
            [1] => 1
        )

)
"""
VAR_DUMP = """array(3) {
  [0]=>
  array(2) {
    [0]=>
    int(0)
    [1]=>
    int(0)
  }
  [1]=>
  array(2) {
    [0]=>
    int(1)
    [1]=>
    int(0)
  }
  [2]=>
  array(2) {
    [0]=>
    string(1) "2"
    [1]=>
    int(1)
  }
}
"""
VAR_EXPORT = (
    "array (0 => array (0 => 0, 1 => 0), 1 => array (0 => 1, 1 => 0), 2 => array (0 => 2, 1 => 1))"
)
WORKED = ((0, 0), (1, 0), (2, 1))


@pytest.mark.parametrize(
    "text",
    [
        "[[0, 0], [1, 0], [2, 1]]",
        "[(0, 0), (1, 0), (2, 1)]",
        "((0, 0), (1, 0), (2, 1),)",
        "{(0, 0), (1, 0), (2, 1)}",
        "[ [ 0, 0 ], [ 1, 0 ], [ 2, 1 ] ]",
        "[\n  [ 0, 0 ],\n  [ 1, 0 ],\n  [ 2, 1 ]\n]\n",
        "[0, 0]    # 1/4 blocks 2/2\n[1, 0]    # 1/1 blocks 2/2\n[2, 1]    # 0/1 blocks 3/3\n",
        "(0, 0), (1, 0), (2, 1)",
        "[0,0][1,0][2,1]",
        "0 0\n1 0\n2 1\n",
        "0,0\r\n1,0\r\n2,1\r\n",
        "0 0 // first\n1 0 // second\n2 1",
        "0, 0; 1, 0; 2, 1",
        "\t0\n0\n\n1\n0\n2\n1",
        "[0, 0, 1, 0, 2, 1]",
        "[[0 0]\n [1 0]\n [2 1]]",
        "[[0.0, 0.0], [1.0, 0.], [2.000, 1]]",
        "+0 -0 01 0 2 +1",
        "\ufeff[[0,0],[1,0],[2,1]]",
        "\u00a00\u20030 1 0 2 1",
        "{0: 0, 1: 0, 2: 1}",
        '{"0": 0, "1": 0, "2": 1}',
        "{0=>0, 1=>0, 2=>1}",
        "0->0 1->0 2->1",
        '[["0", "0"], ["1", "0"], ["2", "1"]]',
        "['0 0', '1 0', '2 1']",
        "0→0 1→0 2→1",
        "0-0|1-0|2-1",
        "0-0 1-0 2-1",
        "frozenset({(0, 0), (1, 0), (2, 1)})",
        "defaultdict(<class 'int'>, {0: 0, 1: 0, 2: 1})",
        "defaultdict(<function <lambda> at 0x7f>, {0: 0, 1: 0, 2: 1})",
        "OrderedDict([(0, 0), (1, 0), (2, 1)])",
        "dict_items([(0, 0), (1, 0), (2, 1)])",
        "deque([(0, 0), (1, 0), (2, 1)])",
        "Map(3) { 0 => 0, 1 => 0, 2 => 1 }",
        "Set(3) { [ 0, 0 ], [ 1, 0 ], [ 2, 1 ] }",
        "#<Set: {[0, 0], [1, 0], [2, 1]}>",
        "fromList [(0,0),(1,0),(2,1)]",
        "$VAR1 = [\n  [\n    0,\n    0\n  ],\n  [ 1, 0 ],\n  [ '2', 1 ] ];\n",
        "$VAR1 = {\n          '0' => 0,\n          '1' => 0,\n          '2' => 1\n        };\n",
        PRINT_R,
        VAR_DUMP,
        VAR_EXPORT,
    ],
)
def test_common_notations_say_the_same(text: str) -> None:
    assert pairs(text) == WORKED


@pytest.mark.parametrize(
    "text",
    ["", "\n \t\n", "[]", "[[]]", "()", "(())", "{}", "# none\n", "[ ]", "set()", "frozenset()",
     "Map(0) {}", "Set(0) {}", "fromList []", "$VAR1 = [];\n", "Array\n(\n)\n", "array(0) {\n}\n",
     "defaultdict(<class 'int'>, {})", "#<Set: {}>"],
)  # fmt: skip
def test_blank_text_and_empty_brackets_hold_no_pair(text: str) -> None:
    assert pairs(text) == ()


def test_a_php_array_whose_keys_do_not_count_from_0_is_a_map() -> None:
    assert pairs("Array\n(\n    [2] => 1\n    [0] => 3\n)\n") == ((2, 1), (0, 3))
    assert pairs("array(1) {\n  [2]=>\n  int(1)\n}\n") == ((2, 1),)


@pytest.mark.parametrize(
    "text",
    ["0-1-2", "1-", "0--1", "0-1.5", "a0-1", "|", "set", "set([0 1]", "Map(2)", "reset(0, 1)",
     "fromList", "frozen({(0, 1)})", "Array", "Array ( [0] => Array", "Array ( [x] => 1 )",
     "array(1) { [0]=> int(0) } array", "$VAR1 = $VAR1;", "#<Set: {0, 1}", "Just", "Some x",
     "defaultdict(<class 'int'>, 3 4", "Map(2) x { 0 => 1 }", "0 1 set"],
)  # fmt: skip
def test_words_that_only_resemble_a_notation_are_refused(text: str) -> None:
    # "#" begins a comment, so that an unfinished Ruby set is blank.
    if text.startswith("#"):
        assert pairs(text) == ()
        return
    with pytest.raises(Undecodable):
        pairs(text)


def test_one_list_of_two_is_one_pair() -> None:
    assert pairs("[0, 0]") == ((0, 0),)
    assert pairs("[[3, -4]]") == ((3, -4),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[0, NaN]]", "line 1: 'NaN' is not an integer"),
        ("undefined", "line 1: 'undefined' is not an integer"),
        ("null", "line 1: 'null' is not an integer"),
        ("None", "line 1: 'None' is not an integer"),
        ("[0, 0]\n[1, x]", "line 2: 'x' is not an integer"),
        ("# a\n# b\n\n0 0 oops", "line 4: 'oops' is not an integer"),
        ("1.5 2", "line 1: '1.5' is not an integer"),
        ("1e3 2", "line 1: '1e3' is not an integer"),
        ("0x1 2", "line 1: '0x1' is not an integer"),
        ("0-1-2", "line 1: '0-1-2' is not an integer"),
        ("0=x", "line 1: 'x' is not an integer"),
        ("0-->1", "line 1: '0-' is not an integer"),
        ("\u0663 1", r"line 1: '\u0663' is not an integer"),
        ("1 2 3", "an odd count of numbers (3) makes no pairs"),
        ("[1, 2, 3]", "an odd count of numbers (3) makes no pairs"),
        ("[[1, 2], [3, 4, 5]]", "line 1: a group of 3 numbers is not a pair"),
        ("[1, 2, 3, 4]\n[5, 6]", "line 1: a group of 4 numbers is not a pair"),
        ("[1, 2]\n[3]", "line 2: a group of 1 number is not a pair"),
        ("[7]", "line 1: a group of 1 number is not a pair"),
        ("[[1, 2], []]", "line 1: a group of 0 numbers is not a pair"),
        ("[[1, 2], 3]", "line 1: bare number '3' among groups"),
        ("1 2 [3, 4]", "line 1: '[' opens a group among bare numbers"),
        ("[[1, 2]", "line 1: '[' is never closed"),
        ("\n[1, 2]]", "line 2: ']' closes nothing"),
        ("[1,\n2)", "line 2: ')' closes the '[' of line 1"),
        ("[[[[1, 2]]]]", "line 1: brackets nested more than 3 deep"),
        ("[1,,2]", "line 1: nothing comes before ','"),
        (", 1 2", "line 1: nothing comes before ','"),
        ("1234567890123456789 0", "line 1: '1234567890123456789' has more than 18 digits"),
        ("x" * 100, "line 1: 'xxxxxxxxxxxxxxxxxxxxx...' is not an integer"),
    ],
)
def test_anything_else_is_refused_by_token_and_line(text: str, told: str) -> None:
    with pytest.raises(Undecodable) as caught:
        pairs(text)
    assert str(caught.value) == told


def test_eighteen_digits_are_read_exactly() -> None:
    assert pairs("-999999999999999999 999999999999999999") == ((-(10**18 - 1), 10**18 - 1),)


@pytest.mark.long
@pytest.mark.parametrize(
    "unit",
    ["[", "]", "[]", "[[", "0 ", "0", "[0,0]", ",", "\n", " ", "#", "#\n", "//\n", "/", "x", "x ",
     "[0,", "((0)", "Array(", "array(1) {", "set(", "Map(1) {", "0-1|", "#<Set: {", "[0]=>",
     "defaultdict(<", "$VAR1 = ", "Array ( [0] => ",
     "1.", ".", "-", "\u2003", "\x00", "\U0001f600", "[[0,0],[0"],
)  # fmt: skip
def test_a_mebibyte_of_anything_is_settled_in_bounded_memory(unit: str) -> None:
    # Whatever is worse than linear in the length would not come to an end here.
    text = unit * (2**20 // len(unit))
    tracemalloc.start()
    try:
        pairs(text[: 2**17])
    except Undecodable as error:
        assert len(str(error)) < 300
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 40 * 2**20
    try:
        pairs(text)
    except Undecodable as error:
        assert len(str(error)) < 300


NUMBERS = st.integers(-(10**18) + 1, 10**18 - 1)
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), max_size=12)


@st.composite
def written(draw: st.DrawFn) -> tuple[tuple[tuple[int, int], ...], str]:
    """Pairs, and one of the ways to write them."""
    held = draw(PAIRS)
    gap = draw(st.sampled_from([" ", "\n", "\t", "  ", "\r\n", "\u2003"]))
    comma = draw(st.sampled_from([",", ", ", " ,", ",\n", " "]))
    point = draw(st.sampled_from(["", ".0", "."]))
    opened, closed = draw(st.sampled_from([("[", "]"), ("(", ")"), ("{", "}")]))
    comment = draw(st.sampled_from(["", " # 1/4 blocks 2/2\n", " // [0, (NaN\n"]))
    items = [f"{opened}{a}{point}{comma}{b}{point}{closed}{comment}" for a, b in held]
    bare = [f"{a}{point}{comma}{b}{point}{comment}" for a, b in held]
    text = draw(
        st.sampled_from(
            [
                opened + comma.join(items) + closed,
                opened + comma.join(items) + ("," if items else "") + closed,
                gap.join(items),
                gap.join(bare),
                opened + comma.join(bare) + closed,
                str(held),
                str(tuple(held)),
            ]
        )
    )
    return tuple(held), text


@pytest.mark.long
@settings(deadline=None)
@given(written())
def test_what_is_written_is_read(case: tuple[tuple[tuple[int, int], ...], str]) -> None:
    held, text = case
    assert pairs(text) == held


@pytest.mark.long
@settings(deadline=None)
@given(st.text(alphabet="[](){}0123456789.,;-+ \n#/x", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = pairs(text)
    except Undecodable:
        return
    assert all(isinstance(n, int) for pair in found for n in pair)
    assert pairs(str(list(found))) == found


# Nested lists


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("", ()),
        ("[]", ((),)),
        ("[1, null, [2], []]", ((1, NOBODY, (2,), ()),)),
        ("1 None nil undefined", (1, NOBODY, NOBODY, NOBODY)),
        ("{0: [1, 2], 3: [4]}", ((0, (1, 2), 3, (4,)),)),
        ("[, [], 1,], []", ((((), 1)), ())),
    ],
)
def test_a_tree_keeps_the_lists_apart(text: str, items: tuple[object, ...]) -> None:
    assert tree(text) == items


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[1, y]", "line 1: 'y' is not an integer"),
        ("[1)", "line 1: ')' closes nothing"),
        ("\n]", "line 2: ']' closes nothing"),
        ("[[1]", "line 1: '[' is never closed"),
        ("[[[[1]]]]", "line 1: brackets nested more than 3 deep"),
        ("[]" * 200_000, "line 1: more than 200000 numbers"),
        (",", "line 1: a separator without an item"),
        ("[[], [1, 2],\n[;|]]", "line 2: a separator without an item"),
        ("[], |[,]", "line 1: a separator without an item"),
    ],
)
def test_a_broken_tree_is_refused_by_token_and_line(text: str, told: str) -> None:
    with pytest.raises(Undecodable) as caught:
        tree(text)
    assert str(caught.value) == told
