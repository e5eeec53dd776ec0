"""The output validator of the package, called as by other judges, agrees with the plug-in."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from judge.checking.answer import answer_bytes
from judge.checking.grade import grade_output
from judge.common import foreign_files
from judge.common.messages import counted
from judge.common.scratch import temporary_folder
from judge.evaluation.worker import KEPT_BYTES
from judge.model import Case, Ended, Grade, Verdict
from judge.packages.case_files import LoadedCase, load_case
from judge.running import output_file
from judge.sandbox.held import run_trusted
from judge.verify import mutants, stored_outputs
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.subject import Subject

NAME = "output validator"
ACCEPTED, WRONG = 42, 43
#: Time limit for one output, in seconds.
VALIDATOR_TIMEOUT_S = 60
#: How many outputs besides the stored ones are tested at most.
MOST_OTHERS = 5000
#: The folders of stored outputs.
VALID, INVALID = "valid_output", "invalid_output"


@dataclass(frozen=True)
class Trial:
    """An output for the validator: where it comes from, and the grades of the plug-in."""

    what: str
    input_path: Path
    answer_path: Path
    output: bytes
    grades: tuple[Grade, ...]

    @property
    def expected(self) -> int | None:
        """The expected exit status: any reading may accept the output. None if the case itself is
        faulty."""
        verdicts = {grade.verdict for grade in self.grades}
        if verdicts <= {Verdict.AC, Verdict.WA}:
            return ACCEPTED if Verdict.AC in verdicts else WRONG
        return None


def check(subject: Subject) -> Finding:
    """Fault: validator and plug-in disagree on a stored output, a mutant or a solution's output.

    All stored outputs are tested; then, for at most ``subject.seconds``, mutants and outputs of
    solutions, alternately and in random order.
    """
    if subject.plugin.own is None:
        return stored_outputs.check(subject, NAME)
    folder = subject.problem.folder / "output_validator"
    if not (folder / "__main__.py").exists():
        what = "has no __main__.py" if folder.exists() else "is missing"
        return Finding(NAME, Status.WARNING, f"not tested: output_validator/ {what}")
    try:
        foreign_files.check(folder / "__main__.py", subject.problem.folder)
    except OSError as error:
        return Finding(
            NAME, Status.FAULT, f"not tested: output_validator/__main__.py: {error.strerror}"
        )
    stored = list(_stored(subject))
    faults = [f"{trial.what} {wrong}" for trial in stored if (wrong := _misplaced(trial))]
    others: list[Trial] = []

    def wanted() -> Iterator[Trial]:
        yield from stored
        end = time.monotonic() + subject.seconds
        for trial in islice(_others(subject), MOST_OTHERS):
            if others and time.monotonic() > end:
                return
            others.append(trial)
            yield trial

    with temporary_folder(0o700) as feedback:
        faults += _disagreements(folder, Path(feedback), wanted(), subject.workers)
    scope = f"{counted(len(stored), 'stored output')} and {counted(len(others), 'other')}"
    if faults:
        statement = f"{counted(len(faults), 'disagreement')} on {scope}: {faults[0]}"
        return Finding(NAME, Status.FAULT, statement, tuple(faults[:EXAMPLES]))
    return Finding(NAME, Status.OK, f"agrees with the plug-in on {scope}")


def _disagreements(
    folder: Path, feedback: Path, trials: Iterator[Trial], workers: int
) -> list[str]:
    found = []
    with ThreadPoolExecutor(workers) as pool:
        while some := list(islice(trials, 4 * workers)):
            for messages in pool.map(_tried(folder, feedback), some):
                found += messages
    return found


def _tried(folder: Path, feedback: Path) -> Callable[[Trial], list[str]]:
    def tried(trial: Trial) -> list[str]:
        with tempfile.TemporaryDirectory(dir=feedback) as own_feedback:
            status = run(folder, Path(own_feedback), trial)
        if status == trial.expected or (
            trial.expected is None and status not in (0, ACCEPTED, WRONG)
        ):
            return []
        ours = " / ".join(
            dict.fromkeys(
                f"{g.reason.value if g.reason else g.verdict.value}" for g in trial.grades
            )
        )
        return [f"{trial.what}: the validator exits with {status}, the plug-in says {ours}"]

    return tried


def run(folder: Path, feedback: Path, trial: Trial) -> int | None:
    """The exit status of the validator; None if it does not end. Raises MachineOverloaded."""
    arguments = (trial.input_path.absolute(), trial.answer_path.absolute(), f"{feedback}/")
    try:
        command = [sys.executable, "-I", "-B", str(folder.absolute()), *map(str, arguments)]
        done = run_trusted(command, VALIDATOR_TIMEOUT_S, trial.output, cwd=feedback)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode


def _stored(subject: Subject) -> Iterator[Trial]:
    """Every ``.out`` file of the package that has an input and an answer file."""
    data = subject.problem.folder / "data"
    for path in sorted(data.rglob("*.out")):
        case = Case(path.relative_to(data).with_suffix("").as_posix(), "", data)
        if case.input_path.exists() and case.answer_path.exists():
            context = load_case(subject.plugin, case)
            yield _trial(
                subject,
                case,
                context,
                foreign_files.read(path, subject.problem.folder),
                f"data/{case.name}.out",
            )


def _misplaced(trial: Trial) -> str:
    parts = Path(trial.what).parts
    if VALID in parts and trial.expected != ACCEPTED:
        return "is rejected by the plug-in"
    if INVALID in parts and trial.expected == ACCEPTED:
        return "is accepted by the plug-in"
    return ""


def _others(subject: Subject) -> Iterator[Trial]:
    """Outputs of solutions and mutants alternately; each output of a case once."""
    rng = subject.rng("validator")
    cases = {case.name: case for request in subject.plan.requests for case in request.cases}
    printed = list(_printed(subject))
    rng.shuffle(printed)
    names = list(subject.contexts)
    rng.shuffle(names)
    spoilt = (
        (one.case, one.mutant.text.encode(), f"{one.case}, {one.mutant.name}")
        for name in names
        for one in mutants.of_case(subject, name)
    )
    in_turn = chain.from_iterable(zip(printed, spoilt, strict=False))
    seen: set[tuple[str, bytes]] = set()
    for name, output, what in chain(in_turn, printed, spoilt):
        if (name, output) not in seen:
            seen.add((name, output))
            yield _trial(subject, cases[name], subject.contexts[name], output, what)


def _printed(subject: Subject) -> Iterator[tuple[str, bytes, str]]:
    for result in subject.solution_results:
        for o in result.outcomes:
            if o.run and o.run.ended is Ended.EXITED and o.verdict in (Verdict.AC, Verdict.WA):
                output = answer_bytes(o.run)
                if len(output) < KEPT_BYTES:
                    yield o.case, output, f"{o.case}, the output of {o.solution}"


def _trial(subject: Subject, case: Case, context: LoadedCase, output: bytes, what: str) -> Trial:
    run = output_file.as_run(output, subject.limits)
    grades = grade_output(subject.plugin, context, run)
    return Trial(what, case.input_path, case.answer_path, output, tuple(grades.values()))
