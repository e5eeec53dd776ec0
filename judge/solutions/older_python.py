"""Python files of a package for judges whose Python is 3.9: newer notation is written as older one.

Only what changes nothing else: a file that needs no change stays as it is, byte for byte.
"""

from __future__ import annotations

import ast
import builtins
from pathlib import Path

from judge.common.errors import JudgeError

VERSION = (3, 9)
_UNION = "_Union"
_PAIRWISE = "pairwise"
_DEFINITION = """def pairwise(items):
    items = list(items)
    return zip(items, items[1:])
"""


def for_older_python(path: Path) -> bytes:
    """The file as Python 3.9 reads it; raises JudgeError for what has no older notation. What is
    no Python stays as it is: a check of the package tells of that."""
    source = path.read_bytes()
    tree = parsed(source)
    if tree is None:
        return source
    change = _Older(path)
    changed = change.visit(tree)
    if not change.changes and not _annotates_unions(tree):
        return source
    _insert(changed, change.needs_union)
    return f"{ast.unparse(ast.fix_missing_locations(changed))}\n".encode()


def parsed(source: bytes) -> ast.Module | None:
    """A file of Python; None for one that this Python does not read, such as one in Python 2."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class _Older(ast.NodeTransformer):
    """Removes the keywords ``strict`` of zip and ``slots`` of dataclasses; writes unions of types
    as before, and ``pairwise`` as a function."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.changes = 0
        self.needs_union = False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        newer = {"zip": ("strict",), "dataclass": ("slots", "kw_only")}.get(name, ())
        kept = [keyword for keyword in node.keywords if keyword.arg not in newer]
        self.changes += len(node.keywords) - len(kept)
        node.keywords = kept
        if name in ("isinstance", "issubclass") and len(node.args) == 2:
            parts = _parts(node.args[1])
            if len(parts) > 1:
                self.changes += 1
                node.args[1] = ast.Tuple(parts, ast.Load())
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        parts = _parts(node.value)
        if len(parts) > 1 and all(map(_is_type, parts)):
            self.changes += 1
            self.needs_union = True
            elements = ast.Tuple(parts, ast.Load())
            node.value = ast.Subscript(ast.Name(_UNION, ast.Load()), elements, ast.Load())
        return node

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        """As a chain of ``if``, where all patterns are values."""
        self.generic_visit(node)
        self.changes += 1
        subject = ast.Name(f"_subject_{node.lineno}", ast.Load())
        chain: list[ast.stmt] = []
        for case in reversed(node.cases):
            test = self._test(subject, case.pattern, case.guard, node)
            chain = [ast.If(test, case.body, chain)]
        stored = ast.Name(subject.id, ast.Store())
        return [ast.Assign([stored], node.subject), *chain]

    def _test(
        self, subject: ast.expr, pattern: ast.pattern, guard: ast.expr | None, node: ast.Match
    ) -> ast.expr:
        tests: list[ast.expr] = []
        match pattern:
            case ast.MatchValue():
                tests.append(ast.Compare(subject, [ast.Eq()], [pattern.value]))
            case ast.MatchSingleton():
                value = ast.Constant(pattern.value)
                tests.append(ast.Compare(subject, [ast.Is()], [value]))
            case ast.MatchAs(pattern=None, name=None):
                pass
            case ast.MatchOr():
                either = [self._test(subject, one, None, node) for one in pattern.patterns]
                tests.append(ast.BoolOp(ast.Or(), either))
            case _:
                said = "this match needs Python 3.10, and other judges have 3.9: use if"
                raise JudgeError(said, self._path, node.lineno)
        tests += [guard] if guard else []
        return ast.BoolOp(ast.And(), tests) if len(tests) > 1 else (*tests, ast.Constant(True))[0]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        names = [alias.name for alias in node.names]
        if node.module != "itertools" or _PAIRWISE not in names:
            return node
        self.changes += 1
        node.names = [alias for alias in node.names if alias.name != _PAIRWISE]
        definition = ast.parse(_DEFINITION).body
        return [node, *definition] if node.names else [*definition]


def _parts(node: ast.expr) -> list[ast.expr]:
    """The operands of ``A | B | C``; else the node alone."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_parts(node.left), *_parts(node.right)]
    return [node]


def _is_type(node: ast.expr) -> bool:
    """Whether an operand looks like a type: ``int``, ``Board``, ``list[int]``, ``None``."""
    if isinstance(node, ast.Subscript):
        return _is_type(node.value)
    if isinstance(node, ast.Constant):
        return node.value is None
    name = node.id if isinstance(node, ast.Name) else ""
    return isinstance(getattr(builtins, name, None), type) or (
        name[:1].isupper() and not name.isupper()
    )


def _annotates_unions(tree: ast.Module) -> bool:
    """Whether annotations are evaluated and have newer notation."""
    future = any(isinstance(n, ast.ImportFrom) and n.module == "__future__" for n in tree.body)
    if future:
        return False
    nodes = [*ast.walk(tree)]
    written = [n.annotation for n in nodes if isinstance(n, ast.arg | ast.AnnAssign)]
    written += [n.returns for n in nodes if isinstance(n, ast.FunctionDef)]
    return any(isinstance(part, ast.BinOp) for one in written if one for part in ast.walk(one))


def _insert(tree: ast.Module, union: bool) -> None:
    """Add the imports that the older notation needs, after the docstring."""
    body = [
        n for n in tree.body if not (isinstance(n, ast.ImportFrom) and n.module == "__future__")
    ]
    first = body[:1] if body and ast.get_docstring(tree) is not None else []
    imports = ["from __future__ import annotations"]
    if union:
        imports.append(f"from typing import Union as {_UNION}")
    made = ast.parse("\n".join(imports)).body
    tree.body = [*first, *made, *body[len(first) :]]
