"""Every verdict is as expected, and no answer is better than a stored one."""

from __future__ import annotations

from collections.abc import Sequence

from judge.common.messages import counted, listed
from judge.model import Outcome, SolutionResult, Verdict
from judge.verify.finding import EXAMPLES, Finding, Status, Table
from judge.verify.subject import Subject
from judge.verify.trial_runs import refuse_held_up

NAME = "verdicts"


def check(subject: Subject) -> Finding:
    """Fault: a verdict that is not as expected, or an answer better than a stored one."""
    # JE is nobody's wrong solution, and so as expected elsewhere; here the package is on trial.
    odd = [j for j in subject.solution_results if not j.as_expected or j.verdict is Verdict.JE]
    skipped = [j.solution.name for j in subject.solution_results if j.verdict is Verdict.SKIP]
    better = [
        o for j in subject.solution_results for o in j.outcomes if o.verdict is Verdict.BETTER
    ]
    scores = subject.loaded.scores
    details = [
        f"{o.case}: the stored answer is not the best: {o.solution} scores "
        f"{scores.score(o.score)}, the stored answer {scores.score(o.best)}"
        for o in better[:EXAMPLES]
    ]
    if skipped:
        details.append(f"Skipped, because a toolchain or module is missing: {listed(skipped)}.")
    for j in odd:
        refuse_held_up(j)
    total = counted(len(subject.solution_results), "solution")
    if odd or better:
        names = listed(j.solution.name for j in odd)
        faults = [f"{len(odd)} of {total} with an unexpected verdict: {names}"]
        faults = faults if odd else []
        if cases := dict.fromkeys(o.case for o in better):
            faults.append(f"the stored answer is not the best in {listed(cases)}")
        return Finding(NAME, Status.FAULT, "; ".join(faults), tuple(details), _table(odd))
    runs = sum(len(j.outcomes) for j in subject.solution_results)
    if skipped:
        statement = f"{total} as expected, except {len(skipped)} skipped"
        return Finding(NAME, Status.WARNING, statement, tuple(details))
    return Finding(NAME, Status.OK, f"{total} as expected in {counted(runs, 'execution')}")


def _table(odd: list[SolutionResult]) -> tuple[Table, ...]:
    rows = tuple(
        (
            j.solution.name,
            " or ".join(sorted(v.value for v in j.solution.expect)),
            j.verdict.value,
            j.message or _first(j.outcomes),
        )
        for j in odd
    )
    head = ("Solution", "Expected", "Verdict", "First failure")
    return (Table("Unexpected verdicts", head, rows),) if rows else ()


def _first(outcomes: Sequence[Outcome]) -> str:
    for o in outcomes:
        if o.verdict is not Verdict.AC:
            reason = o.reason.value if o.reason else ""
            return " ".join(filter(None, (f"{o.case}:", o.verdict.value, reason, o.message)))
    return "none: it passed every case"
