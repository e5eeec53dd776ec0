"""Whether a Python source may learn where its objects lie in memory, which depends on what its
process did before.

The text of a function, a generator or an iterator holds its address, and a set of them is in the
order of their addresses. So they may stand only where they are called, gone through, or given a
name. What is equal to nothing but itself and may be in a set is the same: matches, ``nan``.
"""

from __future__ import annotations

import ast
import itertools
import math
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence

#: What makes such an object when it is called, by its name in its module.
_BUILT_IN = frozenset("map filter zip enumerate reversed iter".split())
_CACHES = frozenset(("cache", "lru_cache"))
_MAKERS = (
    _BUILT_IN
    | _CACHES
    | frozenset("finditer scanner elements merge partial cmp_to_key itemgetter".split())
    | frozenset(name for name in dir(itertools) if not name.startswith("_"))
)
#: Methods of strings and lists have these names, too.
_AMBIGUOUS = frozenset(("count",))
#: They give such objects out, one by one.
_GIVING = frozenset(("groupby", "tee"))
#: Attributes that are no methods.
_DATA = frozenset(
    "denominator endpos flags groupindex imag lastgroup lastindex maxlen numerator pattern pos re"
    " real regs step stop string".split()
)
#: What modules have that is no function, or shows no address.
_PLAIN = frozenset(
    "pi e tau inf nan Counter OrderedDict defaultdict deque Fraction Any Dict Iterable Iterator"
    " List Optional Sequence Set Tuple A I M S X ASCII IGNORECASE MULTILINE DOTALL VERBOSE".split()
) | frozenset(name for name in string.__all__ if name.islower())
#: What goes through its arguments, or calls them, and keeps none; how many of the first ones.
_CONSUMERS: Mapping[str, int] = {
    **dict.fromkeys(_MAKERS - _GIVING - {"repeat", "itemgetter"}, 1 << 30),
    **dict.fromkeys("list tuple set frozenset sorted sum any all enumerate next dict".split(), 1),
    **dict.fromkeys("iter bytes bytearray Counter deque islice cycle".split(), 1),
    **dict.fromkeys("partial cmp_to_key cache lru_cache join extend extendleft update".split(), 1),
    **dict.fromkeys("reduce accumulate nlargest nsmallest sub subn".split(), 2),
}
#: They return one of their arguments if there are several.
_CHOOSING = frozenset(("max", "min"))
#: What takes a function as ``key``.
_SORTING = frozenset(
    "sorted max min sort nlargest nsmallest merge bisect bisect_left bisect_right insort"
    " insort_left insort_right".split()
)
_SETS = frozenset("set frozenset Set".split())
#: Views of dictionaries, which make sets with ``&`` and the like, unless one goes through them.
_VIEWS = frozenset(("keys", "items"))
#: What makes objects that are equal to nothing but themselves.
_UNEQUAL = frozenset("match search fullmatch finditer scanner sub subn values".split())
_WHOLE = frozenset(
    "ceil comb factorial floor gcd isqrt lcm perm prod trunc isclose isfinite isinf isnan".split()
)
#: What makes a number that is no integer.
_FLOATS = frozenset(name for name in dir(math) if not name.startswith("_")) - _WHOLE | frozenset(
    "float complex truediv itruediv ipow from_float fromhex".split()
)


def shows_addresses(nodes: Sequence[ast.AST]) -> bool:
    """Whether a source of these nodes may."""
    objects = _Objects(nodes)
    return _compares_identity(nodes) or objects.escape() or objects.are_in_sets()


def _compares_identity(nodes: Iterable[ast.AST]) -> bool:
    """Whether it may ask if two values are one object: what earlier calls have left may be."""
    return any(
        isinstance(operator, (ast.Is, ast.IsNot)) and not _is_single(left) and not _is_single(right)
        for node in nodes
        if isinstance(node, ast.Compare)
        for left, operator, right in zip(
            [node.left, *node.comparators], node.ops, node.comparators, strict=False
        )
    )


def _is_single(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, bool))


class _Objects:
    """The functions, generators and iterators of a source, and where they stand."""

    def __init__(self, nodes: Sequence[ast.AST]) -> None:
        self._nodes = nodes
        self._modules = frozenset(_modules(nodes))
        self._imported = dict(_imported(nodes))
        #: Names to which the source gives a value of its own, anywhere.
        self._own = frozenset(name for node in nodes for name in _given_names(node))
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        self._generators = {one.name for one in functions if _yields(one)}
        self._called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
        self._names = {one.name for one in functions}
        while more := {name for node in nodes for name in self._named(node)} - self._names:
            self._names |= more
        names = (node for node in nodes if isinstance(node, ast.Name))
        self._loaded = {node.id for node in names if isinstance(node.ctx, ast.Load)}

    def escape(self) -> bool:
        """Whether one may stand where it becomes text, or a member of a collection."""
        placed = {id(child) for node in self._nodes for child in self._placed(node)}
        return any(
            self._gives(node) or (self._is_one(node) and id(node) not in placed)
            for node in self._nodes
        )

    def are_in_sets(self) -> bool:
        """Whether a set may hold what is equal to nothing but itself."""
        names = {name for node in self._nodes for name in self._mentioned(node)}
        if not names & (_UNEQUAL | _FLOATS) and not any(map(_makes_float, self._nodes)):
            return False
        shown = (ast.Set, ast.SetComp)
        makes = names & _SETS or any(isinstance(one, shown) for one in self._nodes)
        return bool(makes) or self._keeps_views()

    def _keeps_views(self) -> bool:
        """Whether a view of a dictionary is used but to go through it at once."""
        goes = (ast.Call, ast.For, ast.comprehension, ast.Starred)
        parents = [node for node in self._nodes if isinstance(node, goes)]
        placed = {id(child) for node in parents for child in self._placed(node)}
        once = {
            id(node.func)
            for node in self._nodes
            if isinstance(node, ast.Call) and id(node) in placed
        }
        attributes = (node for node in self._nodes if isinstance(node, ast.Attribute))
        return any(node.attr in _VIEWS and id(node) not in once for node in attributes)

    def _mentioned(self, node: ast.AST) -> Iterator[str]:
        match node:
            case ast.Name(id=name) if name not in self._own:
                yield self._imported.get(name, name)
            case ast.Attribute(attr=name):
                yield name

    def _named(self, node: ast.AST) -> Iterator[str]:
        """The names that a node gives to such an object."""
        match node:
            case ast.Assign(targets=targets, value=value) if self._is_one(value):
                yield from (one.id for one in targets if isinstance(one, ast.Name))
            case (
                ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                | ast.NamedExpr(target=ast.Name(id=name), value=value)
            ) if self._is_one(value):
                yield name

    def _is_one(self, node: ast.AST) -> bool:
        match node:
            case ast.Lambda() | ast.GeneratorExp():
                return True
            case ast.Name(id=name, ctx=ast.Load()):
                return name in self._names or self._is_function(node, self._imported.get(name, ""))
            case ast.NamedExpr(value=value):
                return self._is_one(value)
            case ast.Call(func=ast.Call(func=inner)):
                return self._maker(inner) in ("lru_cache", "cmp_to_key")
            case ast.Call(func=func):
                is_own = isinstance(func, ast.Name) and func.id in self._generators
                return is_own or self._maker(func) in _MAKERS
            case ast.Attribute(attr=name):
                if self._is_of_module(node):
                    return self._is_function(node, name)
                return id(node) not in self._called and name not in _DATA
            case _:
                return False

    def _is_function(self, node: ast.AST, name: str) -> bool:
        """Whether it stands for what has this name in a module, and is not called."""
        return bool(name) and name not in _PLAIN and id(node) not in self._called

    def _is_of_module(self, node: ast.Attribute) -> bool:
        return isinstance(node.value, ast.Name) and node.value.id in self._modules

    def _maker(self, func: ast.AST) -> str:
        """The name that what is called has in its module; empty for what nobody knows."""
        match func:
            case ast.Name(id=name):
                return self._imported.get(name, name)
            case ast.Attribute(attr=name):
                return "" if name in _AMBIGUOUS and not self._is_of_module(func) else name
            case _:
                return ""

    def _gives(self, node: ast.AST) -> bool:
        """Whether somebody else may be given such objects: the makers themselves are handed on."""
        maker, is_called = self._maker(node), id(node) in self._called
        match node:
            case ast.Lambda():
                return _yields(node)
            case ast.FunctionDef(decorator_list=decorators):
                calls = (one.func if isinstance(one, ast.Call) else one for one in decorators)
                return any(self._maker(one) not in _CACHES for one in calls)
            case ast.Name(id=name, ctx=ast.Load()) if name in self._imported:
                return maker in _GIVING or (maker in _MAKERS - _CACHES and not is_called)
            case ast.Name(id=name, ctx=ast.Load()):
                return name in self._generators | _BUILT_IN and not is_called
            case ast.Attribute():
                return maker in _GIVING or (maker in _MAKERS - _CACHES and not is_called)
            case _:
                return False

    def _placed(self, node: ast.AST) -> Iterator[ast.AST]:
        """The children of a node that are called, gone through, named, or dropped."""
        match node:
            case ast.Call():
                yield node.func
                if isinstance(node.func, ast.IfExp):
                    yield from (node.func.body, node.func.orelse)
                yield from self._consumed(node)
            case ast.For() | ast.comprehension():
                yield node.iter
            case ast.Assign(targets=targets, value=value) if all(map(_takes, targets)):
                yield from self._no_keys(value)
            case ast.AugAssign(op=ast.Add(), value=value) | ast.NamedExpr(value=value):
                yield from self._no_keys(value)
            case ast.AnnAssign(target=ast.Name(), value=ast.expr() as value):
                yield from self._no_keys(value)
            case ast.Starred(value=value) | ast.YieldFrom(value=value) | ast.Expr(value=value):
                yield value
            case ast.Attribute(value=value):
                yield value
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[right]):
                yield right
            case ast.FunctionDef(decorator_list=decorators):
                yield from decorators
            case ast.Module(body=body):
                yield from self._answers(body)

    def _no_keys(self, *nodes: ast.AST) -> Iterator[ast.AST]:
        """Without what makes keys, which are such objects, whenever it is called."""
        for one in nodes:
            if not (isinstance(one, ast.Call) and self._maker(one.func) == "cmp_to_key"):
                yield one

    def _consumed(self, call: ast.Call) -> Iterator[ast.AST]:
        """The arguments that what is called keeps to itself."""
        func = call.func
        if isinstance(func, ast.Name) and func.id in self._own:
            return
        is_cache = isinstance(func, ast.Call) and self._maker(func.func) == "lru_cache"
        name = "cache" if is_cache else self._maker(func)
        count = len(call.args) == 1 if name in _CHOOSING else _CONSUMERS.get(name, 0)
        yield from self._no_keys(*call.args[:count])
        if name in _SORTING:
            yield from (one.value for one in call.keywords if one.arg == "key")

    def _answers(self, body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
        """What the functions return that only the judge calls: it goes through it."""
        for one in body:
            match one:
                case ast.FunctionDef(name=name) if name not in self._loaded:
                    yield from _returned(one.body)
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda(body=result)):
                    if name not in self._loaded:
                        yield from self._no_keys(result)
                case ast.Expr(value=ast.Lambda(body=result)):
                    yield from self._no_keys(result)


def _takes(target: ast.expr) -> bool:
    """Whether a target is a name for an object, or takes its items."""
    is_slice = isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)
    return is_slice or isinstance(target, (ast.Name, ast.Tuple, ast.List))


def _returned(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """What a function itself returns, and not one in it."""
    for node in body:
        if isinstance(node, ast.Return) and node.value:
            yield node.value
        elif isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef):
            yield from _returned(ast.iter_child_nodes(node))


def _yields(function: ast.AST) -> bool:
    return any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in ast.walk(function))


def _makes_float(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=value):
            return isinstance(value, (float, complex))
        case ast.BinOp(op=ast.Pow(), right=exponent) | ast.AugAssign(op=ast.Pow(), value=exponent):
            return not (isinstance(exponent, ast.Constant) and isinstance(exponent.value, int))
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return True
        case _:
            return False


def _given_names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.FunctionDef(name=name):
            yield name


def _modules(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names of modules."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (one.asname or one.name for one in node.names)


def _imported(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """The names of what is imported from modules, with what it is called there."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                if one.name == "*":
                    yield from ((name, name) for name in _MAKERS | _FLOATS | _UNEQUAL)
                else:
                    yield one.asname or one.name, one.name
