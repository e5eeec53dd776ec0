"""The table of a run, and its last line."""

from __future__ import annotations

from judge.checking import soft_limit
from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.common.score_format import ScoreFormat
from judge.model import ProblemResult, Results, SolutionResult, Verdict
from judge.report.terminal.phrases import SAID, against_it, fitted, name_columns
from judge.report.terminal.style import Style, Verbosity

# The table of a run


def solution_table(
    result: ProblemResult, scores: ScoreFormat, style: Style, verbosity: Verbosity
) -> list[str]:
    """A problem's solutions, those not as expected first; with QUIET only those."""
    chosen = sorted(result.judged, key=lambda j: (j.as_expected, j.solution.name))
    if verbosity is Verbosity.QUIET:
        chosen = [judged for judged in chosen if not judged.as_expected]
    if not chosen:
        return []
    width = max(6, *(len(judged.verdict.value) for judged in chosen))
    room = name_columns(chosen)
    rows = [
        style.strong(f"{one_line(result.problem.title)}: {counted(len(result.judged), 'solution')}")
    ]
    for judged in chosen:
        rows.append(_row(judged, scores, style, width, room))
        rows += [f"    {line}" for line in _remarks(judged, verbosity)]
    return rows


def _row(judged: SolutionResult, scores: ScoreFormat, style: Style, width: int, room: int) -> str:
    gap = judged.worst_gap
    cells = [
        f"{' ' if judged.as_expected else '!'} {fitted(judged.solution.name, room)}",
        f"{judged.solution.size:>7,} B",
        style.verdict(judged.verdict, width),
        f"{judged.passed:>4}/{len(judged.outcomes):<4}" if judged.outcomes else f"{'–':>9}",
        f"{judged.cpu_s * 1000:>7,.0f} ms" if judged.timed else f"{'–':>10}",
        f"{judged.peak_mib:>5,.0f} MiB" if judged.timed else f"{'–':>9}",
        f"gap {scores.gap(gap)}" if gap else "",
    ]
    return " ".join(cells).rstrip()


def _remarks(judged: SolutionResult, verbosity: Verbosity) -> list[str]:
    rows = []
    if judged.message:
        rows.append(one_line(judged.message.splitlines()[0], SAID))
    if judged.slow:
        rows.append(one_line(soft_limit.described(judged.slow), SAID))
    if not judged.as_expected:
        expected = " or ".join(sorted(v.value for v in judged.solution.expect))
        against = f"; {against_it(judged.refuted)}" if judged.refuted else ""
        rows.append(f"expected {expected}{against}")
    if verbosity is Verbosity.VERBOSE:
        rows += [one_line(line, SAID) for line in judged.solution.settled]
        if judged.reading and judged.reading_why:
            rows.append(one_line(f"read as {judged.reading}: {judged.reading_why}", SAID))
        if judged.stopped:
            rows.append(one_line(judged.stopped, SAID))
    return rows


def ending(results: Results) -> str:
    """The last line: how many executions, how long, and whether all is as expected."""
    unexpected = len(results.unexpected)
    executions = sum(len(j.outcomes) for p in results.problems for j in p.judged)
    said = f"{unexpected} NOT as expected" if unexpected else "all verdicts as expected"
    judged = [j for p in results.problems for j in p.judged]
    skipped = sum(j.verdict is Verdict.SKIP for j in judged)
    said += f", {skipped} skipped" if skipped else ""
    layer = results.sandbox.split(";")[0]
    return f"{counted(executions, 'execution')} in {results.wall_s:,.1f} s, sandbox {layer}: {said}"
