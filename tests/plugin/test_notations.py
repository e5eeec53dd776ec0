"""What languages print around a list is no part of an answer."""

from __future__ import annotations

import pytest

from judge.plugin import Undecodable
from judge.plugin.notations import labelled_pairs, plain_words, without_notation
from judge.plugin.number_lists import NOBODY, pairs, tree
from judge.plugin.pairings import Shape, matching

PAIRS = ((0, 0), (2, 1))


@pytest.mark.parametrize(
    "text",
    [
        "{0=0, 2=1}",  # Java, Kotlin
        "Map(0 -> 0, 2 -> 1)",  # Scala
        "HashMap(0 -> 0, 2 -> 1)",
        "List((0,0), (2,1))",
        "ArrayBuffer((0,0), (2,1))",
        "Dict(0 => 0, 2 => 1)",  # Julia
        "Dict{Int64, Int64}(0 => 0, 2 => 1)",
        "Tuple{Int64, Int64}[(0, 0), (2, 1)]",
        "Vector{Int64}[[0, 0], [2, 1]]",
        "Set(Any[(0, 0), (2, 1)])",
        "map[0:0 2:1]",  # Go
        "%{0 => 0, 2 => 1}",  # Elixir
        "MapSet.new([{0, 0}, {2, 1}])",
        "#{0 => 0, 2 => 1}",  # Erlang
        "#{[0 0] [2 1]}",  # Clojure
        "@[(0, 0), (2, 1)]",  # Nim
        "((0 . 0) (2 . 1))",  # Lisp
        "'((0 . 0) (2 . 1))",  # Racket
        "#hash((0 . 0) (2 . 1))",
        "#(#(0 0) #(2 1))",  # Scheme
        "map [(0, 0); (2, 1)]",  # F#
        "⟨⟨0 0⟩ ⟨2 1⟩⟩",  # BQN
        "┌─\n╵ 0 0\n  2 1\n      ┘\n",
        "╭─     \n╷ 0 0  \n  2 1  \n      ╯\n",  # Uiua
        "┌───┬───┐\n│0 0│2 1│\n└───┴───┘\n",  # APL, J
        "+---+---+\n|0 0|2 1|\n+---+---+\n",
        "┌→──┐\n↓0 0│\n│2 1│\n└~──┘\n",
        "┌─────────────┐\n│┌─┬─┐┌─┬─┐  │\n││0│0││2│1│  │\n│└─┴─┘└─┴─┘  │\n└─────────────┘\n",
        "┌───┬───┐\n│ b │ a │\n├───┼───┤\n│ 0 │ 0 │\n│ 2 │ 1 │\n└───┴───┘\n",  # SQLite, DuckDB
        "+---+---+\n| b | a |\n+---+---+\n| 0 | 0 |\n| 2 | 1 |\n+---+---+\n",
        "| b | a |\n|---|---|\n| 0 | 0 |\n| 2 | 1 |\n",
        "  ball box\n1    0   0\n2    2   1\n",  # a data frame of R
        "   ball  box\n0     0    0\n1     2    1\n",  # pandas
        "ball  box\n----  ---\n0     0  \n2     1  \n",  # SQLite in columns
        "2-element Vector{Tuple{Int64, Int64}}:\n (0, 0)\n (2, 1)\n",  # Julia, interactive
        "2×2 Matrix{Int64}:\n 0  0\n 2  1\n",
        "blocks =\n\n   0   0\n   2   1\n\n",  # Octave
        "⟨0‿0, 2‿1⟩",
        "ans =\n\n   0   0\n   2   1\n\n",  # Octave
        "     [,1] [,2]\n[1,]    0    0\n[2,]    2    1\n",  # R
        "[1] 0 0 2 1\n",
        "[1] 0 0\n[3] 2 1\n",
        "0/0 2/1",
        "0>0, 2>1",
        "0 <- 0\n2 <- 1",
        "0@0 2~1",
        "0=0;2=1",
    ],
)
def test_pairs_as_languages_print_them(text: str) -> None:
    assert pairs(text) == PAIRS


@pytest.mark.parametrize(
    "text",
    [
        "[Some(0), None, Some(1)]",  # Rust
        "[Optional(0), nil, Optional(1)]",  # Swift
        "@[some(0), none(int), some(1)]",  # Nim
        "List(Some(0), None, Some(1))",  # Scala
    ],
)
def test_values_that_may_be_missing(text: str) -> None:
    assert tree(text) == (((0,), NOBODY, (1,)),)


@pytest.mark.parametrize(
    "text",
    [
        "Any[0, nothing, 1]",  # Julia
        "Union{Nothing, Int64}[0, nothing, 1]",
        "#(0 #f 1)",  # Scheme
        "[0, Nullable.null, 1]",  # D
        "[0 (Any) 1]",  # Raku
        "[ 0, <1 empty item>, 1 ]",  # node
        "[0, *, 1]",
        "[0, NULL, 1]",
    ],
)
def test_words_and_signs_for_nothing(text: str) -> None:
    assert tree(text) == ((0, NOBODY, 1),)


def test_several_holes_of_a_list_are_as_many_items() -> None:
    assert tree("[ <2 empty items>, 1 ]") == ((NOBODY, NOBODY, 1),)


@pytest.mark.parametrize(
    "text",
    [
        "data frame with 0 columns and 0 rows\n",
        "[1] ball box \n<0 rows> (or 0-length row.names)\n",
        "ball  box\n----  ---\n",
    ],
)
def test_a_data_frame_without_rows(text: str) -> None:
    assert pairs(text) == ()


@pytest.mark.parametrize(
    "text",
    ["ball box\n0 1\n", "ball box\n1 0 1\n3 2 1\n", "ball box\n---- ---\n0 1 2\n"],
)
def test_words_above_numbers_alone_are_no_columns(text: str) -> None:
    with pytest.raises(Undecodable):
        pairs(text)


def test_what_r_prints() -> None:
    assert tree("[1]  0 NA  1\n") == (0, NOBODY, 1)
    assert tree("[[1]]\n[1] 0 2\n\n[[2]]\ninteger(0)\n\n[[3]]\n[1] 1\n\n") == ((0, 2), (), (1,))
    assert tree("[[1]]\nNULL\n\n[[2]]\n[1] 1\n\n") == ((), (1,))
    assert pairs("list()\n") == pairs("integer(0)\n") == ()
    with pytest.raises(Undecodable):
        pairs("NULL\n")


@pytest.mark.parametrize("text", ["[1]\n[2]\n", "[[1]]\n[2]\n", "[2] 1\n", "[1] [2]", "1 [,1]"])
def test_what_only_resembles_r_is_left_alone(text: str) -> None:
    assert without_notation(text) == text


@pytest.mark.parametrize("minus", "-¯_\u2212")
def test_the_sign_of_a_number_below_zero(minus: str) -> None:
    assert tree(f"0 {minus}1 {minus}12") == (0, -1, -12)


@pytest.mark.parametrize(
    "text",
    [
        "0_0 2_1",
        "answer[0, 1]",
        "0 <1> 2",
        "Widget{0}(0, 1)",
        "1#f",
        "<9 empty>",
        "0 <12345 empty items>",
    ],
)
def test_other_words_are_left_to_be_refused(text: str) -> None:
    with pytest.raises(Undecodable):
        pairs(text)


def test_a_comment_is_still_one() -> None:
    assert pairs("[[0, 1]] # (as told above)\n[2, 3] // {1}") == ((0, 1), (2, 3))


@pytest.mark.parametrize(
    "text",
    [
        "Blocker 0 blocks attacker 1\nBlocker 2 blocks attacker 1\n",
        "0 blocks 1\n2 blocks 1\n",
        "B0 blocks A1\nB2 blocks A1",
        "B0: A1\nB2: A1",
        "B0->A1, B2->A1",
        "['B0 blocks A1', 'B2 blocks A1']",
        r'["0 blocks 1\n", "2 blocks 1\n"]',
        "b0 a1; b2 a1",
        "Blocker #0 blocks attacker #1\nBlocker #2 blocks attacker #1",
        "0 is blocked by 1.\n\n2 is blocked by 1.\n",
        '[{"blocker": 0, "attacker": 1}, {"blocker": 2, "attacker": 1}]',
        '["Block(blocker=0, attacker=1)", "Block(blocker=2, attacker=1)"]',
        "[Pair[blocker=0, attacker=1], Pair[blocker=2, attacker=1]]",
        "[Block {blocker = 0, attacker = 1},Block {blocker = 2, attacker = 1}]",
        "[#<struct Block blocker=0, attacker=1>, #<struct Block blocker=2, attacker=1>]",
        "[{:blocker=>0, :attacker=>1}, {:blocker=>2, :attacker=>1}]",
        "{ blocker: 0, attacker: 1 }\n{ blocker: 2, attacker: 1 }",
        " blocker = 0\nattacker = 1\n\n blocker = 2\nattacker = 1\n",  # SQLite, a line a field
    ],
)
def test_pairs_that_all_come_in_the_same_words(text: str) -> None:
    assert labelled_pairs(text) == ((0, 1), (2, 1))
    assert matching(text, 0, Shape.PAIRS, 3, 2) == ((0, 1), (2, 1))


@pytest.mark.parametrize(
    "text",
    [
        "Blocker 0 blocks attacker 0\nBlocker 1 ignores attacker 2",
        "B0 blocks A1\nA2 blocks B1",
        "{a: 1, b: 2}{b: 1, a: 2}",
        "{a: 1, a: 2}",
        "Block(a=1, b=2) and more",
        "Block(a=1, b=2), Pair(a=1, b=2)",
        "B0 blocks A1\nB2 blocks A1 and 3",
        "B0 blocks A1\nB2 blocks nobody",
        "B-1 blocks A0",
        "1.5 blocks 2",
        "1e5 2",
        "0x10 0x12",
        "1x2",
        "0 1",
        "took 3",
        "",
    ],
)
def test_other_words_or_other_numbers_are_no_labels(text: str) -> None:
    assert labelled_pairs(text) == ()


@pytest.mark.parametrize("piece", ["A", "A0 ", "a: 1 ", "[{", "x1 x1\n", "0", "Block(a=0, b=0) "])
def test_a_long_text_of_labels_is_read_or_refused(piece: str) -> None:
    found = labelled_pairs(piece * (200_000 // len(piece)) + "!")
    assert found == ()


@pytest.mark.parametrize("word", ["X", "False", "false", "no", "nobody", "N/A", "?"])
def test_more_words_for_nothing(word: str) -> None:
    assert matching(f"1 {word} 0", 0, Shape.PARTNERS, 3, 2) == ((0, 1), (2, 0))


@pytest.mark.parametrize(
    "text",
    [
        "2 4 1",
        "[2, 4, 1]\n",
        "List(2, 4, 1)",
        "Just [2,4,1]",
        "Array\n(\n    [0] => 2\n    [1] => 4\n    [2] => 1\n)\n",
        "[1] 2 4 1\n",
        "#(2 4 1)",
        "['2', '4', '1']",
        '"2 4 1"',
        "2;4|1",
        "2n 4n 1n",
        "$VAR1 = [\n          2,\n          '4',\n          1\n        ];\n",
    ],
)
def test_the_words_of_a_list_in_any_notation(text: str) -> None:
    assert plain_words(text) == ("2", "4", "1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (":none", ("none",)),
        ('["none"]', ("none",)),
        ("5 :5", ("5", ":5")),
        ("-5 +5 5.0", ("-5", "+5", "5.0")),
        ("2-4", ("2-4",)),
        ("it's 'one'", ("it's", "one")),
        ("{1: 2}", ("1:", "2")),
        ("", ()),
    ],
)
def test_what_is_no_notation_stays(text: str, words: tuple[str, ...]) -> None:
    assert plain_words(text) == words


@pytest.mark.parametrize("text", ["┌⊖┐\n│0│\n└~┘\n", "0-element Vector{Any}\n", "[](0x2)\n"])
def test_an_empty_list_is_drawn_as_one(text: str) -> None:
    assert pairs(text) == ()


def test_a_drawn_vector_is_one_list() -> None:
    assert tree("┌→──────┐\n│1 ¯1 0│\n└~──────┘\n") == ((1, -1, 0),)


@pytest.mark.parametrize(
    "text", ["| 0 1\n| words\n", "-", "┌─┐\n│0 0│ and 2 1\n└─┘", "+-+\n|0 x1|\n+-+"]
)
def test_what_only_looks_like_a_frame_is_not_read(text: str) -> None:
    with pytest.raises(Undecodable):
        pairs(text)


def test_a_long_line_in_a_frame_takes_no_longer_than_its_length() -> None:
    for line in (" " * 300_000 + "x", "│ " * 150_000, "│" * 300_000, "-" * 300_000 + "x"):
        without_notation("┌─┐\n" + line)


def test_an_item_of_which_print_r_shows_nothing_keeps_its_place() -> None:
    text = "Array\n(\n    [0] => \n    [1] => 2\n    [2] => \n)\n"
    assert without_notation(text).split() == ["[", "nil", ",", "2,", "nil", "]"]
