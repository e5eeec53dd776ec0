"""``judge grade``: judge one file, without a report."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judge.checking.grade import grade_output
from judge.checking.reading import settle_reading
from judge.commands import report_files
from judge.commands.arguments import (
    INTERRUPTED,
    NOT_AS_EXPECTED,
    OK,
    Parser,
    add_isolation,
    add_roots,
    add_workers,
)
from judge.common.errors import JudgeError
from judge.common.messages import counted, listed
from judge.common.safe_text import one_line
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
)
from judge.packages.case_files import LoadedCase
from judge.packages.loaded_problem import LoadedProblem, load_problems
from judge.report.terminal.grade import (
    clean_text,
    details_of,
    outcome_line,
    passed_cases,
    post,
    stderr_excerpt,
    verdict_in_words,
)
from judge.report.terminal.progress import watched
from judge.report.terminal.style import Verbosity
from judge.report.terminal.wrong_answer import ROWS, SPELT_OUT, drawn
from judge.running import output_file
from judge.solutions.cases import cases_of
from judge.solutions.load import OUTPUT_SUFFIX, load_solution

#: Endings of output files, and the name that stands for standard input.
ENDINGS = frozenset({".out", ".txt", ".ans"})
STANDARD_INPUT = "-"


@dataclass(frozen=True)
class GradeOptions:
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
class GradeReport:
    """The verdict, and all there is to say of it, as text for a terminal."""

    verdict: Verdict
    text: str
    #: Answers that beat the stored ones, to be kept.
    witnesses: tuple[Witness, ...] = ()
    #: Whether some cases were not run because the user, or the system, asked for an end.
    interrupted: bool = False


def grade_file(options: GradeOptions) -> GradeReport:
    """Judge one file; raises JudgeError for a wrong target, file, manifest or package."""
    name, _, pattern = options.target.strip("/").partition("/")
    if not name:
        raise JudgeError("name what to grade against: PROBLEM, PROBLEM/GROUP or PROBLEM/GROUP/CASE")
    [loaded] = load_problems(options.problems_root, [name])
    problem = loaded.problem
    solution = None
    if not _is_plain(options.file):
        solution = _load(Path(options.file), loaded, options.declared)
    if solution is None or solution.kind is Kind.OUTPUT:
        case = _answered(problem, pattern or "*", solution)
        return _output(loaded, case, _read(options.file, problem), options.file, solution)
    return _source(loaded, pick_cases(problem, pattern or "*"), solution, options)


def _is_plain(file: str) -> bool:
    """An output without a manifest: only the ending ``.out`` is a solution's."""
    ending = Path(file).suffix
    return file == STANDARD_INPUT or (ending in ENDINGS and ending != OUTPUT_SUFFIX)


def _load(path: Path, loaded: LoadedProblem, declared: Mapping[str, str]) -> Solution:
    problem, plugin = loaded.problem, loaded.plugin
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
    """The output as an Execution. A file that can't be read is the user's fault here, not the
    judge's."""
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
    loaded: LoadedProblem,
    case: Case,
    output: Execution,
    file: str,
    solution: Solution | None,
) -> GradeReport:
    problem, plugin = loaded.problem, loaded.plugin
    context = loaded.read_case(case)
    grades = grade_output(plugin, context, output, solution.readings if solution else ())
    declared = solution.readings if solution else ()
    reading, why = settle_reading(plugin.readings, declared, [grades])
    its = grades[reading]
    size = len(output.stdout)
    said = "standard input" if file == STANDARD_INPUT else Path(file).name
    more = "more than " if its.verdict is Verdict.OLE else ""
    rows = [
        one_line(f"{problem.title}, case {case.name}: {said}, {more}{size:,} bytes"),
        f"{its.verdict.value}: {verdict_in_words(its, context, loaded)}",
    ]
    if len(plugin.readings) > 1:
        rows.append(f"read as {reading}: {why}")
    witnesses: tuple[Witness, ...] = ()
    if its.verdict is Verdict.BETTER:
        outcome = _outcome(problem, case, said, its, context, output)
        witnesses = (better_answer.witness(loaded, context, reading, outcome),)
    text = clean_text(rows, drawn(loaded, context, its, output, reading))
    return GradeReport(its.verdict, text, witnesses)


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


def _source(
    loaded: LoadedProblem,
    cases: tuple[Case, ...],
    solution: Solution,
    options: GradeOptions,
) -> GradeReport:
    problem, contexts = loaded.problem, loaded.read_cases(cases)
    request = scheduler.Request(
        problem, solution, loaded.plugin.readings, cases, tuple(contexts.values()), problem.limits
    )
    plan = Plan((request,), {loaded.name: loaded})
    options_of_run = RunOptions(
        options.problems_root,
        solution.path.parent,
        workers=options.workers or min(len(cases), os.cpu_count() or 1),
        sandbox=options.sandbox,
        isolation=options.isolation,
    )
    results = watched(plan, options_of_run, Verbosity.QUIET)
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
        f"{judged.verdict.value}{so_far}: {judged.verdict.title}{passed_cases(judged, cases)}",
        *judged.message.splitlines()[:ROWS],
        *details_of(judged, loaded),
        *(outcome_line(outcome, loaded) for outcome in failed[:SPELT_OUT]),
    ]
    if len(failed) > SPELT_OUT:
        rows.append(f"  … and {len(failed) - SPELT_OUT} more")
    if judged.stopped:
        rows.append(judged.stopped)
    rows.append(_took(options, solution))
    paragraphs = [
        *stderr_excerpt(failed),
        *_first_fault(loaded, contexts, judged, failed),
    ]
    if not results.interrupted:
        paragraphs.append(post(judged, cases, loaded))
    witnesses = tuple(better_answer.better_answers(results, plan))
    return GradeReport(judged.verdict, clean_text(rows, paragraphs), witnesses, results.interrupted)


def _took(options: GradeOptions, solution: Solution) -> str:
    return f"took {time.monotonic() - options.started:.1f} s, each case in a process of its own"


def _first_fault(
    loaded: LoadedProblem,
    contexts: Mapping[str, LoadedCase],
    judged: SolutionResult,
    failed: list[Outcome],
) -> list[str]:
    """The faults of the first wrong answer, under the name of its case."""
    first = next((o for o in failed if o.reason and o.run), None)
    if first is None or first.run is None or judged.reading is None:
        return []
    its = Grade(first.verdict, first.reason, score=first.score)
    told = drawn(loaded, contexts[first.case], its, first.run, judged.reading)
    return [f"{one_line(first.case)}:", *told] if told else []


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("target", metavar="PROBLEM[/GROUP[/CASE]]", help="the cases to judge it on")
    parser.add_argument(
        "file", metavar="FILE", help="a source, an output (.out .txt .ans), or - for standard input"
    )
    parser.add_argument(
        "--kind",
        choices=[kind.value for kind in Kind if kind is not Kind.OUTPUT],
        help="how the source is run (default: as its manifest says, or detected)",
    )
    parser.add_argument(
        "--language", metavar="NAME", help="default: as its manifest or the file's suffix says"
    )
    parser.add_argument(
        "--encoding", metavar="NAME", help="a code page, base64 or hex, as for judge size"
    )
    add_isolation(parser)
    add_workers(parser)


def main(options: argparse.Namespace, words: Sequence[str]) -> int:
    said = {key: getattr(options, key) for key in ("kind", "language", "encoding")}
    declared = {key: value for key, value in said.items() if value}
    chosen = GradeOptions(
        options.problems,
        options.target,
        options.file,
        options.sandbox,
        options.jobs,
        Isolation(options.isolation),
        declared,
    )
    report = grade_file(chosen)
    print(report.text)
    if faults := report_files.told_witnesses(report.witnesses):
        raise JudgeError("; ".join(faults))
    if report.interrupted:
        return INTERRUPTED
    return OK if report.verdict is Verdict.AC else NOT_AS_EXPECTED
