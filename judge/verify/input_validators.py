"""The input and answer validators of the package: they accept its cases, and not everything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, count, islice
from pathlib import Path
from queue import SimpleQueue

from msgspec import Struct

from judge.common import foreign_files
from judge.common.errors import unreadable
from judge.common.foreign_files import CASE_BYTES
from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.model import Case, CaseSettings, Problem
from judge.running.input_validator import (
    FileResult,
    FileValidator,
    Outcome,
    on_input,
    opened,
    settings_to_try,
)
from judge.verify import (
    bound_edges,
    drawn_inputs,
    group_limits,
    ignored_arguments,
    input_bounds,
    input_rules,
    laxer_plugin,
    spoilt_files,
    stated_first_lines,
)
from judge.verify.accepted_files import AcceptedFiles
from judge.verify.changed_inputs import changed_valid_inputs
from judge.verify.deadline import Deadline, OutOfTime, share
from judge.verify.finding import EXAMPLES, Finding, Status, Table
from judge.verify.input_bounds import Probe, StoredNumbers, described
from judge.verify.misread_inputs import find_misread
from judge.verify.spoilt_files import ValidFile
from judge.verify.stated_orders import may_be_chance
from judge.verify.stored_outputs import limited_problem, validator_case
from judge.verify.subject import Subject
from judge.verify.text_mutants import kinds
from judge.verify.text_numbers import extreme

NAME = "input validators"
INPUT = ".in"
#: How many inputs are mutated, and how long they may be: the smallest show as much as others.
MOST_MUTATED, LONGEST_MUTATED = 5, 1 << 16
#: They are chosen among so many of the smallest.
MOST_SIZED = 60
#: The times of the parts, in times of that of a check: for what is stored; for inputs with changed
#: text, at their bounds, with other numbers, and from the plug-in.
STORED, MUTATED, BOUNDS, CHANGED, DRAWN = 1.4, 0.2, 0.15, 0.1, 0.15
#: The time of all parts, and how much of it is left for the rules of statements whatever the others
#: took. After that validators are still asked for so many inputs.
WHOLE, RULES, LEAST_ASKED = 2.5, 1.5, 24
#: What the arguments of groups do gets such a part of the time that the rules leave.
ARGUMENTS = 1 / 2
#: All parts after the first share what it leaves; they have so many times that time.
LATER = 1.9
#: So many inputs with extreme numbers are tried first, whatever the time.
MOST_EXTREME = 24
READS = "the plug-in reads"
#: How many files each set of validators gets before the time is looked at.
AT_A_TIME = 4
#: The most CPU seconds of a validator for one file.
MOST_S = 20.0


class Complaint(Struct, frozen=True):
    """A file that a validator judges otherwise than the package says; no file where the input is in
    the message."""

    file: str
    said: str
    #: Whether a validator failed, for instance by hanging: it would on most other files.
    failed: bool = False

    def __str__(self) -> str:
        return f"{self.file} {self.said}".lstrip()


def check(subject: Subject) -> Finding:
    """Fault: a case is rejected, an invalid input is accepted, or everything is accepted."""
    problem = subject.problem
    if not problem.input_validators:
        said = "there is none: nothing checks the format of the inputs"
        return Finding(NAME, Status.WARNING, said)
    paths, layer = problem.input_validators, subject.layer
    limited = limited_problem(problem, MOST_S)
    with opened(limited, paths, layer, "input validator", subject.workers) as sets:
        deadline, whole = Deadline(subject.seconds * STORED), Deadline(subject.seconds * WHOLE)
        complaints, accepted = list[Complaint](), AcceptedFiles.of(subject, NAME, (INPUT,))
        inputs = accepted.distinct(input_cases(problem))
        waiting = accepted.unknown(inputs)
        tried = len(inputs) - len(waiting)
        first = _extreme(waiting)
        others = [case for case in waiting if case not in {*first}]
        for some in deadline.items(chain((first,), parts_of(others, AT_A_TIME * len(sets)))):
            tried += len(some)
            found_here = [*rejected_inputs(some, sets)]
            complaints += found_here
            if any(one.failed for one in found_here):
                return fault(NAME, complaints)
            accepted.add(without(some, INPUT, found_here))
        accepted.keep()
        complaints += accepted_inputs(problem, sets[0])
        seconds = subject.seconds + deadline.left_s / LATER
        deadline = Deadline(seconds * MUTATED)
        spoilt = deadline.items(_inputs_to_spoil(subject, sets[0]))
        found = spoilt_files.check(NAME, "inputs", spoilt)
        if not complaints and found.status is not Status.FAULT:
            drawn, accepts = drawn_inputs.drawn_texts(subject), partial(accepts_text, sets[0])
            deadline = Deadline(seconds * BOUNDS)
            probes = [*input_bounds.accepted(problem, drawn, accepts, deadline)]
            complaint = partial(refusal, settings_to_try(problem), sets[0])
            all_asked = True
            if (stored := input_bounds.readable_numbers(problem)) is not None:
                rules = Deadline(max(whole.left_s, subject.seconds * RULES))
                broken, all_asked = _broken_rules(subject, stored, sets[0], probes, rules)
                complaints += broken
                complaints += _unlike_plugin(subject, stored, sets[0], complaint, probes, seconds)
                probes = [probe for probe in probes if not may_be_chance(probe, stored)]
            misread = find_misread(subject, complaint)
            complaints += (Complaint("", one) for one in misread.faults)
    if complaints:
        return fault(NAME, complaints, found.tables)
    if found.status is Status.FAULT:
        return found
    complete = tried == len(inputs) and all_asked
    lenient = [f"they accept {described(probe)}" for probe in probes]
    if lenient or misread.messages:
        lenient += () if found.status is Status.OK else (found.statement, *found.details)
        lenient += misread.messages
        details = tuple(lenient[1:EXAMPLES])
        return Finding(NAME, Status.WARNING, lenient[0], details, found.tables, complete)
    if found.status is not Status.OK:
        return found
    scope = f"{counted(len(paths), 'validator')} on {share(tried, len(inputs), 'input')}"
    said = f"{scope}: {found.statement}"
    said += "" if all_asked else "; there was no time for all rules of the statement"
    said += "".join(f"; {note}" for note in _limits_without_a_case(problem)[:1])
    return Finding(NAME, Status.OK, said, found.details, found.tables, complete)


def _limits_without_a_case(problem: Problem) -> list[str]:
    """Limits of the statement that no stored input reaches: solutions may be too slow there."""
    try:
        return [*stated_first_lines.unreached(problem.folder, problem.cases)]
    except OSError:
        return []


def _broken_rules(
    subject: Subject,
    stored: StoredNumbers,
    validators: Sequence[FileValidator],
    probes: Sequence[Probe],
    rules: Deadline,
) -> tuple[list[Complaint], bool]:
    """A rule of the statement, or of the package's groups, that the validators do not keep; and
    whether the time was enough to look at all."""
    asked, found = count(), list[Complaint]()

    def accepts(case: Case, text: str) -> bool:
        return accepts_with(text.encode(), case.settings)

    def accepts_with(data: bytes, settings: CaseSettings) -> bool:
        # A start of some validators takes a second, and there are many rules.
        if next(asked) >= LEAST_ASKED:
            rules.require()
        return accepts_input(data, settings, validators)

    try:
        deadline = rules.part(input_rules.PART)
        loose = group_limits.unkept(subject.problem, accepts_with, deadline)
        broken = input_rules.broken(subject.problem, stored, accepts, probes, rules)
        found += (Complaint("", said) for said in islice(chain(loose, broken), 1))
        deadline = rules.part(ARGUMENTS)
        ignored = ignored_arguments.ignored(subject.problem, accepts_with, deadline)
        found += (Complaint("", said) for said in islice(ignored, 1))
    except OutOfTime:
        return found, False
    return found, True


def _unlike_plugin(
    subject: Subject,
    stored: StoredNumbers,
    validators: Sequence[FileValidator],
    complaint: Callable[[str], str],
    probes: Sequence[Probe],
    seconds: float,
) -> Iterator[Complaint]:
    """What the plug-in makes or reads and the validators reject, or they accept and it refuses.
    ``complaint``: what they say of an input."""
    if subject.plugin.own is None:
        return
    deadline, accepts = Deadline(seconds * CHANGED), partial(accepts_text, validators)
    changed = changed_valid_inputs(subject, accepts, deadline)
    accepted = [*(probe.text for probe in probes), *(data.decode() for _, data in changed)]
    for said in filter(None, (drawn_inputs.refused(subject, text) for text in accepted)):
        yield Complaint("", said)
        return
    # Each has a time of its own: validators may be slow, and the plug-in is asked in no time.
    reads, deadline = partial(drawn_inputs.reads, subject), Deadline(seconds * BOUNDS)
    off = bound_edges.off_by_one(stored, subject.problem.folder, reads, deadline, READS)
    one_more, deadline = next(off, ""), Deadline(seconds * BOUNDS)
    at_bounds = bound_edges.at_bounds(stored, subject.problem.folder, accepts, deadline)
    if said := drawn_inputs.misread(subject, stored.texts.values(), at_bounds) or one_more:
        yield Complaint("", said)
    as_read, deadline = partial(drawn_inputs.reads_as, subject), Deadline(seconds * BOUNDS)
    folder = subject.problem.folder
    if said := laxer_plugin.overlooked(stored, folder, accepts, as_read, deadline):
        yield Complaint("", said)
    deadline = Deadline(seconds * DRAWN)
    if said := drawn_inputs.rejected(subject, complaint, deadline):
        yield Complaint("", said)


def refusal(
    settings: Sequence[CaseSettings], validators: Sequence[FileValidator], text: str
) -> str:
    """What the validators say of an input under one of the settings, if they reject it under
    all."""
    said = ""
    for some in settings:
        said = _rejection(on_input(text.encode(), some, validators))
        if not said:
            return ""
    return said


def _rejection(results: Sequence[tuple[FileValidator, FileResult]]) -> str:
    said = [_said(who, result) for who, result in results if not result.accepted]
    return said[0] if said else ""


def fault(name: str, complaints: Sequence[Complaint], tables: tuple[Table, ...] = ()) -> Finding:
    said = f"{counted(len(complaints), 'complaint')}: {complaints[0]}"
    details = tuple(str(one) for one in complaints[:EXAMPLES])
    return Finding(name, Status.FAULT, said, details, tables)


def input_cases(problem: Problem) -> tuple[Case, ...]:
    """All cases whose input must be valid: also those that test the output validator."""
    names = (*problem.tests.invalid_outputs, *problem.tests.valid_outputs)
    return (*problem.cases, *(validator_case(problem, name) for name in names))


def rejected_inputs(
    cases: Sequence[Case], sets: Sequence[Sequence[FileValidator]]
) -> Iterator[Complaint]:
    """The cases' inputs that a validator does not accept. Raises JudgeError for one that cannot be
    read."""

    def complaints(case: Case, validators: Sequence[FileValidator]) -> Iterator[Complaint]:
        results = on_input(read_file(case.input_path), case.settings, validators)
        return not_accepted(f"data/{case.name}.in", results)

    return each_case(cases, sets, complaints)


def _extreme(cases: Sequence[Case]) -> list[Case]:
    """Cases whose inputs have the least or greatest numbers, or the most or fewest of them: what a
    validator rejects by mistake is most often at a bound."""
    short = [case for case in cases if case.input_path.stat().st_size <= LONGEST_MUTATED]
    texts = [read_file(case.input_path).decode("utf-8", "replace") for case in short]
    return [short[index] for index in extreme(texts)[:MOST_EXTREME]]


def without(cases: Iterable[Case], suffix: str, complaints: Iterable[Complaint]) -> Iterator[Case]:
    """The cases whose files no complaint names."""
    named = {one.file for one in complaints}
    return (case for case in cases if f"data/{case.name}{suffix}" not in named)


def parts_of(cases: Sequence[Case], size: int) -> Iterator[Sequence[Case]]:
    return (cases[start : start + size] for start in range(0, len(cases), size))


def each_case(
    cases: Sequence[Case],
    sets: Sequence[Sequence[FileValidator]],
    judged: Callable[[Case, Sequence[FileValidator]], Iterator[Complaint]],
) -> Iterator[Complaint]:
    """The complaints on all cases in their order; each set of validators works by itself. After a
    validator has failed, the remaining cases are left out: each could last as long as its limit."""
    idle: SimpleQueue[Sequence[FileValidator]] = SimpleQueue()
    for validators in sets:
        idle.put(validators)

    def of_case(case: Case) -> list[Complaint]:
        own = idle.get()
        try:
            return [*judged(case, own)]
        finally:
            idle.put(own)

    with ThreadPoolExecutor(len(sets)) as pool:
        for first in range(0, len(cases), len(sets)):
            some = pool.map(of_case, cases[first : first + len(sets)])
            found = [one for complaints in some for one in complaints]
            yield from found
            if any(one.failed for one in found):
                return


def not_accepted(
    file: str, results: Sequence[tuple[FileValidator, FileResult]]
) -> Iterator[Complaint]:
    for validator, result in results:
        if not result.accepted:
            yield Complaint(file, _said(validator, result), result.outcome is Outcome.FAULT)


def accepted_inputs(problem: Problem, validators: Sequence[FileValidator]) -> Iterator[Complaint]:
    """The invalid inputs that no validator rejects."""

    def complaints(name: str) -> Iterator[Complaint]:
        case = validator_case(problem, name)
        results = on_input(read_file(case.input_path), case.settings, validators)
        return not_rejected(f"data/{name}.in", results)

    return until_failure(chain.from_iterable(map(complaints, problem.tests.invalid_inputs)))


def until_failure(complaints: Iterable[Complaint]) -> Iterator[Complaint]:
    """Those up to the first of a validator that fails: on what follows it could take as long as its
    limit each time."""
    for one in complaints:
        yield one
        if one.failed:
            return


def not_rejected(
    file: str, results: Sequence[tuple[FileValidator, FileResult]]
) -> Iterator[Complaint]:
    outcomes = [result.outcome for _, result in results]
    if Outcome.REJECTED in outcomes:
        return
    faults = [_said(who, result) for who, result in results if result.outcome is Outcome.FAULT]
    said = "is accepted by every validator, and one of them must reject it"
    yield Complaint(file, faults[0] if faults else said, bool(faults))


def accepts_input(data: bytes, settings: CaseSettings, validators: Sequence[FileValidator]) -> bool:
    """Whether all of the validators accept an input under the settings of a case."""
    return all(result.accepted for _, result in on_input(data, settings, validators))


def accepts_text(validators: Sequence[FileValidator], case: Case, text: str) -> bool:
    """Whether they accept a text as the input of a case."""
    return accepts_input(text.encode(), case.settings, validators)


def _inputs_to_spoil(subject: Subject, validators: Sequence[FileValidator]) -> Iterator[ValidFile]:
    """The smallest inputs, which must be accepted as they are."""
    cases = subject.problem.cases
    for case in smallest({case: case.input_path for case in cases}):

        def accepts(data: bytes, case: Case = case) -> bool:
            return accepts_input(data, case.settings, validators)

        yield ValidFile(read_file(case.input_path), accepts, subject.rng(f"{NAME} {case.name}"))


def smallest(paths: Mapping[Case, Path]) -> list[Case]:
    """Those with the smallest files, and first of all as few of them as have every kind of change:
    an empty list has no number that could be spoilt."""
    sized = [(path.stat().st_size, case.name, case) for case, path in paths.items()]
    small = [case for size, _, case in sorted(sized)[:MOST_SIZED] if size <= LONGEST_MUTATED]
    left = {case: kinds(read_file(paths[case])) for case in small}
    found: list[Case] = []
    known: frozenset[str] = frozenset()
    while left and len(found) < MOST_MUTATED:
        best = max(left, key=lambda case: len(left[case] - known))
        known |= left.pop(best)
        found.append(best)
    return found


def _said(validator: FileValidator, result: FileResult) -> str:
    what = "is rejected by" if result.outcome is Outcome.REJECTED else "cannot be judged by"
    why = f": {one_line(result.message, 200)}" if result.message else ""
    return f"{what} {validator.name}{why}"


def read_file(path: Path) -> bytes:
    try:
        return foreign_files.read(path, most=CASE_BYTES)
    except OSError as error:
        raise unreadable(error, path) from error
