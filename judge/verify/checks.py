"""The checks of a problem, one after the other."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass

from judge import sandbox
from judge.common.errors import JudgeError
from judge.evaluation.plan import Plan, RunOptions, make_plan
from judge.model import Results
from judge.packages.plugin_faults import REFUSALS
from judge.sandbox.layer import MachineOverloaded
from judge.verify import (
    accepted_solutions,
    checker,
    generator,
    input_validators,
    metamorphic,
    output_validator,
    proof,
    references,
    stored_answers,
    time_limit,
    verdicts,
    wrong_solutions,
)
from judge.verify.finding import Finding, Status
from judge.verify.mutation import check as mutation
from judge.verify.mutation import stored_cases
from judge.verify.subject import Subject

#: The checks in order, by name.
CHECKS: Mapping[str, Callable[[Subject], Finding]] = {
    verdicts.NAME: verdicts.check,
    input_validators.NAME: input_validators.check,
    input_validators.ANSWERS: input_validators.check_answers,
    stored_answers.NAME: stored_answers.check,
    wrong_solutions.NAME: wrong_solutions.check,
    generator.NAME: generator.check,
    references.NAME: references.check,
    proof.NAME: proof.check,
    accepted_solutions.NAME: accepted_solutions.check,
    metamorphic.NAME: metamorphic.check,
    checker.NAME: checker.check,
    output_validator.NAME: output_validator.check,
    mutation.NAME: mutation.check,
    stored_cases.NAME: stored_cases.check,
    time_limit.NAME: time_limit.check,
}


def plan_runs(options: RunOptions) -> Plan:
    """The run that the checks start from; raises JudgeError for a faulty package or command."""
    plan = make_plan(options)
    for loaded in plan.problems.values():
        time_limit.read_rule(loaded.problem.folder)
    return plan


def make_subject(
    plan: Plan, options: RunOptions, results: Results, seconds: float, seed: int, save: bool = False
) -> Subject:
    """The subject for a finished run of one problem; raises JudgeError if there is no sandbox."""
    [loaded] = plan.problems.values()
    workers = options.workers or os.cpu_count() or 1
    layer = sandbox.choose(options.sandbox)
    return Subject(loaded, plan, results, layer, workers, seconds, seed, save)


@dataclass(frozen=True)
class Verification:
    """A run of one problem and the findings on it. If ``interrupted``, some may be missing."""

    results: Results
    findings: tuple[Finding, ...]
    interrupted: bool

    @property
    def has_fault(self) -> bool:
        return any(finding.status is Status.FAULT for finding in self.findings)


def verify(
    plan: Plan,
    options: RunOptions,
    results: Results,
    seconds: float,
    seed: int,
    listener: Callable[[Finding], None],
    save: bool = False,
) -> Verification:
    """Check the problem of a finished run; ``listener`` gets each finding as soon as it is known.

    With ``save``, texts that would notice a change of the plug-in are written into the package.
    Ctrl-C ends the checks, and those done so far stay.
    """
    found: list[Finding] = []
    if results.interrupted:
        return Verification(results, (), interrupted=True)
    try:
        for finding in findings(make_subject(plan, options, results, seconds, seed, save)):
            found.append(finding)
            listener(finding)
    except KeyboardInterrupt:
        return Verification(results, tuple(found), interrupted=True)
    return Verification(results, tuple(found), interrupted=False)


def findings(subject: Subject) -> Iterator[Finding]:
    """Yield each finding when it is known; if the plug-in raises, the check has a fault."""
    with closing(subject):
        for name, check in CHECKS.items():
            try:
                yield check(subject)
            except MachineOverloaded as error:
                yield Finding(name, Status.WARNING, f"not finished: {error}")
            except (JudgeError, *REFUSALS) as error:
                yield Finding(name, Status.FAULT, f"not finished: {error}")
