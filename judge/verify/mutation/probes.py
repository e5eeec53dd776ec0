"""Code that notes, while it runs, which of its mutations would have made a difference at their own
place: a condition forced true that was false, a comparison shifted by one of two equal numbers.

A trial in which none did need not run the mutant: everything goes the same way. What cannot be
noted so exactly counts as different wherever its statement runs.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from judge.verify.mutation.operators import Kind, Mutation, Site, neighbours, sites

#: The names that the instrumented code calls.
_OWN = RAN, BEGIN, ENDED, CONDITION, COMPARE = tuple(
    f"_judge_{word}" for word in ("ran", "begin", "ended", "condition", "compare")
)
#: Functions and methods without an effect, that may stand in a condition.
_PURE = frozenset(
    "len isinstance min max abs sum any all int str bool set frozenset sorted range tuple list dict"
    " ord enumerate zip reversed repr type callable hasattr startswith endswith isdigit isdecimal"
    " isalpha isspace isnumeric isascii get keys items values count index find strip lstrip rstrip"
    " lower upper split splitlines partition rpartition issubset issuperset isdisjoint match"
    " fullmatch search findall finditer group bit_length".split()
)
#: What cannot raise, made of names.
_QUIET = (ast.Name, ast.Constant, ast.UnaryOp, ast.Not, ast.BoolOp, ast.boolop, ast.expr_context)
_EFFECTS = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
_OPERATORS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


class Probes:
    """The places of some modules that note what happens; each mutation has one of them."""

    def __init__(self) -> None:
        #: What happened since the last ``clear``, by place.
        self.hits = bytearray()
        self._begun: list[int] = []
        self._comparisons: list[_Comparison] = []
        self._size = 0

    def place(self, count: int = 1) -> int:
        """The first of so many new places."""
        self._size += count
        self.hits = bytearray(self._size)
        return self._size - count

    def clear(self) -> None:
        self.hits[:] = bytes(self._size)
        self._begun.clear()

    def taken(self) -> bytes:
        """What happened; a condition that was begun and never ended has raised."""
        for place in self._begun:
            self.hits[place : place + 2] = b"\1\1"
        return bytes(self.hits)

    @property
    def comparisons(self) -> int:
        """How many comparisons there are; the code calls them by their number."""
        return len(self._comparisons)

    def compare(self, node: ast.Compare) -> int:
        """The first place of a new comparison, which has one for each of its shifts."""
        variants = neighbours(node)
        start = self.place(len(variants))
        made = tuple((_OPERATORS[kind], step) for kind, step in variants)
        self._comparisons.append(_Comparison(_OPERATORS[type(node.ops[0])], start, made))
        return start

    def names(self) -> dict[str, object]:
        """What instrumented modules need to find."""
        hits, begun, comparisons = self.hits, self._begun, self._comparisons

        def begin(place: int) -> int:
            begun.append(place)
            return place

        def ended(place: int, value: Any) -> Any:
            if begun and begun[-1] == place:
                begun.pop()
            elif place in begun:  # not so in a generator that was left over by another trial
                begun.remove(place)
            return condition(place, value)

        def condition(place: int, value: Any) -> Any:
            if value is not True:
                hits[place] = 1
            if value is not False:
                hits[place + 1] = 1
            return value

        def compare(number: int, left: Any, right: Any) -> Any:
            return comparisons[number].value(left, right, hits)

        return {RAN: hits, BEGIN: begin, CONDITION: condition, ENDED: ended, COMPARE: compare}


class _Comparison:
    """One comparison of two values, and what it may be shifted to."""

    def __init__(
        self,
        own: Callable[[Any, Any], Any],
        start: int,
        variants: Sequence[tuple[Callable[[Any, Any], Any], int]],
    ) -> None:
        self._own, self.start = own, start
        self._variants = variants

    def value(self, left: Any, right: Any, hits: bytearray) -> Any:
        place = self.start
        try:
            found = self._own(left, right)
        except BaseException:
            hits[place : place + len(self._variants)] = b"\1" * len(self._variants)
            raise
        for shifted, step in self._variants:
            if not hits[place]:
                try:
                    same = shifted(left, right + step if step else right) is found
                except Exception:
                    same = False
                hits[place] = not same
            place += 1
        return found


def instrument(tree: ast.Module, made: Sequence[Mutation], probes: Probes) -> dict[Mutation, int]:
    """Put probes into the tree, which ``made`` are all mutations of. The place of each mutation;
    those outside functions have none, as their code runs when the module is imported."""
    at = list(sites(tree))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    of_site: dict[int, list[Mutation]] = {}
    for mutation in made:
        of_site.setdefault(mutation.node, []).append(mutation)
    places: dict[Mutation, int] = {}
    statements: dict[ast.AST, int] = {}
    # From the inside out: what is around a node still holds it when its own turn comes.
    for number in sorted(of_site, reverse=True):
        site, own = at[number], of_site[number]
        statement = _statement(site.node, parents)
        if statement is None:
            continue
        exact = _put_probe(site, own, probes)
        for mutation in own:
            if mutation not in exact and statement not in statements:
                statements[statement] = probes.place()
            places[mutation] = exact[mutation] if mutation in exact else statements[statement]
    _mark(tree, statements)
    ast.fix_missing_locations(tree)
    return places


def _statement(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> ast.AST | None:
    """The innermost statement that a node is in; None if no function's body holds it."""
    while not isinstance(node, ast.stmt):
        if node not in parents:
            return None
        node = parents[node]
    above: ast.AST = node
    while above in parents:
        parent = parents[above]
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef) and above in parent.body:
            return node
        above = parent
    return None


def _put_probe(site: Site, own: Sequence[Mutation], probes: Probes) -> dict[Mutation, int]:
    """The mutations of an expression that are noted exactly."""
    node, exact = site.node, dict[Mutation, int]()
    if not isinstance(node, ast.expr):
        return exact
    new: ast.expr = node
    shifts = [one for one in own if one.kind is Kind.COMPARISON]
    if shifts and isinstance(node, ast.Compare) and len(shifts) == len(neighbours(node)):
        start = probes.compare(node)
        exact.update({one: start + index for index, one in enumerate(shifts)})
        number = ast.Constant(probes.comparisons - 1)
        new = ast.Call(_name(COMPARE), [number, node.left, node.comparators[0]], [])
    forced = [one for one in own if one.kind is Kind.CONDITION]
    if forced and _has_no_effect(node):
        start = probes.place(2)
        exact.update({one: start + (one.after != "True") for one in forced})
        if _cannot_raise(node):
            new = ast.Call(_name(CONDITION), [ast.Constant(start), new], [])
        else:
            begun = ast.Call(_name(BEGIN), [ast.Constant(start)], [])
            new = ast.Call(_name(ENDED), [begun, new], [])
    if new is not node:
        site.put(ast.copy_location(new, node))
    return exact


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _has_no_effect(node: ast.AST) -> bool:
    """Whether it is certain that to leave out a condition changes nothing but its value."""
    for one in ast.walk(node):
        if isinstance(one, _EFFECTS):
            return False
        if isinstance(one, ast.Call):
            function = one.func
            name = function.attr if isinstance(function, ast.Attribute) else ""
            name = function.id if isinstance(function, ast.Name) else name
            if name not in _PURE and name not in _OWN:
                return False
    return True


def _cannot_raise(node: ast.AST) -> bool:
    return all(isinstance(one, _QUIET) for one in ast.walk(node))


def _mark(tree: ast.Module, statements: Mapping[ast.AST, int]) -> None:
    """Before each of the statements, note that it runs."""
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            items = getattr(node, field, None)
            if isinstance(items, list):
                setattr(node, field, [*_marked(items, statements)])


def _marked(items: Sequence[ast.AST], statements: Mapping[ast.AST, int]) -> Iterator[ast.AST]:
    for item in items:
        if item in statements:
            place = ast.Subscript(_name(RAN), ast.Constant(statements[item]), ast.Store())
            yield ast.copy_location(ast.Assign([place], ast.Constant(1)), item)
        yield item
