"""Outputs that are a way through a graph of the input, and validators that do not look at each of
its steps, or at its ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from judge.common.safe_text import one_line
from judge.model import RIGHT, Case, Problem
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import readable_numbers
from judge.verify.stated_graphs import EdgeList, edge_lists
from judge.verify.subject import Judgement

#: So many cases must have such a way, and each kind of change be accepted in all of those that
#: have it, at least as many.
LEAST_CASES = 3
#: How many cases are tried, those with short outputs first.
MOST_CASES = 12
#: A way of fewer nodes has no step in its middle.
LEAST_NODES = 3


class Way(Struct, frozen=True):
    """A line of a right output whose numbers are nodes, each with an edge to the next one."""

    lines: tuple[str, ...]
    at: int
    nodes: tuple[int, ...]
    edges: frozenset[frozenset[int]]
    last: int

    def goes(self, one: int, other: int) -> bool:
        return frozenset((one, other)) in self.edges

    def changed(self, place: int, node: int) -> str:
        nodes = [*self.nodes]
        nodes[place] = node
        return self._with(nodes, self.lines)

    def longer(self, place: int) -> str:
        """The text with a node twice, one behind the other, and the count of nodes right."""
        nodes = [*self.nodes[: place + 1], *self.nodes[place:]]
        counts = str(len(self.nodes))
        lines = [str(len(nodes)) if line.strip() == counts else line for line in self.lines]
        return self._with(nodes, lines)

    def _with(self, nodes: Sequence[int], lines: Sequence[str]) -> str:
        written = [*lines]
        written[self.at] = " ".join(map(str, nodes))
        return "".join(f"{line}\n" for line in written)

    @property
    def others(self) -> list[int]:
        return sorted({node for edge in self.edges for node in edge} - {*self.nodes})


def overlooked(
    problem: Problem, right: Mapping[Case, str], judged: Judgement, deadline: Deadline
) -> str:
    """A message if one kind of wrong way is accepted in every case; empty if none is, or if right
    outputs are no ways. ``right``: a right output of each case."""
    if (stored := readable_numbers(problem)) is None:
        return ""
    graphs = {one.case.name: one for one in edge_lists(stored)}
    ways = {
        case: way
        for case, text in right.items()
        if case.name in graphs and (way := way_in(text, graphs[case.name])) is not None
    }
    if len(ways) < LEAST_CASES:
        return ""
    tried: dict[str, list[tuple[Case, str]]] = defaultdict(list)
    for case, way in [*ways.items()][:MOST_CASES]:
        for kind, text in _changes(way, [*ways.values()]):
            tried[kind].append((case, text))
    for kind, some in deadline.items(tried.items()):
        if len(some) >= LEAST_CASES and all(
            judged(case, text.encode())[0] in RIGHT for case, text in some
        ):
            case, text = some[0]
            said = f"it accepts every way with {kind} ({len(some)} tried)"
            return f"{said}: {case.name}, {one_line(repr(text), 150)}"
    return ""


def way_in(text: str, graph: EdgeList) -> Way | None:
    """The only line of an output that is a way of several nodes; None if there is none."""
    edges = frozenset(map(frozenset, graph.edges))
    lines, found = text.splitlines(), []
    for at, line in enumerate(lines):
        words = line.split()
        if len(words) >= LEAST_NODES and all(word.isdecimal() for word in words):
            nodes = tuple(map(int, words))
            if all(frozenset(pair) in edges for pair in pairwise(nodes)):
                found.append(Way(tuple(lines), at, nodes, edges, graph.nodes))
    return found[0] if len(found) == 1 else None


def _changes(way: Way, every: Sequence[Way]) -> Iterator[tuple[str, str]]:
    """One wrong way of each kind: with one step that is none, or another end than all ways have."""
    nodes, end = way.nodes, len(way.nodes) - 1
    kinds = {
        "a node in its middle that is next to neither": (len(nodes) // 2, (False, False)),
        "a first step that is no edge": (1, (False, True)),
        "a last step that is no edge": (end - 1, (True, False)),
    }
    for kind, (place, wanted) in kinds.items():
        for other in (*way.others, *nodes):  # also a step back
            goes = way.goes(nodes[place - 1], other), way.goes(other, nodes[place + 1])
            if goes == wanted:
                yield kind, way.changed(place, other)
                break
    for place in (len(nodes) // 2, 0):
        if not way.goes(nodes[place], nodes[place]):
            yield "a step from a node to itself", way.longer(place)
            break
    ends = {"another last node": (end, end - 1), "another first node": (0, 1)}
    for kind, (place, beside) in ends.items():
        alike = all(one.nodes[0] == 1 if place == 0 else one.nodes[-1] == one.last for one in every)
        for other in way.others if alike else ():
            if way.goes(nodes[beside], other):
                yield kind, way.changed(place, other)
                break
