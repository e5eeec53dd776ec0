"""Which nodes of a plug-in's code only build the text of a message: no verdict depends on them.

Such are what makes up an exception (but for the rule of an ``IllegalAnswer``), the arguments of a
function that always raises (``-> NoReturn``), a local variable that is read in such places only,
what is passed for a parameter that is, and the number from which ``enumerate`` counts for one.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from judge.plugin import IllegalAnswer

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def message_nodes(trees: Iterable[ast.Module]) -> frozenset[ast.AST]:
    """The nodes of ``trees`` that only build messages. A function that always raises may be called
    from another module."""
    modules = list(trees)
    raising = frozenset(_always_raising(modules))
    found: set[ast.AST] = set()
    every = [node for tree in modules for node in ast.walk(tree)]
    functions = [node for node in every if isinstance(node, _Function)]
    for node in every:
        for text in _texts(node, raising):
            found.update(ast.walk(text))
    # One variable may lead to another, also from function to function.
    size = -1
    while size != len(found):
        size = len(found)
        for function in functions:
            _add_variables(function, found)
        _add_passed(functions, every, found)
    return frozenset(found)


def _always_raising(trees: Iterable[ast.Module]) -> Iterator[str]:
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, _Function) and node.returns and _is_never(node.returns):
                yield node.name


def _is_never(annotation: ast.expr) -> bool:
    return _last_name(annotation) in ("NoReturn", "Never")


def _texts(node: ast.AST, raising: frozenset[str]) -> Iterator[ast.AST]:
    """The parts of one node that are text, whatever is around it."""
    if isinstance(node, ast.Raise):
        yield from _of_exception(node.exc)
    elif isinstance(node, ast.Assert) and node.msg is not None:
        yield node.msg
    elif isinstance(node, ast.Call) and _last_name(node.func) in raising:
        yield from _arguments(node)


def _of_exception(exception: ast.expr | None) -> Iterator[ast.AST]:
    if not isinstance(exception, ast.Call):
        return
    if _last_name(exception.func) == IllegalAnswer.__name__:
        yield from list(_arguments(exception))[1:]  # the first one is the rule, which is compared
    else:
        yield exception


def _arguments(call: ast.Call) -> Iterator[ast.AST]:
    yield from call.args
    yield from (keyword.value for keyword in call.keywords)


def _last_name(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2]


def _add_variables(function: ast.AST, found: set[ast.AST]) -> None:
    """Add the assignments to variables that are read in messages only, and conditions that choose
    between such assignments."""
    spoken = _spoken(function, found)
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and _only_assigns(node, spoken, found):
            found.update(ast.walk(node))
        elif isinstance(node, ast.For | ast.comprehension):
            for start in _first_number(node, spoken):
                found.update(ast.walk(start))


def _first_number(loop: ast.For | ast.comprehension, spoken: set[str]) -> Iterator[ast.AST]:
    """What ``enumerate`` starts from, if its numbers are read in messages only."""
    target, call = loop.target, loop.iter
    if not (isinstance(call, ast.Call) and _last_name(call.func) == enumerate.__name__):
        return
    number = target.elts[0] if isinstance(target, ast.Tuple) else None
    if isinstance(number, ast.Name) and number.id in spoken:
        yield from call.args[1:]
        yield from (keyword.value for keyword in call.keywords)


def _add_passed(
    functions: Iterable[_Function], every: Iterable[ast.AST], found: set[ast.AST]
) -> None:
    """Add what calls pass for parameters that are read in messages only. Functions are known by
    their last name; where two have the same, neither counts."""
    counts = Counter(function.name for function in functions)
    spoken = {
        function.name: (_parameters(function), _spoken(function, found))
        for function in functions
        if counts[function.name] == 1
    }
    for node in every:
        if isinstance(node, ast.Call) and (name := _last_name(node.func)) in spoken:
            parameters, printed = spoken[name]
            starred = any(isinstance(one, ast.Starred) for one in node.args)
            passed = [] if starred else list(zip(parameters, node.args, strict=False))
            passed += [(one.arg, one.value) for one in node.keywords if one.arg]
            for parameter, value in passed:
                if parameter in printed:
                    found.update(ast.walk(value))


def _parameters(function: _Function) -> list[str]:
    """The names of the parameters that a call gives by position."""
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def _spoken(function: ast.AST, found: set[ast.AST]) -> set[str]:
    """The variables of a function that are read in messages only."""
    return {name for name, nodes in _reads(function).items() if nodes <= found}


def _reads(function: ast.AST) -> Mapping[str, set[ast.AST]]:
    reads: dict[str, set[ast.AST]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            reads.setdefault(node.id, set()).add(node)
    return reads


def _only_assigns(node: ast.stmt, spoken: set[str], found: set[ast.AST]) -> bool:
    if isinstance(node, ast.Assign):
        names = [one for target in node.targets for one in ast.walk(target)]
        ends = (ast.Name, ast.Tuple, ast.expr_context)
        if not all(isinstance(one, ends) for one in names):
            return False
        return {one.id for one in names if isinstance(one, ast.Name)} <= spoken
    if isinstance(node, ast.If):
        return all(one in found for one in (*node.body, *node.orelse))
    return False
