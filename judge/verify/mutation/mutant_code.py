"""Mutants of a plug-in, made in this process: the code of one function is exchanged."""

from __future__ import annotations
import __future__

import ast
import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from types import CodeType, FunctionType, ModuleType

from msgspec import Struct

from judge.verify.mutation.observation import Module
from judge.verify.mutation.operators import Mutation, Site, mutated_node, sites

_Function = ast.FunctionDef | ast.AsyncFunctionDef


class ChangedCode(Struct, frozen=True):
    """The code of a function, and of the mutant."""

    original: CodeType
    mutant: CodeType

    @property
    def is_same(self) -> bool:
        """Whether both are compiled to the same."""
        return _without_places(self.original) == _without_places(self.mutant)


class MutableModule:
    """The syntax tree of a module, in which one node at a time is changed."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._tree = module.tree()
        self._sites: Sequence[Site] = list(sites(self._tree))

    @cached_property
    def _parents(self) -> Mapping[ast.AST, ast.AST]:
        every = ast.walk(self._tree)
        return {child: node for node in every for child in ast.iter_child_nodes(node)}

    def source(self, mutation: Mutation) -> str:
        """The whole source with the mutation."""
        with self._mutated(mutation):
            return ast.unparse(self._tree)

    def changed_code(self, mutation: Mutation) -> ChangedCode | None:
        """The outermost function that a mutation is in, before and after; None if it is in none, or
        changes more than its body."""
        path = self._path_to_function(self._sites[mutation.node])
        if path is None:
            return None
        original = self._compiled(path)
        with self._mutated(mutation):
            try:
                return ChangedCode(original, self._compiled(path))
            except (SyntaxError, ValueError):
                return None

    @contextmanager
    def _mutated(self, mutation: Mutation) -> Iterator[None]:
        site = self._sites[mutation.node]
        site.put(mutated_node(site, mutation))
        try:
            yield
        finally:
            site.put(site.node)

    def _path_to_function(self, site: Site) -> list[ast.ClassDef | _Function] | None:
        """The classes around the outermost function, and the function; None if there is none."""
        nodes, node = [], site.node
        while node in self._parents:
            nodes.append(node)
            node = self._parents[node]
        path: list[ast.ClassDef | _Function] = []
        for at, one in enumerate(reversed(nodes), 1):
            if isinstance(one, ast.ClassDef):
                path.append(one)
            elif isinstance(one, _Function):
                inside = [*reversed(nodes)][at : at + 1]
                changes_body = inside and isinstance(inside[0], ast.stmt)
                imports = any(isinstance(n, ast.Import | ast.ImportFrom) for n in ast.walk(one))
                return [*path, one] if changes_body and not imports else None
            else:
                return None
        return None

    def _compiled(self, path: Sequence[ast.ClassDef | _Function]) -> CodeType:
        """The code of the function at the end of the path, compiled alone but for its classes."""
        *classes, function = path
        assert isinstance(function, _Function)
        made: ast.stmt = ast.copy_location(_without_decorators(function), function)
        for one in reversed(classes):
            alone = ast.ClassDef(one.name, [], [], [made], [])
            made = ast.copy_location(alone, one)
        whole = ast.Module([made], [])
        file, flags = str(self._module.path), self._flags
        code: CodeType = compile(whole, file, "exec", flags=flags, dont_inherit=True)
        for one in path:
            inside = (const for const in code.co_consts if isinstance(const, CodeType))
            code = next(const for const in inside if const.co_name == one.name)
        return code

    @cached_property
    def _flags(self) -> int:
        """Those of the module's imports from ``__future__``."""
        named = (
            alias.name
            for node in self._tree.body
            if isinstance(node, ast.ImportFrom) and node.module == "__future__"
            for alias in node.names
        )
        flags = 0
        for name in named:
            flags |= getattr(__future__, name).compiler_flag
        return flags


def _without_decorators(function: _Function) -> _Function:
    fields = {name: getattr(function, name) for name in function._fields}
    return type(function)(**{**fields, "decorator_list": []})


def _without_places(code: CodeType) -> CodeType:
    consts = (_without_places(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_firstlineno=1, co_consts=tuple(consts))


class Functions:
    """The functions of some modules as they are loaded now, by file and qualified name."""

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self._functions: dict[tuple[str, str], list[FunctionType]] = {}
        wanted = {id(vars(one)) for one in modules}
        for one in gc.get_objects():
            # Not isinstance: it asks an object for its class, and a stranger's object may raise.
            if type(one) is FunctionType and id(one.__globals__) in wanted:
                key = (one.__code__.co_filename, one.__code__.co_qualname)
                self._functions.setdefault(key, []).append(one)

    def exchange(self, change: ChangedCode) -> bool:
        """Give the function its mutant's code. False if that cannot be done: there is no one
        function, or it has left functions in its own turn."""
        file, name = change.original.co_filename, change.original.co_qualname
        found = self._functions.get((file, name), [])
        inner = f"{name}.<locals>."
        if len(found) != 1 or any(
            of == file and other.startswith(inner) for of, other in self._functions
        ):
            return False
        try:
            found[0].__code__ = change.mutant
        except ValueError:  # it needs other variables from around it
            return False
        return True
