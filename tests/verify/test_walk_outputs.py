"""Ways through a graph of the input, and output validators that do not look at all of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case, Verdict
from judge.verify import walk_outputs
from judge.verify.deadline import Deadline

#: A ring with some chords and a node beside each: the way from 1 to the last node along it.
SIZES = (5, 6, 7, 8)
Rule = Callable[[list[int], set[frozenset[int]], int], bool]


def edges_of(size: int) -> list[tuple[int, int]]:
    """A line of nodes, with each of the last nodes joined to two of them."""
    last = 2 * size
    line = [*range(1, size), last]
    found = [*pairwise(line)]
    return found + [(at, size - 1 + at) for at in range(1, size)] + [(last, last - 1)]


RULES: dict[str, Rule] = {
    "steps": lambda way, edges, _: all(frozenset(pair) in edges for pair in pairwise(way)),
    "but the last step": lambda way, edges, _: all(
        frozenset(pair) in edges for pair in pairwise(way[:-1])
    ),
    "steps to another node": lambda way, edges, _: all(
        one == other or frozenset((one, other)) in edges for one, other in pairwise(way)
    ),
    "ends": lambda way, _, last: (way[0], way[-1]) == (1, last),
    "begin": lambda way, _, last: way[0] == 1,
}


def told(folder: Path, *kept: str) -> str:
    (folder / "problem.en.md").write_text("Find a way.")
    (folder / "data").mkdir()
    cases = [Case(str(size), "", folder / "data") for size in SIZES]
    graphs, right = {}, {}
    for case, size in zip(cases, SIZES, strict=True):
        edges = edges_of(size)
        rows = "".join(f"{a} {b}\n" for a, b in edges)
        case.input_path.write_text(f"{2 * size} {len(edges)}\n{rows}")
        graphs[case] = {*map(frozenset, edges)}
        way = [*range(1, size), 2 * size]
        right[case] = f"{len(way)}\n{' '.join(map(str, way))}\n"

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        count, *way = map(int, output.split())
        is_right = all(RULES[one](way, graphs[case], 2 * int(case.name)) for one in kept)
        return (Verdict.AC if is_right and count == len(way) else Verdict.WA), ""

    assert all(judged(case, text.encode())[0] is Verdict.AC for case, text in right.items())
    problem: Any = SimpleNamespace(cases=cases, folder=folder)
    said = walk_outputs.overlooked(problem, right, judged, Deadline(60))
    return said.partition(" (")[0].removeprefix("it accepts every way with ")


@pytest.mark.parametrize(
    ("kept", "wanted"),
    [
        (["steps", "ends"], ""),
        ([], "a node in its middle that is next to neither"),
        (["ends"], "a node in its middle that is next to neither"),
        (["but the last step", "ends"], "a last step that is no edge"),
        (["steps to another node", "ends"], "a step from a node to itself"),
        (["steps", "begin"], "another last node"),
    ],
)
def test_a_way_that_is_not_looked_at_is_told(tmp_path: Path, kept: list[str], wanted: str) -> None:
    assert told(tmp_path, *kept) == wanted
