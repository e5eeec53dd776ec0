"""The validator of a package without a plug-in, on outputs whose verdict is known."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.checking.checker import Checker
from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.foreign_files import CASE_BYTES
from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.common.scratch import temporary_folder
from judge.model import (
    RIGHT,
    Case,
    CaseSettings,
    Ended,
    FormatVersion,
    Grade,
    Problem,
    ProblemType,
    Verdict,
)
from judge.packages.loaded_problem import LoadedProblem
from judge.running import output_file
from judge.running.checkers import open_checker
from judge.running.external_checker import ExternalChecker
from judge.sandbox.layer import MachineOverloaded
from judge.verify import (
    bounded_amounts,
    changed_outputs,
    changed_rows,
    near_inputs,
    real_outputs,
    trivial_choices,
    uneven_outputs,
    walk_outputs,
    wrapped_sums,
)
from judge.verify.deadline import Deadline, share
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.subject import Judgement, Subject
from judge.verify.wrong_places import place_fault

#: Outputs that no validator may fail on; one that accepts all of them accepts everything.
JUNK = (
    ("nothing", b""),
    ("a word", b"thisisnoanswer\n"),
    ("bytes that are not text", b"\xff\x00\x80\x01" * 50),
    ("many numbers", b"1 -1 0 " * 5000),
    ("a huge number", b"9" * 2000 + b"\n"),
    ("a number with an exponent", b"1e400 -1e-400 nan inf\n"),
    ("one long word", b"x" * 100_000),
)
#: Text behind a right output.
BEHIND = b"\nthisisnoanswer\n"
#: The most CPU seconds of a validator for one of these outputs.
MOST_VALIDATION_S = 10.0
#: The time for stored and changed outputs, and the whole, in times of that of a check.
FIRST, WHOLE = 0.75, 1.5
#: How many cases they are tried on.
MOST_JUNK_CASES = 3
#: Types whose answer files are no outputs.
DIALOGUES = frozenset({ProblemType.INTERACTIVE, ProblemType.MULTI_PASS})


#: The file that contestants are shown in place of an answer, which then need be no output.
REPLACED = ".ans.statement"


class Trial(Struct, frozen=True):
    """An output: the file that it comes from, and whether it must be accepted; None for any
    verdict but JE."""

    what: str
    case: Case
    output: bytes
    accepted: bool | None


def check(subject: Subject, name: str) -> Finding:
    """Fault: a stored output gets another verdict than its folder says, or the validator fails."""
    problem = subject.problem
    if problem.types & DIALOGUES:
        return Finding(name, Status.OK, "it takes part in a dialogue: no output is stored")
    faults: list[str] = []
    warnings: list[str] = []
    tried = 0
    with (
        temporary_folder() as folder,
        closing(open_checker(limited(subject.loaded), subject.layer, Path(folder))) as checker,
    ):
        if isinstance(checker, ExternalChecker):
            with suppress(JudgeError):  # told with the first output
                checker.open_validators()  # a compiler may take longer than the check
        deadline, whole = Deadline(FIRST * subject.seconds), Deadline(WHOLE * subject.seconds)
        stored_trials = list(stored(problem))
        for trial in deadline.items(stored_trials):
            tried += 1
            if wrong := _wrong(subject, checker, trial):
                faults.append(wrong)
        # Where outputs are scored, all of them may be legal.
        lenient = warnings if problem.scoring else faults
        faults += _junk(subject, checker, lenient, deadline)
        if not lenient:  # a score says nothing of text behind an output
            faults += _longer(subject, checker, stored_trials)
        if not faults and not problem.scoring and problem.output_validator.path is not None:
            wrong_verdicts, doubts = _changed(subject, checker, deadline, whole)
            faults += wrong_verdicts
            warnings += doubts
        elif not faults and not problem.scoring:
            faults += _misjudged_numbers(subject, checker, deadline)
    scope = share(tried, len(stored_trials), "stored output")
    if faults:
        statement = f"{counted(len(faults), 'fault')}: {faults[0]}"
        return Finding(name, Status.FAULT, statement, tuple(faults[:EXAMPLES]))
    if warnings:
        return Finding(name, Status.WARNING, warnings[0], tuple(warnings[1:EXAMPLES]))
    said = f"judges {scope} as declared, and no junk makes it fail"
    return Finding(name, Status.OK, said, is_complete=tried == len(stored_trials))


def limited(loaded: LoadedProblem, most_s: float = MOST_VALIDATION_S) -> LoadedProblem:
    """The problem with less time for its validator: one that loops must not take a minute."""
    return replace(loaded, problem=limited_problem(loaded.problem, most_s))


def limited_problem(problem: Problem, most_s: float) -> Problem:
    seconds = min(problem.declared.validation_s or most_s, most_s)
    return replace(problem, declared=replace(problem.declared, validation_s=seconds))


def _changed(
    subject: Subject, checker: Checker, deadline: Deadline, whole: Deadline
) -> tuple[list[str], list[str]]:
    """What is wrong with the verdicts on changed outputs and on answer files, and what may be.
    ``deadline``: for the most usual changes; ``whole``: for all."""

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        return _verdict(subject, checker, Trial("", case, output, None))

    found = [*changed_outputs.faults(subject, judged, deadline)]
    said = "" if found else next(filter(None, _overlooked(subject, judged, whole)), "")
    found += [said] if said else []
    return (found, []) if found else changed_outputs.wrong_answers(subject, judged, whole)


def _overlooked(subject: Subject, judged: Judgement, whole: Deadline) -> Iterator[str]:
    """What the validator does not look at, or looks at wrongly; empty where it does. Each of these
    gets a share of the time, and what the ones before have left."""
    problem, right = subject.problem, changed_outputs.right_outputs(subject)
    rng = subject.rng("near inputs")
    asked: tuple[Callable[[Deadline], str], ...] = (
        lambda deadline: place_fault(subject, judged, deadline),
        lambda deadline: uneven_outputs.overlooked(right, judged, deadline),
        lambda deadline: walk_outputs.overlooked(problem, right, judged, deadline),
        lambda deadline: bounded_amounts.overlooked(problem.folder, right, judged, deadline),
        lambda deadline: wrapped_sums.overlooked(right, judged, deadline),
        lambda deadline: trivial_choices.accepted(right, judged, deadline),
        lambda deadline: changed_outputs.overlooked_end(subject, judged, deadline),
        lambda deadline: near_inputs.off_by_one(problem.folder, right, judged, rng, deadline),
        lambda deadline: changed_rows.overlooked(right, judged, rng, deadline),
    )
    for number, ask in enumerate(asked):
        yield ask(Deadline(whole.left_s / (len(asked) - number)))


def _misjudged_numbers(subject: Subject, checker: Checker, deadline: Deadline) -> list[str]:
    """What is wrong with the tolerance of the default validator, beside that of the statement."""

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        return _verdict(subject, checker, Trial("", case, output, None))

    right = changed_outputs.right_outputs(subject)
    return [*islice(real_outputs.faults(subject, right, judged, deadline), 1)]


def stored(problem: Problem, shown: bool = True) -> Iterator[Trial]:
    """The outputs of the folders that test validators and those that contestants are
    shown; if not ``shown``, no answer file, which may have a format of its own."""
    data = problem.folder / "data"
    tests = ((problem.tests.valid_outputs, True), (problem.tests.invalid_outputs, False))
    for names, accepted in tests:
        for name in names:
            path = data / f"{name}.out"
            for needed in (path, path.with_name(f"{path.stem}.ans")):
                if not os.path.lexists(needed):
                    said = (
                        f"is missing: {path.parent.name} needs NAME.out and NAME.ans beside NAME.in"
                    )
                    raise JudgeError(said, needed)
            yield Trial(f"data/{name}.out", validator_case(problem, name), _read(path), accepted)
    modern = problem.version is FormatVersion.V2025_09
    for case in problem.cases:
        sample = case.name.startswith("sample/")
        output = case.answer_path.with_suffix(".out")
        if (sample or modern) and output.is_file():
            yield Trial(f"data/{case.name}.out", case, _read(output), True)
        elif sample and shown and not case.answer_path.with_suffix(REPLACED).is_file():
            yield Trial(f"data/{case.name}.ans", case, _read(case.answer_path), True)


def validator_case(problem: Problem, name: str) -> Case:
    """A case that tests the validators, by its name, with its settings."""
    settings = problem.tests.settings.get(name, CaseSettings())
    return Case(name, "", problem.folder / "data", settings=settings)


def _longer(subject: Subject, checker: Checker, trials: Iterable[Trial]) -> Iterator[str]:
    """The right outputs that the validator still accepts with text behind them."""
    for trial in islice((one for one in trials if one.accepted), MOST_JUNK_CASES):
        longer = replace(trial, output=trial.output + BEHIND)
        verdict, message = _verdict(subject, checker, longer)
        if verdict in RIGHT:
            yield f"{trial.what} with text behind it is accepted"
        elif verdict is Verdict.JE:
            yield f"{trial.what} with text behind it: {message}"


def _junk(subject: Subject, checker: Checker, lenient: list[str], deadline: Deadline) -> list[str]:
    """The junk on which the validator fails, after the first while there is time: one that hangs
    takes all its time on each. ``lenient`` gets it if all junk is accepted."""
    faults: list[str] = []
    accepted = tried = 0
    for case in subject.problem.cases[:MOST_JUNK_CASES]:
        for what, output in JUNK:
            if faults and deadline.is_over:
                return faults
            trial = Trial(f"{what} as output of {case.name}", case, output, None)
            verdict, message = _verdict(subject, checker, trial)
            tried += 1
            accepted += verdict in RIGHT
            if verdict is Verdict.JE:
                faults.append(f"{trial.what}: {message}")
    if tried and accepted == tried:
        lenient.append("it accepts any junk as output")
    return faults


def _wrong(subject: Subject, checker: Checker, trial: Trial) -> str:
    """What is wrong with the verdict on an output; empty if nothing is."""
    verdict, message = _verdict(subject, checker, trial)
    right = RIGHT if trial.accepted else {Verdict.WA}
    if verdict in right:
        return ""
    why = f" ({one_line(message, 200)})" if message else ""
    wanted = "accepted" if trial.accepted else "rejected"
    return f"{trial.what} must be {wanted}, and gets {verdict.value}{why}"


def _verdict(subject: Subject, checker: Checker, trial: Trial) -> tuple[Verdict, str]:
    loaded = subject.loaded.read_case(trial.case)
    run = output_file.as_run(trial.output, subject.limits)
    [grade] = checker.grade(trial.case, loaded, run).values()
    if grade.verdict is Verdict.JE and Ended.OVERLOADED.value in grade.message:
        raise MachineOverloaded(grade.message)
    return grade.verdict, grade.message


def _read(path: Path) -> bytes:
    try:
        return foreign_files.read(path, most=CASE_BYTES)
    except OSError as error:
        raise unreadable(error, path) from error


def misjudged(grades: list[Grade], accepted: bool) -> str:
    """What is wrong with the grades of an output under all readings; empty if nothing is."""
    verdicts = {grade.verdict for grade in grades}
    message = next((grade.message for grade in grades if grade.message), "")
    why = f": {message}" if message else ""
    if Verdict.JE in verdicts:
        return f"cannot be judged{why}"
    if accepted and not verdicts & RIGHT:
        return f"is rejected ({grades[0].verdict.value}){why}"
    if Verdict.BETTER in verdicts:
        return "is better than the stored answer: fix the answer file"
    if not accepted and Verdict.AC in verdicts:
        return "is accepted, but its folder says that it must be rejected"
    return ""
