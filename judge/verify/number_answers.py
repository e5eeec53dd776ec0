"""Answers that are one number: nothing is not a number, and where there is one right answer and no
tolerance, neither is the next one right. A fault in a single case. And answers of several numbers
that are compared as if they had few digits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from judge.common.text_places import replaced
from judge.model import RIGHT, Case
from judge.verify import stated_rules
from judge.verify.subject import Judgement
from judge.verify.text_numbers import NUMBER

_WHOLE, _REAL = re.compile(r"\s*(-?\d{1,18})\s*"), re.compile(r"\s*-?\d{1,40}(?:\.\d{1,40})?\s*")
#: So many cases get no output; the next numbers are tried where the answer is greatest.
MOST_EMPTY = 8
#: Two cases may have a number by chance.
LEAST_CASES = 3
#: Numbers from this one on are great; so many cases with the greatest ones are tried, and so many
#: with the least ones, and so many of each must be judged alike. Longer outputs are not changed.
GREAT, MOST_GREAT, MOST_SMALL, LEAST_GREAT, LEAST_SMALL = 10**5, 6, 6, 2, 2
MOST_CHARACTERS = 100_000


def faults(
    folder: Path,
    right: Mapping[Case, str],
    judged: Judgement,
) -> Iterator[str]:
    """Messages. ``folder``: that of the problem. ``right``: a right output of each case."""
    if len(right) < LEAST_CASES:
        return
    if not all(map(_REAL.fullmatch, right.values())):
        if stated_rules.has_one_answer(folder) and (said := _great_ones(right, judged)):
            yield said
        return
    first = sorted(right, key=lambda case: (float(right[case]) != 0, abs(float(right[case]))))
    for case in islice(first, MOST_EMPTY):
        if judged(case, b"")[0] in RIGHT:
            yield f"it accepts an empty output in {case.name}, where {right[case].strip()} is right"
            return
    if not all(map(_WHOLE.fullmatch, right.values())) or not stated_rules.has_one_answer(folder):
        return
    greatest = max(right, key=lambda case: abs(int(right[case])))
    for more in (1, -1):
        number = int(right[greatest])
        if judged(greatest, f"{number + more}\n".encode())[0] in RIGHT:
            yield f"it accepts {number + more} in {greatest.name}, where {number} is right"
            return


def _great_ones(right: Mapping[Case, str], judged: Judgement) -> str:
    """A message if the numbers beside the greatest one of an output are right where that is great,
    and only there: then numbers are compared as few digits. Of outputs of several numbers."""
    greatest = {
        case: max(NUMBER.finditer(text), key=lambda match: abs(int(match[0])), default=None)
        for case, text in right.items()
        if len(text) <= MOST_CHARACTERS
    }
    known = {case: match for case, match in greatest.items() if match is not None}
    by_size = sorted(known, key=lambda case: abs(int(known[case][0])))
    accepted = list[bool]()
    for case in dict.fromkeys((*by_size[-MOST_GREAT:][::-1], *by_size[:MOST_SMALL])):
        number = int(known[case][0])
        if abs(number) < GREAT and len(accepted) < LEAST_GREAT:
            return ""
        near = (replaced(known[case], number + more) for more in (1, -1))
        accepted.append(all(judged(case, one.encode())[0] in RIGHT for one in near))
        if not accepted[0]:
            return ""
    count = accepted.index(False) if False in accepted else len(accepted)
    if count < LEAST_GREAT or len(accepted) - count < LEAST_SMALL or any(accepted[count:]):
        return ""
    if (least := abs(int(known[by_size[-count]][0]))) < GREAT:
        return ""
    said = "it accepts the numbers beside the greatest one of an output where that is great"
    return f"{said}, as in {by_size[-1].name}, from {least} on, and rejects them where it is less"
