"""Accepted solutions in conversation with an interactor, again and on changed inputs; where a
program runs in several passes, on changed inputs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.common.scratch import temporary_folder
from judge.common.text_places import replaced
from judge.model import Case, Outcome, SolutionResult
from judge.verify import accepted_programs
from judge.verify.deadline import Deadline, share
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.round_robin import in_turn
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: In the smallest case, the largest one and one between the first solution converses again, so many
#: times at most.
MOST_TIMES = 3
#: In so many cases with other inputs the same is said, if the input is not looked at.
LEAST_CASES = 3
#: The most changed inputs, and how many of them have a number between others, of each of so many.
MOST_INPUTS, MOST_BETWEEN, MOST_PLACES = 40, 16, 3
#: What the interactor said, and the end of a pass, in a transcript.
_HEARD = "<"


class Spoken(Struct, frozen=True):
    """What was said in a case: lines that begin with ``>`` are the contestant's."""

    case: Case
    lines: tuple[str, ...]


def check(subject: Subject, name: str, solutions: Sequence[SolutionResult]) -> Finding:
    """Fault: the interactor answers the same words in two ways, says the same whatever the input
    is, or an accepted solution fails on an input that the input validators accept, with numbers
    within those of stored inputs. The format takes for granted that programs are deterministic.

    ``solutions``: the accepted ones, the reference first.
    """
    if not solutions:
        return Finding(name, Status.WARNING, "not tested: this needs an accepted solution")
    inputs = [_text(subject, case.input_path) for case in subject.cases.values()]
    if said := _heedless(subject, solutions, {*inputs}):
        return Finding(name, Status.FAULT, said)
    if said := _unrepeated(subject, solutions[0], Deadline(subject.seconds)):
        return Finding(name, Status.FAULT, said)
    return _on_changed_inputs(subject, name, solutions, inputs)


def _spoken(subject: Subject, outcomes: Iterable[Outcome]) -> Iterator[Spoken]:
    """The transcripts of a solution that was accepted; not those of several passes, or cut ones."""
    for outcome in outcomes:
        case = subject.cases.get(outcome.case)
        if outcome.run is None or outcome.run.cut or case is None:
            continue
        lines = tuple(outcome.run.stdout.decode("latin-1").splitlines())
        if lines and all(line[:1] in "<>" for line in lines):
            yield Spoken(case, lines)


def _heedless(
    subject: Subject, solutions: Sequence[SolutionResult], inputs: Collection[str]
) -> str:
    """A message if every solution converses in the same way in all cases, whose inputs differ."""
    if len(inputs) < LEAST_CASES:
        return ""
    for result in solutions:
        spoken = [*_spoken(subject, result.outcomes)]
        if len(spoken) < len(subject.cases) or len({one.lines for one in spoken}) > 1:
            return ""
    what = counted(len(inputs), "input")
    return f"the interactor converses in the same way on {what} that differ: it may not read them"


def _unrepeated(subject: Subject, result: SolutionResult, deadline: Deadline) -> str:
    """A message if the interactor answers otherwise when a solution says the same again."""
    spoken = sorted(
        _spoken(subject, result.outcomes),
        key=lambda one: (one.case.input_path.stat().st_size, one.case.name),
    )
    some = [*spoken[:1], *spoken[len(spoken) // 2 :][:1], *spoken[-1:]]
    before = {one.case.name: one for one in some}
    cases = [one.case for one in before.values()]
    for _ in deadline.items(range(MOST_TIMES if cases else 0)):
        outcomes = accepted_programs.outcomes_of(subject, [result], cases, deadline)
        for again in _spoken(subject, outcomes):
            first = before[again.case.name].lines
            if found := _other_answer(first, again.lines):
                mine, other = (one_line(repr(line[1:]), 60) for line in found)
                name = f"{result.solution.name} on {again.case.name}"
                return f"the interactor answers the same words with {mine} and then {other}: {name}"
    return ""


def _other_answer(first: Sequence[str], again: Sequence[str]) -> tuple[str, str] | None:
    """The first lines that differ, if both are the interactor's."""
    pairs = zip(first, again, strict=False)
    found = next(((one, other) for one, other in pairs if one != other), None)
    return found if found and all(line.startswith(_HEARD) for line in found) else None


def _on_changed_inputs(
    subject: Subject, name: str, solutions: Sequence[SolutionResult], inputs: Sequence[str]
) -> Finding:
    if not subject.problem.input_validators:
        return Finding(name, Status.WARNING, accepted_programs.NOTHING_VALID)
    if (answers := _answers(subject, inputs)) is None:
        said = "not tested on changed inputs: it is unknown what their answer files hold"
        return Finding(name, Status.OK, said)
    pairs = [*zip(subject.cases.values(), inputs, strict=True)]
    is_within = partial(_is_within, _bounds(inputs))
    made = accepted_programs.changed_inputs(subject, is_within, [*between(pairs)])
    if not made:
        said = (
            "not tested: the input validators accept no change within the bounds of stored inputs"
        )
        return Finding(name, Status.OK, said)
    with temporary_folder() as folder:
        cases = accepted_programs.stored_cases(made[:MOST_INPUTS], Path(folder))
        for case in cases.values():
            text = (
                case.input_path.read_bytes()
                if answers == ""
                else answers.encode("utf-8", "surrogateescape")
            )
            case.answer_path.write_bytes(text)
        readable = {key: case for key, case in cases.items() if _is_readable(subject, case)}
        return _finding(subject, name, solutions, readable)


def _is_readable(subject: Subject, case: Case) -> bool:
    """Whether the plug-in, if there is one, reads the input and its answer."""
    try:
        subject.loaded.read_case(case)
    except JudgeError:
        return False
    return True


def _finding(
    subject: Subject,
    name: str,
    solutions: Sequence[SolutionResult],
    cases: Mapping[str, Case],
) -> Finding:
    deadline = Deadline(subject.seconds)
    outcomes = accepted_programs.outcomes_of(subject, solutions, [*cases.values()], deadline)
    wrong = [one for one in outcomes if one.verdict in accepted_programs.WRONG]
    wrong.sort(key=lambda one: cases[one.case].input_path.stat().st_size)
    faults = [accepted_programs.failure_text(one, cases[one.case]) for one in wrong]
    if faults:
        return Finding(name, Status.FAULT, faults[0], tuple(faults[1:EXAMPLES]))
    total = len(solutions) * len(cases)
    said = f"{counted(len(solutions), 'accepted solution')} on changed inputs: no failure in "
    said += share(len(outcomes), total, "conversation")
    return Finding(name, Status.OK, said, is_complete=len(outcomes) == total)


def _answers(subject: Subject, inputs: Sequence[str]) -> str | None:
    """What all answer files hold; None if they differ. Empty where each is a copy of its input."""
    answers = [_text(subject, case.answer_path) for case in subject.cases.values()]
    pairs = zip(inputs, answers, strict=True)
    if all(text.split() == answer.split() for text, answer in pairs):
        return ""
    return answers[0] or "\n" if len({*answers}) == 1 else None


def _bounds(inputs: Iterable[str]) -> Mapping[str, Sequence[tuple[int, int]]]:
    """The least and the greatest of each number of the inputs that are the same but for numbers.
    Validators are often weaker than statements: beyond these, nobody has to be right."""
    found: dict[str, list[tuple[int, int]]] = {}
    for text in inputs:
        form, numbers = _form(text)
        known = found.setdefault(form, [(number, number) for number in numbers])
        pairs = zip(known, numbers, strict=True)
        found[form] = [(min(low, number), max(high, number)) for (low, high), number in pairs]
    return found


def _is_within(bounds: Mapping[str, Sequence[tuple[int, int]]], text: str) -> bool:
    form, numbers = _form(text)
    if form not in bounds:
        return False
    return all(low <= n <= high for (low, high), n in zip(bounds[form], numbers, strict=True))


def between(inputs: Sequence[tuple[Case, str]]) -> Iterator[tuple[Case, str]]:
    """Inputs with another number, in the middle of the widest gap between those of inputs that are
    the same but for numbers, again and again: a hint may be wrong above some number alone."""
    forms: dict[str, list[tuple[Case, str, list[int]]]] = {}
    for case, text in inputs:
        form, numbers = _form(text)
        forms.setdefault(form, []).append((case, text, numbers))
    rows = [
        [(some[0][0], one) for one in _filled(some[0][1], at, [row[2][at] for row in some])]
        for some in forms.values()
        for at in range(min(MOST_PLACES, len(some[0][2])))
    ]
    yield from in_turn(rows)


def _filled(text: str, at: int, known: Iterable[int]) -> Iterator[str]:
    place = [*NUMBER.finditer(text)][at]
    values = sorted({*known})
    for _ in range(MOST_BETWEEN):
        gaps = [(right - left, left) for left, right in pairwise(values)]
        width, left = max(gaps, default=(0, 0))
        if width < 2:
            return
        middle = left + width // 2
        values = sorted([*values, middle])
        yield replaced(place, middle)


def _form(text: str) -> tuple[str, list[int]]:
    return NUMBER.sub("0", text), [int(number) for number in NUMBER.findall(text)]


def _text(subject: Subject, path: Path) -> str:
    data = foreign_files.read(path, subject.problem.folder, foreign_files.CASE_BYTES)
    return data.decode("utf-8", "surrogateescape")
