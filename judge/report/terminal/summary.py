"""What ``judge run`` prints at its end."""

from __future__ import annotations

from contextlib import suppress

from judge.analysis.leaderboard import rank_solutions
from judge.common.errors import JudgeError
from judge.evaluation.plan import Plan
from judge.model import Results
from judge.report.terminal.leaderboard import leaderboard_lines, smallest
from judge.report.terminal.style import Style, Verbosity
from judge.report.terminal.tables import ending, solution_table
from judge.store.store import Store


def run_text(
    results: Results,
    plan: Plan,
    style: Style,
    verbosity: Verbosity,
    ranked: bool,
    store: Store | None,
) -> str:
    """The table of each problem with its best sizes, or its leaderboards, and a last line."""
    paragraphs = []
    for result in results.problems:
        name = result.problem.name
        rows = solution_table(result, plan.problems[name].scores, style, verbosity)
        ranking = rank_solutions(result.solutions, _records(store, name))
        if ranked:
            rows += ["", *leaderboard_lines(ranking)]
        elif verbosity is not Verbosity.QUIET:
            rows += smallest(ranking)
        if rows:
            paragraphs.append("\n" + "\n".join(rows))
    last = ending(results)
    return "\n".join([*paragraphs, last if verbosity is Verbosity.QUIET else f"\n{last}"])


def _records(store: Store | None, problem: str) -> dict[str, int]:
    """The smallest size in each language before this run; none if the store cannot be read."""
    if store is None:
        return {}
    with suppress(JudgeError):  # a run must not be lost to a damaged store
        return {past.language: past.size for past in store.records(problem, store.number)}
    return {}
