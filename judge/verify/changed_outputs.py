"""Right outputs changed as text, and exchanged between cases: what an output validator or a plug-in
must not accept again and again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path

from msgspec import Struct

from judge.common import foreign_files
from judge.common.safe_text import one_line
from judge.common.text_places import replaced
from judge.model import RIGHT, Case, Verdict
from judge.plugin import PLAIN_READING
from judge.verify import (
    changed_lines,
    counted_outputs,
    long_outputs,
    mutants,
    named_words,
    number_answers,
    real_outputs,
    rearranged_words,
    stated_rules,
    word_answers,
    word_rows,
)
from judge.verify.counted_outputs import FOREIGN_WORD
from judge.verify.deadline import Deadline
from judge.verify.round_robin import in_turn
from judge.verify.subject import Judgement, Subject
from judge.verify.text_numbers import NUMBER

#: How many cases with different outputs are changed, those with short outputs first.
MOST_CASES = 12
#: A kind of change is a fault if it is accepted in so many cases, and in no case rejected.
LEAST_CASES = 2
#: Of so many changes of the output of one case, such a part is never right where at most the other
#: part of those of other cases is.
LEAST_CHANGES, MOST_OF, HARDLY = 20, 0.6, 0.2
#: The same for changes that some problems allow, and this one not by its statement, and for those
#: that leave little of an output.
LEAST_STRICT = 3
#: Answer files are outputs if so many are accepted as such for each that is not.
MOSTLY = 3
#: How many outputs of other cases a case gets, and how many must be accepted to be a fault.
MOST_FOREIGN, LEAST_FOREIGN = 4, 6


class ChangedOutput(Struct, frozen=True):
    """An output of a case that is most probably wrong, and what was done to a right one."""

    case: Case
    kind: str
    text: str


def faults(
    subject: Subject,
    judged: Judgement,
    deadline: Deadline,
    drawn: Mapping[Case, str] | None = None,
    reading: str = PLAIN_READING,
) -> Iterator[str]:
    """What is wrong with a validator that accepts such outputs, or fails on one. ``drawn``: right
    outputs of cases that are not stored. ``reading``: the one in which all are judged."""
    right = {**right_outputs(subject, reading), **(drawn or {})}
    yield from word_answers.faults(subject.problem.folder, right, judged)
    yield from word_answers.misspelled(subject.problem.folder, right, judged)
    yield from changed_lines.faults(subject.problem.folder, right, judged)
    yield from number_answers.faults(subject.problem.folder, right, judged)
    for unnamed in (word_answers.unnamed, word_answers.unnamed_denial):
        if said := unnamed(subject.problem.folder, right):
            yield said
    yield from real_outputs.faults(subject, right, judged, deadline)
    tried: Counter[str] = Counter()
    rejected: set[str] = set()
    cases: dict[str, set[str]] = defaultdict(set)
    accepted: dict[str, list[bool]] = defaultdict(list)
    possible = _possible(subject)
    made = (one for one in _changed_outputs(subject, right) if one.kind not in possible)
    for one in deadline.items(_others_first(made, rejected)):
        verdict, message = judged(one.case, one.text.encode())
        if verdict is Verdict.JE:
            yield f"{one.case.name}, {one.kind}: {one_line(message, 300)}"
            return
        tried[one.kind] += 1
        cases[one.kind].add(one.case.name)
        accepted[one.case.name].append(verdict in RIGHT)
        if verdict not in RIGHT:
            rejected.add(one.kind)
    for kind, count in tried.items():
        least = LEAST_CASES if kind not in _DOUBTFUL else LEAST_STRICT
        enough = count >= LEAST_FOREIGN if kind == _FOREIGN else len(cases[kind]) >= least
        if enough and kind not in rejected:
            yield f"it accepts every right output that was changed: {kind} ({count} tried)"
    if said := _lenient_case(accepted, subject.problem.folder):
        yield said


def _others_first(
    made: Iterator[ChangedOutput], rejected: Collection[str]
) -> Iterator[ChangedOutput]:
    """Those of kinds that have not been rejected when it is their turn, then the others: these say
    only how many changes of one case are accepted."""
    later = []
    for one in made:
        if one.kind in rejected:
            later.append(one)
        else:
            yield one
    yield from later


def _lenient_case(accepted: Mapping[str, Sequence[bool]], folder: Path) -> str:
    """A message if most changes of the output of one case are accepted, and hardly any of others,
    where the statement leaves no choice; empty if not. ``accepted``: by the name of the case."""
    if not stated_rules.has_one_answer(folder):
        return ""
    for name, all_of in accepted.items():
        others = [one for other, some in accepted.items() if other != name for one in some]
        usual = len(others) >= LEAST_CHANGES and sum(others) <= HARDLY * len(others)
        if len(all_of) >= LEAST_CHANGES and sum(all_of) >= MOST_OF * len(all_of) and usual:
            said = (
                f"it accepts {sum(all_of)} of {len(all_of)} changes of the right output of {name}"
            )
            return f"{said}, and hardly any of other cases"
    return ""


def overlooked_end(
    subject: Subject,
    judged: Judgement,
    deadline: Deadline,
    drawn: Mapping[Case, str] | None = None,
    reading: str = PLAIN_READING,
) -> str:
    """A message if what stands at the end of long outputs does not matter; empty if it does."""
    right = {**right_outputs(subject, reading), **(drawn or {})}
    return long_outputs.overlooked(right, judged, subject.rng("long outputs"), deadline)


def order_that_matters(
    subject: Subject, judged: Judgement, deadline: Deadline, reading: str = PLAIN_READING
) -> str:
    """A message if the numbers of the only row are refused the other way round in every case, and
    the statement says that something may be in any order; empty if not."""
    if not stated_rules.allows_any_order(subject.problem.folder):
        return ""
    rejected = list[str]()
    for case, text in deadline.items(islice(right_outputs(subject, reading).items(), MOST_CASES)):
        if other := counted_outputs.other_order(text):
            if judged(case, other.encode())[0] is not Verdict.WA:
                return ""
            rejected.append(f"{case.name}, {one_line(repr(other), 100)}")
    if len(rejected) < LEAST_CASES:
        return ""
    said = "it rejects every right output with its numbers in another order"
    return f"{said}, and the statement says that they may be in any: {rejected[0]}"


def _possible(subject: Subject) -> frozenset[str]:
    """The kinds of changes after which an output may still be right, as far as is known."""
    folder = subject.problem.folder
    found = frozenset[str]()
    if not stated_rules.has_one_answer(folder):
        found |= _STRICT | counted_outputs.STRICT
    if not subject.plugin.offers("compare"):  # where others decide, order may not matter
        found |= counted_outputs.STRICT
    if stated_rules.allows_any_case(folder):
        found |= {rearranged_words.OTHER_CASE}
    if not stated_rules.orders_outputs(folder):
        found |= {counted_outputs.UPSIDE_DOWN}
    if stated_rules.speaks_of_exact_choice(folder):
        found -= counted_outputs.INEXACT
    if stated_rules.speaks_of_indices(folder):
        return found - counted_outputs.NO_PLACE
    return found | {counted_outputs.ZERO}


def wrong_answers(
    subject: Subject, judged: Judgement, deadline: Deadline
) -> tuple[list[str], list[str]]:
    """The answer files that the validator rejects as outputs: those that have the form of a right
    output, or a counted row as that has, if it accepts most of the others; and those of another
    form where it accepts most. The last need be no fault: an answer file may hold less."""
    alike, counted, unlike, accepted = list[str](), list[str](), list[str](), 0
    for case, right in deadline.items(right_outputs(subject).items()):
        folder = subject.problem.folder
        answer = foreign_files.read(case.answer_path, folder, foreign_files.CASE_BYTES)
        text = answer.decode("utf-8", "replace")
        if text == right:
            accepted += 1
            continue
        verdict, message = judged(case, answer)
        accepted += verdict in RIGHT
        if verdict is Verdict.WA:
            why = f" ({one_line(message, 200)})" if message else ""
            name = Path("data", f"{case.name}.ans").as_posix()
            if _form(text) == _form(right):
                alike.append(f"{name} has the form of an output, and is rejected as one{why}")
            elif _counted_at(text) == _counted_at(right) is not None:
                counted.append(f"{name} has a counted row as outputs have, and is rejected{why}")
            else:
                unlike.append(f"{name}, unlike most answer files, is rejected as an output{why}")
    is_usual = accepted >= MOSTLY * len(counted + unlike)
    return [*alike, *(counted if is_usual else ())], unlike if is_usual else []


def right_outputs(subject: Subject, reading: str = PLAIN_READING) -> Mapping[Case, str]:
    """A right output of each case, of an accepted solution of this reading; the shortest ones
    first."""
    found = {}
    for name, case in subject.cases.items():
        text = mutants.right_outputs(subject, name).get(reading)
        if text is not None:
            found[case] = text
    return dict(sorted(found.items(), key=lambda row: (len(row[1]), row[0].name)))


def _counted_at(text: str) -> tuple[int, int, int] | None:
    """How many lines a text has, and where its counted row is; None without one."""
    lines = text.splitlines()
    row = counted_outputs.counted_row(lines)
    return None if row is None else (len(lines), row.count_at, row.at)


def _form(text: str) -> tuple[str, ...]:
    """The words of a text, with one and the same word for all numbers."""
    return tuple(NUMBER.sub("0", text).split())


def _changed_outputs(subject: Subject, right: Mapping[Case, str]) -> Iterator[ChangedOutput]:
    """One change of each case after the other, so that a short time is enough for most kinds."""
    chosen = dict(islice({text: case for case, text in right.items()}.items(), MOST_CASES))

    def changes(case: Case, text: str) -> Iterator[tuple[str, str]]:
        letters = _with_other_letters(subject, case, text)
        return chain(letters, _changes(text), real_outputs.changes(text))

    rows = [
        [ChangedOutput(case, kind, changed) for kind, changed in changes(case, text)]
        for text, case in chosen.items()
    ]
    yield from in_turn(rows)
    worded = (
        [ChangedOutput(case, kind, made) for kind, made in some]
        for case, text in right.items()
        if (some := [*named_words.changes(subject.problem.folder, text)])
    )
    yield from in_turn([*islice(worded, MOST_CASES)])
    for text, case in chosen.items():
        others = [other for other in chosen if other.split() != text.split()]
        for other in others[:MOST_FOREIGN]:
            yield ChangedOutput(case, _FOREIGN, other)
        for other in others if NUMBER.search(text) else ():
            if not NUMBER.search(other):
                yield ChangedOutput(case, _NO_NUMBER, other)


def _with_other_letters(subject: Subject, case: Case, text: str) -> Iterator[tuple[str, str]]:
    """Changes of words that are made of the letters of a word of the input."""
    folder = subject.problem.folder
    words = {line for line in text.split("\n") if line.isalpha()}
    if not words or not case.input_path.is_file():  # it may have been drawn
        return
    if case.input_path.stat().st_size > rearranged_words.MOST_LETTERS:
        return
    named = frozenset(word for word in words if stated_rules.names_word(folder, word))
    given = foreign_files.read(case.input_path, folder).decode("utf-8", "replace")
    yield from rearranged_words.changes(text, given, named)


_FOREIGN = "the output of another case"
#: Changes after which little of an output is left: that it is right in each of several cases says
#: that the validator does not compare its parts with each other.
_FIRST_LINE = "its first line in place of every other"
_SECOND_LINE = "its second line in place of every later one"
_ONE_NUMBER = "its last number in place of every other of the last line"
_ZEROS = "0 in place of every line"
_EMPTY_LINE = "nothing in place of its middle line"
_NO_NUMBER = "the output of another case that has no number"
_POOR = frozenset({_FIRST_LINE, _SECOND_LINE, _ONE_NUMBER, _ZEROS, _NO_NUMBER, _EMPTY_LINE})
_NEAR = "numbers that differ by one in place of the last one"
_REPEATED = "its last line once more"
#: What a problem may allow whose statement lets answers differ.
_STRICT = frozenset({_NEAR, _REPEATED})
_DOUBTFUL = (
    _POOR
    | _STRICT
    | rearranged_words.KINDS
    | named_words.KINDS
    | counted_outputs.STRICT
    | {counted_outputs.ZERO, counted_outputs.UPSIDE_DOWN}
)


def _changes(text: str) -> Iterator[tuple[str, str]]:
    """The kinds of changes, and the text after each; first the grossest ones."""
    if text.strip():
        yield "nothing is left", ""
        last = text.rstrip("\n").rpartition("\n")[2]
        if NUMBER.search(last):
            more = NUMBER.sub(lambda match: str(abs(int(match[0])) + counted_outputs.FOREIGN), last)
            behind = text if text.endswith("\n") else f"{text}\n"
            yield "its last line once more with other numbers", f"{behind}{more}\n"
        yield _REPEATED, f"{text.rstrip()}\n{last}\n"
    yield from _poor(text)
    yield from counted_outputs.changes(text)
    for row in word_rows.rows(text):
        if row.has_count and len(row.words) >= counted_outputs.LEAST_COUNTED:
            yield counted_outputs.MORE, row.miscounted(1)
            yield counted_outputs.LESS, row.miscounted(-1)
    numbers = [*NUMBER.finditer(text)]
    if len(numbers) == 1 and text.strip() == numbers[0][0]:
        yield "another number behind its only one", f"{text.strip()} {counted_outputs.FOREIGN}\n"
    for match in numbers[-1:]:
        for near in (1, -1):
            yield _NEAR, replaced(match, str(int(match[0]) + near))
    places = {"first": numbers[:1], "last": numbers[1:][-1:]}
    for which, found in places.items():
        for match in found:
            yield f"a word in place of the {which} number", replaced(match, FOREIGN_WORD)
            longer = f"{match[0]}{FOREIGN_WORD}"
            yield f"letters behind the {which} number", replaced(match, longer)
            yield f"half more than the {which} number", replaced(match, f"{match[0]}.5")
    for which, found in places.items():
        for match in found:
            number = int(match[0])
            for other in (number + 1, number - 1, -number - 1, 2 * number + 3, 1_000_003):
                yield f"another number in place of the {which} one", replaced(match, str(other))


def _poor(text: str) -> Iterator[tuple[str, str]]:
    """Outputs of the same size with fewer different lines or numbers."""
    lines = text.splitlines()
    for kind, kept in ((_FIRST_LINE, 1), (_SECOND_LINE, 2)):
        poorer = [*lines[:kept], *lines[kept - 1 : kept] * (len(lines) - kept)]
        if poorer != lines and len(lines) > kept:
            yield kind, "".join(f"{line}\n" for line in poorer)
    if len(lines) > 2 and lines[(middle := len(lines) // 2)].strip():
        emptied = [*lines[:middle], "", *lines[middle + 1 :]]
        yield _EMPTY_LINE, "".join(f"{line}\n" for line in emptied)
    zeros = "0\n" * len(lines)
    if NUMBER.search(text) and len(lines) > 1 and zeros != text:
        yield _ZEROS, zeros
    numbers = [*NUMBER.finditer(lines[-1])] if lines else []
    if len({match[0] for match in numbers}) > 1:
        last = NUMBER.sub(numbers[-1][0], lines[-1])
        yield _ONE_NUMBER, "".join(f"{line}\n" for line in [*lines[:-1], last])
