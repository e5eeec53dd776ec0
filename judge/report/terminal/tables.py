"""The table of a run, and its last line."""

from __future__ import annotations

from judge.checking import soft_limit
from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.common.score_format import ScoreFormat
from judge.model import Kind, Limits, ProblemResult, Results, SolutionResult, Verdict
from judge.report.phrases import group_text, static_text
from judge.report.terminal.phrases import MESSAGE, fitted, fitted_name, name_columns, refuting_case
from judge.report.terminal.style import Style, Verbosity

# The table of a run


def solution_table(
    result: ProblemResult, scores: ScoreFormat, style: Style, verbosity: Verbosity
) -> list[str]:
    """A problem's solutions, those not as expected first; with QUIET only those."""
    chosen = sorted(result.solutions, key=lambda j: (j.as_expected, j.solution.name))
    if verbosity is Verbosity.QUIET:
        chosen = [one for one in chosen if not one.as_expected]
    if not chosen:
        return []
    width = max(len("verdict"), *(len(one.verdict.value) for one in chosen))
    room = max(len("solution"), name_columns(chosen))
    title = one_line(result.problem.title, MESSAGE)
    rows = [style.strong(f"{title}: {counted(len(result.solutions), 'solution')}")]
    if not result.problem.time_limit_named:
        default = f"{result.problem.limits.cpu_s:g} s"
        limit = result.problem.time_limit_origin or default
        rows.append(one_line(f"  no time limit is given: {limit}"))
    if verbosity is not Verbosity.QUIET:
        rows.append(
            f"  {fitted('solution', room)} {'size':>9} {'verdict':<{width}} {'cases':^9} "
            f"{'CPU time':>10} {'memory':>9}"
        )
    for one in chosen:
        rows.append(_row(one, scores, style, width, room))
        remarks = _remarks(one, scores, result.problem.limits, verbosity)
        rows += [f"    {line}" for line in remarks]
    return rows


def _row(result: SolutionResult, scores: ScoreFormat, style: Style, width: int, room: int) -> str:
    gap = result.worst_gap
    cells = [
        f"{' ' if result.as_expected else '!'} {fitted_name(result.solution.name, room)}",
        f"{result.solution.size:>7,} B",
        style.verdict(result.verdict, width),
        f"{result.passed:>4}/{len(result.outcomes):<4}" if result.outcomes else f"{'–':>9}",
        f"{result.cpu_s * 1000:>7,.0f} ms" if result.timed else f"{'–':>10}",
        f"{result.peak_mib:>5,.0f} MiB" if result.timed else f"{'–':>9}",
        f"gap {scores.gap(gap)}" if gap else "",
        f"score {ScoreFormat().score(result.score)}" if result.score is not None else "",
    ]
    return " ".join(cells).rstrip()


def _remarks(
    result: SolutionResult, scores: ScoreFormat, limits: Limits, verbosity: Verbosity
) -> list[str]:
    rows = []
    refuting = refuting_case(result.refuted, scores, limits) if result.refuted else ""
    if result.message:
        rows.append(one_line(result.message.splitlines()[0], MESSAGE))
    if result.score is not None and verbosity is Verbosity.VERBOSE:
        rows += [one_line(group_text(group), MESSAGE) for group in result.groups]
    if verbosity is Verbosity.VERBOSE:
        rows += [one_line(static_text(one), MESSAGE) for one in result.static]
    if result.slow:
        rows.append(one_line(soft_limit.described(result.slow), MESSAGE))
    if not result.as_expected:
        against = f"; {refuting}" if refuting else ""
        rows.append(one_line(f"expected {result.unexpected}{against}", 3 * MESSAGE))
    elif refuting and not result.slow:
        rows.append(refuting)
    if verbosity is Verbosity.VERBOSE:
        rows += [one_line(line, MESSAGE) for line in result.solution.settled]
        if result.reading and result.reading_why:
            rows.append(one_line(f"read as {result.reading}: {result.reading_why}", MESSAGE))
        if result.stopped:
            rows.append(one_line(result.stopped, MESSAGE))
    return rows


def ending(results: Results) -> str:
    """The last line: how many executions, how long, and whether all is as expected."""
    unexpected = len(results.unexpected)
    solution_results = [j for p in results.problems for j in p.solutions]
    graded = sum(len(j.outcomes) for j in solution_results if j.solution.kind is Kind.OUTPUT)
    executions = sum(len(j.outcomes) for j in solution_results) - graded
    known = sum(j.known for j in solution_results)
    summary = f"{unexpected} NOT as expected" if unexpected else "all verdicts as expected"
    skipped = sum(j.verdict is Verdict.SKIP for j in solution_results)
    if skipped and skipped == len(solution_results):
        summary = "nothing was judged"
    summary += f", {skipped} skipped" if skipped else ""
    layer = results.sandbox.split(";")[0]
    ran = counted(executions, "execution")
    if graded and not executions:
        ran = counted(graded, "output file")
    if known:
        ran = f"{executions - known:,} of {ran} run, {known:,} known,"
    return f"{ran} in {results.wall_s:,.1f} s, sandbox {layer}: {summary}"
