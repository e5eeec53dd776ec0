"""Every notation of a value is read as the value, and what is ambiguous is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from judge.plugin import Undecodable
from judge.plugin import answers as read

R_ROWS = "     [,1] [,2]\n[1,]    1    2\n[2,]    3    4\n"
CELLS = "ans =\n{\n  [1,1] =\n\n     1   2\n\n  [1,2] = 3\n}\n\n"
PRINT_R = "Array\n(\n    [0] => 1\n    [1] => 2\n    [2] => 3\n)\n"

#: By what is read, and its value: texts that mean it.
SAME: list[tuple[Callable[..., Any], Any, list[str]]] = [
    (
        read.integer,
        3,
        [
            "3",
            "3\n",
            "3.0",
            "[3]",
            "[1] 3",
            "ans = 3",
            "3n",
            "3L",
            "(3)",
            "[[3]]",
            '"3"',
            "x = 3",
            "Just 3",
            "Some(3)",
            "int(3)\n",
            "{3}",
            "3E0",
            "3.",
            "array(3)",
            "30e-1",
            "6/2",
        ],
    ),
    (read.integer, 100000, ["1e+05", "1.0E5", "100000.000"]),
    (read.integer, -3, ["-3", "\u22123", "\u00af3", "[-3.0]"]),
    (read.integer, 1, ["true", "#t", "True", "TRUE", "[1] TRUE", "#true", "bool(true)\n"]),
    (read.integer, 0, ["false", "#f", "False", "[1] FALSE", "bool(false)\n", "-0", "0.0"]),
    (
        read.number,
        Fraction(1, 3),
        ["1/3", "1 % 3", "1//3", "(1/3)", "Fraction(1, 3)", "1 / 3", "1r3", "[2/6]"],
    ),
    (read.number, Fraction(-1, 2), ["-.5", "-1/2", "-0.50", "-5e-1"]),
    (
        read.decision,
        True,
        ["true", "YES", "y", "T", "[1]", "1", "5", "-1", "[2, 3]", "'YES'", ":yes", "#t", "1.0"],
    ),
    (
        read.decision,
        False,
        ["no", "nil", "NULL", "[]", "0", "0.0", "undefined", "NaN", "''", "()", "NIL", "[0]", "#f"],
    ),
    (
        read.integers,
        (1, 2, 3),
        [
            "1 2 3",
            "1\n2\n3\n",
            "[1,2,3]",
            "(1 2 3)",
            "{1, 2, 3}",
            "[1;2;3]",
            "[|1; 2; 3|]",
            "[[1],[2],[3]]",
            "[[1,2,3]]",
            "[1] 1 2 3",
            "1,2,3",
            "ans =\n\n   1   2   3\n\n",
            PRINT_R,
            "{0: 1, 1: 2, 2: 3}",
            "{'1':1,'2':2,'3':3}",
            "#(1 2 3)",
            "[1.0, 2, 3L]",
            "1 2\n3",
            "[true, 2, 3]",
            "array([1, 2, 3])",
            "List(1, 2, 3)",
            "[1,2,3,]",
            "{2: 3, 0: 1, 1: 2}",
            "map[0:1 1:2 2:3]",
            "{[1] = 1, [2] = 2, [3] = 3}",
            "1|2|3",
        ],
    ),
    (
        read.integers,
        (3, -4),
        ["3-4i", "(3-4j)", "3 - 4im", "#C(3 -4)", "3.0 :+ (-4.0)", "3.0-4.0i", "[(3-4j)]"],
    ),
    (read.integers, (0, 4), ["4j", "+4i", "4i", "0+4i"]),
    (read.integers, (0, -1), ["0-i", "-1j"]),
    (read.groups, ((1, 2), (3, -4)), ["[(1+2j), (3-4j)]", "1+2i\n3-4i\n", "[1+2i, 3-4i]"]),
    (read.strings, ("3-4i", "2j"), ["3-4i 2j", '["3-4i", "2j"]']),
    (read.integers, (), ["", "[]", "()", "[](0x0)", "integer(0)", "{}", "[[]]"]),
    (
        read.strings,
        ("ab", "c"),
        [
            '["ab", "c"]',
            "['ab', 'c']",
            "[ab, c]",
            "ab\nc\n",
            "ab c",
            "ab, c",
            '[1] "ab" "c" ',
            "(ab c)",
            '("ab" "c")',
            "List(ab, c)",
            "[:ab, :c]",
            '[["a","b"],["c"]]',
            "{0: ab, 1: c}",
        ],
    ),
    (read.strings, ("1", "true"), ['["1","true"]', "1 true", "[1, true]"]),
    (
        read.string,
        "abc",
        [
            "abc",
            "abc\n",
            '"abc"',
            "'abc'",
            '[1] "abc"',
            '["abc"]',
            "ans = abc",
            "['a', 'b', 'c']",
            "[a, b, c]",
            'string(3) "abc"\n',
            '"a\\x62c"',
        ],
    ),
    (
        read.matrix,
        ((1, 2), (3, 4)),
        [
            "[[1,2],[3,4]]",
            "1 2\n3 4\n",
            "[1 2; 3 4]",
            "[1,2]\n[3,4]",
            "[[1 2]\n [3 4]]",
            R_ROWS,
            "((1 2) (3 4))",
            "ans =\n\n   1   2\n   3   4\n\n",
            "1,2\n3,4",
            "1 2|3 4",
            "[[1; 2]; [3; 4]]",
            "array([[1, 2],\n       [3, 4]])",
            "[[[1, 2], [3, 4]]]",
        ],
    ),
    (read.matrix, ((1, 2, 3),), ["1 2 3", "[[1,2,3]]", "[1,2,3]"]),
    (read.matrix, ((1,), (2,)), ["1\n2\n", "[[1],[2]]", "[1; 2]"]),
    (
        read.groups,
        ((1, 2), (3,)),
        [
            "[[1,2],[3]]",
            "1 2\n3\n",
            "[[1, 2], 3]",
            "[1,2]\n[3]\n",
            "((1 2) (3))",
            CELLS,
            "[[1]]\n[1] 1 2\n\n[[2]]\n[1] 3\n\n",
            "{0: [1, 2], 1: [3]}",
        ],
    ),
    (
        read.nested,
        (1, (2, (3,)), ()),
        ["[1,[2,[3]],[]]", "(1 (2 (3)) NIL)", "(1, (2, (3.0,)), ())", "{1,{2,{3}},{}}"],
    ),
]


@pytest.mark.parametrize(
    ("reader", "value", "text"),
    [(reader, value, text) for reader, value, texts in SAME for text in texts],
)
def test_a_notation_is_read_as_its_value(
    reader: Callable[[str], Any], value: Any, text: str
) -> None:
    assert reader(text) == value


@pytest.mark.parametrize(
    ("reader", "texts"),
    [
        (read.integer, ["", "None", "null", "[]", "1 2", "[1, 2]", "abc", "3.5", "1e999", "T"]),
        (read.number, ["1/0", ".", "1.2.3", "yes", "{1: 2}", "1,5", "0x10"]),
        (read.decision, ["", "[1, 0]", "maybe", "yes no", "[[1], [0]]", "1 1", "1\n7\n"]),
        (read.integers, ["[[1,2],[3]]", "[1,[2,3]]", "[1,,2]", "[1,2", "1 a", "{5: 1, 7: 2}"]),
        (read.strings, ['[["ab"],["c","de"]]', '["a', '["a", ["b", ["c"]]]']),
        (read.matrix, ["[[1,2],[3]]", "1 2\n3\n", "[[1,2],[3,[4,5]]]"]),
        (read.groups, ["[[1,[2]],[3,[4, 5]]]", "[a]"]),
        (read.nested, ["[" * 80 + "]" * 80, "[1", "1]"]),
    ],
)
def test_what_is_ambiguous_or_something_else_is_refused(
    reader: Callable[[str], Any], texts: list[str]
) -> None:
    for text in texts:
        with pytest.raises(Undecodable):
            print(text, reader(text))


def test_a_known_shape_decides_between_a_row_and_a_column() -> None:
    assert read.matrix("[1, 2]", shape=(2, 1)) == ((1,), (2,))
    assert read.matrix("[1, 2]", shape=(1, 2)) == ((1, 2),)
    assert read.matrix("1 2 3 4 5 6\n", shape=(2, 3)) == ((1, 2, 3), (4, 5, 6))
    with pytest.raises(Undecodable, match="1 × 4"):
        read.matrix("[1, 2, 3, 4]", shape=(2, 2))


def test_strings_may_have_blanks() -> None:
    assert read.strings('["a b", "c"]') == ("a b", "c")
    assert read.strings("[hello world, foo]") == ("hello world", "foo")
    assert read.strings("a b\nc") == ("a b", "c")
    assert read.strings("a b", blanks=True) == ("a b",)


@pytest.mark.parametrize("text", ["a,b,", "a, b, \n", "a;b;", "a,\nb,\n", "a;\nb\n", "[a,b,]"])
def test_a_separator_may_stand_behind_the_last_string(text: str) -> None:
    assert read.strings(text) == ("a", "b")


def test_a_comma_is_a_part_of_a_string_that_is_a_line() -> None:
    assert read.strings("a,b\nc,\n") == ("a,b", "c,")
    assert read.strings("yes,\nno,\n", blanks=True) == ("yes,", "no,")
    assert read.strings("a,,b,") == ("a", "", "b")
    assert read.string(" a [b\n") == " a [b"


def test_far_too_many_items_are_refused_before_notations_are_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That takes ten times as long as to count them: megabytes of words would hold up the judge."""

    def never(text: str) -> str:
        raise AssertionError(text)

    assert read.integers("1 " * 50 + "1\n") == (1,) * 51
    monkeypatch.setattr("judge.plugin.values.MAX_TOKENS", 100)
    monkeypatch.setattr("judge.plugin.values.without_names", never)
    for text in ("x\n" * 60, "1 " * 60, "[1,0]," * 20, '"a" ' * 60):
        with pytest.raises(Undecodable, match="more than 200000 items"):
            read.integers(text)
