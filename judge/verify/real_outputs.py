"""Right outputs with another thing in place of a number: what is no number, one that is far out of
the tolerance of the statement, and one that is well within it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from judge.common.text_places import replaced
from judge.model import RIGHT, Case, Verdict
from judge.verify import stated_rules
from judge.verify.deadline import Deadline
from judge.verify.stated_tolerance import Tolerance, least_tolerance_of, tolerance_of
from judge.verify.subject import Judgement, Subject

_REAL = re.compile(r"(?<![\w.+-])-?\d{1,40}(?:\.\d{1,40})?(?![\w.])")
#: Words that programs read as numbers, and that are no answer.
NO_NUMBERS = ("nan", "inf", "-inf")
LETTERS = "thisisnoanswer"
#: So many tolerances are far out of it, whether they are relative or absolute.
FAR = 30
#: A tolerance above is not compared: a change by so much may be right for another reason.
MOST_TOLERANCE = Fraction(1, 1000)
#: This part of the tolerance is near enough, though the right output is not exact either.
NEAR = Fraction(1, 10)
#: Numbers above, and up to the inverse, are those whose relative error is so much less or greater
#: than the absolute one that one of them is out of the tolerance, and the other one within.
FAR_SIZE, NEAR_SIZE = FAR + 1, 1 / NEAR + 1
#: So many outputs with the least numbers are changed, and as many with the greatest; so many of one
#: size must be judged alike.
MOST_OUTPUTS, LEAST_OUTPUTS = 6, 2


class ChangedNumber(Struct, frozen=True):
    """An output with another number; ``size``: how great that is."""

    size: str
    text: str


def changes(text: str) -> Iterator[tuple[str, str]]:
    """The kinds of changes, and the text after each."""
    for last in [*_REAL.finditer(text)][-1:]:
        for word in NO_NUMBERS:
            yield f"{word} in place of its last number", replaced(last, word)
        if "." in last[0]:
            yield "letters behind its last number", replaced(last, f"{last[0]}{LETTERS}")


def faults(
    subject: Subject, right: Mapping[Case, str], judged: Judgement, deadline: Deadline
) -> Iterator[str]:
    """Messages if numbers far out of the tolerance of the statement are accepted, or such that are
    well within it rejected: those of one size always. ``right``: a right output of each case."""
    folder = subject.problem.folder
    some = _by_value(right)
    if (most := tolerance_of(folder)) is not None:
        made = {case: [*beyond(text, most)] for case, text in some.items()}
        for size in _judged_alike(made, judged, True, deadline):
            what = f"{FAR} times the tolerance of the statement"
            yield f"it accepts every right output with a {size} last number off by {what}"
    if (least := least_tolerance_of(folder)) is not None and _has_reals(right, folder):
        made = {case: [*within(text, least)] for case, text in some.items()}
        for size in _judged_alike(made, judged, False, deadline):
            what = "a tenth of the tolerance of the statement"
            yield f"it rejects every right output whose {size} number is off by {what}"


def _has_reals(right: Mapping[Case, str], folder: Path) -> bool:
    """Whether most right outputs have fractions, and the statement speaks of errors."""
    reals = sum("." in text for text in right.values())
    return 2 * reals > len(right) and stated_rules.speaks_of_errors(folder)


def _by_value(right: Mapping[Case, str]) -> dict[Case, str]:
    """Some cases with the least last numbers, and with the greatest."""
    values = {}
    for case, text in right.items():
        if found := [*_REAL.finditer(text)]:
            values[case] = abs(Fraction(found[-1][0]))
    ordered = sorted((case for case in values if values[case]), key=lambda case: values[case])
    kept = dict.fromkeys((*ordered[-MOST_OUTPUTS:], *ordered[:MOST_OUTPUTS]))
    return {case: right[case] for case in kept}


def _judged_alike(
    made: Mapping[Case, Sequence[ChangedNumber]],
    judged: Judgement,
    accepted: bool,
    deadline: Deadline,
) -> list[str]:
    """The sizes of which every one was accepted, or every one rejected, in several cases."""
    seen = defaultdict[str, list[bool]](list)
    for case, some in deadline.items(made.items()):
        for one in some:
            verdict, _ = judged(case, one.text.encode())
            seen[one.size].append((verdict in RIGHT) is accepted and verdict is not Verdict.JE)
    return [
        size for size, all_of in seen.items() if len(all_of) >= 2 * LEAST_OUTPUTS and all(all_of)
    ]


def beyond(text: str, tolerance: Tolerance) -> Iterator[ChangedNumber]:
    """The output with its last number out of the tolerance, on both sides."""
    if tolerance.most > MOST_TOLERANCE:
        return
    for last in [*_REAL.finditer(text)][-1:]:
        value = Fraction(last[0])
        far = FAR * tolerance.most * _unit(value, tolerance)
        for sign in (1, -1) if far else ():
            number = f"{float(value + sign * far):.17g}"
            yield ChangedNumber(_size(value, FAR_SIZE), replaced(last, number))


def within(text: str, tolerance: Tolerance) -> Iterator[ChangedNumber]:
    """An output that is one number with another one within the tolerance."""
    only = _REAL.fullmatch(text.strip())
    if only is None or tolerance.most > MOST_TOLERANCE:
        return
    value = Fraction(only[0])
    near = NEAR * tolerance.most * _unit(value, tolerance)
    for sign in (1, -1) if near else ():
        yield ChangedNumber(_size(value, NEAR_SIZE), f"{float(value + sign * near):.17g}\n")


def _unit(value: Fraction, tolerance: Tolerance) -> Fraction:
    """What the tolerance is multiplied by for a number."""
    if not tolerance.is_relative:
        return Fraction(1)
    return max(Fraction(1), abs(value)) if tolerance.is_absolute else abs(value)


def _size(value: Fraction, great: Fraction | int) -> str:
    # A validator may keep the absolute or the relative error alone.
    if abs(value) > great:
        return "great"
    return "small" if abs(value) * great < 1 else "middle-sized"
