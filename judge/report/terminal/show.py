"""A case and a best answer to it, as ``judge show`` prints them."""

from __future__ import annotations

from pathlib import Path

from judge.common.errors import JudgeError
from judge.common.messages import listed
from judge.common.safe_text import one_line, plain
from judge.evaluation.plan import pick_cases
from judge.model import Case, Problem
from judge.packages import plugin_results as results
from judge.packages.case_files import LoadedCase, beginning
from judge.packages.load import select_cases
from judge.packages.loaded_problem import LoadedProblem, load_problems
from judge.packages.plugin_faults import calling_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Batch

#: How much of each file of a case is shown where there is no drawing.
SHOWN_BYTES = 4096


def show_case(root: Path, name: str, pattern: str, number: int | None) -> str:
    """The case of problem ``name`` that a glob selects, or its part ``number``, from 1.

    A plain number that is not a case's name is the number of a part, if only one input has that
    many parts. Raises JudgeError, which says how to be precise, when none or several match.
    """
    [loaded] = load_problems(root, [name])
    problem, plugin = loaded.problem, loaded.plugin
    bare = number is None and pattern.isdecimal() and isinstance(plugin.own, Batch)
    if bare and not select_cases(problem.cases, pattern):
        return _by_number(loaded, int(pattern))
    case = one_case(problem, pattern)
    context = loaded.read_case(case)
    if number is not None:
        return _part(loaded, case, context, number)
    best = context.best
    score = (
        f": best score {loaded.scores.score(best.score)}" if best and best.score is not None else ""
    )
    about = [case.description] if case.description else []
    head = [f"{problem.title}, case {case.name}{score}", *about]
    if best is None or not plugin.offers("sketch"):
        return "\n".join([*map(one_line, head), "", *_files(case)])
    drawing = plain(plugin.sketch(context.instance, best.answer))
    return "\n".join([*map(one_line, head), "", drawing])


def _files(case: Case) -> list[str]:
    """The beginnings of input and answer file, where there is no drawing; raises JudgeError."""
    rows = []
    for title, path in (("input", case.input_path), ("answer", case.answer_path)):
        text, total = beginning(path, SHOWN_BYTES)
        cut = f", the first {len(text):,} of {total:,} bytes" if len(text) < total else ""
        shown = plain(text.decode("utf-8", "replace").rstrip("\n"))
        rows += [f"{title}{cut}:", *(f"  {line}".rstrip() for line in shown.splitlines())]
    return rows


def one_case(problem: Problem, pattern: str) -> Case:
    """The one case that a glob selects; raises JudgeError for none and for several."""
    cases = pick_cases(problem, pattern)
    if len(cases) > 1:
        names = listed([case.name for case in cases])
        raise JudgeError(f"{len(cases)} cases match {pattern!r}, name one: {names}")
    return cases[0]


def _by_number(loaded: LoadedProblem, number: int) -> str:
    problem, plugin = loaded.problem, loaded.plugin
    contexts = {case: loaded.read_case(case) for case in problem.cases}
    counts = {case: _parts(plugin, context) for case, context in contexts.items()}
    holders = [case for case, count in counts.items() if count >= number]
    if len(holders) == 1:
        return _part(loaded, holders[0], contexts[holders[0]], number)
    named = listed([f"{case.name} (1 to {counts[case]})" for case in holders or problem.cases])
    if not holders or not number:
        raise JudgeError(f"no input of {problem.name} has a part {number}: {named}")
    raise JudgeError(
        f"no case of {problem.name} is called {number}, and {len(holders)} inputs have a part of "
        f"that number: judge show {problem.name} CASE {number}, where CASE is one of {named}"
    )


def _part(loaded: LoadedProblem, case: Case, context: LoadedCase, number: int) -> str:
    problem, plugin = loaded.problem, loaded.plugin
    count = _parts(plugin, context)
    if not isinstance(plugin.own, Batch):
        raise JudgeError(f"an input of {problem.name} has no parts: leave {number} out")
    if not 1 <= number <= count:
        raise JudgeError(f"{case.name} has no part {number}: they are numbered 1 to {count}")
    with calling_plugin("sketch_part", located=True):
        said = plugin.own.sketch_part(context.instance, number - 1)
    text = results.text(plugin.own.sketch_part, said)
    head = one_line(f"{problem.title}, case {case.name}, part {number} of {count}")
    return f"{head}\n\n{plain(text)}"


def _parts(plugin: ProblemPlugin, context: LoadedCase) -> int:
    if not isinstance(plugin.own, Batch):
        return 0
    with calling_plugin("parts", located=True):
        count = plugin.own.parts(context.instance)
    return results.count(plugin.own.parts, count)
