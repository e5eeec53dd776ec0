"""The health of a problem: every check in turn, each told as soon as it is done."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping

from judge import run, sandbox
from judge.common.errors import JudgeError
from judge.model import Results
from judge.plugin import IllegalAnswer, InputError, Undecodable
from judge.run import Options, Plan
from judge.sandbox.layer import MachineOverloaded
from judge.verify import (
    checker,
    expectations,
    generator,
    killers,
    metamorphic,
    references,
    timelimit,
    validator,
)
from judge.verify.finding import Finding, Ground, PluginFault, Status

#: The checks in their order, under the names by which a failed one is told.
CHECKS: Mapping[str, Callable[[Ground], Finding]] = {
    expectations.NAME: expectations.check,
    killers.NAME: killers.check,
    generator.NAME: generator.check,
    references.NAME: references.check,
    metamorphic.NAME: metamorphic.check,
    checker.NAME: checker.check,
    validator.NAME: validator.check,
    timelimit.NAME: timelimit.check,
}


def plan(options: Options) -> Plan:
    """What is to be judged first; raises JudgeError for a fault of package or command line."""
    what = run.plan(options)
    for problem in what.problems:
        timelimit.rule(problem.folder)
    return what


def ground(what: Plan, options: Options, results: Results, seconds: float, seed: int) -> Ground:
    """The ground of a judged plan of one problem; raises JudgeError where no sandbox is."""
    [problem] = what.problems
    workers = options.workers or os.cpu_count() or 1
    layer = sandbox.choose(options.sandbox)
    plugin = what.plugins[problem.name]
    return Ground(problem, plugin, what, results, layer, workers, seconds, seed)


def findings(its: Ground) -> Iterator[Finding]:
    """One after the other; a plug-in that raises is a fault of the check that asked it."""
    for name, check in CHECKS.items():
        try:
            yield check(its)
        except MachineOverloaded as error:
            yield Finding(name, Status.WARNING, f"could not be finished: {error}")
        except (PluginFault, JudgeError, InputError, Undecodable, IllegalAnswer) as error:
            yield Finding(name, Status.FAULT, f"could not be finished: {error}")
