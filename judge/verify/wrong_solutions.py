"""Every wrong solution fails on a stored case: on how many, and which cases are indispensable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from judge.common.messages import counted, listed
from judge.model import RIGHT, Kind, Outcome, SolutionResult, Verdict
from judge.verify.finding import Finding, Status, Table
from judge.verify.subject import Subject

NAME = "wrong solutions"
#: Verdicts that do not refute a solution.
_BLAMELESS = RIGHT | {Verdict.JE, Verdict.SKIP}


def check(subject: Subject) -> Finding:
    """Fault: a solution is expected to fail, but no case kills it."""
    wrong = [j for j in subject.solution_results if _is_wrong(j)]
    if not wrong:
        return Finding(NAME, Status.WARNING, "no solution is expected to fail: nothing to kill")
    killers = {
        j.solution.name: [o.case for o in j.outcomes if _kills(j, o)] for j in wrong if j.outcomes
    }
    escaped = [name for name, cases in killers.items() if not cases]
    # A solution that fails on every case says nothing about any single case.
    discerned = {
        j.solution.name: killers[j.solution.name]
        for j in wrong
        if 0 < len(killers.get(j.solution.name, ())) < len(j.outcomes)
    }
    tables = (_by_solution(wrong, killers), _by_case(subject, discerned))
    details = _of_cases(subject, discerned)
    if escaped:
        statement = f"no stored case kills {listed(escaped)}"
        return Finding(NAME, Status.FAULT, statement, details, tables)
    least = min((len(cases) for cases in killers.values()), default=0)
    killed = counted(len(wrong), "wrong solution")
    statement = f"all killed: {killed}, each by at least {counted(least, 'case')}"
    return Finding(NAME, Status.OK, statement, details, tables)


def _is_wrong(result: SolutionResult) -> bool:
    may_pass = Verdict.AC in result.solution.expect
    return not may_pass and result.verdict not in (Verdict.SKIP, Verdict.CE)


def _kills(result: SolutionResult, outcome: Outcome) -> bool:
    return outcome.verdict not in _BLAMELESS and outcome.verdict in result.solution.expect


def _alone(killers: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The cases that are the only killer of some solutions, with those solutions."""
    found: dict[str, list[str]] = {}
    for name, cases in killers.items():
        if len(cases) == 1:
            found.setdefault(cases[0], []).append(name)
    return found


def _of_cases(subject: Subject, killers: Mapping[str, list[str]]) -> tuple[str, ...]:
    alone = _alone(killers)
    killing = {case for cases in killers.values() for case in cases}
    idle = [case for case in subject.contexts if case not in killing]
    lines = [
        f"{counted(len(subject.contexts), 'case')}: {len(alone)} indispensable (the only killer of "
        f"a solution), {len(idle)} that kill no solution. Solutions that fail on every case are "
        "not counted here.",
    ]
    if alone:
        lines.append(f"Indispensable: {listed(sorted(alone), 20)}.")
    if idle:
        lines.append(f"Kill no solution: {listed(sorted(idle), 20)}.")
    return tuple(lines)


def _by_solution(wrong: list[SolutionResult], killers: Mapping[str, list[str]]) -> Table:
    rows: list[tuple[str, ...]] = []
    for result in sorted(wrong, key=lambda j: len(killers.get(j.solution.name, ()))):
        cases = killers.get(result.solution.name, [])
        rows.append(
            (
                result.solution.name,
                " or ".join(sorted(v.value for v in result.solution.expect)),
                f"{len(cases)} of {len(result.outcomes)}",
                cases[0] if cases else "–",
                _ran(result),
            )
        )
    head: tuple[str, ...] = (
        "Solution",
        "Expected",
        "Killed by",
        "First killer",
        "Why not all cases",
    )
    if all(row[-1] == "–" for row in rows):
        head, rows = head[:-1], [row[:-1] for row in rows]
    return Table("Wrong solutions", head, tuple(rows))


def _ran(result: SolutionResult) -> str:
    if result.solution.kind is Kind.OUTPUT:
        return "an output file"
    return result.stopped or "–"


def _by_case(subject: Subject, killers: Mapping[str, list[str]]) -> Table:
    count = Counter(case for cases in killers.values() for case in cases)
    alone = _alone(killers)
    rows = tuple(
        (case, str(count[case]), ", ".join(alone.get(case, ())) or "–")
        for case in sorted(subject.contexts, key=lambda case: (-count[case], case))
    )
    return Table("Cases", ("Case", "Kills", "The only killer of"), rows, folded=True)
