"""Whether a Python source uses the module ``typing`` for annotations alone.

``typing`` keeps what it has made, and finds it again by equality: after ``List[1]``, ``List[True]``
has the text of ``List[1]``. That would tell a call of earlier ones. Nobody sees an annotation, and
equal ones of the types that are named here have the same text.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

#: Built-in types, unless a source gives their name to something else.
_BUILT_IN = frozenset(
    "bool bytearray bytes complex dict float frozenset int list range set str tuple".split()
)
_MODULE = "typing"


def only_annotates(nodes: Sequence[ast.AST], own: frozenset[str], parts: frozenset[str]) -> bool:
    """Whether all of ``typing`` that a source of these nodes names stands in annotations; ``own``:
    the names that the source binds; ``parts``: what it may import from ``typing``."""
    hints = _Hints(nodes, own, parts)
    annotations = [one for node in nodes for one in _annotations(node)]
    accepted = {id(part) for one in annotations if hints.is_type(one) for part in ast.walk(one)}
    return all(id(node) in accepted for node in nodes if hints.names(node))


class _Hints:
    def __init__(
        self, nodes: Sequence[ast.AST], own: frozenset[str], parts: frozenset[str]
    ) -> None:
        self._modules = {
            one.asname or one.name
            for node in nodes
            if isinstance(node, ast.Import)
            for one in node.names
            if one.name == _MODULE
        }
        imports = [n for n in nodes if isinstance(n, ast.ImportFrom) and n.module == _MODULE]
        imported = {one.asname or one.name for node in imports for one in node.names}
        self._parts = imported | parts if "*" in imported else imported
        self._built_in = _BUILT_IN - own

    def names(self, node: ast.AST) -> bool:
        """Whether it names the module, or a part of it."""
        return isinstance(node, ast.Name) and node.id in self._modules | self._parts

    def is_type(self, node: ast.AST) -> bool:
        """Whether it is made of types alone."""
        match node:
            case ast.Constant(value=value):
                return value is None or value is ... or isinstance(value, str)
            case ast.Name(id=name):
                return name in self._parts | self._built_in
            case ast.Attribute(value=ast.Name(id=name)):
                return name in self._modules
            case ast.Subscript(value=value, slice=index):
                parts = index.elts if isinstance(index, ast.Tuple) else [index]
                return self.is_type(value) and all(map(self.is_type, parts))
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return self.is_type(left) and self.is_type(right)
            case _:
                return False


def _annotations(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.arg(annotation=ast.expr() as annotation):
            yield annotation
        case (
            ast.AnnAssign(annotation=annotation) | ast.FunctionDef(returns=ast.expr() as annotation)
        ):
            yield annotation
