"""Results as a part of a page that others make, such as a notebook: no script, no style sheet.

Names and messages come from strangers: they enter it by autoescape only.
"""

from __future__ import annotations

from msgspec import Struct

from judge.analysis.leaderboard import in_order
from judge.common.messages import counted
from judge.common.safe_text import encodable, plain
from judge.model import ProblemResult, SolutionResult
from judge.report.html.compiled_templates import environment
from judge.report.phrases import league_title, saying

#: Longer strings are cut: characters.
LONGEST = 200


class NotebookRow(Struct, frozen=True):
    """One solution as strings."""

    rank: str
    name: str
    language: str
    size: str
    verdict: str
    passed: str
    cpu: str
    why: str


def render_result(result: ProblemResult, interrupted: bool = False) -> str:
    """The leaderboard of one problem, accepted solutions first, as one ``div``."""
    rows = [_row(rank, result.solutions[place]) for rank, place in in_order(result.solutions)]
    said = f"{counted(len(rows), 'solution')} on {counted(len(result.problem.cases), 'case')}"
    if unexpected := sum(not one.as_expected for one in result.solutions):
        said += f", {unexpected} not as expected"
    if interrupted:
        said += ", interrupted"
    template = environment().get_template("notebook.html.j2")
    return encodable(template.render(title=result.problem.title, said=said, rows=rows))


def render_text(text: str) -> str:
    """A text of fixed width as one ``pre``."""
    return encodable(environment().from_string("<pre>{{ text }}</pre>").render(text=text))


def _row(rank: int | None, result: SolutionResult) -> NotebookRow:
    solution = result.solution
    return NotebookRow(
        "" if rank is None else str(rank),
        plain(solution.name, LONGEST),
        league_title(solution.league),
        f"{solution.size:,}",
        result.verdict.value,
        f"{result.passed:,} of {len(result.outcomes):,}",
        f"{result.cpu_s * 1000:,.0f} ms" if result.timed else "–",
        _why(result),
    )


def _why(result: SolutionResult) -> str:
    """The case that refutes it, or why it was not run."""
    refuted = result.refuted
    said = f"{refuted.case}: {saying(refuted)}" if refuted else result.stopped or result.message
    unexpected = f" (expected: {result.unexpected})" if result.unexpected else ""
    return plain(said.partition("\n")[0] + unexpected, LONGEST)
