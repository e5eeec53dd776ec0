"""Every accepted solution is right on random instances too, not only on the stored cases."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.common.messages import counted, listed
from judge.common.safe_text import one_line
from judge.common.scratch import temporary_folder
from judge.hunting.hunter import Hunter
from judge.hunting.instances import CLIMB, RUNG, stretch
from judge.hunting.reference import HuntContext, build_solution, choose_reference
from judge.hunting.shrink import shrink_failures
from judge.hunting.stress import Counterexample, ReadingTerms
from judge.hunting.target import HuntOptions, Target
from judge.hunting.variation import InstanceMaker
from judge.model import Kind, SolutionResult, Verdict
from judge.packages.plugin_faults import calling_plugin
from judge.running.compile import BuiltSolution
from judge.solutions.references import reference_solutions
from judge.verify import accepted_contestants, accepted_programs, wide_trials
from judge.verify.deadline import Deadline
from judge.verify.finding import EXAMPLES, Finding, Status, Table
from judge.verify.parallel import answers
from judge.verify.subject import Subject
from judge.verify.trial_runs import as_settled

NAME = "accepted solutions"
#: The least time for one solution, and how long a failure may be reduced, in seconds.
LEAST_S, SHRINK_S = 0.2, 5.0
#: The check ends after so many times ``Subject.seconds``: the first instances of each solution may
#: take longer than its part of the time.
TIME_FACTOR = 3
#: Numbers that no generator draws have so many times that time besides.
WIDE_FACTOR = 1.5
#: The largest size of an instance, while the solution is quick enough.
MOST_SIZE = 10
#: Instances of this size and above are tried from the first stretch on.
LARGER = 3
#: Verdicts that count as accepted: too slow on some cases, and right on all others, is one.
_RIGHT = frozenset({Verdict.AC, Verdict.UNVERIFIED})
_WRONG = frozenset({Verdict.WA, Verdict.RTE, Verdict.OLE})


class SolutionTask(Struct, frozen=True):
    """The solution to try, by its index."""

    index: int


class SolutionTrial(Struct, frozen=True):
    """``tried`` instances, and what is wrong with the answer to one; ``note``: why there are not
    more."""

    tried: int
    wrong: str = ""
    note: str = ""


class Contest(Struct, frozen=True):
    """The solutions, and the built reference that they are compared with."""

    subject: Subject
    solutions: tuple[SolutionResult, ...]
    reference: BuiltSolution
    seconds_each: float
    deadline: Deadline


def check(subject: Subject) -> Finding:
    """Fault: a solution that is accepted fails on a random instance, or beats the reference."""
    problem, plain = subject.problem, subject.plugin.own is None
    if plain or problem.validated_in_run:
        right = [j for j in subject.solution_results if _is_accepted(j)]
        first = [j for j in subject.references if j in right][:1]
        right = [*first, *(j for j in right if j not in first)]
        if problem.validated_in_run:
            return accepted_contestants.check(subject, NAME, right)
        return accepted_programs.check(subject, NAME, right)
    if lacks := subject.plugin.lacks("generate", "smaller", "render"):
        return Finding(NAME, Status.WARNING, f"not tested: this needs {lacks}")
    known = {j.solution: j for j in subject.references}
    references = reference_solutions(known) or tuple(known)[:1]
    solutions = [j for j in subject.solution_results if _is_accepted(j)]
    solutions = [j for j in solutions if references != (j.solution,)]
    known_right = [*(known[one] for one in references[:1]), *solutions]
    if not references or not solutions:
        if said := wide_trials.fault(subject, known_right, WIDE_FACTOR * subject.seconds):
            return Finding(NAME, Status.FAULT, said)
        return Finding(NAME, Status.WARNING, "not tested: this needs two accepted solutions")
    deadline = Deadline(TIME_FACTOR * subject.seconds)
    seconds_each = max(LEAST_S, subject.seconds * subject.workers / len(solutions))
    with temporary_folder() as folder, calling_plugin(located=True):
        settled = tuple(as_settled(known[one]) for one in references)
        target = Target(subject.loaded, settled[0], settled)
        options = _options(subject, "", seconds_each)
        reference = choose_reference(target, options, subject.layer, Path(folder))
        contest = Contest(subject, tuple(solutions), reference, seconds_each, deadline)
        tasks = deadline.items(SolutionTask(index) for index in range(len(solutions)))
        trials = {
            task.index: trial or SolutionTrial(0, note="its worker process died")
            for task, trial in answers(
                tasks, subject.workers, partial(TrialHandler, contest), SolutionTrial
            )
        }
    untried = SolutionTrial(0, note="out of time")
    finding = _finding(contest, [trials.get(index, untried) for index in range(len(solutions))])
    if finding.status is Status.FAULT:
        return finding
    said = wide_trials.fault(subject, known_right, WIDE_FACTOR * subject.seconds)
    return Finding(NAME, Status.FAULT, said, (), finding.tables) if said else finding


def _is_accepted(result: SolutionResult) -> bool:
    expected = Verdict.AC in result.solution.expect or result.solution.expect <= _RIGHT
    # Where scores are added up, a solution is accepted that is wrong in some cases.
    refuted = any(outcome.verdict in _WRONG for outcome in result.outcomes)
    right = expected and not refuted and result.verdict in _RIGHT
    return right and result.solution.kind is not Kind.OUTPUT


def _finding(contest: Contest, trials: Sequence[SolutionTrial]) -> Finding:
    rows = [(j.solution.name, trial) for j, trial in zip(contest.solutions, trials, strict=True)]
    head = ("Accepted solution", "Random instances", "Failure", "Remark")
    cells = tuple((name, f"{t.tried:,}", t.wrong or "–", t.note or "–") for name, t in rows)
    tables = (Table(f"Compared with {contest.reference.solution.name}", head, cells, folded=True),)
    faults = [f"{name} is accepted, and {trial.wrong}" for name, trial in rows if trial.wrong]
    total = sum(trial.tried for trial in trials)
    scope = f"{counted(len(rows), 'accepted solution')} on {counted(total, 'random instance')}"
    if faults:
        said = f"{len(faults)} of {scope} {'fails' if len(faults) == 1 else 'fail'}: {faults[0]}"
        return Finding(NAME, Status.FAULT, said, tuple(faults[:EXAMPLES]), tables)
    if idle := [name for name, trial in rows if not trial.tried]:
        said = f"{scope}; not tried: {listed(idle)}"
        return Finding(NAME, Status.WARNING, said, (), tables, is_complete=False)
    return Finding(NAME, Status.OK, f"{scope}: no failure", (), tables)


def _options(subject: Subject, name: str, seconds: float, most: int = MOST_SIZE) -> HuntOptions:
    folder = subject.problem.folder.parent
    return HuntOptions(
        folder,
        folder,
        subject.problem.name,
        name,
        seconds=seconds,
        seed=subject.seed,
        sizes=(1, most),
        failures=1,
    )


class TrialHandler:
    """Tries one solution after the other."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest

    def answers(self, task: SolutionTask) -> Generator[SolutionTrial, None, None]:
        """One answer."""
        try:
            with temporary_folder() as folder, calling_plugin(located=True):
                yield _tried(self._contest, task.index, Path(folder))
        except JudgeError as error:
            yield SolutionTrial(0, note=one_line(str(error), 300))

    def close(self) -> None:
        """Nothing is kept."""


def _tried(contest: Contest, index: int, folder: Path) -> SolutionTrial:
    """Stretches of small instances, as in a hunt, until one fails or the time is over."""
    subject, result = contest.subject, contest.solutions[index]
    solution = as_settled(result)
    # What is too slow here is no fault: it only takes the time of other instances.
    limit_s = min(subject.limits.cpu_s, max(1.0, contest.seconds_each))
    limits = replace(subject.limits, cpu_s=limit_s)
    problem = replace(subject.problem, limits=limits)
    loaded = replace(subject.loaded, problem=problem)
    target = Target(loaded, solution, (contest.reference.solution,))
    options = _options(subject, solution.name, contest.seconds_each)
    built = build_solution(solution, target, options, subject.layer, folder / "solution")
    begin = time.monotonic()
    end = begin + contest.seconds_each
    first_end = max(end, begin + contest.deadline.left_s)
    terms = ReadingTerms(result.reading) if result.reading else None
    tried, number, note = 0, 0, ""
    while options.sizes[1] and (not number or time.monotonic() < end):
        until = end if number else first_end
        maker = InstanceMaker(subject.loaded.plugin, options)
        context = HuntContext(
            target, options, subject.layer, built, contest.reference, (), until, maker
        )
        hunter = Hunter(context)
        try:
            while not number or time.monotonic() < end:
                numbers = _numbers(number, options)
                done, _ = hunter.valid(hunter.examine(number, numbers, terms, lambda: False))
                number, terms = number + 1, done.examination.terms
                tried += done.examination.tried
                found = [row for row in done.findings if row[1].fault.verdict is not Verdict.TLE]
                if found:
                    return SolutionTrial(tried, _described(hunter, found[0], terms.reading))
                if done.findings or done.examination.too_slow:
                    note = f"too slow on an instance of size {options.sizes[1]} or less"
                    break
            else:
                break
        finally:
            hunter.close()
        options = _options(subject, solution.name, contest.seconds_each, options.sizes[1] // 2)
    return SolutionTrial(tried, note=note)


def _numbers(index: int, options: HuntOptions) -> list[int]:
    """A stretch of a hunt, which begins with tiny instances, and some of each larger size."""
    larger = range(LARGER, options.sizes[1] + 1)
    return [
        *stretch(index),
        *(size * CLIMB + index * RUNG + extra for size in larger for extra in range(RUNG)),
    ]


def _described(hunter: Hunter, row: tuple[int, Counterexample], reading: str) -> str:
    """What a solution fails on, reduced."""
    end = time.monotonic() + SHRINK_S
    failures = shrink_failures(
        hunter, [row], reading, lambda: time.monotonic() < end, lambda said: None
    )
    found = failures[0].counterexample if failures else row[1]
    text = hunter.hunt_context.target.plugin.render(found.instance)
    cut = text if len(text) <= 300 else text[:300] + " …"
    if found.flaky:
        return f"answers differently from execution to execution; input {cut!r}"
    if found.fault.verdict is Verdict.BETTER:
        reference = hunter.hunt_context.reference.solution.name
        return f"beats the reference {reference}; input {cut!r}"
    message = one_line(found.grade.message, 200)
    why = f" ({message})" if message else ""
    return f"fails: {found.fault}{why}; input {cut!r}"
