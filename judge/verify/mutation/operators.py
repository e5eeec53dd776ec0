"""Mutations of Python source code: each changes one node of the syntax tree."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any

from msgspec import Struct

#: The longest code that a description shows, in characters.
SHOWN = 80


class Kind(Enum):
    """What a mutation does."""

    CONDITION = "condition forced"
    COMPARISON = "comparison shifted"
    STATEMENT = "statement dropped"
    CONSTANT = "constant moved"
    TEXT = "string changed"


class Mutation(Struct, frozen=True):
    """One change. ``node`` and ``choice`` number the node among all nodes of the tree, and the
    change among those of the node. Lines and columns count from 1."""

    kind: Kind
    node: int
    choice: int
    line: int
    column: int
    last_line: int
    #: The node and what replaces it, as code.
    before: str
    after: str
    #: The text of its first line, without the blanks around it; empty if the source is not given.
    code: str = ""

    @property
    def change(self) -> str:
        """``a < b → a <= b``"""
        return f"{self.before} → {self.after}"


class Site(Struct, frozen=True):
    """A node where it stands: ``parent.field``, or ``parent.field[index]``."""

    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def mutations(
    tree: ast.Module, wanted: Callable[[ast.AST], bool], source: str = ""
) -> list[Mutation]:
    """The mutations of the nodes that are ``wanted``, in the order of the source.

    Left out are docstrings, annotations, and what makes up the text of an exception or an f-string:
    none of them can change a verdict. So are changes that are equal to another one.
    """
    found = []
    lines = source.split("\n")
    for number, site in enumerate(sites(tree)):
        if not wanted(site.node):
            continue
        for choice, (kind, after) in enumerate(_replacements(site)):
            line = getattr(site.node, "lineno", 1)
            last = getattr(site.node, "end_lineno", None) or line
            new = "(dropped)" if kind is Kind.STATEMENT else _code(after)
            column = getattr(site.node, "col_offset", 0) + 1
            before = _code(site.node)
            code = lines[line - 1].strip() if line <= len(lines) else ""
            found.append(Mutation(kind, number, choice, line, column, last, before, new, code))
    return sorted(found, key=lambda one: (one.line, one.node, one.choice))


def mutate(tree: ast.Module, mutation: Mutation) -> None:
    """Apply a mutation to the tree that it was made from, or to an equal one."""
    for number, site in enumerate(sites(tree)):
        if number == mutation.node:
            site.put(mutated_node(site, mutation))
            return
    raise AssertionError("the mutation is of another tree")


def mutated_node(site: Site, mutation: Mutation) -> ast.AST:
    """What a mutation puts in place of its node."""
    _, after = _replacements(site)[mutation.choice]
    return ast.fix_missing_locations(ast.copy_location(after, site.node))


def sites(tree: ast.Module) -> Iterator[Site]:
    """Every node that may be mutated, in a fixed order."""
    stack: list[ast.AST] = [tree]
    while stack:
        parent = stack.pop()
        for field, value in ast.iter_fields(parent):
            if field in _TEXT.get(type(parent), ()):
                continue
            items = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
            for index, node in items:
                if isinstance(node, ast.AST) and not _is_text(parent, index, node):
                    yield Site(parent, field, index, node)
                    stack.append(node)


#: Fields without an effect on any verdict: types, and what a message says.
_TEXT: dict[type[ast.AST], tuple[str, ...]] = {
    ast.AnnAssign: ("annotation",),
    ast.arg: ("annotation",),
    ast.FunctionDef: ("returns", "decorator_list"),
    ast.ClassDef: ("decorator_list", "bases"),
    ast.Raise: ("exc", "cause"),
    # What is asserted holds in every sound package: nothing stored would notice a change.
    ast.Assert: ("test", "msg"),
}


def _is_text(parent: ast.AST, index: int | None, node: ast.AST) -> bool:
    """Whether it is a docstring, an f-string or an import."""
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return docstring or isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom)


def _replacements(site: Site) -> list[tuple[Kind, ast.AST]]:
    """All changes of one node; each is a new node."""
    node = site.node
    made: list[tuple[Kind, ast.AST]] = []
    if _is_condition(site):
        values = _decisive(site) if isinstance(site.parent, ast.BoolOp) else (True, False)
        made += [(Kind.CONDITION, ast.Constant(value)) for value in values]
    if isinstance(node, ast.Compare):
        made += [(Kind.COMPARISON, new) for new in _shifted(node)]
    if isinstance(node, ast.stmt) and _may_be_dropped(site, node):
        made.append((Kind.STATEMENT, ast.Pass()))
    if isinstance(node, ast.Constant):
        kind = Kind.TEXT if isinstance(node.value, str) else Kind.CONSTANT
        made += [(kind, ast.Constant(value)) for value in _moved(node.value)]
    return made


def _is_condition(site: Site) -> bool:
    """Whether it decides something: a test, or an expression that is true or false."""
    if not isinstance(site.node, ast.expr) or isinstance(site.node, ast.Constant):
        return False
    tests = site.field in ("test", "ifs", "guard")
    operand = isinstance(site.parent, ast.BoolOp)
    negated = isinstance(site.parent, ast.UnaryOp) and isinstance(site.parent.op, ast.Not)
    boolean = isinstance(site.node, ast.Compare | ast.BoolOp) or (
        isinstance(site.node, ast.UnaryOp) and isinstance(site.node.op, ast.Not)
    )
    return not negated and (tests or operand or boolean)


def _decisive(site: Site) -> tuple[bool, ...]:
    """What to force an operand of ``and`` and ``or`` to: the value that leaves the decision to the
    others. The other value decides alone, as if the whole were forced."""
    assert isinstance(site.parent, ast.BoolOp)
    return (isinstance(site.parent.op, ast.And),)


_NEIGHBOURS: dict[type[ast.cmpop], tuple[tuple[type[ast.cmpop], int], ...]] = {
    ast.Lt: ((ast.LtE, 0), (ast.Lt, -1)),
    ast.LtE: ((ast.Lt, 0), (ast.LtE, 1)),
    ast.Gt: ((ast.GtE, 0), (ast.Gt, 1)),
    ast.GtE: ((ast.Gt, 0), (ast.GtE, -1)),
    ast.Eq: ((ast.LtE, 0), (ast.GtE, 0)),
    ast.NotEq: ((ast.Lt, 0), (ast.Gt, 0)),
}


def neighbours(node: ast.Compare) -> tuple[tuple[type[ast.cmpop], int], ...]:
    """What a comparison of two values is shifted to: an operator, and what is added to the right
    side. In the order of its mutations."""
    return _NEIGHBOURS.get(type(node.ops[0]), ())


def _shifted(node: ast.Compare) -> Iterator[ast.Compare]:
    """With one operator or bound moved by one; ``==`` and ``!=`` made one-sided."""
    for index, operator in enumerate(node.ops):
        for kind, step in _NEIGHBOURS.get(type(operator), ()):
            if type(operator) in (ast.Eq, ast.NotEq) and _is_unordered(node):
                continue
            new = copy.deepcopy(node)
            new.ops[index] = kind()
            if step:
                sign = ast.Add() if step > 0 else ast.Sub()
                new.comparators[index] = ast.BinOp(new.comparators[index], sign, ast.Constant(1))
            yield new


def _is_unordered(node: ast.Compare) -> bool:
    """Whether something is compared that has no order worth a shift: a string, None, a list."""
    sides = (node.left, *node.comparators)
    return any(
        isinstance(side, ast.List | ast.Tuple | ast.Dict | ast.Set)
        or (isinstance(side, ast.Constant) and not isinstance(side.value, int | float))
        for side in sides
    )


_KEPT = (
    ast.FunctionDef,
    ast.ClassDef,
    ast.Pass,
    ast.Global,
    ast.Nonlocal,
    ast.Import,
    ast.Assert,
)


def _may_be_dropped(site: Site, node: ast.stmt) -> bool:
    if isinstance(node, _KEPT) or site.field not in ("body", "orelse", "finalbody"):
        return False
    if isinstance(site.parent, ast.Module | ast.ClassDef):
        return False  # without a definition nothing runs
    if isinstance(node, ast.AnnAssign) and node.value is None:
        return False
    if isinstance(node, ast.If) and not node.orelse:
        return False  # the same as its condition forced false
    alone = len(getattr(site.parent, site.field)) == 1
    return not (alone and isinstance(site.parent, ast.If) and not site.parent.orelse)


def _moved(value: object) -> Sequence[Any]:
    """Neighbours of a constant."""
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int | float):
        return (value + 1, value - 1)
    if isinstance(value, str):
        return (value + "~",) if value else ("~",)
    return ()


def _code(node: ast.AST) -> str:
    line = " ".join(ast.unparse(node).split())
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"
