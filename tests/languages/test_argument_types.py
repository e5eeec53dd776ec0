"""The types of arguments, seen from examples."""

from __future__ import annotations

from typing import Any

import pytest

from judge.languages.argument_types import MOST_EXAMPLES, UntypedArgument, spelled

TYPES = {
    "integer": "int",
    "wide": "long",
    "real": "double",
    "truth": "bool",
    "text": "str",
    "list": "[{}]",
    "any": "any#",
}


@pytest.mark.parametrize(
    ("examples", "types"),
    [
        ([[[3, 1], 2]], "[int], int"),
        ([[[[1, 2], [3, 4]], "a"]], "[[int]], str"),
        ([[2**31 - 1], [-5]], "int"),
        ([[3], [2**31]], "long"),
        ([[[1], [2, 2**40]]], "[int], [long]"),
        ([[1], [2.5]], "double"),
        ([[True, False]], "bool, bool"),
        ([[{"a": 1}, [{}]]], "any0, [any1]"),
        ([[1, "a"], [[2], "b"]], "any0, str"),
        ([[True], [1]], "any0"),
        ([[[]]], "[int]"),
        ([[[]], [[[1.5]]]], "[[double]]"),
        ([[]], ""),
        ([], ""),
    ],
)
def test_one_type_holds_all_values_at_a_place(examples: list[list[Any]], types: str) -> None:
    assert spelled(examples, TYPES) == types


@pytest.mark.parametrize("argument", [{"a": 1}, None, [1, "a"], [[1], 2]])
def test_a_language_may_have_no_type_for_it(argument: Any) -> None:
    types = {name: type for name, type in TYPES.items() if name != "any"}
    with pytest.raises(UntypedArgument, match="no type for objects"):
        spelled([[argument]], types)


def test_as_many_examples_are_looked_at_as_are_promised() -> None:
    assert spelled([[1]] * (MOST_EXAMPLES - 1) + [["a"]], TYPES) == "any0"
    assert spelled([[1]] * MOST_EXAMPLES + [["a"]], TYPES) == "int"
