"""Which code only builds messages."""

from __future__ import annotations

import ast

import pytest

from judge.verify.mutation.message_text import message_nodes
from judge.verify.mutation.operators import mutations
from judge.verify.mutation.reach import reached_lines


def changes(*sources: str) -> list[str]:
    """The changes of code that is more than a message."""
    trees = [ast.parse(source) for source in sources]
    messages = message_nodes(trees)
    return [
        one.before for tree in trees for one in mutations(tree, lambda node: node not in messages)
    ]


@pytest.mark.parametrize(
    "source",
    [
        "def f(a):\n    raise E(a[5])",
        "def f(a):\n    told = 'none' if a else 'some'\n    raise E(told)",
        "def f(a):\n    most = a[5]\n    told = f'more than {most}'\n    raise E(told)",
        "def f(a):\n    if a[5]:\n        told = 'none'\n    raise E(told)",
        "def f(a):\n    fail(a, 'the number 5')\ndef fail(a, told) -> NoReturn:\n    raise E(told)",
        "def f(a):\n    g(a, 'the number 5')\ndef g(a, what):\n    if a:\n        raise E(what)",
        "def f(a):\n    for i, b in enumerate(a, start=5):\n        if b:\n            raise E(i)",
        "class A:\n    def f(self, a):\n        self.g(a, what='x')\n"
        "    def g(self, a, what):\n        if a:\n            raise E(what)",
    ],
)
def test_what_only_builds_a_message_is_one(source: str) -> None:
    told = {"5", "'none'", "'some'", "'the number 5'", "'x'", "told = 'none'"}
    assert not told & set(changes(source))


@pytest.mark.parametrize(
    ("source", "change"),
    [
        ("def f(a):\n    key = 'x'\n    if a == key:\n        raise E(key)", "'x'"),
        ("def f(a):\n    rule = 'index'\n    raise IllegalAnswer(rule, 'told')", "'index'"),
        (
            "def f(a):\n    for i, b in enumerate(a, 5):\n        if i == b:\n            raise E",
            "5",
        ),
        ("def f(a):\n    key = a[5]\n    return f'{key} = 1'", "5"),
        ("def f(a):\n    g('x')\ndef g(what):\n    if what:\n        raise E(what)", "'x'"),
        (
            "def f(a):\n    a.g('x')\nclass A:\n    def g(self, b):\n        raise E(b)\n"
            "class B:\n    def g(self, b):\n        return b",
            "'x'",
        ),
    ],
)
def test_what_is_more_than_a_message_is_mutated(source: str, change: str) -> None:
    assert change in changes(source)


def test_a_function_that_always_raises_is_known_in_other_modules() -> None:
    fails = "def fail(a, told) -> typing.NoReturn:\n    raise E(a, told)"
    assert "'told'" not in changes("def f(a):\n    a.fail(1, 'told')", fails)


def test_messages_lead_to_no_other_lines() -> None:
    source = (
        "class Toy:\n    def score(self, a):\n        if a:\n            raise E(shown(a))\n"
        "        return total(a)\ndef shown(a):\n    return a[5]\ndef total(a):\n    return a[6]\n"
    )
    tree = ast.parse(source)
    lines = reached_lines({"toy": tree}, ["score"], message_nodes([tree]))
    assert lines["toy"] == {2, 3, 4, 5, 8, 9}
