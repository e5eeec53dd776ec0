"""Advice on the time limit, by the multipliers of the package format.

The limit is at least ``ac_to_time_limit`` times the slowest accepted execution, rounded up to
``time_resolution``; a solution expected TLE must exceed ``time_limit_to_tle`` times the limit
(problem package format 2025-09, ``limits``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from judge.common.messages import listed
from judge.common.toml_lines import LARGEST_NUMBER
from judge.common.yaml_lines import YamlMapping, read_mapping
from judge.model import Kind, Outcome, SolutionResult, Verdict
from judge.verify import trial_runs
from judge.verify.deadline import Deadline, share
from judge.verify.finding import Finding, Status, Table
from judge.verify.subject import Subject

NAME = "time limit"
#: Executions of each accepted solution's slowest case, and cases of each slow solution.
TRIES, LATE_CASES = 5, 2


class Rule(Struct, frozen=True):
    """The numbers of ``problem.yaml``, or the format's defaults. ``resolution_s`` in seconds."""

    to_limit: float
    to_late: float
    resolution_s: float

    def advised_s(self, slowest_s: float) -> float:
        """The smallest limit for this slowest accepted execution."""
        steps = math.ceil(round(slowest_s * self.to_limit / self.resolution_s, 6))
        return max(1, steps) * self.resolution_s


def read_rule(folder: Path) -> Rule:
    """Read the multipliers of a package; raises JudgeError with file and line."""
    limits = read_mapping(folder / "problem.yaml").child("limits")
    multipliers = limits.child("time_multipliers")
    multipliers.refuse_unknown(frozenset({"ac_to_time_limit", "time_limit_to_tle"}))
    return Rule(
        _number(multipliers, "ac_to_time_limit", 2.0, 1.0),
        _number(multipliers, "time_limit_to_tle", 1.5, 1.0),
        _number(limits, "time_resolution", 1.0, 0.001),
    )


def _number(mapping: YamlMapping, key: str, default: float, least: float) -> float:
    value = mapping.values.get(key, default)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not least <= value <= LARGEST_NUMBER:
        raise mapping.error(
            key, f"{key} must be a number from {least:g} to {LARGEST_NUMBER}, not {value!r}"
        )
    return float(value)


def check(subject: Subject) -> Finding:
    """Warning: the limit is too tight for an accepted solution, or too loose for a slow one."""
    time_rule, limit_s = read_rule(subject.problem.folder), subject.limits.cpu_s
    accepted = [
        j
        for j in subject.solution_results
        if j.solution.expect == {Verdict.AC}
        and j.verdict is Verdict.AC
        and j.solution.kind is not Kind.OUTPUT
    ]
    if not accepted:
        return Finding(NAME, Status.WARNING, "no advice: no solution expected AC was accepted")
    deadline = Deadline(subject.seconds)
    ran = [(j, slowest) for j in accepted if (slowest := _slow(j))]
    ran.sort(key=lambda row: -_seconds(row[1])[0])
    rows = [(j, slowest.case, _tries(subject, j, slowest, deadline)) for j, slowest in ran]
    again = sum(
        len(tries) > len(_seconds(one)) for (*_, tries), (_, one) in zip(rows, ran, strict=True)
    )
    rows.sort(key=lambda row: -max(row[2]))
    name, slowest_s = rows[0][0].solution.name, max(rows[0][2])
    tables = [_spread(rows)]
    late, table = _late(subject, time_rule, deadline)
    tables += [table] if table else []
    advised_s, steps = time_rule.advised_s(slowest_s), f"steps of {time_rule.resolution_s:g} s"
    statement = (
        f"the limit is {limit_s:g} s, the rule requires at least {advised_s:g} s "
        f"({time_rule.to_limit:g} × {slowest_s:.3f} s of {name}, in {steps})"
    )
    if again < len(rows):
        statement += f"; executed again: {share(again, len(rows), 'solution')}"
    if slowest_s * time_rule.to_limit > limit_s:
        statement = f"too tight for {name}: {statement}"
        return Finding(NAME, Status.WARNING, statement, (), tuple(tables))
    if late:
        statement += f"; expected TLE but not slow enough: {listed(late)}"
        return Finding(NAME, Status.WARNING, statement, (), tuple(tables))
    return Finding(NAME, Status.OK, statement, (), tuple(tables))


def _slow(result: SolutionResult) -> Outcome | None:
    ran = [o for o in result.outcomes if o.run]
    return max(ran, key=lambda o: o.run.cpu_s if o.run else 0.0, default=None)


def _seconds(outcome: Outcome) -> tuple[float, ...]:
    """The CPU seconds of an outcome's executions in the run."""
    return outcome.run.tries_s or (outcome.run.cpu_s,) if outcome.run else (0.0,)


def _tries(
    subject: Subject, result: SolutionResult, slowest: Outcome, deadline: Deadline
) -> list[float]:
    """CPU seconds of the slowest case: those of the run, and of more executions alone."""
    if deadline.is_over:
        return [*_seconds(slowest)]
    instances = [subject.contexts[slowest.case].instance] * TRIES
    results = trial_runs.run(subject, [result], instances, workers=1, deadline=deadline)
    again = [o.run.cpu_s for o in results.get(result.solution.name, {}).values() if o.run]
    return [*_seconds(slowest), *again]


def _spread(rows: Sequence[tuple[SolutionResult, str, list[float]]]) -> Table:
    cells = tuple(
        (
            result.solution.name,
            case,
            *(f"{s * 1000:,.1f}" for s in (min(tries), median(tries), max(tries))),
            str(len(tries)),
        )
        for result, case, tries in rows
    )
    head = (
        "Accepted solution",
        "Its slowest case",
        "Min, ms",
        "Median, ms",
        "Max, ms",
        "Executions",
    )
    return Table("CPU time of accepted solutions", head, cells)


def _late(subject: Subject, time_rule: Rule, deadline: Deadline) -> tuple[list[str], Table | None]:
    """The solutions expected TLE that are not slow enough, and a table of all."""
    limit_s = subject.limits.cpu_s * time_rule.to_late
    limits = replace(subject.limits, cpu_s=limit_s)
    slow = [
        j
        for j in subject.solution_results
        if Verdict.TLE in j.solution.expect and Verdict.AC not in j.solution.expect
    ]
    kept, rows = [], []
    for result in slow:
        cases = [o.case for o in result.outcomes if o.verdict is Verdict.TLE][:LATE_CASES]
        instances = [subject.contexts[case].instance for case in cases]
        if deadline.is_over:
            rows.append((result.solution.name, "not tested: out of time"))
            continue
        results = trial_runs.run(subject, [result], instances, limits=limits, deadline=deadline)
        late = [
            cases[index]
            for index, o in results.get(result.solution.name, {}).items()
            if o.verdict is Verdict.TLE
        ]
        if not late and not deadline.is_over:
            kept.append(result.solution.name)
        rows.append((result.solution.name, late[0] if late else "none of the cases tested"))
    title = f"Slow solutions: {time_rule.to_late:g} times the limit, {limit_s:g} s"
    head = ("Solution expected TLE", "Exceeds that on")
    return kept, Table(title, head, tuple(rows)) if rows else None
