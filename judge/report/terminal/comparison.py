"""A comparison as text for a terminal, or as Markdown for a post."""

from __future__ import annotations

from itertools import groupby

from judge.analysis.compare_runs import Change, Comparison, Side, compare_sides, side
from judge.common.safe_text import one_line
from judge.evaluation.rescore import RescoreResult
from judge.report.export import json_write
from judge.report.export.markdown import code, table
from judge.store import restore
from judge.store.restore import RestoredRun


def text(comparison: Comparison) -> str:
    """One line per change; ``!`` marks one for the worse."""
    lines = [_side("before", comparison.before), _side("after", comparison.after)]
    lines += [one_line(note) for note in comparison.notes]
    for problem, changes in groupby(comparison.changes, key=lambda change: change.problem):
        lines += ["", f"{one_line(problem)}:", *map(_line, changes)]
    return "\n".join([*lines, "", summary(comparison)])


def rescored_text(stored: RestoredRun, again: RescoreResult, kept: int | None) -> str:
    """What rescoring changed in a stored run; ``kept`` is the number of the new run, if any."""
    names = {result.problem.name for result in again.results.problems}
    before = json_write.results_as_facts(restore.only(stored.results, names))
    after = json_write.results_as_facts(again.results)
    label = f"@{kept or 'not kept'}"
    return text(compare_sides(side(f"@{stored.run_number}", before), side(label, after)))


def markdown(comparison: Comparison) -> str:
    """The same as a table."""
    before, after = comparison.before, comparison.after
    rows = [
        [
            "**worse**" if change.worse else "",
            code(change.problem),
            code(change.solution),
            change.what,
            code(change.description),
        ]
        for change in comparison.changes
    ]
    head = f"From {code(f'{before.label}, {before.started}')} to "
    head += code(f"{after.label}, {after.started}")
    parts = [head, *(f"- {code(note)}" for note in comparison.notes)]
    if rows:
        parts.append(table(["", "Problem", "Solution", "What", "Change"], rows, frozenset()))
    return "\n\n".join([*parts, f"{summary(comparison)}."])


def summary(comparison: Comparison) -> str:
    """How much changed, in a line."""
    touched = {(change.problem, change.solution) for change in comparison.changes}
    both = comparison.before.entries.keys() & comparison.after.entries.keys()
    same = len(both - touched)
    worse = sum(change.worse for change in comparison.changes)
    changes = len(comparison.changes)
    alike = f"{same} of {len(both)} solutions in both runs are unchanged"
    ending = f"{worse} for the worse" if worse else "none for the worse"
    if not changes:
        return f"{alike}; nothing has changed"
    return f"{alike}; {changes} change{'s' * (changes != 1)}, {ending}"


def _side(word: str, side: Side) -> str:
    return f"{word:<6}  {one_line(side.label)}, {one_line(side.started)}"


def _line(change: Change) -> str:
    mark = "!" if change.worse else " "
    return f"{mark} {change.what:<7} {one_line(change.solution)}: {one_line(change.description)}"
