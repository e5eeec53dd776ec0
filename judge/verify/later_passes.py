"""The output validator of a multi-pass problem, on what accepted solutions printed in each pass,
with the output of the last pass changed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from msgspec import Struct

from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.common.scratch import temporary_folder
from judge.common.text_places import replaced
from judge.model import Case, Ended, Verdict
from judge.running.external_checker import ExternalChecker
from judge.running.validator import Validator, ValidatorResult
from judge.sandbox.layer import MachineOverloaded
from judge.verify import stated_rules
from judge.verify.deadline import Deadline
from judge.verify.finding import Finding, Status
from judge.verify.stored_outputs import BEHIND, limited
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: A change is always accepted if it is in so many cases; so many cases are tried.
LEAST_CASES, MOST_CASES = 3, 8
_NEXT_PASS = "nextpass.in"
_PASS_END = re.compile(rb"^---\n", re.MULTILINE)
TEXT, NOTHING, WORD = "text behind it", "nothing in its place", "a word in its place"
FOREIGN, NEAR = "a great number in place of its last one", "its last number greater by one"
_GREAT = 1_000_000_007


class Printed(Struct, frozen=True):
    """What an accepted solution printed in a case, pass by pass."""

    case: Case
    passes: tuple[bytes, ...]


def check(subject: Subject, name: str) -> Finding:
    """Fault: the validator fails, or accepts a kind of change of the last output in every case."""
    printed = [*islice(_printed(subject), MOST_CASES)]
    if len(printed) < LEAST_CASES or subject.problem.scoring:
        return Finding(name, Status.OK, "not tested: too few accepted outputs of several passes")
    accepted: dict[str, list[bool]] = defaultdict(list)
    with (
        temporary_folder() as folder,
        closing(
            ExternalChecker(limited(subject.loaded).problem, subject.layer, Path(folder))
        ) as checker,
    ):
        validator, tried = checker.open_validator(), 0
        for one in Deadline(subject.seconds).items(printed):
            if not _accepts(validator, subject, one.case, one.passes):
                continue
            tried += 1
            for kind, output in _changed(subject, one.passes[-1]):
                result = _result(validator, subject, one.case, (*one.passes[:-1], output))
                if result.verdict is Verdict.JE:
                    said = one_line(result.message, 300)
                    return Finding(
                        name, Status.FAULT, f"{one.case.name}, last output with {kind}: {said}"
                    )
                accepted[kind].append(result.accepted)
    for kind, some in accepted.items():
        if len(some) >= LEAST_CASES and all(some):
            said = f"it accepts every last output that was changed: {kind} ({len(some)} tried)"
            return Finding(name, Status.FAULT, said)
    said = f"rejects changed last outputs of {counted(tried, 'case')}"
    return Finding(name, Status.OK, said, is_complete=tried == len(printed))


def _printed(subject: Subject) -> Iterator[Printed]:
    """One of each case, by transcripts of which nothing is left out."""
    done = set[str]()
    for result in subject.solution_results:
        for outcome in result.outcomes:
            case = subject.cases.get(outcome.case)
            if outcome.verdict is not Verdict.AC or outcome.run is None or case is None:
                continue
            said = passes_of(outcome.run.stdout)
            if not outcome.run.cut and case.name not in done and len(said) > 1 and said[-1].split():
                done.add(case.name)
                yield Printed(case, said)


def passes_of(transcript: bytes) -> tuple[bytes, ...]:
    """What a submission printed in each pass, which may have lines such as those between passes."""
    return tuple(map(_said, _PASS_END.split(transcript)))


def _said(transcript: bytes) -> bytes:
    lines = (line[1:] + b"\n" for line in transcript.splitlines() if line.startswith(b">"))
    return b"".join(lines)


def _changed(subject: Subject, output: bytes) -> Iterator[tuple[str, bytes]]:
    """The kinds of changes, and the output after each."""
    yield TEXT, output + BEHIND
    yield NOTHING, b""
    yield WORD, b"thisisnoanswer\n"
    text = output.decode("latin-1")
    for last in [*NUMBER.finditer(text)][-1:]:
        yield FOREIGN, replaced(last, str(int(last[0]) + _GREAT)).encode("latin-1")
        if stated_rules.has_one_answer(subject.problem.folder):
            yield NEAR, replaced(last, str(int(last[0]) + 1)).encode("latin-1")


def _accepts(validator: Validator, subject: Subject, case: Case, passes: Sequence[bytes]) -> bool:
    return _result(validator, subject, case, passes).accepted


def _result(
    validator: Validator, subject: Subject, case: Case, passes: Sequence[bytes]
) -> ValidatorResult:
    """What the validator says after the last pass; WA if it wants more passes than there are.
    Raises MachineOverloaded."""
    own = case.settings.output_validator_arguments
    arguments = (*subject.problem.output_validator.arguments, *own)
    files, given = dict[str, bytes](), None
    for output in passes:
        command = validator.command(
            case.input_path, case.answer_path, output, arguments, files, given
        )
        execution = validator.session.run(command, validator.limits)
        if execution.ended is Ended.OVERLOADED:
            raise MachineOverloaded("the machine is too busy for the output validator")
        result = validator.result(execution)
        if not result.accepted or result.next_pass is None:
            return result
        files = {name: data for name, data in result.files.items() if name != _NEXT_PASS}
        given = result.next_pass
    return ValidatorResult(Verdict.WA)
