"""The health of a problem: every check in turn, each told as soon as it is done."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping

from judge import sandbox
from judge.common.errors import JudgeError
from judge.evaluation.plan import Plan, RunOptions, make_plan
from judge.model import Results
from judge.packages.plugin_faults import REFUSALS
from judge.sandbox.layer import MachineOverloaded
from judge.verify import (
    checker,
    generator,
    metamorphic,
    output_validator,
    references,
    time_limit,
    verdicts,
    wrong_solutions,
)
from judge.verify.finding import Finding, Status
from judge.verify.subject import Subject

#: The checks in their order, under the names by which a failed one is told.
CHECKS: Mapping[str, Callable[[Subject], Finding]] = {
    verdicts.NAME: verdicts.check,
    wrong_solutions.NAME: wrong_solutions.check,
    generator.NAME: generator.check,
    references.NAME: references.check,
    metamorphic.NAME: metamorphic.check,
    checker.NAME: checker.check,
    output_validator.NAME: output_validator.check,
    time_limit.NAME: time_limit.check,
}


def plan_runs(options: RunOptions) -> Plan:
    """What is to be judged first; raises JudgeError for a fault of package or command line."""
    what = make_plan(options)
    for problem in what.problems:
        time_limit.rule(problem.folder)
    return what


def make_subject(
    what: Plan, options: RunOptions, results: Results, seconds: float, seed: int
) -> Subject:
    """The ground of a judged plan of one problem; raises JudgeError where no sandbox is."""
    [problem] = what.problems
    workers = options.workers or os.cpu_count() or 1
    layer = sandbox.choose(options.sandbox)
    plugin = what.plugins[problem.name]
    return Subject(problem, plugin, what, results, layer, workers, seconds, seed)


def findings(its: Subject) -> Iterator[Finding]:
    """One after the other; a plug-in that raises is a fault of the check that asked it."""
    for name, check in CHECKS.items():
        try:
            yield check(its)
        except MachineOverloaded as error:
            yield Finding(name, Status.WARNING, f"could not be finished: {error}")
        except (JudgeError, *REFUSALS) as error:
            yield Finding(name, Status.FAULT, f"could not be finished: {error}")
