"""Accepted solutions of a package without a plug-in, compared on changed inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from judge.common.messages import counted, listed
from judge.common.safe_text import one_line
from judge.common.scratch import temporary_folder
from judge.evaluation import scheduler
from judge.evaluation.request import Request, Settings
from judge.model import Case, Outcome, SolutionResult, Verdict
from judge.running.input_validator import opened
from judge.verify import input_validators, mutants, trial_runs
from judge.verify.changed_inputs import changed_valid_inputs
from judge.verify.deadline import Deadline, share
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.subject import Subject

#: The part of the time for making inputs, and the whole in times of ``Subject.seconds``.
MAKING, TIME_FACTOR = 0.5, 3
#: The most CPU seconds of an execution.
MOST_CPU_S = 2.0
NOTHING_VALID = "not tested: without input validators, it is unknown which inputs are valid"
#: So many inputs are for all solutions before the others are for any.
FEW = 12
#: What an execution gets that ends well, where the answer file is empty: a validator may fail.
_ENDED = (Verdict.AC, Verdict.WA, Verdict.BETTER, Verdict.JE)
#: What refutes a solution where another one is right; a time limit does not.
WRONG = frozenset({Verdict.WA, Verdict.RTE, Verdict.BETTER, Verdict.JE})


def check(subject: Subject, name: str, solutions: Sequence[SolutionResult]) -> Finding:
    """Fault: two accepted solutions differ on an input that the input validators accept, or one
    crashes on it.

    ``solutions``: the accepted ones, the reference first.
    """
    if not subject.problem.input_validators:
        return Finding(name, Status.WARNING, NOTHING_VALID)
    if not solutions:
        return Finding(name, Status.WARNING, "not tested: this needs two accepted solutions")
    deadline = Deadline(TIME_FACTOR * subject.seconds)
    made = changed_inputs(subject)
    if not made:
        said = "not tested: no change of a stored input was accepted by the input validators"
        return Finding(name, Status.WARNING, said)
    with temporary_folder() as folder:
        cases = stored_cases(made, Path(folder))
        answered, crashes = _answered(subject, solutions[0], cases, Deadline(deadline.left_s / 2))
        others = solutions[1:] and solutions  # alone, it agrees with itself
        # A few inputs for all first: some solutions take long to compile, or to start.
        results = outcomes_of(subject, others, answered[:FEW], deadline)
        if not deadline.is_over:
            results += outcomes_of(subject, others, answered[FEW:], deadline)
        unlike = _unlike_outputs(results, solutions[0])
        faults = [failure_text(one, cases[one.case]) for one in crashes]
        faults += [
            f"{_outcome_text(one, solutions[0])}; input {_shown(cases[one.case])}"
            for one in sorted(results, key=lambda one: cases[one.case].input_path.stat().st_size)
            if one.verdict in WRONG and one.case not in unlike
        ]
    if not faults and not others:
        tried = counted(len(answered), "changed input")
        said = f"{solutions[0].solution.name} ends well on {tried}; there is no second accepted one"
        return Finding(name, Status.WARNING, said)
    complete = len(answered) == len(cases) and len(results) == len(others) * len(answered)
    scope = f"{counted(len(solutions), 'accepted solution')} on "
    scope += share(len(answered), len(cases), "changed input")
    if faults:
        return Finding(name, Status.FAULT, faults[0], tuple(faults[:EXAMPLES]))
    if idle := {one.solution.name for one in others} - {one.solution for one in results}:
        said = f"{scope}; not tried: {listed(sorted(idle))}"
        return Finding(name, Status.WARNING, said, is_complete=False)
    return Finding(name, Status.OK, f"{scope}: no failure", is_complete=complete)


def _unlike_outputs(results: Sequence[Outcome], reference: SolutionResult) -> frozenset[str]:
    """The cases in which what the reference printed is no answer that it is right beside: answer
    files may have another format than outputs."""
    no_answer = (Verdict.WA, Verdict.JE)
    own = (one for one in results if one.solution == reference.solution.name)
    return frozenset(one.case for one in own if one.verdict in no_answer)


def changed_inputs(
    subject: Subject,
    is_wanted: Callable[[str], bool] = lambda text: True,
    first: Iterable[tuple[Case, str]] = (),
) -> list[tuple[Case, bytes]]:
    """Stored inputs changed so that the input validators accept them, of those that are wanted:
    some that are tried first, and others as ``changed_valid_inputs`` makes them."""
    paths, layer = subject.problem.input_validators, subject.layer
    with opened(subject.problem, paths, layer, "input validator") as [validators]:

        def accepts(case: Case, text: str) -> bool:
            return is_wanted(text) and input_validators.accepts_text(validators, case, text)

        deadline = Deadline(MAKING * subject.seconds)
        tried = [row for row in deadline.items(first) if accepts(*row)]
        found = {text: case for case, text in tried}
        others = changed_valid_inputs(subject, accepts, deadline)
        return [(case, text.encode()) for text, case in found.items()] + [
            row for row in others if row[1].decode() not in found
        ]


def stored_cases(made: Sequence[tuple[Case, bytes]], folder: Path) -> Mapping[str, Case]:
    """The inputs as cases by name, with empty answer files."""
    cases = {}
    for number, (origin, data) in enumerate(made):
        case = Case(str(number), "", folder, settings=origin.settings)
        case.input_path.write_bytes(data)
        case.answer_path.write_bytes(b"")
        cases[case.name] = case
    return cases


def _answered(
    subject: Subject, reference: SolutionResult, cases: Mapping[str, Case], deadline: Deadline
) -> tuple[list[Case], list[Outcome]]:
    """The cases that the reference solves, and the outcomes of those that it crashes on, short
    inputs first; what it prints becomes the answer file of a case."""
    found, crashes = [], []
    for outcome in outcomes_of(subject, [reference], list(cases.values()), deadline):
        text = mutants.kept_text(outcome.run) if outcome.run else None
        if outcome.verdict is Verdict.RTE:
            crashes.append(outcome)
        elif text is not None and outcome.verdict in _ENDED:
            cases[outcome.case].answer_path.write_text(text)
            found.append(cases[outcome.case])
    crashes.sort(key=lambda one: cases[one.case].input_path.stat().st_size)
    return found, crashes


def outcomes_of(
    subject: Subject,
    solutions: Sequence[SolutionResult],
    cases: Sequence[Case],
    deadline: Deadline,
) -> list[Outcome]:
    """The outcomes of all until the deadline; raises MachineOverloaded, KeyboardInterrupt."""
    if not cases:
        return []
    limits = subject.limits
    limits = replace(limits, cpu_s=min(limits.cpu_s, MOST_CPU_S))
    contexts = [subject.loaded.read_case(case) for case in cases]
    requests = [
        Request(
            subject.problem, one.solution, subject.plugin.readings, tuple(cases), contexts, limits
        )
        for one in solutions
    ]
    batch = scheduler.Batch(requests, subject.layer, Settings(subject.workers))
    done = trial_runs.results_until(batch, deadline)
    for result in done:
        trial_runs.refuse_held_up(result)
    return [outcome for result in done for outcome in result.outcomes]


def _outcome_text(outcome: Outcome, reference: SolutionResult) -> str:
    message = f", {one_line(outcome.message, 200)}" if outcome.message else ""
    said = f"{outcome.solution} is accepted, and gets {outcome.verdict.value}{message}"
    other = reference.solution.name
    return f"{said}, where the input validators accept the input and {other} answers otherwise"


def failure_text(outcome: Outcome, case: Case) -> str:
    message = f" ({one_line(outcome.message, 200)})" if outcome.message else ""
    said = f"{outcome.solution} is accepted, and gets {outcome.verdict.value}{message}"
    return f"{said} on an input that the input validators accept: {_shown(case)}"


def _shown(case: Case) -> str:
    return one_line(repr(case.input_path.read_text(errors="replace")), 300)
