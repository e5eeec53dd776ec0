"""The checks of a problem: the run of all solutions first, then each check on its results."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from judge import sandbox
from judge.common.errors import JudgeError
from judge.evaluation.plan import Plan, RunOptions, make_plan
from judge.model import Results
from judge.verify import (
    accepted_solutions,
    answer_validators,
    checker,
    generator,
    input_validators,
    metamorphic,
    output_validator,
    pictures,
    proof,
    references,
    stored_answers,
    time_limit,
    verdicts,
    wrong_solutions,
)
from judge.verify.check_pool import Check, CheckDone, CheckStarted, run_in_turn, run_parallel
from judge.verify.finding import Finding, Status
from judge.verify.hanging_validator import hanging as hanging_validator_of
from judge.verify.mutation import check as mutation
from judge.verify.mutation import stored_cases
from judge.verify.result_cache import ResultCache, results_context
from judge.verify.subject import Subject

#: The checks in order, by name.
CHECKS: Mapping[str, Check] = {
    verdicts.NAME: verdicts.check,
    input_validators.NAME: input_validators.check,
    answer_validators.NAME: answer_validators.check,
    stored_answers.NAME: stored_answers.check,
    wrong_solutions.NAME: wrong_solutions.check,
    generator.NAME: generator.check,
    references.NAME: references.check,
    proof.NAME: proof.check,
    accepted_solutions.NAME: accepted_solutions.check,
    metamorphic.NAME: metamorphic.check,
    checker.NAME: checker.check,
    output_validator.NAME: output_validator.check,
    pictures.NAME: pictures.check,
    mutation.NAME: mutation.check,
    stored_cases.NAME: stored_cases.check,
    time_limit.NAME: time_limit.check,
}

#: Checks that keep all workers busy themselves: they come last. The others share the workers.
ALONE = (proof.NAME, mutation.NAME, stored_cases.NAME)
#: Checks that only read the results of the run, and are not worth a cache.
OF_RESULTS = frozenset({verdicts.NAME, wrong_solutions.NAME, time_limit.NAME})


def plan_runs(options: RunOptions) -> Plan:
    """The run that the checks start from; raises JudgeError for a faulty package or command."""
    plan = make_plan(options)
    for loaded in plan.problems.values():
        time_limit.read_rule(loaded.problem.folder)
    return plan


def data_fault(error: JudgeError) -> Finding | None:
    """The finding for an error in a file of ``data/``: the problem is faulty, not the command. None
    for any other error."""
    parents = error.path.parents if error.path else ()
    if not any(one.name == "data" and (one.parent / "problem.yaml").is_file() for one in parents):
        return None
    return Finding("data", Status.FAULT, str(error))


def hanging_validator(
    plan: Plan, options: RunOptions, cache: ResultCache | None = None
) -> Finding | None:
    """The fault of an output validator that does not end: nothing else is checked then. It is not
    tried again where it is known to end. Raises JudgeError if there is no sandbox."""
    if cache is not None and cache.is_ending:
        return None
    found = hanging_validator_of(plan, sandbox.choose(options.sandbox), output_validator.NAME)
    if found is None and cache is not None:
        cache.keep_ending()
    return found


def make_subject(
    plan: Plan,
    options: RunOptions,
    results: Results,
    seconds: float,
    seed: int,
    save: bool = False,
    fresh: bool = False,
) -> Subject:
    """The subject for a finished run of one problem; raises JudgeError if there is no sandbox."""
    [loaded] = plan.problems.values()
    workers = options.workers or os.cpu_count() or 1
    layer = sandbox.choose(options.sandbox)
    return Subject(loaded, plan, results, layer, workers, seconds, seed, save, fresh)


class Verification(Struct, frozen=True):
    """A run of one problem and the findings on it, in the order of the checks. If ``interrupted``,
    some may be missing. ``cached``: how many findings were kept from an earlier verification."""

    results: Results
    findings: tuple[Finding, ...]
    interrupted: bool
    cached: int = 0

    @property
    def has_fault(self) -> bool:
        return any(finding.status is Status.FAULT for finding in self.findings)


def verify(
    subject: Subject,
    listener: Callable[[Finding | CheckStarted], None],
    cache: ResultCache | None = None,
) -> Verification:
    """Check the problem of a finished run.

    ``listener`` hears when a check starts, and gets the findings in the order of the checks, each
    as soon as it and those before it are known. Ctrl-C ends the checks, and what was heard stays.
    """
    if subject.results.interrupted:
        return Verification(subject.results, (), interrupted=True)
    kept = _kept_findings(subject, cache)
    found: dict[str, Finding] = dict(kept)
    heard: list[Finding] = []

    def tell() -> None:
        for name in list(CHECKS)[len(heard) :]:
            if name not in found:
                return
            heard.append(found[name])
            listener(found[name])

    interrupted = False
    try:
        tell()
        for event in _events(subject, kept):
            if isinstance(event, CheckStarted):
                listener(event)
                continue
            found[event.finding.name] = event.finding
            whole = event.finished and event.finding.is_complete
            if cache is not None and whole and event.finding.name not in OF_RESULTS:
                cache.keep_finding(event.finding, _context(subject))
            tell()
    except KeyboardInterrupt:
        interrupted = True
    return Verification(subject.results, tuple(heard), interrupted, len(kept))


def _events(subject: Subject, kept: Mapping[str, Finding]) -> Iterator[CheckStarted | CheckDone]:
    """What happens to the checks that have no kept finding."""
    left = [name for name in CHECKS if name not in kept]
    yield from run_parallel([name for name in left if name not in ALONE], CHECKS, subject)
    yield from run_in_turn([name for name in left if name in ALONE], CHECKS, subject)


def _kept_findings(subject: Subject, cache: ResultCache | None) -> dict[str, Finding]:
    if cache is None or subject.save:
        return {}
    context = _context(subject)
    found = {name: cache.finding(name, context) for name in CHECKS if name not in OF_RESULTS}
    return {name: finding for name, finding in found.items() if finding is not None}


def _context(subject: Subject) -> str:
    return results_context(subject.solution_results, subject.seconds, subject.seed)
