"""The answer validators of the package: they accept its answers, and not everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from judge.model import Case, Problem
from judge.running.input_validator import FileResult, FileValidator, opened
from judge.verify import illegal_answers, spoilt_files, stated_rules
from judge.verify.accepted_files import AcceptedFiles
from judge.verify.deadline import Deadline, share
from judge.verify.finding import Finding, Status
from judge.verify.input_validators import (
    AT_A_TIME,
    INPUT,
    MOST_S,
    MUTATED,
    Complaint,
    each_case,
    fault,
    not_accepted,
    not_rejected,
    parts_of,
    read_file,
    smallest,
    until_failure,
    without,
)
from judge.verify.spoilt_files import ValidFile
from judge.verify.stored_outputs import limited_problem, validator_case
from judge.verify.subject import Subject

NAME, ANSWER = "answer validators", ".ans"
#: A longer answer is no word.
LONGEST_WORD = 100
#: The part of the time for answers that break a rule of the plug-in.
BROKEN = 0.2
#: So many cases at most, those with the longest short answers: the shortest say that there is none.
MOST_BROKEN = 12


def check(subject: Subject) -> Finding:
    """Fault: an answer file is rejected, one that is invalid is accepted, or everything is."""
    problem = subject.problem
    if not problem.answer_validators:
        return Finding(NAME, Status.OK, "there is none")
    paths, layer = problem.answer_validators, subject.layer
    deadline = Deadline(subject.seconds)
    accepted = AcceptedFiles.of(subject, NAME, (INPUT, ANSWER))
    waiting = accepted.unknown(problem.cases)
    tried = len(problem.cases) - len(waiting)
    limited = limited_problem(problem, MOST_S)
    with opened(limited, paths, layer, "answer validator", subject.workers) as sets:
        complaints = [*accepted_answers(problem, sets[0])]
        for some in deadline.items(parts_of(waiting, AT_A_TIME * len(sets))):
            tried += len(some)
            found_here = [*rejected_answers(some, sets)]
            complaints += found_here
            if any(one.failed for one in found_here):
                break
            accepted.add(without(some, ANSWER, found_here))
        accepted.keep()
        if complaints:
            return fault(NAME, complaints)
        spoilt = Deadline(subject.seconds * MUTATED).items(_answers_to_spoil(subject, sets[0]))
        found = spoilt_files.check(NAME, "answers", spoilt, Status.WARNING)
        if found.status is not Status.FAULT and (said := other_case(subject, sets[0])):
            return Finding(NAME, Status.FAULT, said, (), found.tables)
        broken = _broken_rule(subject, sets[0]) if found.status is Status.OK else ""
    if found.status is not Status.OK:
        return found
    if broken:
        return Finding(NAME, Status.WARNING, broken, (), found.tables)
    said = f"accept {share(tried, len(problem.cases), 'answer')}: {found.statement}"
    complete = tried == len(problem.cases)
    return Finding(NAME, Status.OK, said, found.details, found.tables, complete)


def _broken_rule(subject: Subject, validators: Sequence[FileValidator]) -> str:
    """A message if they accept what breaks a rule of the plug-in, and reject what breaks others."""

    def accepts(case: Case, answer: bytes) -> bool:
        return all(result.accepted for _, result in _on_answer(case, answer, validators))

    known = [case for case in subject.problem.cases if case.name in subject.contexts]
    known.sort(key=lambda case: -case.answer_path.stat().st_size)
    known = [one for one in known if one.answer_path.stat().st_size <= LONGEST_WORD][:MOST_BROKEN]
    return illegal_answers.overlooked(subject, known, accepts, Deadline(subject.seconds * BROKEN))


def other_case(subject: Subject, validators: Sequence[FileValidator]) -> str:
    """A message if they accept a word of the statement with small letters in place of capital ones,
    or the other way round, as every answer that is a word; the statement says nothing of that."""
    folder, said = subject.problem.folder, ""
    if stated_rules.speaks_of_case(folder):
        return ""
    for case in subject.problem.cases:
        answer = (
            read_file(case.answer_path) if case.answer_path.stat().st_size < LONGEST_WORD else b""
        )
        word = answer.decode("utf-8", "replace").strip()
        other = word.swapcase()
        if not word.isalpha() or not stated_rules.names_word(folder, word):
            continue
        if stated_rules.names_word(folder, other):
            return ""
        changed = answer.replace(word.encode(), other.encode())
        if not all(result.accepted for _, result in _on_answer(case, changed, validators)):
            return ""
        said = f"they accept {other} in place of {word}, in {case.name}"
    return said


def accepted_answers(problem: Problem, validators: Sequence[FileValidator]) -> Iterator[Complaint]:
    """The invalid answers that no answer validator rejects."""

    def complaints(name: str) -> Iterator[Complaint]:
        case = validator_case(problem, name)
        results = _on_answer(case, read_file(case.answer_path), validators)
        return not_rejected(f"data/{name}.ans", results)

    return until_failure(chain.from_iterable(map(complaints, problem.tests.invalid_answers)))


def rejected_answers(
    cases: Sequence[Case], sets: Sequence[Sequence[FileValidator]]
) -> Iterator[Complaint]:
    """The answer files that a validator does not accept."""

    def complaints(case: Case, validators: Sequence[FileValidator]) -> Iterator[Complaint]:
        answer = read_file(case.answer_path)
        results = _on_answer(case, answer, validators)
        return not_accepted(f"data/{case.name}.ans", results)

    return each_case(cases, sets, complaints)


def _answers_to_spoil(subject: Subject, validators: Sequence[FileValidator]) -> Iterator[ValidFile]:
    """The answer files of the smallest cases, which must be accepted as they are."""
    cases = subject.problem.cases
    for case in smallest({case: case.answer_path for case in cases}):

        def accepts(data: bytes, case: Case = case) -> bool:
            return all(result.accepted for _, result in _on_answer(case, data, validators))

        yield ValidFile(read_file(case.answer_path), accepts, subject.rng(f"{NAME} {case.name}"))


def _on_answer(
    case: Case, answer: bytes, validators: Sequence[FileValidator]
) -> list[tuple[FileValidator, FileResult]]:
    arguments = case.settings.answer_validator_arguments
    return [(one, one.check_answer(case.input_path, answer, arguments)) for one in validators]
