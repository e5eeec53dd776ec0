"""The modules of a plug-in loaded anew from other source code, in place of the original."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

from judge.packages.plugin_loader import load_plugin
from judge.packages.problem_plugin import ProblemPlugin


def reloaded_plugin(
    folder: Path,
    modules: Iterable[str],
    sources: Mapping[str, str],
    names: Mapping[str, object] | None = None,
) -> ProblemPlugin:
    """The plug-in with all ``modules`` loaded anew, some of them from other ``sources``, which find
    ``names`` in their module: for a process that ends soon. Raises JudgeError."""
    _forget(modules)
    sys.dont_write_bytecode = True  # a mutant must not get into a cache
    finder = _SourceFinder(sources, names or {})
    sys.meta_path.insert(0, finder)
    try:
        return load_plugin(folder)
    finally:
        sys.meta_path.remove(finder)


@contextmanager
def modules_kept(modules: Iterable[str]) -> Iterator[None]:
    """Afterwards imports lead to the same modules as before."""
    names = [*modules]
    before = {name: sys.modules[name] for name in names if name in sys.modules}
    try:
        yield
    finally:
        _forget(names)
        for name, module in before.items():
            sys.modules[name] = module
            parent, _, last = name.rpartition(".")
            setattr(sys.modules[parent], last, module)


def _forget(modules: Iterable[str]) -> None:
    for name in modules:
        parent, _, last = name.rpartition(".")
        # ``from parent import last`` looks here first.
        vars(sys.modules[parent]).pop(last, None)
        sys.modules.pop(name, None)


class _SourceFinder(MetaPathFinder):
    """Finds the modules that have other source code; others are found as always."""

    def __init__(self, sources: Mapping[str, str], names: Mapping[str, object]) -> None:
        self._sources = sources
        self._names = names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._sources:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        found = (finder.find_spec(fullname, path, target) for finder in others)
        spec = next((one for one in found if one), None)
        if spec and spec.origin:
            # Another loader of source files, such as that of pytest, is not needed here.
            loader = spec.loader
            kind = type(loader) if isinstance(loader, SourceFileLoader) else SourceFileLoader
            made = type(
                "_OtherSource",
                (kind,),
                {
                    "get_data": _data(self._sources[fullname]),
                    "exec_module": _execution(kind, self._names),
                },
            )
            spec.loader = made(fullname, spec.origin)
            spec.cached = None
        return spec


def _data(source: str) -> Callable[..., bytes]:
    return lambda *_: source.encode()


def _execution(
    kind: type[SourceFileLoader], names: Mapping[str, object]
) -> Callable[[SourceFileLoader, ModuleType], None]:
    def exec_module(loader: SourceFileLoader, module: ModuleType) -> None:
        vars(module).update(names)
        kind.exec_module(loader, module)

    return exec_module
