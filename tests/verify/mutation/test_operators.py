"""Mutations of Python code, one node each."""

from __future__ import annotations

import ast

import pytest

from judge.verify.mutation.operators import Kind, mutate, mutations


def changed(source: str, kind: Kind | None = None) -> list[str]:
    """The source after each of its mutations."""
    found = []
    for one in mutations(ast.parse(source), lambda node: True):
        if kind in (None, one.kind):
            tree = ast.parse(source)
            mutate(tree, one)
            found.append(ast.unparse(tree))
    return found


def of_body(body: str, kind: Kind) -> list[str]:
    """The mutants of a function's one line."""
    head = "def f(a, b):\n    "
    return [text.removeprefix(head) for text in changed(head + body, kind)]


def test_a_condition_is_forced_true_and_false() -> None:
    assert of_body("return a if a in b else b", Kind.CONDITION) == [
        "return a if True else b",
        "return a if False else b",
    ]
    assert changed("def f(a):\n    while a():\n        a.x()", Kind.CONDITION) == [
        "def f(a):\n    while True:\n        a.x()",
        "def f(a):\n    while False:\n        a.x()",
    ]
    assert of_body("return [x for x in a if x]", Kind.CONDITION) == [
        "return [x for x in a if True]",
        "return [x for x in a if False]",
    ]


def test_an_operand_is_forced_to_what_leaves_the_decision_to_the_others() -> None:
    assert of_body("return a.x and b.x", Kind.CONDITION) == [
        "return True",
        "return False",
        "return True and b.x",
        "return a.x and True",
    ]
    assert "return False or b.x" in of_body("return a.x or b.x", Kind.CONDITION)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a < b", {"a <= b", "a < b - 1"}),
        ("a <= b", {"a < b", "a <= b + 1"}),
        ("a > b", {"a >= b", "a > b + 1"}),
        ("a >= b", {"a > b", "a >= b - 1"}),
        ("a == b", {"a <= b", "a >= b"}),
        ("a != b", {"a < b", "a > b"}),
        ("a == 'x'", set()),
        ("a is None", set()),
    ],
)
def test_a_comparison_is_shifted_by_one(before: str, after: set[str]) -> None:
    found = of_body(f"return {before}", Kind.COMPARISON)
    assert set(found) == {f"return {one}" for one in after}


def test_each_bound_of_a_chain_is_shifted() -> None:
    assert set(of_body("return 0 < a <= b", Kind.COMPARISON)) == {
        "return 0 <= a <= b",
        "return 0 < a - 1 <= b",
        "return 0 < a < b",
        "return 0 < a <= b + 1",
    }


def test_statements_are_dropped_but_not_definitions() -> None:
    head = 'def f(a):\n    """Docstring."""\n    '
    source = head + "b = a\n    a.x()\n    return b"
    assert changed(source, Kind.STATEMENT) == [
        head + "pass\n    a.x()\n    return b",
        head + "b = a\n    pass\n    return b",
        head + "b = a\n    a.x()\n    pass",
    ]
    assert changed("X = 1\nclass A:\n    y = 2", Kind.STATEMENT) == []


def test_the_only_statement_of_an_if_is_not_dropped_as_its_condition_is_forced_false() -> None:
    assert changed("def f(a):\n    if a:\n        raise a", Kind.STATEMENT) == []


def test_constants_are_moved_both_ways_and_flags_turned() -> None:
    assert of_body("return a[1]", Kind.CONSTANT) == ["return a[2]", "return a[0]"]
    assert of_body("return a(True)", Kind.CONSTANT) == ["return a(False)"]


def test_strings_are_a_kind_of_their_own() -> None:
    assert of_body("return a == 'x'", Kind.TEXT) == ["return a == 'x~'"]
    assert of_body("return a == 'x'", Kind.CONSTANT) == []


@pytest.mark.parametrize(
    "source",
    [
        "def f(a: 'int' = None) -> 'str':\n    'Docstring.'",
        "def f(a):\n    raise a('message', 1)",
        "def f(a):\n    return f'{a:5} of {1}'",
        "from a import b",
    ],
)
def test_what_only_says_something_is_left_alone(source: str) -> None:
    kinds = (Kind.CONDITION, Kind.COMPARISON, Kind.CONSTANT, Kind.TEXT)
    assert [text for kind in kinds for text in changed(source, kind)] == []


def test_no_mutant_equals_the_original_and_none_comes_twice() -> None:
    source = "def f(a, b):\n    if a < 1 and not b:\n        return a + 1\n    return [0]"
    found = changed(source)
    assert ast.unparse(ast.parse(source)) not in found
    assert len(set(found)) == len(found)


def test_only_wanted_nodes_are_mutated() -> None:
    tree = ast.parse("def f(a):\n    return a + 1\n\ndef g(a):\n    return a + 2")
    found = mutations(tree, lambda node: getattr(node, "lineno", 0) == 5)
    assert {one.line for one in found} == {5}


def test_a_description_is_one_line_of_code_before_and_after() -> None:
    [first, *_] = mutations(ast.parse("def f(a):\n    return a(\n        1)"), lambda node: True)
    assert (first.line, first.last_line, first.change) == (2, 3, "return a(1) → (dropped)")


def test_an_assertion_is_left_alone() -> None:
    """It holds in every sound package, so that nothing stored would notice a change."""
    assert changed("def f(a):\n    assert a.x() > 1, 'few'\n    a.y()") == [
        "def f(a):\n    assert a.x() > 1, 'few'\n    pass"
    ]
