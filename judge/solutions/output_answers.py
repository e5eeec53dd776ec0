"""Answer files with a format of their own, written as outputs: other judges expect those."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from judge.common.errors import JudgeError
from judge.model import Case
from judge.packages.case_files import read_answer
from judge.packages.loaded_problem import LoadedProblem
from judge.packages.problem_plugin import REFUSED, ProblemPlugin
from judge.plugin import Best


def answers_from_outputs(loaded: LoadedProblem) -> Mapping[str, bytes] | None:
    """For each case an output that is as good as the stored answer; None where all answer files are
    outputs already. Raises JudgeError if no such output is found."""
    problem, plugin = loaded.problem, loaded.plugin
    if plugin.own is None or problem.validated_in_run or not plugin.offers("parse_answer"):
        return None
    found: dict[str, bytes] = {}
    changed = False
    for case in _cases(loaded):
        text = read_answer(case)
        found[case.name] = _output(loaded, case, text)
        changed = changed or found[case.name] != text
    return found if changed else None


def _cases(loaded: LoadedProblem) -> Iterator[Case]:
    """All cases, and those with stored outputs, which have answer files too."""
    problem = loaded.problem
    yield from problem.cases
    for name in (*problem.tests.valid_outputs, *problem.tests.invalid_outputs):
        case = Case(name, "", problem.folder / "data")
        if case.answer_path.exists():
            yield case


def _output(loaded: LoadedProblem, case: Case, text: bytes) -> bytes:
    plugin, read = loaded.plugin, loaded.read_case(case)
    assert read.best is not None
    for output in _candidates(text.decode("utf-8", "replace"), read.best.answer):
        if _is_as_good(plugin, read.instance, output, read.best):
            return output.encode()
    said = "the stored answer cannot be written as an output that decode reads"
    raise JudgeError(f"{said}: give decode the notation of JSON", case.answer_path)


def _candidates(text: str, answer: Any) -> Iterator[str]:
    """The file, the file without its first line, which is often the score, and the answer as
    numbers and lists are usually written."""
    yield text
    rest = text.partition("\n")[2]
    if rest.strip():
        yield rest
    with suppress(TypeError, ValueError, RecursionError):
        yield f"{json.dumps(answer, default=_listed)}\n"
    yield f"{answer}\n"
    yield rest


def _listed(value: Any) -> Any:
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError


def _is_as_good(plugin: ProblemPlugin, instance: Any, output: str, best: Best[Any]) -> bool:
    try:
        answer = plugin.decode(output, instance, plugin.readings[0])
        if plugin.goal is not None:
            return plugin.score(instance, answer) == best.score
        return plugin.compare(instance, answer, best.answer) is None
    except REFUSED:
        return False
