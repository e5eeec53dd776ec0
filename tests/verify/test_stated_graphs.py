"""Graphs that a statement rules out, and input validators that accept them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.model import Case
from judge.verify import stated_graphs
from tests.verify.stated_inputs import stored_inputs

INPUTS = ("4 4\n1 2\n2 3\n3 4\n1 4\n", "3 2\n1 2\n3 2\n", "2 1\n2 1\n", "5 4\n1 5\n5 2\n2 3\n3 4\n")
LOOPS = "There are no self-loops."
DOUBLE = "No two roads join the same pair of towns."
CONNECTED = "Every town can be reached from every other."
Rule = Callable[[int, list[tuple[int, int]]], bool]


def is_connected(nodes: int, edges: list[tuple[int, int]]) -> bool:
    seen = {1}
    for _ in range(nodes):
        seen |= {b for a, b in edges if a in seen} | {a for a, b in edges if b in seen}
    return len(seen) == nodes


RULES: dict[str, Rule] = {
    "loops": lambda _, edges: all(a != b for a, b in edges),
    "double": lambda _, edges: len({*map(frozenset, edges)}) == len(edges),
    "alike": lambda _, edges: len({*edges}) == len(edges),
    "connected": is_connected,
    "bounds": lambda nodes, edges: all(1 <= node <= nodes for edge in edges for node in edge),
}


def told(folder: Path, statement: str, *kept: str, texts: tuple[str, ...] = INPUTS) -> list[str]:
    """What is said of a validator that keeps these rules, and the bounds of the nodes."""
    stored = stored_inputs(folder, statement, texts)

    def accepts(_: Case, text: str) -> bool:
        (nodes, count), *rows = (tuple(map(int, line.split()[:2])) for line in text.splitlines())
        edges = [(a, b) for a, b in rows]
        in_bounds = all(0 < node < 100 for edge in edges for node in edge)
        return count == len(edges) and in_bounds and all(RULES[one](nodes, edges) for one in kept)

    found = stated_graphs.unruly(stored, folder, accepts)
    return [one.partition(",")[0].removeprefix("they accept ") for one in found]


@pytest.mark.parametrize(
    ("statement", "kept", "wanted"),
    [
        (LOOPS, ["loops"], []),
        (LOOPS, [], ["an edge from a node to itself"]),
        ("A road never joins a town with itself.", [], ["an edge from a node to itself"]),
        ("## Input\nTwo towns $a \\neq b$.", [], ["an edge from a node to itself"]),
        (
            "## Input\nTwo towns $1 \\le u < v \\le n$.",
            [],
            ["an edge from a node to itself", "a node beyond the last one"],
        ),
        ("## Input\nTowns $1 \\le u < v \\le n$ if one-way.", [], ["a node beyond the last one"]),
        ("You may assume that no road leads to itself.", [], ["an edge from a node to itself"]),
        (DOUBLE, ["double"], []),
        (DOUBLE, ["loops"], ["an edge twice", "an edge a second time"]),
        (DOUBLE, ["alike"], ["an edge a second time"]),
        (DOUBLE + " The roads are one-way.", ["alike"], []),
        (CONNECTED, ["connected"], []),
        (CONNECTED, [], ["a node that has no edge"]),
        ("The graph is connected.", [], ["a node that has no edge"]),
        (
            "The input is a simple connected graph.",
            ["connected"],
            ["an edge from a node to itself", "an edge twice", "an edge a second time"],
        ),
        ("Two nodes $1 \\le a, b \\le n$.", [], ["a node beyond the last one"]),
        ("Towns have numbers from 1 to $n$.", ["loops"], ["a node beyond the last one"]),
        # Not ruled out, or not for sure:
        ("There may be self-loops.", [], []),
        ("If there is no loop, print 0.", [], []),
        ("The graph is not necessarily connected.", [], []),
        ("Two towns may be joined by more than one road.", [], []),
        ("Find the shortest way from town 1 to town n.", [], []),
        ("## Input\nIf $a \\neq b$, print it.", [], []),
    ],
)
def test_a_graph_that_the_statement_rules_out_is_told(
    tmp_path: Path, statement: str, kept: list[str], wanted: list[str]
) -> None:
    assert told(tmp_path, statement, *kept) == wanted


def test_what_a_stored_input_has_is_allowed(tmp_path: Path) -> None:
    texts = ("3 4\n1 1\n1 2\n2 1\n1 2\n", "5 2\n1 2\n1 2\n", "3 3\n1 2\n2 3\n3 1\n")
    assert told(tmp_path, f"{LOOPS} {DOUBLE} {CONNECTED}", texts=texts) == []


@pytest.mark.parametrize(
    "texts",
    [
        ("9 2\n1 2\n2 3\n", "8 1\n1 2\n", "9 3\n1 2\n2 3\n1 3\n"),  # few numbers are nodes
        ("4 2\n0 4\n1 2\n", "3 3\n0 3\n1 2\n2 3\n", "2 1\n0 1\n"),  # from 0 to n
        ("3 2\n1 2\n2 3\n",),
    ],
)
def test_other_numbers_are_no_edges(tmp_path: Path, texts: tuple[str, ...]) -> None:
    assert told(tmp_path, LOOPS, texts=texts) == []


def test_weights_stay_with_their_edges(tmp_path: Path) -> None:
    texts = ("3 3\n1 2 7\n2 3 9\n1 3 8\n", "4 3\n1 2 9\n2 3 5\n3 4 5\n")
    assert told(tmp_path, LOOPS, texts=texts) == ["an edge from a node to itself"]


@pytest.mark.parametrize("between", [["7 1 4"], ["1 2", "1 2", "3 4"]])
@pytest.mark.parametrize(("kept", "wanted"), [(["loops"], []), ([], ["an edge from a node"])])
def test_lines_with_something_else_may_be_before_the_edges(
    tmp_path: Path, between: list[str], kept: list[str], wanted: list[str]
) -> None:
    """The worth of each town, for instance."""
    rows = [text.splitlines() for text in INPUTS]
    texts = ["\n".join([own[0], *between, *own[1:]]) + "\n" for own in rows]
    stored = stored_inputs(tmp_path, LOOPS, texts)

    def accepts(_: Case, text: str) -> bool:
        head, *others = text.splitlines()
        edges = [tuple(map(int, line.split())) for line in others[len(between) :]]
        counts = int(head.split()[1]) == len(edges)
        return counts and all(RULES[one](0, edges) for one in kept)

    found = stated_graphs.unruly(stored, tmp_path, accepts)
    assert [one.partition(" to itself")[0].removeprefix("they accept ") for one in found] == wanted


RISING = ("4 4\n1 2\n2 3\n3 4\n1 4\n", "3 2\n1 2\n2 3\n", "5 3\n1 5\n2 5\n2 3\n")


@pytest.mark.parametrize(
    ("statement", "texts", "is_told"),
    [
        ("## Input\nEdges $u$ and $v$ ($1 \\le u < v \\le n$).", RISING, True),
        ("## Input\nEdges $u$ and $v$ ($1 \\le u, v \\le n$).", RISING, False),
        ("## Input\nIn group 1, if you like, $1 \\le u < v \\le n$.", RISING, False),
        ("## Input\nEdges $u$ and $v$ ($1 \\le u < v \\le n$).", INPUTS, False),
    ],
)
def test_a_first_node_that_must_be_the_lesser_one(
    tmp_path: Path, statement: str, texts: tuple[str, ...], is_told: bool
) -> None:
    found = told(tmp_path, statement, "loops", texts=texts)
    assert ("an edge whose first node is the greater one" in found) == is_told
