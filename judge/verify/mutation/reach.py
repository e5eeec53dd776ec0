"""Which lines of a plug-in's modules can take part in a verdict: found by names, without running.

Names lead to definitions of the same module or to what it imports. ``module.name`` leads to that
module, and ``self.name`` to the class itself if it defines the name and no other class is made from
it. Any other attribute leads to every method and field of that name, as types are not known, but
for those of the plug-in: nothing else holds it, and lists have methods of such names (``count``).
What only builds the text of a message leads nowhere.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct, field

from judge import plugin as shared


class _Part(Struct, frozen=True, eq=False):
    """A function, a method, or a statement outside functions."""

    module: str
    node: ast.stmt
    #: The name of its class; empty outside classes.
    owner: str = ""


class _Index(Struct, frozen=True):
    """Where names are defined. ``imports`` maps a name to (module, name there or None)."""

    names: dict[tuple[str, str], list[_Part]] = field(default_factory=lambda: defaultdict(list))
    members: dict[str, list[_Part]] = field(default_factory=lambda: defaultdict(list))
    #: What creating an object runs: field defaults and special methods, by class.
    created: dict[tuple[str, str], list[_Part]] = field(default_factory=lambda: defaultdict(list))
    #: The methods and fields of a class, by module, class and name.
    own: dict[tuple[str, str, str], list[_Part]] = field(default_factory=lambda: defaultdict(list))
    #: The names of classes that others are made from.
    bases: set[str] = field(default_factory=set)
    #: The classes that define an entry, by module and name.
    plugins: set[tuple[str, str]] = field(default_factory=set)
    imports: dict[tuple[str, str], tuple[str, str | None]] = field(default_factory=dict)


def reached_lines(
    trees: Mapping[str, ast.Module], entries: Iterable[str], messages: Collection[ast.AST] = ()
) -> Mapping[str, frozenset[int]]:
    """The lines of each module, from 1, that methods with the names ``entries`` may lead to.

    ``trees``: the modules by their last name, ``rules`` for ``rules.py``. ``messages``: the nodes
    that lead nowhere.
    """
    index, names = _indexed(trees), (*entries,)
    waiting = [part for name in names for part in index.members[name]]
    index.plugins.update((part.module, part.owner) for part in waiting)
    reached: set[_Part] = set()
    while waiting:
        part = waiting.pop()
        if part not in reached:
            reached.add(part)
            waiting += _next(part, index, messages)
    lines: dict[str, set[int]] = {module: set() for module in trees}
    for part in reached:
        lines[part.module].update(range(part.node.lineno, (part.node.end_lineno or 0) + 1))
    return {module: frozenset(found) for module, found in lines.items()}


def _indexed(trees: Mapping[str, ast.Module]) -> _Index:
    index = _Index()
    for module, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                for name, source in _imported(node, trees):
                    index.imports[module, name] = source
            elif isinstance(node, ast.ClassDef):
                _index_class(index, module, node)
            else:
                for name in _defined(node):
                    index.names[module, name].append(_Part(module, node))
    return index


def _index_class(index: _Index, module: str, node: ast.ClassDef) -> None:
    for base in node.bases:
        index.bases.update(one.id for one in ast.walk(base) if isinstance(one, ast.Name))
        index.bases.update(one.attr for one in ast.walk(base) if isinstance(one, ast.Attribute))
    for member in node.body:
        part = _Part(module, member, node.name)
        for name in _defined(member):
            index.members[name].append(part)
            index.own[module, node.name, name].append(part)
            if not isinstance(member, ast.FunctionDef) or name.startswith("__"):
                index.created[module, node.name].append(part)


def _imported(
    node: ast.Import | ast.ImportFrom, trees: Mapping[str, ast.Module]
) -> Iterator[tuple[str, tuple[str, str | None]]]:
    """Local name, and the module that it stands for, or the module and the name there."""
    whole = getattr(node, "module", None) or ""
    # ``plugin`` alone is the plug-in of the problem.
    source = "" if whole == shared.__name__ else whole.rpartition(".")[2]
    for alias in node.names:
        local, name = alias.asname or alias.name, alias.name.rpartition(".")[2]
        if isinstance(node, ast.ImportFrom) and source in trees:
            yield local, (source, alias.name)
        elif name in trees:
            yield local, (name, None)


def _defined(node: ast.stmt) -> Iterator[str]:
    """The names that a statement gives a value to."""
    if isinstance(node, ast.FunctionDef):
        yield node.name
        return
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    for target in targets:
        for one in ast.walk(target):
            if isinstance(one, ast.Name):
                yield one.id


def _next(part: _Part, index: _Index, messages: Collection[ast.AST]) -> Iterator[_Part]:
    """What a part refers to."""
    for node in _evaluated(part.node):
        if node in messages:
            continue
        if isinstance(node, ast.Name):
            yield from _of_name(part.module, node.id, index)
        elif isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            source = index.imports.get((part.module, owner))
            own = index.own.get((part.module, part.owner, node.attr))
            if source and source[1] is None:
                yield from _of_name(source[0], node.attr, index)
            elif owner == "self" and own and part.owner not in index.bases:
                yield from own
            else:
                found = index.members[node.attr]
                yield from (one for one in found if (one.module, one.owner) not in index.plugins)
                yield from own if owner == "self" and own else ()


def _of_name(module: str, name: str, index: _Index) -> Iterator[_Part]:
    seen = set()
    while (source := index.imports.get((module, name))) and source not in seen:
        seen.add(source)
        if source[1] is None:
            return
        module, name = source[0], source[1]
    yield from index.names[module, name]
    yield from index.created[module, name]


def _evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below, without annotations."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _evaluated(child)
