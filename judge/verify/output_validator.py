"""The output validator of the package, called as by other judges, agrees with the plug-in."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from fractions import Fraction
from itertools import chain, islice
from pathlib import Path
from queue import SimpleQueue
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from judge.checking.answer import answer_bytes
from judge.checking.grade import grade_output
from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.messages import counted
from judge.common.scratch import temporary_folder
from judge.evaluation.worker import KEPT_BYTES
from judge.model import Case, Ended, Grade, Verdict
from judge.packages.case_files import LoadedCase, load_case
from judge.running import output_file
from judge.sandbox.lifetime import ties
from judge.verify import interactor, later_passes, mutants, stored_outputs
from judge.verify.deadline import Deadline, share
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.subject import Subject

NAME = "output validator"
ACCEPTED, WRONG = 42, 43
#: The program that runs the validator.
HOST = Path(__file__).with_name("validator_host.py")
#: How many outputs besides the stored ones are tested at most.
MOST_OTHERS = 5000
#: How many outputs that are nearly the best are tested first, and how many with more than a right
#: answer; those are looked for among outputs of at most so many characters.
MOST_NEAR, LONGEST_PARTED = 8, 2000
#: The folders of stored outputs.
VALID, INVALID = "valid_output", "invalid_output"


class Trial(Struct, frozen=True):
    """An output for the validator: where it comes from, and the grades of the plug-in."""

    what: str
    input_path: Path
    answer_path: Path
    output: bytes
    grades: tuple[Grade, ...]
    #: Whether a part of it alone, such as its first line, is a right output.
    has_right_part: bool = False

    @property
    def expected(self) -> int | None:
        """The expected exit status: any reading may accept the output. None if the case itself is
        faulty."""
        verdicts = {grade.verdict for grade in self.grades}
        if verdicts <= {Verdict.AC, Verdict.WA}:
            return ACCEPTED if Verdict.AC in verdicts else WRONG
        return None

    @property
    def gap(self) -> Fraction | None:
        """How far its score is from the best one, in the reading that is the nearest; None if it
        has none."""
        gaps = [abs(Fraction(grade.gap)) for grade in self.grades if grade.gap is not None]
        return min(gaps, default=None)


def check(subject: Subject) -> Finding:
    """Fault: validator and plug-in disagree on a stored output, a mutant or a solution's output.

    Stored outputs first, those that tell most before the others; then mutants and outputs of
    solutions, alternately and in random order, until ``subject.seconds`` are over.
    """
    if subject.problem.interactive and not subject.problem.multi_pass:
        return interactor.check(subject, NAME)
    if subject.problem.multi_pass and not subject.problem.interactive:
        return later_passes.check(subject, NAME)
    if subject.plugin.own is None:
        return stored_outputs.check(subject, NAME)
    folder = subject.problem.folder / "output_validator"
    if not (folder / "__main__.py").exists():
        if folder.exists():
            said = "not tested: output_validator/ has no __main__.py"
            return Finding(NAME, Status.WARNING, said)
        return Finding(NAME, Status.OK, "there is none: judge export writes one of the plug-in")
    try:
        foreign_files.check(folder / "__main__.py", subject.problem.folder)
    except OSError as error:
        return Finding(
            NAME, Status.FAULT, f"not tested: output_validator/__main__.py: {error.strerror}"
        )
    deadline = Deadline(subject.seconds)
    stored = telling_first(_stored(subject))
    faults = [f"{trial.what} {wrong}" for trial in stored if (wrong := _misplaced(trial))]
    done, unlike = _disagreements(folder, deadline.items(stored), subject.workers)
    others = deadline.items(islice(_others(subject), MOST_OTHERS))
    more, unlike_too = _disagreements(folder, others, subject.workers)
    faults += [*unlike, *unlike_too]
    scope = f"{share(done, len(stored), 'stored output')} and {counted(more, 'other')}"
    if faults:
        statement = f"{counted(len(faults), 'disagreement')} on {scope}: {faults[0]}"
        return Finding(NAME, Status.FAULT, statement, tuple(faults[:EXAMPLES]))
    said = f"agrees with the plug-in on {scope}"
    return Finding(NAME, Status.OK, said, is_complete=done == len(stored))


def _disagreements(folder: Path, trials: Iterator[Trial], workers: int) -> tuple[int, list[str]]:
    """How many outputs were tried, and where the validator disagrees. Raises JudgeError."""
    tried, found = 0, []
    with (
        temporary_folder(0o700) as feedback,
        ExitStack() as stack,
        ThreadPoolExecutor(workers) as pool,
    ):
        idle: SimpleQueue[ValidatorProcess] = SimpleQueue()
        for number in range(workers):
            idle.put(stack.enter_context(ValidatorProcess(folder, Path(feedback) / str(number))))

        def compared(trial: Trial) -> list[str]:
            process = idle.get()
            try:
                return _compared(trial, process.status(trial))
            finally:
                idle.put(process)

        while some := list(islice(trials, 4 * workers)):
            tried += len(some)
            for messages in pool.map(compared, some):
                found += messages
    return tried, found


def _compared(trial: Trial, status: int | None) -> list[str]:
    """What is wrong with the exit status for an output."""
    if status == trial.expected or (trial.expected is None and status not in (0, ACCEPTED, WRONG)):
        return []
    ours = " / ".join(
        dict.fromkeys(f"{g.reason.value if g.reason else g.verdict.value}" for g in trial.grades)
    )
    return [f"{trial.what}: the validator exits with {status}, the plug-in says {ours}"]


class ValidatorProcess:
    """Runs the validator in a folder, output after output, each in a process of its own."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        scratch.mkdir()
        self._scratch = scratch
        words = [sys.executable, "-I", "-B", str(HOST), str(folder.absolute())]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._host = subprocess.Popen(words, preexec_fn=ties(), text=True, **pipes)  # type: ignore

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._host.kill()
        self._host.communicate()

    def status(self, trial: Trial) -> int | None:
        """The exit status of the validator, negative for a signal; None if it does not end. Raises
        JudgeError."""
        assert self._host.stdin is not None and self._host.stdout is not None
        output = self._scratch / "output"
        output.write_bytes(trial.output)
        with tempfile.TemporaryDirectory(dir=self._scratch) as feedback:
            files = (trial.input_path.absolute(), trial.answer_path.absolute())
            arguments = [*map(str, files), f"{feedback}/"]
            print(json.dumps([arguments, str(output), feedback]), file=self._host.stdin, flush=True)
            reply = self._host.stdout.readline()
        if not reply:
            raise JudgeError("the process that runs the validator has died")
        status: int | None = json.loads(reply)
        return status


def _stored(subject: Subject) -> Iterator[Trial]:
    """Every ``.out`` file of the package that has an input and an answer file."""
    data = subject.problem.folder / "data"
    for path in sorted(data.rglob("*.out")):
        case = Case(path.relative_to(data).with_suffix("").as_posix(), "", data)
        if case.input_path.exists() and case.answer_path.exists():
            context = load_case(subject.plugin, case)
            output = foreign_files.read(path, subject.problem.folder, foreign_files.CASE_BYTES)
            trial = _trial(subject, case, context, output, f"data/{case.name}.out")
            if trial.expected == WRONG and trial.gap is None and len(output) <= LONGEST_PARTED:
                parts = (_trial(subject, case, context, one, "") for one in parts_of(output))
                right = any(part.expected == ACCEPTED for part in parts)
                trial = replace(trial, has_right_part=right)
            yield trial


def parts_of(output: bytes) -> list[bytes]:
    """What is before or behind the first or last blank line, or line, where there are several: a
    validator that looks at such a part alone overlooks the rest."""
    found: dict[bytes, None] = {}
    for separator in (b"\n\n", b"\n"):
        whole = output.strip(b"\n")
        for part in (*whole.split(separator, 1), *whole.rsplit(separator, 1)):
            if part != whole and part.strip():
                found[part + b"\n"] = None
    return list(found)


def telling_first(trials: Iterable[Trial]) -> list[Trial]:
    """The trials, short ones before long ones; but first the longest one, one for each reading that
    few others accept, those that have a right part, those that are nearly the best, and one for
    each way to be judged in all readings."""
    ordered = sorted(trials, key=lambda trial: len(trial.output))
    ways: dict[object, Trial] = {}
    for trial in ordered:
        ways.setdefault(tuple(grade.reason or grade.verdict for grade in trial.grades), trial)
    rejected = [trial for trial in ordered if trial.expected == WRONG and trial.gap is not None]
    near = sorted(rejected, key=lambda trial: trial.gap or 0)
    accepted_first = sorted(ways.values(), key=lambda trial: trial.expected != ACCEPTED)
    parted = [trial for trial in ordered if trial.has_right_part][:MOST_NEAR]
    first = [*ordered[-1:], *_of_readings(ordered), *parted, *near[:MOST_NEAR], *accepted_first]
    return list(dict.fromkeys([*first, *ordered]))


def _of_readings(ordered: Sequence[Trial]) -> list[Trial]:
    """For each reading, the first of those outputs that it accepts with the fewest others."""
    found: dict[int, tuple[int, Trial]] = {}
    for trial in ordered:
        right = [at for at, grade in enumerate(trial.grades) if grade.verdict is Verdict.AC]
        for at in right:
            if at not in found or len(right) < found[at][0]:
                found[at] = len(right), trial
    return [trial for _, trial in sorted(found.values(), key=lambda one: one[0])]


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
