"""The last number that a contestant says in a dialogue, where it is one of the first numbers: how
many others an interactor takes for it, and whether it copes with one that is none of these."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct

from judge.common.safe_text import one_line
from judge.common.text_places import replaced
from judge.model import Case, Ended, Verdict
from judge.running.validator import ValidatorResult
from judge.verify import stated_rules
from judge.verify.deadline import Deadline
from judge.verify.replayed import first_heard, right_words, shortest
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: How many numbers there are in cases in which each is tried, and how many cases.
LEAST_NUMBERS, MOST_NUMBERS = 3, 40
LEAST_CASES, MOST_CASES = 3, 5
#: No place of anything: an interactor that does not check it reads what it does not own.
FAR = (2_000_000_000, -2_000_000_000)
#: How a program in Python ends whose own rules a number breaks. It may well end with another error
#: if nobody reads what it says.
_OWN_ERROR = re.compile(r"^(?:Index|Key|Value|Type|Overflow|ZeroDivision|Memory)\w*Error\b", re.M)

Ends = Callable[[Case, str], ValidatorResult]


class Guesses(Struct, frozen=True):
    """The numbers that are taken for the last one in a case, of all from 1."""

    case: Case
    taken: tuple[int, ...]
    count: int


def fault(subject: Subject, cases: Iterable[Case], ends: Ends, deadline: Deadline) -> str:
    """A message if another number is taken, or if one that there is not makes it fail; empty if all
    is well. ``cases``: the small ones first; ``ends``: how the interactor ends if a text is said.
    """
    right, heard = dict[Case, str](), dict[Case, int]()
    for case in deadline.items(cases):
        number = first_heard(subject, case)
        if right and (number is None or not LEAST_NUMBERS <= number <= MOST_NUMBERS):
            continue
        said = right_words(subject, case)
        if said and (said := shortest(said, partial(_accepts, ends, case))):
            right[case] = said
            heard |= {case: number} if number is not None else {}
        if len(heard) > MOST_CASES:
            break
    if said := failing(right, ends, deadline):
        return said
    if not stated_rules.has_one_answer(subject.problem.folder):
        return ""
    return too_lenient([*_tried(right, heard, ends, deadline)])


def _accepts(ends: Ends, case: Case, text: str) -> bool:
    return ends(case, text).accepted


def too_lenient(tried: Sequence[Guesses]) -> str:
    """A message if several are taken in every case, or all in some cases and a single one in
    all others."""
    if len(tried) < LEAST_CASES:
        return ""
    if all(len(one.taken) > 1 for one in tried):
        return _told(tried[-1])
    whole = [one for one in tried if len(one.taken) == one.count]
    single = sum(len(one.taken) == 1 for one in tried)
    return _told(whole[-1]) if whole and single and len(whole) + single == len(tried) else ""


def _told(one: Guesses) -> str:
    shown = one_line(", ".join(map(str, one.taken)), 60)
    return f"it accepts each of {shown} at the end of {one.case.name}, and one answer is right"


def _tried(
    right: Mapping[Case, str], heard: Mapping[Case, int], ends: Ends, deadline: Deadline
) -> Iterator[Guesses]:
    for case, said in right.items():
        count, place = heard.get(case, 0), _last_number(said)
        if place is None or not LEAST_NUMBERS <= count <= MOST_NUMBERS:
            continue
        if not 1 <= int(place[0]) <= count:
            return  # it is no place of what is counted
        taken = [
            number
            for number in deadline.items(range(1, count + 1))
            if ends(case, replaced(place, number)).accepted
        ]
        if not deadline.is_over:
            yield Guesses(case, tuple(taken), count)


def failing(right: Mapping[Case, str], ends: Ends, deadline: Deadline) -> str:
    """A message if it fails on a number that there is not, in the first case."""
    for case, said in [*right.items()][:1]:
        place = _last_number(said)
        for number in deadline.items(FAR if place is not None else ()):
            if place is not None and (how := _own_fault(ends(case, replaced(place, number)))):
                return f"it fails on {number} in place of the last number of {case.name}: {how}"
    return ""


def _own_fault(result: ValidatorResult) -> str:
    """How it failed, if not for want of a contestant; empty if it did not."""
    run = result.run
    if result.verdict is not Verdict.JE or run is None:
        return ""
    if run.ended is Ended.SIGNALLED:
        return "" if run.signal in (signal.SIGPIPE, signal.SIGKILL) else result.message
    said = run.stderr.decode("utf-8", "replace")
    return one_line(result.message, 200) if _OWN_ERROR.search(said) else ""


def _last_number(said: str) -> re.Match[str] | None:
    """The number at the end of the last line; None if there is none."""
    numbers: Sequence[re.Match[str]] = [*NUMBER.finditer(said)]
    return numbers[-1] if numbers and not said[numbers[-1].end() :].strip() else None
