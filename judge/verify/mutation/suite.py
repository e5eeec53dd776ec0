"""The suite of a problem: the code that decides verdicts, and every stored text that tests it."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from math import inf
from pathlib import Path

from msgspec.structs import replace

from judge import plugin as shared
from judge.common import foreign_files
from judge.model import Limits
from judge.packages.plugin_loader import package_name
from judge.packages.problem_plugin import ProblemPlugin
from judge.verify.deadline import Deadline
from judge.verify.mutation.execution import Suite
from judge.verify.mutation.message_text import message_nodes
from judge.verify.mutation.observation import Module, Subjects, observed, place_of
from judge.verify.mutation.operators import Mutation, mutations
from judge.verify.mutation.reach import reached_lines
from judge.verify.mutation.trials import Trial

#: The methods of a plug-in that lead to a verdict.
ENTRIES = ("parse", "parse_answer", "decode", "score", "compare")


def modules_of(folder: Path) -> dict[str, Module]:
    """The modules of the plug-in that are loaded, and all of ``judge.plugin``, by name: which of
    these are loaded depends on what else the process has done."""
    package = package_name(folder)
    for one in pkgutil.iter_modules(shared.__path__):
        importlib.import_module(f"{shared.__name__}.{one.name}")
    found = {}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        helper = name.startswith(f"{shared.__name__}.") and name != f"{shared.__name__}.contract"
        if file and (helper or name.startswith(f"{package}.")):
            path = Path(file)
            found[name] = Module(name, path, foreign_files.read(path).decode())
    return found


def mutants_of(modules: Mapping[str, Module]) -> list[tuple[str, Mutation]]:
    """The mutations of all lines that can take part in a verdict, with the name of the module."""
    trees = {name: module.tree() for name, module in modules.items()}
    short = {name.rpartition(".")[2]: name for name in trees}
    messages = message_nodes(trees.values())
    lines = reached_lines({last: trees[name] for last, name in short.items()}, ENTRIES, messages)
    return [
        (name, mutation)
        for last, name in short.items()
        for mutation in mutations(trees[name], _wanted(lines[last], messages), modules[name].source)
    ]


def _wanted(lines: frozenset[int], messages: frozenset[ast.AST]) -> Callable[[ast.AST], bool]:
    return lambda node: getattr(node, "lineno", 0) in lines and node not in messages


def make_suite(
    folder: Path,
    plugin: ProblemPlugin,
    limits: Limits,
    trials: Iterable[Trial],
    workers: int = 1,
    deadline: Deadline | None = None,
) -> Suite:
    """Have the original treat every trial, as long as there is time, and note which mutations could
    make a difference."""
    modules = modules_of(folder)
    unique = _unique(trials)
    subjects = Subjects(folder, plugin, limits, modules, mutants_of(modules), unique)
    return extended(Suite(subjects, {}, {}, {}, {}), (), workers, deadline)


def extended(
    suite: Suite, trials: Iterable[Trial], workers: int = 1, deadline: Deadline | None = None
) -> Suite:
    """The suite with more trials. The original treats those that it has not treated yet."""
    subjects = replace(suite.subjects, trials=_unique(chain(suite.trials, trials)))
    seen = observed(subjects, workers, deadline or Deadline(inf), suite.times.keys())
    _, _, places = place_of(subjects)
    return Suite(
        subjects,
        {**suite.treatments, **seen.treatments},
        {**suite.times, **seen.times},
        _together(suite.differing, seen.places, places),
        _together(suite.reading, seen.read, places),
    )


def _together(
    before: Mapping[tuple[str, Mutation], array[int]],
    seen: Mapping[int, array[int]],
    places: Mapping[tuple[str, Mutation], int],
) -> dict[tuple[str, Mutation], array[int]]:
    """The trials of each mutation that has a place, those from before first."""
    none = array("I")
    return {one: before.get(one, none) + seen.get(place, none) for one, place in places.items()}


def _unique(trials: Iterable[Trial]) -> tuple[Trial, ...]:
    """Without those of equal texts: many solutions print the same."""
    found: dict[tuple[str | None, ...], Trial] = {}
    for one in trials:
        found.setdefault((one.input, one.answer, one.output), one)
    return tuple(found.values())
