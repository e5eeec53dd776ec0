"""Calls of a plug-in by the checks, with little to import: draws.py runs as a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, TypeVar

from judge.packages.plugin_faults import REFUSALS, calling_plugin

T = TypeVar("T")


def ask(method: Callable[..., T], *arguments: Any) -> T:
    """Call the plug-in; raises PluginFault, or one of the exceptions of the contract."""
    with calling_plugin(method.__name__, allowed=REFUSALS, located=True):
        return method(*arguments)


def ask_for(method: Callable[..., Iterable[T]], *arguments: Any, most: int) -> list[T]:
    """The first ``most`` items that a method of the plug-in yields; raises as ``ask`` does."""

    def listed() -> list[T]:
        return list(islice(method(*arguments), most))

    listed.__name__ = method.__name__
    return ask(listed)
