"""Loads ``plugin.py`` of a package and checks that it has every method the judge calls."""

from __future__ import annotations

import ast
import hashlib
import importlib
import os
import pickle
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.call_watch import CallExit, CallTimeout
from judge.common.errors import JudgeError, PythonChanged, unreadable
from judge.common.link_text import refuse_link_text
from judge.common.python_state import PythonState
from judge.packages import bytecode_cache
from judge.packages.judge_toml import load_rules
from judge.packages.plugin_contract import checked_plugin
from judge.packages.plugin_faults import (
    CALL_S,
    IMPORT_FACTOR,
    PREFIX,
    PluginFault,
    calling_plugin,
    said_by,
)
from judge.packages.problem_plugin import FILE, ProblemPlugin
from judge.packages.process_guard import guard_processes

#: Methods by which a plug-in class is recognized.
MARKS = ("parse", "decode", "score", "compare")
#: Folders of the package format that contain no module of the plug-in.
FOREIGN = frozenset(
    "data statement problem_statement submissions generators solution solutions attachments "
    "input_validators input_format_validators output_validator output_validators "
    "input_visualizer output_visualizer static_validator include".split()
)


def import_plugin(folder: Path, limit_s: float = CALL_S) -> ModuleType:
    """The module of ``plugin.py``; raises JudgeError with the file and line at fault.

    While the files do not change, their code runs once in a process and its forks, so the types of
    instances are the same everywhere.
    """
    name = package_name(folder)
    if name not in sys.modules:
        sys.modules[name] = _package(name, folder)
    _install_finder()
    guard_processes()
    state = PythonState()
    try:
        with calling_plugin("import", plugin=folder / FILE, limit_s=limit_s * IMPORT_FACTOR), state:
            module = importlib.import_module(f"{name}.plugin")
        if not state.changes:
            return module
        _forget(name)
        said = f"changes {state.text} when it is imported: the judge needs it as it was"
        raise PythonChanged(said, folder / FILE)
    except PluginFault as fault:
        error = fault.__cause__ or fault
        _forget(name)
        path, line = place_of(error, folder)
        at_path = isinstance(error, SyntaxError) and error.filename == str(path)
        message = said_by(error)
        if isinstance(error, SyntaxError) and at_path:
            message = f"{type(error).__name__}: {error.msg}"
        if isinstance(error, CallTimeout | CallExit):
            message = f"it {error}"
        said = _without_package_name(message, name)
        after = f" (after it had changed {state.text})" if state.changes else ""
        raise JudgeError(f"cannot be imported: {said}{after}", path, line) from error


def _forget(name: str) -> None:
    """Have Python import a problem's package anew."""
    for loaded in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
        del sys.modules[loaded]


def package_name(folder: Path) -> str:
    """The package name for the present content of the folder; raises JudgeError."""
    home = folder.resolve()
    digest = hashlib.sha256(bytes(home))
    for path in _sources(folder):
        try:
            content = foreign_files.read(path, folder)
        except OSError as error:
            raise unreadable(error, path) from error
        refuse_link_text(path, content)
        name = os.fsencode(path.relative_to(folder).as_posix())
        digest.update(b"%d %s %d %s" % (len(name), name, len(content), content))
    return PREFIX + digest.hexdigest()[:16]


def place_of(error: BaseException, folder: Path) -> tuple[Path, int | None]:
    """File and line below ``folder`` that an exception comes from; else ``plugin.py``."""
    if isinstance(error, SyntaxError) and error.filename and _is_below(error.filename, folder):
        return Path(error.filename), error.lineno
    found: tuple[Path, int | None] = (folder / "plugin.py", None)
    trace = error.__traceback__
    while trace:
        name = trace.tb_frame.f_code.co_filename
        if _is_below(name, folder):
            found = Path(name), trace.tb_lineno
        trace = trace.tb_next
    return found


def name_package(name: str, folder: Path) -> None:
    """Let scripts import the modules of a problem's folder as ``name.plugin``, ``name.rules``…"""
    sys.modules[name] = _package(name, folder)


class PackedValue(Struct, frozen=True):
    """A pickled value with objects of a problem's types.

    A process that has not loaded the problem imports its package when it unpacks the value.
    """

    folder: Path
    package: str
    data: bytes

    @staticmethod
    def of(folder: Path, value: object) -> PackedValue:
        return PackedValue(folder.absolute(), package_name(folder), pickle.dumps(value))

    def value(self) -> Any:
        """The value; raises JudgeError if the plug-in has changed since."""
        if (
            self.package not in sys.modules
            and import_plugin(self.folder).__package__ != self.package
        ):
            raise JudgeError("changed during the run: run judge again", self.folder)
        return pickle.loads(self.data)


def _is_below(name: str, folder: Path) -> bool:
    return Path(name).absolute().is_relative_to(folder.absolute())


def _without_package_name(text: str, name: str) -> str:
    return text.replace(f"{name}.", ".").replace(name, ".")


def _sources(folder: Path) -> Iterator[Path]:
    """The Python files of the plug-in in a fixed order."""
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise unreadable(error, folder) from error
    for path in entries:
        if path.suffix == ".py" and not path.is_dir():
            yield path
        elif path.is_dir() and path.name.isidentifier() and path.name not in FOREIGN:
            yield from _sources(path)


def _package(name: str, folder: Path) -> ModuleType:
    """The empty package whose modules are the files of the folder."""
    spec = ModuleSpec(name, None, is_package=True)
    spec.submodule_search_locations = [str(folder.absolute())]
    return module_from_spec(spec)


def _install_finder() -> None:
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


class _Finder(MetaPathFinder):
    """Finds modules of problems' packages, and no others."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(PREFIX) or path is None:
            return None
        # Python caches the content of folders, which may be out of date.
        importlib.invalidate_caches()
        spec = PathFinder.find_spec(fullname, path)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
            spec.cached = None
        return spec


class _Loader(SourceFileLoader):
    """Compiles the file as it is now: Python's own cache is checked to the second only."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        source = self.get_data(path)
        if b"\0" in source:  # UTF-16, in which Python sees null bytes only
            raise SyntaxError("is not UTF-8 text: save it as UTF-8", (path, 1, None, None))
        # The name of the package stands for its files, of which the imports depend.
        words = (os.fsencode(path), fullname.encode(), own_source(), source)
        key = b"".join(b"%d %s" % (len(word), word) for word in words)
        return bytecode_cache.code_for(key, lambda: self._compiled(fullname, path, source))

    def _compiled(self, fullname: str, path: str, source: bytes) -> CodeType:
        root, *rest = fullname.split(".")
        depth = len(rest) + self.is_package(fullname)
        tree = ast.parse(source, filename=path)
        siblings = _Siblings(Path(sys.modules[root].__path__[0]), depth)
        tree = ast.fix_missing_locations(siblings.visit(tree))
        return compile(tree, path, "exec", dont_inherit=True)


@cache
def own_source() -> bytes:
    """This file, which decides how a module is compiled."""
    return Path(__file__).read_bytes()


class _Siblings(ast.NodeTransformer):
    """Makes absolute imports of the folder's own modules relative."""

    def __init__(self, folder: Path, depth: int) -> None:
        self._folder = folder
        self._depth = depth  # dots from here to the folder

    def _is_sibling(self, name: str) -> bool:
        first = name.partition(".")[0]
        if first in sys.stdlib_module_names or first in FOREIGN or first == "judge":
            return False
        return (self._folder / f"{first}.py").is_file() or any((self._folder / first).glob("*.py"))

    def visit_Import(self, node: ast.Import) -> list[ast.stmt]:
        """``import a, b.c`` as one import each."""
        made: list[ast.stmt] = []
        for alias in node.names:
            statement: ast.stmt = ast.Import([alias])
            if self._is_sibling(alias.name):
                *parents, last = alias.name.split(".")
                if parents and not alias.asname:  # ``import a.b`` binds ``a``, and loads ``a.b``
                    first = parents[0]
                    loads = ast.alias(last, f"_{alias.name.replace('.', '_')}")
                    below = ast.ImportFrom(".".join(parents), [loads], self._depth)
                    made.append(ast.copy_location(below, node))
                    parents, last = [], first
                named = ast.alias(last, alias.asname)
                statement = ast.ImportFrom(".".join(parents) or None, [named], self._depth)
            made.append(ast.copy_location(statement, node))
        return made

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt:
        if node.level == 0 and node.module and self._is_sibling(node.module):
            node.level = self._depth
        return node


def _classes(module: ModuleType) -> list[type]:
    """The classes that may be the plug-in. What is asked of them may raise anything: classes of
    classes decide what becomes of it."""
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and any(hasattr(value, name) for name in MARKS)
    ]
    return [c for c in classes if hasattr(c, "parse") and hasattr(c, "decode")] or classes


def load_plugin(folder: Path) -> ProblemPlugin:
    """The plug-in of the one plug-in class in ``plugin.py``, or one without a method if there is
    no such file; raises JudgeError.

    While the modules of the folder do not change, their code runs once in a process and its forks,
    so the types of instances are the same everywhere.
    """
    path = folder / FILE
    if not os.path.lexists(path):
        return ProblemPlugin(folder)
    if path.is_dir():
        raise JudgeError("is a folder: the plug-in must be a file", path)
    limit_s = load_rules(folder).plugin_s or CALL_S
    module = import_plugin(folder, limit_s)
    with calling_plugin("class", path=path, located=True, plugin=path, limit_s=limit_s):
        classes = _classes(module)
    if len(classes) != 1:
        raise JudgeError(
            f"must define one plug-in class, found {len(classes)}: a class with the methods parse, "
            "decode, and score or compare",
            path,
        )
    try:
        with calling_plugin("class", plugin=path, limit_s=limit_s):
            own = classes[0]()
    except PluginFault as fault:
        error = fault.__cause__ or fault
        message = f"it {error}" if isinstance(error, CallTimeout | CallExit) else said_by(error)
        said = f"class {classes[0].__name__} cannot be instantiated: {message}"
        raise JudgeError(said, *place_of(error, folder)) from error
    if own is None:
        raise JudgeError(f"class {classes[0].__name__} gives None instead of an object", path)
    with calling_plugin("class", path=path, located=True, plugin=path, limit_s=limit_s):
        return replace(checked_plugin(own, folder), limit_s=limit_s)
