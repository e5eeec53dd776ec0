"""What ``judge grade`` prints."""

from __future__ import annotations

from collections.abc import Sequence

from judge.checking import soft_limit
from judge.common.messages import counted
from judge.common.safe_text import one_line, plain
from judge.evaluation.plan import Plan
from judge.evaluation.request import Request
from judge.languages.table import all_languages
from judge.model import (
    Case,
    Grade,
    Kind,
    Outcome,
    Results,
    SolutionResult,
    Verdict,
)
from judge.packages.loaded_problem import LoadedProblem
from judge.report.export.markdown import code
from judge.report.terminal.wrong_answer import ROWS, SPELT_OUT, drawn
from judge.solutions.code_size import described

#: How many lines of a failed execution's standard error are shown, and how much of each.
STDERR_ROWS, STDERR_WIDTH = 12, 400
#: How many lines of a conversation are shown.
TRANSCRIPT_ROWS = 24
#: Verdicts that a wrong guess of kind or input can cause.
MISTAKABLE = frozenset({Verdict.WA, Verdict.RTE})


def grade_text(plan: Plan, results: Results, took_s: float) -> str:
    """All there is to say of one file: of a source on its cases, or of an output on one."""
    [request] = plan.requests
    [result] = results.problems[0].solutions
    loaded = plan.problems[request.problem.name]
    if request.solution.kind is Kind.OUTPUT:
        return _output_text(request, result, loaded)
    return _source_text(request, result, loaded, results.interrupted, took_s)


def _output_text(request: Request, result: SolutionResult, loaded: LoadedProblem) -> str:
    [outcome], [case] = result.outcomes, request.cases
    run = outcome.run
    size = counted(len(run.stdout) if run else 0, "byte")
    more = "more than " if outcome.verdict is Verdict.OLE else ""
    rows = [
        one_line(f"{request.problem.title}, case {case.name}: {outcome.solution}, {more}{size}"),
        f"{outcome.verdict.value}: {verdict_in_words(outcome, loaded)}",
    ]
    if len(loaded.plugin.readings) > 1:
        rows.append(f"read as {result.reading}: {result.reading_why}")
    return clean_text(rows, _drawn(request, result, outcome, loaded))


def _source_text(
    request: Request,
    result: SolutionResult,
    loaded: LoadedProblem,
    interrupted: bool,
    took_s: float,
) -> str:
    solution, cases = request.solution, request.cases
    failed = list(result.failed)
    so_far = f" after {counted(len(result.outcomes), 'case')}" if interrupted else ""
    rows = [
        one_line(
            f"{request.problem.title}: {solution.path.name}, {counted(solution.size, 'byte')}, "
            f"{solution.language} {solution.kind.value}"
        ),
        f"{result.verdict.value}{so_far}: {result.verdict.title}{passed_cases(result, cases)}",
        *filter(None, [result.proof]),
        *result.message.splitlines()[:ROWS],
        *details_of(result, loaded),
        *(outcome_line(outcome, loaded) for outcome in failed[:SPELT_OUT]),
    ]
    if len(failed) > SPELT_OUT:
        rows.append(f"  … and {len(failed) - SPELT_OUT} more")
    if result.stopped:
        rows.append(result.stopped)
    rows.append(f"took {took_s:.1f} s")
    paragraphs = [*stderr_excerpt(failed), *_first_wrong_answer(request, result, failed, loaded)]
    if not interrupted:
        paragraphs.append(post(result, cases, loaded))
    return clean_text(rows, paragraphs)


def _first_wrong_answer(
    request: Request, result: SolutionResult, failed: list[Outcome], loaded: LoadedProblem
) -> list[str]:
    """The name of the first failing case, and what is wrong with its answer."""
    if request.problem.validated_in_run:
        return _transcript(failed)
    first = next((o for o in failed if o.reason), None)
    paragraphs = _drawn(request, result, first, loaded) if first else []
    return [f"{one_line(first.case)}:", *paragraphs] if first and paragraphs else []


def _transcript(failed: list[Outcome]) -> list[str]:
    """What was said in the first failing case, from the end of it."""
    first = next((o for o in failed if o.run and o.run.stdout), None)
    if first is None or first.run is None:
        return []
    rows = first.run.stdout.decode("utf-8", "replace").splitlines()
    left_out = len(rows) - TRANSCRIPT_ROWS
    shown = "\n".join(f"  {plain(row, STDERR_WIDTH)}" for row in rows[-TRANSCRIPT_ROWS:])
    before = f", after {counted(left_out, 'line')}" if left_out > 0 else ""
    title = f"{one_line(first.case)}, judge < and solution >{before}:"
    return [f"{title}\n{shown}"]


def _drawn(
    request: Request, result: SolutionResult, outcome: Outcome, loaded: LoadedProblem
) -> list[str]:
    if outcome.run is None or result.reading is None:
        return []
    names = [case.name for case in request.cases]
    context = request.contexts[names.index(outcome.case)]
    grade = Grade(outcome.verdict, outcome.reason, score=outcome.score)
    return drawn(loaded, context, grade, outcome.run, result.reading)


def verdict_in_words(outcome: Outcome, loaded: LoadedProblem) -> str:
    """Verdict and reason in words, with the exact scores where there are any."""
    parts = [outcome.verdict.title]
    if outcome.reason:
        parts.append(outcome.reason.value)
    if outcome.score is not None:
        parts.append(f"score {loaded.scores.score(outcome.score)}")
        parts.append(f"best {loaded.scores.score(outcome.best)}")
    return ", ".join(parts) + (f"; {outcome.message}" if outcome.message else "")


def details_of(result: SolutionResult, loaded: LoadedProblem) -> list[str]:
    """Size, reading, how a solution that failed was run, and how far a slow one came."""
    measured = result.solution.measured
    rows = [f"size: {', '.join(described(measured))}"] if measured else []
    settled = result.solution.settled
    if result.verdict in MISTAKABLE or any(line.startswith("convention:") for line in settled):
        rows.append(one_line("; ".join(result.solution.settled)))
    if result.slow:
        rows.append(soft_limit.described(result.slow))
    if result.reading and len(loaded.plugin.readings) > 1:
        rows.append(f"read as {result.reading}: {result.reading_why}")
    return rows


def passed_cases(result: SolutionResult, cases: Sequence[Case]) -> str:
    if not result.outcomes:
        return ""
    slowest = max(result.outcomes, key=lambda o: o.run.cpu_s if o.run else 0.0)
    longest = f"{_milliseconds(result.cpu_s)} of CPU time at most ({slowest.case})"
    return f", {result.passed} of {len(cases)} cases passed, {longest}"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms" if seconds >= 0.0005 else "below 1 ms"


def post(result: SolutionResult, cases: Sequence[Case], loaded: LoadedProblem) -> str:
    """The line to paste under a post, in Markdown."""
    solution = result.solution
    known = all_languages().get(solution.language)
    title = known.title if known else solution.language
    flags = f" with {code(' '.join(solution.flags))}" if solution.flags else ""
    parts = [f"**{result.verdict.value}** {counted(solution.size, 'byte')}", title + flags]
    if result.outcomes:
        parts.append(f"{result.passed}/{len(cases)} cases")
    if result.slow:
        parts.append(soft_limit.described(result.slow))
    elif result.verdict is Verdict.AC:
        parts.append(f"worst case {_milliseconds(result.cpu_s)}")
    elif result.refuted:
        parts.append(f"refuted by {code(result.refuted.case)}")
    if result.verdict is Verdict.AC and result.reading and len(loaded.plugin.readings) > 1:
        parts.append(result.reading)
    return ", ".join(parts)


def outcome_line(outcome: Outcome, loaded: LoadedProblem) -> str:
    parts = [outcome.reason.value] if outcome.reason else []
    if outcome.gap:
        parts.append(f"gap {loaded.scores.score(outcome.gap)}")
    text = "; ".join(filter(None, (", ".join(parts), outcome.message)))
    return one_line(f"  {outcome.case}: {outcome.verdict.value} {text}".rstrip())


def stderr_excerpt(failed: list[Outcome]) -> list[str]:
    """Start and end of the first standard error that a failed execution wrote."""
    written = ((o.case, o.run.stderr.decode("utf-8", "replace").strip()) for o in failed if o.run)
    case, text = next((found for found in written if found[1]), ("", ""))
    rows = text.splitlines()
    if len(rows) > STDERR_ROWS:
        half = STDERR_ROWS // 2
        rows = [*rows[:half], "…", *rows[-half:]]
    shown = "\n".join(f"  {plain(row, STDERR_WIDTH)}" for row in rows)
    return [f"{one_line(case)}, on standard error:\n{shown}"] if rows else []


def clean_text(rows: list[str], paragraphs: list[str]) -> str:
    """One string, in which nothing that came from the file can control the terminal."""
    return plain("\n".join(["\n".join(rows), *("\n" + text for text in paragraphs)]))
