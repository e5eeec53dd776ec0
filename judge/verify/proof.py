"""The references agree on every small instance."""

from __future__ import annotations

from judge.common.messages import listed
from judge.hunting.target import HuntOptions, Target
from judge.model import Kind, SolutionResult
from judge.plugin import Bound, InputError
from judge.proving.result import ProofEnd, ProofResult
from judge.proving.search import prove
from judge.proving.target import METHODS, ProofTask, proof_task, shown_bound
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.plugin_calls import ask
from judge.verify.subject import Subject

NAME = "proof"
#: How many instances a second of CPU time is expected to try, two programs included.
EXPECTED_PER_S = 500
#: The instances of the least bound are looked at one by one if there are no more.
MOST_LISTED = 1000


def check(subject: Subject) -> Finding:
    """Fault: two references differ in the score of a small instance, or one fails there."""
    if subject.problem.validated_in_run:
        return Finding(NAME, Status.OK, "not tested: the output validator takes part in the run")
    if lacks := subject.plugin.lacks(*METHODS, "score"):
        return Finding(NAME, Status.OK, f"not tested: this needs {lacks}")
    if said := _ill_listed(subject):
        return Finding(NAME, Status.FAULT, said)
    references = [j for j in subject.references if j.solution.kind is not Kind.OUTPUT]
    if len(references) < 2:
        return Finding(NAME, Status.OK, "not tested: this needs two references")
    first, *others = references
    bound = _bound(subject, subject.seconds / len(others))
    if bound is None:
        return Finding(NAME, Status.WARNING, "not tested: the plug-in's bounds are empty")
    results = {}
    for other in others:
        task = _task(subject, other, first, bound, subject.seconds / len(others))
        results[other.solution.name] = prove(
            task, lambda: False, lambda count: None, layer=subject.layer
        )
    return _finding(subject, first.solution.name, results)


def _ill_listed(subject: Subject) -> str:
    """What is wrong with the instances of the least bound by themselves; empty if nothing is."""
    plugin, bounds = subject.plugin, subject.plugin.bounds()
    if not bounds or plugin.count(bounds[0]) > MOST_LISTED:
        return ""
    listed_ones = [one for some in plugin.enumerate(bounds[0], MOST_LISTED) for one in some]
    for one in listed_ones:
        text = ask(plugin.render, one)
        try:
            if ask(plugin.parse, text) == one:
                continue
            said = "parse is not the inverse of render on it"
        except InputError as error:
            said = str(error)
        return f"enumerate yields an instance that is not valid: {said}; input {text[:200]!r}"
    sizes = [sum(ask(plugin.size, one)) for one in listed_ones]
    if sizes and sizes[0] > sizes[-1]:
        text = ask(plugin.render, listed_ones[0])
        return f"enumerate does not begin with the simplest instance: input {text[:200]!r}"
    return ""


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
