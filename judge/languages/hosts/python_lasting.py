"""Whether a source may leave behind what a process that goes on with other tasks cannot put back:
files, processes, signals, limits, changed modules. Then each task needs a process of its own."""

import _ast
import os
import sys

MODULES = frozenset(
    "_io _posixsubprocess _thread concurrent ctypes fcntl fileinput glob importlib locale logging"
    " mmap multiprocessing os pathlib pdb posix pty resource runpy select selectors shelve shutil"
    " signal site socket sqlite3 subprocess tempfile".split()
)
#: Names that lead to such a module, to how the process is, or to what happens at its end.
NAMES = frozenset(
    (
        "__del__",
        "__dict__",
        "__subclasses__",
        "_getframe",
        "modules",
        "excepthook",
        "getrecursionlimit",
        "setattr",
        "vars",
    )
)
#: What runs a text, which then may name a module.
FROM_TEXT = frozenset(("__import__", "exec", "eval", "compile"))
#: Attributes of modules that every task gets anew.
STREAMS = frozenset(("stdin", "stdout", "stderr"))


def is_lasting(tree, path):
    nodes = list(walk(tree))
    imported, bound = imports(nodes)
    names = {one.id for one in nodes if isinstance(one, _ast.Name)}
    names |= {one.attr for one in nodes if isinstance(one, _ast.Attribute)}
    names |= {one.name for one in nodes if isinstance(one, (_ast.FunctionDef, _ast.ClassDef))}
    if names & FROM_TEXT:
        imported |= words_in(nodes)
    own = os.path.basename(path).partition(".")[0]
    return bool(
        (imported & MODULES)
        or (names | bound) & NAMES
        or own in getattr(sys, "stdlib_module_names", ())
        or any(changes(one, bound) or is_late(one) for one in nodes)
    )


def walk(node):
    yield node
    for field in node._fields:
        value = getattr(node, field, None)
        for one in value if isinstance(value, list) else (value,):
            if isinstance(one, _ast.AST):
                yield from walk(one)


def imports(nodes):
    """The modules that statements import, and the names that these bind."""
    modules, bound = set(), set()
    for one in nodes:
        if isinstance(one, (_ast.Import, _ast.ImportFrom)):
            names = {alias.name.partition(".")[0] for alias in one.names}
            bound |= {alias.asname or alias.name.partition(".")[0] for alias in one.names}
            module = getattr(one, "module", None)
            modules |= {module.partition(".")[0]} if module else names
    return modules, bound


def words_in(nodes):
    """The words of all texts in a source."""
    texts = [one.value for one in nodes if isinstance(one, _ast.Constant)]
    all_texts = " ".join(one for one in texts if isinstance(one, str))
    return set("".join(c if c.isalnum() or c == "_" else " " for c in all_texts).split())


def changes(node, bound):
    """Whether a node assigns to an attribute of what was imported."""
    if not isinstance(node, _ast.Attribute) or not isinstance(node.ctx, (_ast.Store, _ast.Del)):
        return False
    root = node.value
    while isinstance(root, (_ast.Attribute, _ast.Subscript)):
        root = root.value
    its = isinstance(root, _ast.Name) and root.id in bound
    return its and not (root.id == "sys" and node.value is root and node.attr in STREAMS)


def is_late(node):
    """Whether a generator may go on when the process ends."""
    if not isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef)):
        return False
    inner = list(walk(node))
    waits = any(isinstance(one, (_ast.Yield, _ast.YieldFrom)) for one in inner)
    return waits and any(isinstance(one, (_ast.Try, _ast.With, _ast.AsyncWith)) for one in inner)
