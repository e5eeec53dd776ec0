"""Whether a posted Python function is pure as far as its text shows: it depends on nothing but its
arguments, and leaves nothing behind but its result and what it prints.

Such a function learns nothing of earlier calls in its process, so cases may share one; where its
objects lie in memory, it cannot see either (see ``object_addresses``). All that a source uses must
be known here; what is not known makes it impure. The source is loaded anew for each call, so its
own variables never last.
"""

from __future__ import annotations

import ast
import bisect
import builtins
import collections
import fractions
import heapq
import itertools
import math
import operator
import re
import string
import warnings
from collections.abc import Iterator, Mapping

from judge.languages.object_addresses import shows_addresses
from judge.languages.type_hints import only_annotates

#: What a source may be made of. No class, whose methods Python itself calls; nothing that catches
#: exceptions, which tell of memory and of the depth of calls.
_NODES = (
    *(ast.Module, ast.FunctionDef, ast.Lambda, ast.arguments, ast.arg, ast.Return, ast.Expr),
    *(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.Delete, ast.Global),
    *(ast.Nonlocal, ast.For, ast.While, ast.If, ast.IfExp, ast.Pass, ast.Break, ast.Continue),
    *(ast.Assert, ast.Import, ast.ImportFrom, ast.alias, ast.BoolOp, ast.BinOp, ast.UnaryOp),
    *(ast.Compare, ast.Call, ast.keyword, ast.Constant, ast.Name, ast.Attribute, ast.Subscript),
    *(ast.Slice, ast.Starred, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp),
    *(ast.DictComp, ast.GeneratorExp, ast.comprehension, ast.JoinedStr, ast.FormattedValue),
    *(ast.Yield, ast.YieldFrom, ast.boolop, ast.operator, ast.unaryop, ast.cmpop),
    ast.expr_context,
)
#: Built-in functions that look at their arguments alone.
_FUNCTIONS = frozenset(
    "abs all any bin bool bytearray bytes chr complex dict divmod enumerate filter float frozenset"
    " hex int isinstance iter len list map max min next oct ord pow print range reversed round set"
    " slice sorted str sum tuple zip".split()
)
#: What looks up attributes that a string names, or compares objects instead of values.
_NOT = frozenset("format format_map attrgetter methodcaller is_ is_not".split())
_REGULAR = frozenset(
    "compile escape findall finditer fullmatch match search split sub subn A I M S X ASCII"
    " IGNORECASE MULTILINE DOTALL VERBOSE".split()
)


def _public(*holders: object) -> frozenset[str]:
    names = (name for holder in holders for name in dir(holder))
    return frozenset(name for name in names if not name.startswith("_")) - _NOT


#: Modules that keep nothing that a source could look at, and what it may use of them.
_MODULES: Mapping[str, frozenset[str]] = {
    "bisect": _public(bisect),
    "collections": frozenset(("Counter", "OrderedDict", "defaultdict", "deque")),
    "fractions": frozenset(("Fraction",)),
    "functools": frozenset(("cache", "cmp_to_key", "lru_cache", "partial", "reduce")),
    "heapq": frozenset(heapq.__all__),
    "itertools": _public(itertools),
    "math": _public(math),
    "operator": frozenset(operator.__all__) - _NOT,
    "re": _REGULAR,
    "string": frozenset(name for name in string.__all__ if name.islower()) - {"capwords"},
    "typing": frozenset("Any Dict Iterable Iterator List Optional Sequence Set Tuple".split()),
}
#: Methods, and attributes that can only be read.
_ATTRIBUTES = _public(
    *(bytearray, bytes, complex, dict, float, frozenset, int, list, range, set, slice, str, tuple),
    *(collections.Counter, collections.OrderedDict, collections.defaultdict, collections.deque),
    *(fractions.Fraction, re.Match, re.Pattern),
).union(*_MODULES.values())
#: How deep a source may be nested.
_MOST_DEPTH = 100


def is_pure(source: bytes) -> bool:
    """Whether the text shows that a function is pure; False where it does not parse."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(source)
        nodes = list(_walk(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    bound = frozenset(name for node in nodes for name in _bound(node))
    known = not bound & _unsafe() and all(_is_known(node, bound) for node in nodes)
    hints = only_annotates(nodes, bound, _MODULES["typing"])
    return known and hints and not shows_addresses(nodes)


def _walk(node: ast.AST, depth: int = 0) -> Iterator[ast.AST]:
    if depth > _MOST_DEPTH:
        raise RecursionError
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _walk(child, depth + 1)


def _unsafe() -> frozenset[str]:
    """Built-in names that a source may not even bind: where its own has gone, Python's is found."""
    return frozenset(dir(builtins)) - _FUNCTIONS


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that a node binds."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.FunctionDef(name=name):
            yield name
        case ast.Import(names=names):
            yield from (one.asname or one.name for one in names)
        case ast.ImportFrom(module=module, names=names):
            own = [one.asname or one.name for one in names]
            yield from _MODULES.get(module or "", ()) if own == ["*"] else own


def _is_known(node: ast.AST, bound: frozenset[str]) -> bool:
    """Whether what a node does can neither be noticed by another call nor notice one."""
    match node:
        case ast.Name(id=name):
            return "__" not in name and (name in bound or name in _FUNCTIONS)
        case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.keyword(arg=str(name)):
            return "__" not in name and name != "file"
        case ast.Attribute(attr=name, ctx=context):
            return name in _ATTRIBUTES and isinstance(context, ast.Load)
        case ast.Import(names=names):
            return all(one.name in _MODULES for one in names)
        case ast.ImportFrom(module=module, names=names, level=0):
            allowed = _MODULES.get(module or "", frozenset())
            return bool(allowed) and all(one.name in allowed | {"*"} for one in names)
        case ast.ImportFrom():
            return False
        case _:
            return isinstance(node, _NODES)
