"""The suite of a problem: the code that decides verdicts, and every stored text that tests it."""

from __future__ import annotations

import ast
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from judge import plugin as shared
from judge.common import foreign_files
from judge.model import Limits
from judge.packages.plugin_loader import package_name
from judge.packages.problem_plugin import ProblemPlugin
from judge.verify.mutation.execution import Module, Suite
from judge.verify.mutation.message_text import message_nodes
from judge.verify.mutation.operators import Mutation, mutations
from judge.verify.mutation.reach import reached_lines
from judge.verify.mutation.trials import Observer, Trial

#: The methods of a plug-in that lead to a verdict.
ENTRIES = ("parse", "parse_answer", "decode", "score", "compare")
Line = tuple[str, int]
#: After so many calls of a function that run no new line, its lines are not watched any more in
#: this trial: to watch them takes ten times as long as to run them.
MOST_IN_VAIN = 50
#: The lines of so many seconds' worth of trials are noted, the quickest ones.
TRACED_S = 1.0


@dataclass(frozen=True)
class Coverage:
    """The indices of the trials that run each line, those that tell most first; and all indices,
    for lines that run when a module is imported."""

    by_line: Mapping[Line, tuple[int, ...]]
    imported: frozenset[Line]
    all: tuple[int, ...]

    def of(self, module: str, mutation: Mutation) -> tuple[int, ...]:
        """The trials that run a line of the mutation; none if nothing stored runs it."""
        lines = [(module, line) for line in range(mutation.line, mutation.last_line + 1)]
        if lines[0] in self.imported:
            return self.all
        return tuple(dict.fromkeys(i for line in lines for i in self.by_line.get(line, ())))


def modules_of(folder: Path) -> dict[str, Module]:
    """The modules of the plug-in, and those of ``judge.plugin`` that they have loaded, by name."""
    package = package_name(folder)
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
    folder: Path, plugin: ProblemPlugin, limits: Limits, trials: Iterable[Trial]
) -> Suite:
    """Have the original treat every trial."""
    unique = tuple(dict.fromkeys(trials))
    began, observer = time.process_time(), Observer(plugin, limits)
    treatments, ends = [], [began]
    for trial in unique:
        treatments.append(observer.treatment(trial))
        ends.append(time.process_time())
    times = tuple(end - begin for begin, end in pairwise(ends))
    return Suite(folder, plugin, limits, modules_of(folder), unique, treatments, times)


def coverage(suite: Suite) -> Coverage:
    """Have the original treat the quick trials once more, and note the lines that run. Slow trials
    count as if they ran every line that some quick one runs; they are the last of each line."""
    names = {str(module.path): name for name, module in suite.modules.items()}
    observer = Observer(suite.plugin, suite.limits)

    @cache
    def of_reading(text: str, answer: str | None) -> frozenset[Line]:
        return _lines_of(names, observer, Trial("", text, answer))

    # The observer reads each pair of files once only.
    ran = []
    for index in suite.quick(TRACED_S):
        one = suite.trials[index]
        lines = of_reading(one.input, one.answer) | _lines_of(names, observer, one)
        ran.append((index, lines))
    # First one trial of each way through the code, then the rest: a mutant is noticed early.
    ran.sort(key=lambda one: len(one[1]))
    first = {covered: (index, covered) for index, covered in reversed(ran)}
    ordered = [*reversed(first.values()), *ran]
    by_line: dict[Line, dict[int, None]] = {}
    for index, covered in ordered:
        for line in covered:
            by_line.setdefault(line, {})[index] = None
    traced = {index for index, _ in ran}
    slow = [index for index in range(len(suite.trials)) if index not in traced]
    for indices in by_line.values():
        indices.update(dict.fromkeys(slow))
    return Coverage(
        {line: tuple(found) for line, found in by_line.items()},
        frozenset(_imported(suite.modules)),
        tuple(dict.fromkeys([*(index for index, _ in ordered), *slow])),
    )


def _imported(modules: Mapping[str, Module]) -> Iterator[Line]:
    """The lines that run when their module is imported."""
    for name, module in modules.items():
        tree = module.tree()
        inside: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                inside.update(range(node.lineno + 1, (node.end_lineno or 0) + 1))
        last = len(module.source.splitlines())
        yield from ((name, line) for line in range(1, last + 1) if line not in inside)


def _lines_of(names: Mapping[str, str], observer: Observer, trial: Trial) -> frozenset[Line]:
    """The lines of the named files that run while the trial is treated."""
    lines: set[Line] = set()
    before = sys.gettrace()
    sys.settrace(_tracer(names, lines))
    try:
        observer.treatment(trial)
    finally:
        sys.settrace(before)
    return frozenset(lines)


def _tracer(names: Mapping[str, str], lines: set[Line]) -> Callable[..., Any]:
    in_vain: Counter[CodeType] = Counter()  # calls since the last one that ran a new line

    def of_frame(frame: FrameType, event: str, argument: object) -> Any:
        code = frame.f_code
        name = names.get(code.co_filename)
        if name is None or in_vain[code] >= MOST_IN_VAIN:
            return None
        in_vain[code] += 1

        def of_line(frame: FrameType, event: str, argument: object) -> Any:
            line = (name, frame.f_lineno)
            if line not in lines:
                lines.add(line)
                in_vain[code] = 0
            return of_line

        of_line(frame, event, argument)
        return of_line

    return of_frame
