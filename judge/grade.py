"""``judge grade``: one file judged on the spot, without a report.

An output file (or standard input) is graded against the one case it answers; a source in a known
language is run on every case that the target selects.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge.checking import soft_limit
from judge.checking.grade import grade_output
from judge.checking.reading import settle_reading
from judge.common.errors import JudgeError
from judge.common.messages import counted, listed
from judge.common.safe_text import one_line, plain
from judge.evaluation import better_answer, scheduler
from judge.evaluation.better_answer import Witness
from judge.evaluation.plan import Plan, RunOptions, pick_cases
from judge.languages.table import all_languages, by_suffix
from judge.model import (
    Case,
    Execution,
    Grade,
    Isolation,
    Kind,
    Outcome,
    Problem,
    Solution,
    SolutionResult,
    Verdict,
    shown_score,
)
from judge.packages.case_files import LoadedCase, load_case
from judge.packages.load import find_problems
from judge.packages.plugin_loader import load_plugin
from judge.plugin import Plugin
from judge.progress import watched
from judge.refuted import ROWS, SPELT_OUT, drawn
from judge.report.markdown import code
from judge.running import output_file
from judge.solutions.cases import cases_of
from judge.solutions.code_size import described
from judge.solutions.load import OUTPUT_SUFFIX, load_solution
from judge.terminal import Loudness

#: Endings of output files, and the name that stands for standard input.
ENDINGS = frozenset({".out", ".txt", ".ans"})
STANDARD_INPUT = "-"
#: Of what a failed run wrote on standard error so many lines are shown, and of each so much.
COMPLAINT_ROWS, COMPLAINT_WIDTH = 12, 400
#: With these it may be that a source was run in another way than was meant.
MISTAKABLE = frozenset({Verdict.WA, Verdict.RTE})


@dataclass(frozen=True)
class Options:
    """What is graded: ``target`` is PROBLEM[/GROUP[/CASE]], ``file`` a path or ``-``."""

    problems_root: Path
    target: str
    file: str
    sandbox: str = "auto"
    workers: int | None = None
    isolation: Isolation = Isolation.SOLUTION
    #: What is said instead of the manifest: ``kind``, ``language``, ``encoding``.
    declared: Mapping[str, str] = field(default_factory=dict)
    #: When the command began, on the monotonic clock: what it took is told.
    started: float = field(default_factory=time.monotonic)


@dataclass(frozen=True)
class Report:
    """The verdict, and all there is to say of it, as text for a terminal."""

    verdict: Verdict
    text: str
    #: Answers that beat the stored ones, to be kept.
    witnesses: tuple[Witness, ...] = ()
    #: Whether some cases were not run because the user, or the system, asked for an end.
    interrupted: bool = False


def grade(options: Options) -> Report:
    """Judge one file; raises JudgeError for a wrong target, file, manifest or package."""
    name, _, pattern = options.target.strip("/").partition("/")
    if not name:
        raise JudgeError("name what to grade against: PROBLEM, PROBLEM/GROUP or PROBLEM/GROUP/CASE")
    problem = find_problems(options.problems_root, [name])[0]
    plugin = load_plugin(problem.folder)
    solution = None
    if not _is_plain(options.file):
        solution = _load(Path(options.file), problem, plugin, options.declared)
    if solution is None or solution.kind is Kind.OUTPUT:
        case = _answered(problem, pattern or "*", solution)
        return _output(problem, plugin, case, _read(options.file, problem), options.file, solution)
    return _source(problem, plugin, pick_cases(problem, pattern or "*"), solution, options)


def _is_plain(file: str) -> bool:
    """An output without a manifest: only the ending ``.out`` is a solution's."""
    ending = Path(file).suffix
    return file == STANDARD_INPUT or (ending in ENDINGS and ending != OUTPUT_SUFFIX)


def _load(
    path: Path, problem: Problem, plugin: Plugin[Any, Any], declared: Mapping[str, str]
) -> Solution:
    ending = path.suffix == OUTPUT_SUFFIX or by_suffix(path)
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise JudgeError(
            "is a pipe or a device, and a source is read more than once: save it", path
        )
    known = ending or "language" in declared
    if path.is_file() and not known and not path.with_suffix(".toml").exists():
        endings = ", ".join(e for entry in all_languages().values() for e in entry.suffixes)
        raise JudgeError(
            f"is neither an output ({', '.join(sorted(ENDINGS))}, or {STANDARD_INPUT} for standard "
            f"input) nor a source in a known language ({endings})",
            path,
        )
    return load_solution(path, problem.name, plugin.readings, problem.rules, declared)


def _answered(problem: Problem, pattern: str, solution: Solution | None) -> Case:
    """The one case that the target selects; the manifest may narrow the choice."""
    chosen = pick_cases(problem, pattern)
    if solution and len(chosen) > 1:
        chosen = cases_of(solution, chosen) or chosen
    if len(chosen) == 1:
        return chosen[0]
    targets = listed([f"{problem.name}/{case.name}" for case in chosen])
    raise JudgeError(f"an output answers one case, here are {len(chosen)}, name one: {targets}")


def _read(file: str, problem: Problem) -> Execution:
    """The output as a Run. A file that can't be read is the user's fault here, not the judge's."""
    limits = problem.limits
    try:
        if file == STANDARD_INPUT:
            if sys.stdin is None:
                raise JudgeError("standard input is closed: give an output, or name a file")
            return output_file.as_run(sys.stdin.buffer.read(limits.output_bytes + 1), limits)
        with Path(file).open("rb") as stream:
            return output_file.as_run(stream.read(limits.output_bytes + 1), limits)
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", Path(file)) from error


def _output(
    problem: Problem,
    plugin: Plugin[Any, Any],
    case: Case,
    output: Execution,
    file: str,
    solution: Solution | None,
) -> Report:
    context = load_case(plugin, case)
    grades = grade_output(plugin, context, output, solution.readings if solution else ())
    declared = solution.readings if solution else ()
    reading, why = settle_reading(plugin.readings, declared, [grades])
    its = grades[reading]
    size = len(output.stdout)
    said = "standard input" if file == STANDARD_INPUT else Path(file).name
    more = "more than " if its.verdict is Verdict.OLE else ""
    rows = [
        one_line(f"{problem.title}, case {case.name}: {said}, {more}{size:,} bytes"),
        f"{its.verdict.value}: {_because(its, context, plugin)}",
    ]
    if len(plugin.readings) > 1:
        rows.append(f"read as {reading}: {why}")
    witnesses: tuple[Witness, ...] = ()
    if its.verdict is Verdict.BETTER:
        outcome = _outcome(problem, case, said, its, context, output)
        witnesses = (better_answer.witness(plugin, context, reading, outcome),)
    text = _text(rows, drawn(plugin, context, its, output, reading))
    return Report(its.verdict, text, witnesses)


def _outcome(
    problem: Problem, case: Case, said: str, its: Grade, context: LoadedCase, output: Execution
) -> Outcome:
    """What a batch would have made of a graded output called ``said``."""
    best = context.best.score
    return Outcome(
        problem.name,
        said,
        case.name,
        its.verdict,
        its.reason,
        its.message,
        its.score,
        best,
        its.gap,
        output,
    )


def _because(its: Grade, context: LoadedCase, plugin: Plugin[Any, Any]) -> str:
    """Verdict and reason in words, with the exact scores where there are any."""
    words = [its.verdict.title]
    if its.reason:
        words.append(its.reason.value)
    if its.score is not None:
        unit = plugin.unit
        words.append(f"score {shown_score(its.score, unit)}")
        words.append(f"best {shown_score(context.best.score, unit)}")
    return ", ".join(words) + (f"; {its.message}" if its.message else "")


def _source(
    problem: Problem,
    plugin: Plugin[Any, Any],
    cases: tuple[Case, ...],
    solution: Solution,
    options: Options,
) -> Report:
    contexts = {case.name: load_case(plugin, case) for case in cases}
    request = scheduler.Request(
        problem, solution, plugin.readings, cases, tuple(contexts.values()), problem.limits
    )
    plan = Plan((request,), (problem,), {problem.name: plugin})
    options_of_run = RunOptions(
        options.problems_root,
        solution.path.parent,
        workers=options.workers or min(len(cases), os.cpu_count() or 1),
        sandbox=options.sandbox,
        isolation=options.isolation,
    )
    results = watched(plan, options_of_run, Loudness.QUIET)
    if results.interrupted and not results.problems[0].judged:
        raise KeyboardInterrupt
    judged = results.problems[0].judged[0]
    failed = [o for o in judged.outcomes if o.verdict is not Verdict.AC]
    so_far = f" after {len(judged.outcomes)} cases" if results.interrupted else ""
    rows = [
        one_line(
            f"{problem.title}: {solution.path.name}, {counted(solution.size, 'byte')}, "
            f"{solution.language} {solution.kind.value}"
        ),
        f"{judged.verdict.value}{so_far}: {judged.verdict.title}{_passed(judged, cases)}",
        *judged.message.splitlines()[:ROWS],
        *_told(judged, plugin),
        *(_row(outcome, plugin) for outcome in failed[:SPELT_OUT]),
    ]
    if len(failed) > SPELT_OUT:
        rows.append(f"  … and {len(failed) - SPELT_OUT} more")
    if judged.stopped:
        rows.append(judged.stopped)
    rows.append(_took(options, solution))
    paragraphs = [
        *_complaint(failed),
        *_first_fault(plugin, contexts, judged, failed),
    ]
    if not results.interrupted:
        paragraphs.append(post(judged, cases, plugin))
    witnesses = tuple(better_answer.better_answers(results, plan))
    return Report(judged.verdict, _text(rows, paragraphs), witnesses, results.interrupted)


def _told(judged: SolutionResult, plugin: Plugin[Any, Any]) -> list[str]:
    """Size, reading, how a wrong answer was run, and how far a slow one came."""
    measured = judged.solution.measured
    rows = [f"size: {', '.join(described(measured))}"] if measured else []
    if judged.verdict in MISTAKABLE:
        rows.append(one_line("; ".join(judged.solution.settled)))
    if judged.slow:
        rows.append(soft_limit.described(judged.slow))
    if judged.reading and len(plugin.readings) > 1:
        rows.append(f"read as {judged.reading}: {judged.reading_why}")
    return rows


def _took(options: Options, solution: Solution) -> str:
    return f"took {time.monotonic() - options.started:.1f} s, each case in a process of its own"


def _passed(judged: SolutionResult, cases: tuple[Case, ...]) -> str:
    if not judged.outcomes:
        return ""
    slowest = max(judged.outcomes, key=lambda o: o.run.cpu_s if o.run else 0.0)
    longest = f"{_milliseconds(judged.cpu_s)} of CPU time at most ({slowest.case})"
    return f", {judged.passed} of {len(cases)} cases passed, {longest}"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms" if seconds >= 0.0005 else "below 1 ms"


def post(judged: SolutionResult, cases: tuple[Case, ...], plugin: Plugin[Any, Any]) -> str:
    """The line to paste under a post, in Markdown."""
    solution = judged.solution
    title = all_languages()[solution.language].title
    flags = f" with {code(' '.join(solution.flags))}" if solution.flags else ""
    words = [f"**{judged.verdict.value}** {counted(solution.size, 'byte')}", title + flags]
    if judged.outcomes:
        words.append(f"{judged.passed}/{len(cases)} cases")
    if judged.slow:
        words.append(soft_limit.described(judged.slow))
    elif judged.verdict is Verdict.AC:
        words.append(f"worst case {_milliseconds(judged.cpu_s)}")
    elif judged.refuted:
        words.append(f"refuted by {code(judged.refuted.case)}")
    if judged.verdict is Verdict.AC and judged.reading and len(plugin.readings) > 1:
        words.append(judged.reading)
    return ", ".join(words)


def _row(outcome: Outcome, plugin: Plugin[Any, Any]) -> str:
    words = [outcome.reason.value] if outcome.reason else []
    if outcome.gap:
        words.append(f"gap {shown_score(outcome.gap, plugin.unit)}")
    said = "; ".join(filter(None, (", ".join(words), outcome.message)))
    return one_line(f"  {outcome.case}: {outcome.verdict.value} {said}".rstrip())


def _complaint(failed: list[Outcome]) -> list[str]:
    """Start and end of what the first failed run that wrote on standard error wrote there."""
    written = ((o.case, o.run.stderr.decode("utf-8", "replace").strip()) for o in failed if o.run)
    case, text = next((found for found in written if found[1]), ("", ""))
    rows = text.splitlines()
    if len(rows) > COMPLAINT_ROWS:
        half = COMPLAINT_ROWS // 2
        rows = [*rows[:half], "…", *rows[-half:]]
    shown = "\n".join(f"  {plain(row, COMPLAINT_WIDTH)}" for row in rows)
    return [f"{one_line(case)}, on standard error:\n{shown}"] if rows else []


def _first_fault(
    plugin: Plugin[Any, Any],
    contexts: dict[str, LoadedCase],
    judged: SolutionResult,
    failed: list[Outcome],
) -> list[str]:
    """The faults of the first wrong answer, under the name of its case."""
    first = next((o for o in failed if o.reason and o.run), None)
    if first is None or first.run is None or judged.reading is None:
        return []
    its = Grade(first.verdict, first.reason, score=first.score)
    told = drawn(plugin, contexts[first.case], its, first.run, judged.reading)
    return [f"{one_line(first.case)}:", *told] if told else []


def _text(rows: list[str], paragraphs: list[str]) -> str:
    """One text, in which nothing that came from the file can steer the terminal."""
    return plain("\n".join(["\n".join(rows), *("\n" + text for text in paragraphs)]))
