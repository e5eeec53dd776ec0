"""The references agree on every small instance."""

from __future__ import annotations

from judge.common.messages import listed
from judge.hunting.target import HuntOptions, Target
from judge.model import Kind, SolutionResult
from judge.plugin import Bound
from judge.proving.result import ProofEnd, ProofResult
from judge.proving.search import prove
from judge.proving.target import METHODS, ProofTask, proof_task, shown_bound
from judge.verify import enumerated
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.subject import Subject

NAME = "proof"
#: How many instances a second of CPU time is expected to try, two programs included.
EXPECTED_PER_S = 500
#: The part of the time for looking at the enumeration by itself.
LISTING = 0.5


def check(subject: Subject) -> Finding:
    """Fault: two references differ in the score of a small instance, or one fails there."""
    if subject.problem.validated_in_run:
        return Finding(NAME, Status.OK, "not tested: the output validator takes part in the run")
    if lacks := subject.plugin.lacks(*METHODS):
        return Finding(NAME, Status.OK, f"not tested: this needs {lacks}")
    if said := enumerated.ill_listed(subject, subject.seconds * LISTING):
        return Finding(NAME, Status.FAULT, said)
    if lacks := subject.plugin.lacks("score"):
        return Finding(NAME, Status.OK, f"only listed: a proof needs {lacks}")
    references = [j for j in subject.references if j.solution.kind is not Kind.OUTPUT]
    if len(references) < 2:
        return Finding(NAME, Status.OK, "not tested: this needs two references")
    first, *others = references
    each_s = (1 - LISTING) * subject.seconds / len(others)
    bound = _bound(subject, each_s)
    if bound is None:
        return Finding(NAME, Status.WARNING, "not tested: the plug-in's bounds are empty")
    results = {}
    for other in others:
        task = _task(subject, other, first, bound, each_s)
        results[other.solution.name] = prove(
            task, lambda: False, lambda count: None, layer=subject.layer
        )
    return _finding(subject, first.solution.name, results)


def _finding(subject: Subject, first: str, results: dict[str, ProofResult]) -> Finding:
    faults = [_said(subject, name, r) for name, r in results.items() if r.end is ProofEnd.REFUTED]
    if faults:
        return Finding(NAME, Status.FAULT, faults[0], tuple(faults[:EXAMPLES]))
    one = next(iter(results.values()))
    names = listed([first, *results])
    whole = [r for r in results.values() if r.end is ProofEnd.PROVED]
    least = min(r.proved for r in results.values())
    many = f"all {one.total:,}" if len(whole) == len(results) else f"{least:,} of {one.total:,}"
    return Finding(NAME, Status.OK, f"{names} agree on {many} {one.described}")


def _said(subject: Subject, name: str, result: ProofResult) -> str:
    counterexample = result.counterexample
    assert counterexample is not None
    text = subject.plugin.render(counterexample.instance)
    return (
        f"{name} fails on number {result.proved + 1:,} of the bound {shown_bound(result.bound)}, "
        f"against {result.reference}: {counterexample.fault}; input {text[:400]!r}"
    )


def _bound(subject: Subject, seconds: float) -> Bound | None:
    """The largest of the plug-in's bounds that the time allows, or else the smallest one."""
    bounds = subject.plugin.bounds()
    most = EXPECTED_PER_S * seconds * subject.workers
    affordable = [bound for bound in bounds if subject.plugin.count(bound) <= most]
    return affordable[-1] if affordable else next(iter(bounds), None)


def _task(
    subject: Subject, other: SolutionResult, first: SolutionResult, bound: Bound, seconds: float
) -> ProofTask:
    folder = subject.problem.folder.parent
    search = HuntOptions(
        folder,
        folder,
        subject.problem.name,
        other.solution.name,
        seconds=seconds,
        workers=subject.workers,
    )
    return proof_task(Target(subject.loaded, other.solution, (first.solution,)), search, bound)
