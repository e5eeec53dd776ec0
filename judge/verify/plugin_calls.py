"""Calls of a plug-in by the checks, with little to import: draws.py runs as a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from typing import Any, TypeVar

from judge.packages import plugin_results
from judge.packages.plugin_faults import REFUSALS, calling_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Mutant

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


def variants_of(
    plugin: ProblemPlugin, instance: Any, rng: Random, most: int
) -> list[tuple[str, Any]]:
    """The first variants of an instance, with their names; the plug-in has that method."""
    method = plugin.own.variants
    found = ask_for(method, instance, rng, most=most)
    return [plugin_results.variant(method, one) for one in found]


def own_mutants(plugin: ProblemPlugin, instance: Any, answer: Any, most: int) -> list[Mutant]:
    """The plug-in's first mutants of a right answer; it has that method."""
    method = plugin.own.mutants
    found = ask_for(method, instance, answer, most=most)
    return [plugin_results.mutant(method, one) for one in found]
