"""Marks in the branches of a source: values stay as they are, and each branch is told."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from judge.languages.hosts import python_branches
from judge.languages.hosts.python_branches import EXACT, FAR

SOURCE = '''
def f(n):
    """Doc."""
    found = [x for x in range(n) if x % 2]
    for x in found:
        if x == 3 and n > 5:
            return "three"
    else:
        found = found or None
    while n > 100:
        n -= 50
    try:
        return (lambda: "low" if n < 2 else found)()
    finally:
        n = 0
'''


@pytest.fixture(name="taken")
def recorded() -> Iterator[set[int]]:
    yield python_branches.record()
    delattr(builtins, python_branches.NAME)


def loaded(tree: ast.AST) -> Callable[[int], Any]:
    scope: dict[str, Any] = {}
    exec(compile(tree, "f.py", "exec"), scope)  # type: ignore[call-overload]
    found: Callable[[int], Any] = scope["f"]
    return found


def test_values_are_those_of_the_source(taken: set[int]) -> None:
    plain, marked = loaded(ast.parse(SOURCE)), loaded(python_branches.marked(ast.parse(SOURCE)))
    assert [marked(n) for n in range(130)] == [plain(n) for n in range(130)]
    assert taken and marked.__doc__ == "Doc."


def test_another_branch_is_another_mark(taken: set[int]) -> None:
    marked = loaded(python_branches.marked(ast.parse(SOURCE)))
    seen = []
    for n in (1, 1, 3, 6):
        taken.clear()
        marked(n)
        seen.append(frozenset(taken))
    assert seen[0] == seen[1] and len(set(seen)) == 3


@pytest.mark.parametrize(
    ("source", "values"),
    [
        ("def f(n): return n == 1 << 9", (0, 500, 510, 511, 512)),
        ("def f(n): return n % 97 == 0", (3, 50, 96, 97)),
        ("def f(n): return (n, 3) in [(90, 91), (5, 3)]", (2, 5)),
        ("def f(n): return [n // 10, n % 10] == sorted([n // 10, 7])", (91, 31, 47)),
        ("def f(n): return str(n) == str(n)[::-1]", (1234, 1221)),
        ("def f(n): return n != len(range(40))", (1, 30, 39, 40)),
        ("def f(n): return n // 10 == n % 10 == 9", (17, 23, 11, 55, 99)),
    ],
)
def test_nearer_comparisons_are_other_marks(
    source: str, values: tuple[int, ...], taken: set[int]
) -> None:
    plain, marked = loaded(ast.parse(source)), loaded(python_branches.marked(ast.parse(source)))
    seen = []
    for n in values:
        taken.clear()
        assert marked(n) == plain(n)
        seen.append(frozenset(taken))
    assert len({*seen}) == len(values)


def test_comparing_for_a_mark_calls_nothing_of_the_source(taken: set[int]) -> None:
    source = """class Odd(int):
    def __sub__(self, other): raise ValueError
    def __eq__(self, other): return True
    __ne__ = __hash__ = None
    def __len__(self): raise ValueError
def f(n): return Odd(n) == Odd(3), [Odd(n)] == [3], Odd(n) in [Odd(4)], "a" in "abc", n in {1, 2}
"""
    marked = loaded(python_branches.marked(ast.parse(source)))
    assert marked(5) == (True, True, True, True, False)


@pytest.mark.parametrize(
    ("source", "difference"),
    [
        ("def f(n): return n == 1 << 9", -500),
        ("def f(n): return n < 30", -18),
        ("def f(n): return n + 5 != len(range(40))", -23),
        ("def f(n): return (n, 3) == (12, 7)", -4),
        ("def f(n): return (n, 3) in [(90, 91), (15, 3)]", -3),
        ("def f(n): return n in (90, 14, 91)", -2),
    ],
)
def test_what_the_sides_differ_by_is_told_with_the_distance(
    source: str, difference: int, taken: set[int]
) -> None:
    marked = loaded(python_branches.marked(ast.parse(source)))
    marked(12)
    exact = [number for number in taken if number >= EXACT]
    assert [number % (2 * FAR) - FAR for number in exact] == [difference]
    again = len(taken)
    marked(12)
    assert len(taken) == again
