"""What ``decode`` refuses is read in another notation, and nothing becomes another answer."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from judge.plugin import IllegalAnswer, Undecodable
from judge.plugin.answers import decision, integer, matrix
from judge.plugin.contract import reads_other_notations
from judge.plugin.other_notations import rewritings
from judge.plugin.rewriting import decoded


def one_number(text: str) -> int:
    if not re.fullmatch(r"\s*-?[0-9]+\s*", text):
        raise Undecodable("not a number")
    return int(text)


def some_numbers(text: str) -> tuple[int, ...]:
    return tuple(map(one_number, text.split()))


def a_decision(text: str) -> bool:
    if text.strip() not in ("YES", "NO"):
        raise Undecodable("neither YES nor NO")
    return text.strip() == "YES"


def a_word(text: str) -> str:
    if not re.fullmatch(r"\s*[a-z]+\s*", text):
        raise Undecodable("no word")
    return text.strip()


def some_lines(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(some_numbers(line) for line in text.splitlines())


def some_filled_lines(text: str) -> tuple[tuple[int, ...], ...]:
    return some_lines(text.strip("\n"))


def some_decisions(text: str) -> tuple[bool, ...]:
    return tuple(a_decision(line) for line in text.splitlines())


def some_counts(text: str) -> dict[str, int]:
    try:
        found = json.loads(text)
    except ValueError:
        raise Undecodable("no JSON") from None
    if not isinstance(found, dict):
        raise Undecodable("no object")
    return found


def some_groups(text: str) -> Any:
    found = some_json(text)
    if not all(
        isinstance(group, list) and all(isinstance(one, str) for one in group) for group in found
    ):
        raise Undecodable("no groups")
    return found


def some_truths(text: str) -> tuple[bool, ...]:
    found = some_json(text)
    if not all(isinstance(one, bool) for one in found):
        raise Undecodable("no truths")
    return tuple(found)


def a_name(text: str) -> str:
    if not re.fullmatch(r"\s*[A-Z]+\s*", text):
        raise Undecodable("no name")
    return text.strip()


def a_bit(text: str) -> bool:
    if text.strip() not in ("0", "1", "false", "true"):
        raise Undecodable("no bit")
    return text.strip() in ("1", "true")


def a_count_of_one(text: str) -> int:
    if integer(text) > 1:
        raise IllegalAnswer("too many", "there is one")
    return integer(text)


def some_json(text: str) -> Any:
    try:
        found = json.loads(text)
    except ValueError:
        raise Undecodable("no JSON") from None
    if not isinstance(found, list):
        raise Undecodable("no list")
    return found


def a_number_or_none(text: str) -> Any:
    found = json.loads(text)
    if found is not None and not isinstance(found, int):
        raise Undecodable("neither null nor a number")
    return found


def some_pairs(text: str) -> Any:
    found = some_json(text)
    if not all(isinstance(one, list) and len(one) == 2 for one in found):
        raise Undecodable("no pairs")
    return found


def some_items(text: str) -> Any:
    found = some_json(text)
    if not all(isinstance(one, int) for one in found):
        raise Undecodable("no numbers")
    return found


@pytest.mark.parametrize(
    ("decode", "answer", "texts"),
    [
        (one_number, 3, ["3", "3.0", "[3]", "[1] 3", "ans = 3", "3n", "[[3]]", '"3"', "3e0"]),
        (one_number, 0, ["false", "#f", "FALSE", "[1] FALSE", "0.0"]),
        (
            some_numbers,
            (1, 2, 3),
            ["[1, 2, 3]", "[[1],[2],[3]]", "[1.0,2,3]", "{0: 1, 1: 2, 2: 3}"],
        ),
        (some_numbers, (1, 0), ["[true, false]", "[1] TRUE FALSE", "[[1, 0]]"]),
        (a_decision, True, ["True", "#t", "1", "[1]", "yes", '"YES"', "true"]),
        (a_decision, False, ["false", "0", "nil", "None", "[]", "''", "no"]),
        (a_bit, False, ["nil", "[]", "no", "#f"]),
        (some_decisions, (True, False), ["[true, false]", "1\n0", "[1]  TRUE FALSE", "yes no"]),
        (some_truths, (True, False), ["[True, False]", "[1, 0]", "YES\nNO", "(#t #f)"]),
        (some_truths, (True, False), ["(T NIL)", "[T, NIL]"]),
        (some_truths, (False, False), ["(NIL NIL)"]),
        (some_truths, (False,), ["[NIL]"]),
        (some_json, [[], []], ["(NIL NIL)", "[NIL, NIL]"]),
        (some_numbers, (7, 9), ["map[7:true 9:true]", "{7: True, 9: True}", "map[7:{} 9:{}]"]),
        (some_lines, ((1, 2), (3, 4)), ['[{"a": 1, "b": 2}, {"a": 3, "b": 4}]']),
        (some_numbers, (3, 4), ['{"row": 3, "column": 4}', "{ row: 3, column: 4 }"]),
        (some_truths, (True,), ["yes", "1"]),
        (a_word, "abc", ['"abc"', "['abc']", '[1] "abc"', ":abc", '["a","b","c"]']),
        (some_lines, ((1, 2), (3, 4)), ["[[1,2],[3,4]]", "[1 2; 3 4]", "((1 2) (3 4))"]),
        (some_pairs, [[1, 4], [2, 3]], ["{1: 4, 2: 3}", "map[1:4 2:3]", "1 4\n2 3"]),
        (some_lines, ((1, 2), (3,)), ["[[1,2],[3]]", "[[1,2],3]"]),
        (some_json, [[1, 2], [3]], ["((1 2) (3))", "1 2\n3", "{{1,2},{3}}", "[1,2]\n[3]"]),
        (
            some_counts,
            {"b": 1, "a": 3},
            [
                "{b: 1, a: 3}",
                "[[b, 1], [a, 3]]",
                "b 1\na 3",
                '["b", 1, "a", 3]',
                "b=1\na=3",
                "{'a' => 3, 'b' => 1}",
            ],
        ),
        (some_groups, [["a"]], ["[[a]]", "((a))", "{{'a'}}"]),
        (some_groups, [["a", "b"]], ["a b", "[[a, b]]", "[['a' 'b']]"]),
        (some_groups, [["a"], ["b"]], ["a\nb", "[[a], [b]]"]),
        (some_counts, {"a": 3}, ["a = 3", "a=3\n", "a 3", "[[a, 3]]"]),
        (a_number_or_none, None, ["None", "nil", "undefined"]),
        (some_json, [4, None], ["[4, None]", "[4, nil]", "(4 null)"]),
        (some_json, [4, "None"], ['[4, "None"]', "[4, 'None']"]),
        (some_counts, {"a": [3]}, ['[["a", [3]]]', "{a: [3]}"]),
        (some_items, [3, 4], ["[[3], [4]]", "[3; 4]", "3\n4"]),
        (some_json, [3, 4], ["3 4", "[1] 3 4", "(3 4)", "3\n4"]),
    ],
)
def test_other_notations_of_an_answer_are_read(decode: Any, answer: Any, texts: list[str]) -> None:
    for text in texts:
        assert decoded(decode, text) == answer, text


@pytest.mark.parametrize(
    ("decode", "texts"),
    [
        (
            one_number,
            ['["1","2"]', "", "[]", "None", "yes", "1 2", "[1, 2]", "3.5", "abc", "3\n\nhello"],
        ),
        (some_numbers, ["[[1,2],[3]]", "[[1],[2,3],[4]]", "[1, 2", "1 2 x", "{5: 1}{"]),
        (some_items, ["[[1], [2, 3]]", "[[1, 2], [3, 4]]", "[[[1]], [[2]]]"]),
        (some_pairs, ["[1, 4, 2, 3]", "{1: [4], 2: 3}}", "[[1, 4, 2, 3]]"]),
        (a_decision, ["2", "[1, 0]", "maybe", "", "YES YES"]),
        (decision, ["true\n7\n", "1 7", "1 1"]),
        (some_lines, ["[[[1]], [[2]]]", "[1, [2, [3]]]"]),
        (some_filled_lines, ["[[1, 2], [3, 4], []]", "[[], [1], [2]]"]),
        (matrix, ["[[1, 2], [3, 4], []]"]),
        (some_truths, ["[true, nil]", "(T NIL X)", "[[T], NIL]"]),
        (some_decisions, ["[]", "nil", "''", "[true, nil]", "[true, 2]", "[[true], [false]]"]),
        (a_name, ["[]", "''"]),
        (some_counts, ["[nil, 1]"]),
        (decision, ["[nil, 1]", "{a: 1}"]),
        (some_groups, ["[a, b]", "[[[a]]]", "a"]),
        (some_numbers, ["{a: 1}", '[{"a": 1, "b": 2}, {"b": 3, "a": 4}]']),
        (integer, ["nil", "null", "None", "[]", "''", "no", "yes", "undefined", "NULL", "set()"]),
        (a_count_of_one, ["nil", "[]"]),
        (
            some_counts,
            ["[[b, 1], [b, 1]]", "[b, a]", "[[b, 1], [a, 3], [c]]", "b 1\na", "[3, 1, 2, 4]"],
        ),
        (one_number, ["2.99999999999999999999", f"1{'0' * 390}/3"]),
    ],
)
def test_what_is_another_answer_stays_refused(decode: Any, texts: list[str]) -> None:
    for text in texts:
        with pytest.raises(Undecodable):
            print(text, decoded(decode, text))


def test_brackets_that_are_values_are_not_added() -> None:
    with pytest.raises(Undecodable, match="no list"):
        decoded(some_json, "3")

    def flat_json(text: str) -> tuple[int, ...]:
        return tuple(one_number(str(one)) for one in some_json(text))

    assert decoded(flat_json, "3") == (3,)


def test_what_decode_says_of_the_output_itself_is_told() -> None:
    with pytest.raises(Undecodable, match="neither YES nor NO"):
        decoded(a_decision, "[maybe]")


def test_an_output_that_is_long_is_read_once() -> None:
    assert not [*rewritings("[" + "1," * 200_000 + "1]")]


def test_a_plugin_says_that_it_is_strict_or_has_readings() -> None:
    class Own:
        pass

    class Strict:
        strict = True

    class Several:
        readings = ("0-indexed", "1-indexed")

    assert [reads_other_notations(one()) for one in (Own, Strict, Several)] == [True, False, False]
