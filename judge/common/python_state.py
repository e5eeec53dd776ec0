"""What foreign code in the judge's own process may break for everything that runs after it.

Names of Python itself, loaded modules, the paths that modules come from, the working folder:
whoever takes one of them away makes the judge fail later, at a place far from it.
"""

from __future__ import annotations

import builtins
import io
import json
import os
import pathlib
import subprocess
import sys
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from types import ModuleType, TracebackType

#: The classes that a path is an instance of: which one defines a method depends on the version.
_OF_PATHS = tuple(kind for kind in type(pathlib.Path()).__mro__ if kind is not object)
#: Where functions and methods are looked at: what the judge cannot do without.
_USED: tuple[ModuleType | type, ...] = (
    os,
    time,
    io,
    json,
    pathlib,
    subprocess,
    threading,
    *_OF_PATHS,
)
#: These are replaced by the judge itself.
_REPLACED = frozenset("os._exit os.execv os.execve os.kill os.killpg threading.excepthook".split())
_LISTS = ("path", "meta_path", "path_hooks")
_TRACING = ("sys.settrace", "sys.setprofile")
_STREAMS = ("stdin", "stderr", "__stdout__", "__stderr__")
#: Other code may put hooks of its own there, but none that cannot be called.
_HOOKS = ("excepthook", "unraisablehook")
_STANDARD = {0: "standard input", 1: "standard output", 2: "standard error"}
#: So many changes are named.
_NAMED = 3


def _is_loading(module: object) -> bool:
    """Whether another thread is about to load it, and takes it away again if it cannot."""
    return bool(getattr(getattr(module, "__spec__", None), "_initializing", False))


class PythonState:
    """The state before foreign code runs. As a context it is put back at the end, and ``changes``
    says what was no longer so."""

    def __init__(self) -> None:
        # By references: names of Python may be gone when they are used.
        self._names, self._modules = vars(builtins), sys.modules
        self._builtins = dict(self._names)
        loaded = self._modules.copy()
        self._loaded = {name: one for name, one in loaded.items() if not _is_loading(one)}
        self._tracer, self._profiler = sys.gettrace(), sys.getprofile()
        self._lists = {name: (getattr(sys, name), [*getattr(sys, name)]) for name in _LISTS}
        self._streams = {name: getattr(sys, name) for name in _STREAMS}
        self._hooks = {name: getattr(sys, name) for name in _HOOKS}
        self._files = {number: _file_at(number) for number in _STANDARD}
        self._functions = [(place, dict(_functions(place))) for place in _USED]
        self._of_classes = [(kind, frozenset(vars(kind))) for kind in _OF_PATHS]
        self._recursion = sys.getrecursionlimit()
        self._umask = _umask()
        self._folder = ""
        with suppress(OSError):
            self._folder = os.getcwd()  # noqa: PTH109
        #: In words; those of other code may follow from the first.
        self.changes: tuple[str, ...] = ()

    def __enter__(self) -> PythonState:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        traced = sys.gettrace() is not self._tracer, sys.getprofile() is not self._profiler
        if traced[0]:
            sys.settrace(self._tracer)
        if traced[1]:
            sys.setprofile(self._profiler)
        names, modules = self._names.copy(), self._modules.copy()
        self._names.update(self._builtins)
        self._modules.update(self._loaded)
        sys.modules = self._modules
        self.changes = (
            *(name for name, has in zip(_TRACING, traced, strict=True) if has),
            *(f"builtins.{name}" for name in _changed(self._builtins, names)),
            *(f"sys.modules[{name!r}]" for name in _with_sys_first(self._loaded, modules)),
            *self._put_back_functions(),
            *self._put_back_sys(),
            *self._put_back_process(),
        )

    @property
    def text(self) -> str:
        """The changes in a few words; empty if there are none."""
        named = ", ".join(self.changes[:_NAMED])
        more = len(self.changes) - _NAMED
        return f"{named} and {more} more" if more > 0 else named

    def _put_back_functions(self) -> Iterator[str]:
        for place, before in self._functions:
            for name in _changed(before, vars(place)):
                full = f"{place.__name__}.{name}"
                if full not in _REPLACED:
                    setattr(place, name, before[name])
                    yield full
        for kind, names in self._of_classes:
            for name in _hiding(kind, names):
                delattr(kind, name)
                yield f"{kind.__name__}.{name}"

    def _put_back_sys(self) -> Iterator[str]:
        for name, (own, before) in self._lists.items():
            now = getattr(sys, name, None)
            if isinstance(now, list) and all(any(one is kept for kept in now) for one in before):
                continue
            own[:] = before
            setattr(sys, name, own)
            yield f"sys.{name}"
        for name, stream in self._streams.items():
            if getattr(sys, name, None) is not stream:
                setattr(sys, name, stream)
                yield f"sys.{name}"
        for name, hook in self._hooks.items():
            if not callable(getattr(sys, name, None)):
                setattr(sys, name, hook)
                yield f"sys.{name}"
        if sys.getrecursionlimit() < self._recursion:
            yield f"the recursion limit ({sys.getrecursionlimit()})"
            sys.setrecursionlimit(self._recursion)

    def _put_back_process(self) -> Iterator[str]:
        mask = _umask()
        if mask is not None and self._umask is not None and mask != self._umask:
            os.umask(self._umask)
            yield f"the umask ({mask:03o})"
        with suppress(OSError):
            if self._folder and os.getcwd() != self._folder:  # noqa: PTH109
                os.chdir(self._folder)
                yield "the working folder"
        lost = [number for number, file in self._files.items() if file != _file_at(number)]
        for number in lost:
            _stand_in(number, [other for other in (2, 1) if other not in lost])
            yield f"descriptor {number} ({_STANDARD[number]})"


def _file_at(descriptor: int) -> tuple[int, int] | None:
    """What is open there; None for nothing."""
    try:
        found = os.fstat(descriptor)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def hold_standard() -> None:
    """Open the null device in place of a standard descriptor that foreign code has closed, before
    the judge's next file gets its number and foreign code closes that."""
    try:
        for number in _STANDARD:
            os.get_inheritable(number)  # the fastest question
    except OSError:
        _stand_in(number, ())
        hold_standard()


def _stand_in(descriptor: int, others: Sequence[int]) -> None:
    """Open something else in place of a descriptor that is lost: one of the others if it is an
    output, or the null device. Left as it is, it would be the next file that the judge opens."""
    with suppress(OSError):
        if descriptor and others:
            os.dup2(others[0], descriptor)
            return
        null = os.open(os.devnull, os.O_RDWR)
        if null != descriptor:
            os.dup2(null, descriptor)
            os.close(null)


def _functions(place: object) -> Iterator[tuple[str, object]]:
    for name, value in vars(place).items():
        if callable(value):
            yield name, value


def _changed(before: Mapping[str, object], now: Mapping[str, object]) -> list[str]:
    """The names of what has been there and is not any more."""
    return [name for name, value in before.items() if now.get(name) is not value]


def _hiding(kind: type, before: Collection[str]) -> list[str]:
    """The new names of a class that hide a method of one that it inherits from."""
    new, bases = [name for name in vars(kind) if name not in before], kind.__mro__[1:]
    return [name for name in new if any(callable(vars(base).get(name)) for base in bases)]


def _with_sys_first(before: Mapping[str, object], now: Mapping[str, object]) -> list[str]:
    """The modules that are gone: all else follows from the loss of ``sys``, and their order is that
    of their loading, which is another after modules were lost before."""
    return sorted(_changed(before, now), key=lambda name: name != "sys")


def _umask() -> int | None:
    """As the kernel tells it: to ask ``os.umask`` sets it, for other threads too."""
    with suppress(OSError, ValueError, IndexError):
        text = pathlib.Path("/proc/self/status").read_text()
        return int(text.partition("\nUmask:")[2].split()[0], 8)
    return None
