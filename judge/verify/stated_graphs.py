"""Graphs as lists of edges that a statement says have no loops, no double edges, or one part alone:
input validators accept no other ones.

A list of edges is known by its numbers: below a line with their count and that of the nodes, and
some lines that have something else, such as the worth of each node, each line begins with two
nodes. A rule is one only if all stored inputs keep it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from msgspec import Struct

from judge.common.text_places import replaced
from judge.model import Case
from judge.packages.statements import statement_sections, statement_texts
from judge.verify.bound_edges import shown
from judge.verify.input_bounds import Count, StoredNumbers
from judge.verify.text_numbers import NUMBER

Accepts = Callable[[Case, str], bool]
Edge = tuple[int, int]
#: A list is one of edges if so many inputs have one, with so many edges that are different in all.
LEAST_INPUTS, LEAST_EDGES = 2, 5
#: In so many of the smallest inputs that have edges enough.
MOST_INPUTS = 3
#: So many lines with something else at most are between the count and the edges.
MOST_BETWEEN = 3

_EDGES = (
    r"(?:edges?|roads?|streets?|paths?|ways?|connections?|bridges?|tunnels?|links?|cables?|lines?"
    r"|flights?|pairs?|corridors?|pipes?|wires?|channels?|routes?|tracks?|trails?)"
)
_NO = r"\b(?:no|not|never|neither|nor|without|different|distinct|simple|cannot|free of)\b"
_LOOPS = re.compile(
    r"\b(?:self[- ]?loops?|loops?|simple (?:\w+ ){0,2}graph|tree)\b"
    r"|\b(?:with|to|and) (?:itself|themselves)\b",
    re.IGNORECASE,
)
_TO_NAME = re.compile(
    r"(?:\\leqslant|\\leq|\\le\b|≤|⩽|<=|<|\\lt\b|\b1 (?:to|through|and)|\b0 (?:to|through|and)"
    r"|[12],? ?(?:…|\.\.\.?|\\l?dots),?)\s*[A-Za-z]\b"
)
#: Two ends between bounds, the first one the lesser: ``1 \\le u < v \\le n``.
_LESS = re.compile(
    r"(?:\\leqslant|\\leq|\\le\b|≤|⩽|<=)\s*([A-Za-z](?:_\w+)?)\s*(?:<|\\lt\b|&lt;)\s*"
    r"([A-Za-z](?:_\w+)?)\s*(?:\\leqslant|\\leq|\\le\b|≤|⩽|<=)"
)
#: Signs for two ends that differ.
_UNEQUAL = re.compile(r"(?<!\w)(\w++)\s*+(?:\\neq?\b|≠|!=|\\not\s*=)\s*(\w+)")
_DOUBLE = re.compile(
    r"\bsimple (?:\w+ ){0,2}graph\b|\b(?:multi|multiple|double|parallel|duplicate|repeated)"
    rf"[- ]?{_EDGES}\b|\bsame (?:two|pair)\b|\bat most one {_EDGES}\b|\btree\b"
    rf"|\bno two {_EDGES}\b|\bmore than (?:one|once)\b|\b(?:distinct|different|unique) {_EDGES}\b",
    re.IGNORECASE,
)
_AT_MOST_ONE = re.compile(rf"\bat most one {_EDGES}\b|\btree\b", re.IGNORECASE)
_CONNECTED = re.compile(
    r"\b(?:graph|network|map|it|which|that|city|country|town|cave|maze)\s+is "
    r"(?:always )?connected\b"
    r"|\bconnected\s+(?:\w+ ){0,2}graph\b|\btree\b"
    r"|\bevery (?:pair|two|other)\b[^.]{0,60}\b(?:reach|connected|path|way|route)"
    r"|\b(?:reach|reached|reachable|travel|get|go|path|way|route)\b[^.]{0,60}"
    r"\b(?:from (?:any|every|each)|between (?:any|every|each|all))\b"
    r"|\bfrom (?:any|every|each)\b[^.]{0,60}\bto (?:any|every|each|all)\b"
    r"|\b(?:every|each|all|any)\b[^.]{0,40}\breach\w*\s+from (?:any|every|each)\b",
    re.IGNORECASE,
)
#: Words of a sentence that asks or allows instead of ruling out.
_OPEN = re.compile(
    r"\b(?:may|might|can be more|whether|if|possibly|necessarily|disconnected|unconnected"
    r"|unreachable|impossible|determine|make|find|least|minimum|fewest|how many|remove\w*|add\w*"
    r"|build\w*|directed|one-way|spanning)\b",
    re.IGNORECASE,
)
_ASSUMED = re.compile(r"\b(?:you )?(?:may|can) (?:safely )?(?:assume|be assumed)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.;:!?])\s+|\n\s*\n|\n\s*(?:[-*]\s|\\item\b)")


class EdgeList(Struct, frozen=True):
    """The edges of one input: its lines, the line with their count, that of the first edge, and the
    greatest node."""

    case: Case
    lines: tuple[str, ...]
    head: int
    start: int
    nodes: int
    edges: tuple[Edge, ...]
    #: Which number of the line with the count is that of the nodes, and which that of the edges.
    nodes_at: int
    count_at: int

    @property
    def is_from_zero(self) -> bool:
        return any(0 in edge for edge in self.edges)

    def line(self, at: int, edge: Edge) -> str:
        """The line of an edge with other nodes; what follows them stays."""
        line = self.lines[self.start + at]
        first, second = [*NUMBER.finditer(line)][:2]
        new = f"{line[: first.start()]}{edge[0]}{line[first.end() : second.start()]}{edge[1]}"
        return new + line[second.end() :]

    def with_line(self, new: str) -> tuple[str, str]:
        """The input with one more line behind the edges, and with it in place of the last one."""
        longer = [*self.lines[: self.head], self._head(self.count_at), *self.lines[self.head + 1 :]]
        return _text([*longer, new]), _text([*self.lines[:-1], new])

    def with_a_node_more(self) -> str:
        """The input with a node that has no edge."""
        head = self._head(self.nodes_at)
        return _text([*self.lines[: self.head], head, *self.lines[self.head + 1 :]])

    def _head(self, at: int) -> str:
        """The line with the count with one of its numbers greater by one."""
        number = [*NUMBER.finditer(self.lines[self.head])][at]
        return replaced(number, str(int(number[0]) + 1))


#: Ways to change the graph of an input; one that is accepted is enough.
Change = Callable[[EdgeList], tuple[str, ...]]


def unruly(stored: StoredNumbers, folder: Path, accepts: Accepts) -> Iterator[str]:
    """Messages: the validators accept, in every input that is tried, a graph that the statement
    rules out and no stored input has. ``accepts``: what they say of a text as the input of a
    case. A healthy one is asked twice for each rule."""
    sentences = [one for text in statement_texts(folder) for one in sentences_of(text)]
    unequal = any(map(_says_unequal, statement_sections(folder, "Inputs?")))
    every = edge_lists(stored)
    tried = [one for one in every if len(one.edges) >= 2][:MOST_INPUTS]
    if not tried:
        return
    loops = unequal or no_loops(sentences)
    double = no_double_edges(sentences) and not any(map(_has_double, every))
    rules: tuple[tuple[bool, Change, str], ...] = (
        (loops and not any(map(_has_loop, every)), _with_loop, "an edge from a node to itself"),
        (double, _with_double, "an edge twice"),
        (
            double and not _are_one_way(sentences),
            _with_reverse,
            "an edge a second time, the other way round",
        ),
        (
            _says_less(folder) and all(map(_rises, every)),
            _turned,
            "an edge whose first node is the greater one",
        ),
        (
            is_connected(sentences) and all(map(_is_one_part, every)),
            _with_lone_node,
            "a node that has no edge",
        ),
        (_names_greatest(sentences) and _is_counted(every), _beyond, "a node beyond the last one"),
        (
            _names_greatest(sentences) and _is_counted(every, least=1),
            _before,
            "a node before the first one",
        ),
    )
    for is_ruled_out, changed, what in rules:
        if is_ruled_out:
            yield from _accepted(tried, changed, accepts, what)


def _with_loop(one: EdgeList) -> tuple[str, ...]:
    node = one.edges[-1][0]
    return one.with_line(one.line(-1 + len(one.edges), (node, node)))


def _with_double(one: EdgeList) -> tuple[str, ...]:
    return one.with_line(one.line(0, one.edges[0]))


def _with_reverse(one: EdgeList) -> tuple[str, ...]:
    return one.with_line(one.line(0, one.edges[0][::-1]))


def _turned(one: EdgeList) -> tuple[str, ...]:
    return one.with_line(one.line(len(one.edges) - 1, one.edges[-1][::-1]))[1:]


def _with_lone_node(one: EdgeList) -> tuple[str, ...]:
    return (one.with_a_node_more(),)


def _beyond(one: EdgeList) -> tuple[str, ...]:
    first = one.edges[-1][0]
    greatest = one.nodes + (0 if one.is_from_zero else 1)
    return one.with_line(one.line(len(one.edges) - 1, (first, greatest)))


def _before(one: EdgeList) -> tuple[str, ...]:
    return one.with_line(one.line(len(one.edges) - 1, (0, one.edges[-1][1])))


def _accepted(
    tried: Sequence[EdgeList],
    changed: Change,
    accepts: Accepts,
    what: str,
) -> Iterator[str]:
    """A message if a change of each is accepted."""
    text = ""
    for one in tried:
        found = [text for text in changed(one) if accepts(one.case, text)][:1]
        if not found:
            return
        text = text or found[0]
    yield f"they accept {what}, and the statement rules that out: {shown(text)}"


def edge_lists(stored: StoredNumbers) -> list[EdgeList]:
    """The edges of all small inputs; none if some input has no such list, or if the lists are
    short, or their numbers are no nodes."""
    inputs = {case: text.splitlines() for case, text in stored.texts.items()}
    for count, start in _edge_counts(stored, [*inputs.values()]):
        for nodes_at in range(2):
            if nodes_at == count.column:
                continue
            rows = [_edges_of(case, own, count, start, nodes_at) for case, own in inputs.items()]
            found = [one for one in rows if one is not None]
            if len(found) == len(rows) >= LEAST_INPUTS and _are_nodes(found):
                return found
    return []


def _edge_counts(
    stored: StoredNumbers, inputs: Sequence[Sequence[str]]
) -> Iterator[tuple[Count, int]]:
    """The numbers that count the last lines in every input, and the first of these lines."""
    if len(inputs) < LEAST_INPUTS:
        return
    for line in sorted(stored.rows):
        for column in range(len(NUMBER.findall(inputs[0][line]))):
            said = [int(NUMBER.findall(own[line])[column]) for own in inputs]
            starts = {len(own) - count for own, count in zip(inputs, said, strict=True)}
            if len(starts) == 1 and line < (start := starts.pop()) <= line + 1 + MOST_BETWEEN:
                yield Count(line, column, None), start


def _edges_of(
    case: Case, lines: Sequence[str], count: Count, start: int, nodes_at: int
) -> EdgeList | None:
    """The edges of one input; None if a number is no node."""
    head = [int(match[0]) for match in NUMBER.finditer(lines[count.line])]
    if len(head) <= max(count.column, nodes_at):
        return None
    nodes, edges = head[nodes_at], []
    for line in lines[start:]:
        numbers = [int(match[0]) for match in NUMBER.finditer(line)]
        if len(numbers) < 2 or line.split()[:2] != [str(one) for one in numbers[:2]]:
            return None
        edges.append((numbers[0], numbers[1]))
    if not all(0 <= node <= nodes for edge in edges for node in edge):
        return None
    return EdgeList(
        case, tuple(lines), count.line, start, nodes, tuple(edges), nodes_at, count.column
    )


def _are_nodes(lists: Sequence[EdgeList]) -> bool:
    """Whether most nodes have an edge in most inputs: then these are no numbers by chance."""
    full = 0
    for one in lists:
        used = {node for edge in one.edges for node in edge}
        if 0 in used and one.nodes in used:
            return False
        full += 2 * len(used) >= one.nodes
    return 2 * full > len(lists) and sum(len(one.edges) for one in lists) >= LEAST_EDGES


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _has_loop(one: EdgeList) -> bool:
    return any(first == second for first, second in one.edges)


def _rises(one: EdgeList) -> bool:
    return all(first < second for first, second in one.edges)


def _has_double(one: EdgeList) -> bool:
    return len({tuple(sorted(edge)) for edge in one.edges}) < len(one.edges)


def _is_one_part(one: EdgeList) -> bool:
    parts = {node: {node} for edge in one.edges for node in edge}
    for a, b in one.edges:
        if parts[a] is not parts[b]:
            small, great = sorted((parts[a], parts[b]), key=len)
            great |= small
            parts.update(dict.fromkeys(small, great))
    return len(parts) == one.nodes and len({id(part) for part in parts.values()}) == 1


def _is_counted(lists: Sequence[EdgeList], least: int = 0) -> bool:
    """Whether all inputs count nodes from 0, or all from 1, and two use the first and last one;
    with a ``least`` of 1 from 1 alone."""
    first = min(node for one in lists for edge in one.edges for node in edge)
    ends = [{first, first + one.nodes - 1} for one in lists]
    whole = [{*chain(*one.edges)} >= pair for one, pair in zip(lists, ends, strict=True)]
    return least <= first <= 1 and sum(whole) >= LEAST_INPUTS


def _names_greatest(sentences: Sequence[str]) -> bool:
    """Whether the bound of some number is a name, or one less."""
    return any(_TO_NAME.search(re.sub(r"[${}]", "", one)) for one in sentences)


def no_loops(sentences: Sequence[str]) -> bool:
    """Whether a sentence says that no edge joins a node with itself, and none that one may."""
    meant = [one for one in sentences if _LOOPS.search(one)]
    ruled_out = any(re.search(rf"{_NO}|\btree\b", one, re.IGNORECASE) for one in meant)
    return ruled_out and not any(map(_OPEN.search, meant))


def _says_unequal(text: str) -> bool:
    """Whether a part of a statement has two names that differ, and says nothing with them that
    depends."""
    return any(
        match[1] != match[2] and not _OPEN.search(one)
        for one in sentences_of(text)
        for pattern in (_UNEQUAL, _LESS)
        for match in pattern.finditer(re.sub(r"[${}]", "", one))
    )


def _says_less(folder: Path) -> bool:
    """Whether the part on inputs has two names of which the first is the lesser one, such as
    ``1 \\le u < v \\le n``, and says nothing with them that depends."""
    sections = [one.replace("$", "") for one in statement_sections(folder, "Inputs?")]
    return any(
        _LESS.search(one) and not _OPEN.search(one)
        for text in sections
        for one in sentences_of(re.sub(r"[{}]", "", text))
    )


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, without words that only say that something is given."""
    return _SENTENCE.split(_ASSUMED.sub("", text))


def no_double_edges(sentences: Sequence[str]) -> bool:
    """Whether a sentence says that two nodes have at most one edge, and none that they may have
    more."""
    meant = [one for one in sentences if _DOUBLE.search(one)]
    no = re.compile(_NO, re.IGNORECASE)
    ruled_out = any(no.search(one) or _AT_MOST_ONE.search(one) for one in meant)
    return ruled_out and not any(map(_OPEN.search, meant))


def _are_one_way(sentences: Sequence[str]) -> bool:
    return any(re.search(r"\b(?:directed|one-way)\b", one, re.IGNORECASE) for one in sentences)


def is_connected(sentences: Sequence[str]) -> bool:
    """Whether a sentence says that every node can be reached, and none that one may not."""
    meant = [one for one in sentences if _CONNECTED.search(one)]
    no = re.compile(r"\b(?:no|not|never|cannot|without)\b", re.IGNORECASE)
    return bool(meant) and not any(_OPEN.search(one) or no.search(one) for one in meant)
