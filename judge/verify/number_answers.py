"""Answers that are one number: nothing is not a number, and where there is one right answer and no
tolerance, neither is the next one right. A fault in a single case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from judge.model import RIGHT, Case
from judge.verify import stated_rules
from judge.verify.subject import Judgement

_WHOLE, _REAL = re.compile(r"\s*(-?\d{1,18})\s*"), re.compile(r"\s*-?\d{1,40}(?:\.\d{1,40})?\s*")
#: So many cases get no output; the next numbers are tried where the answer is greatest.
MOST_EMPTY = 8
#: Two cases may have a number by chance.
LEAST_CASES = 3


def faults(
    folder: Path,
    right: Mapping[Case, str],
    judged: Judgement,
) -> Iterator[str]:
    """Messages. ``folder``: that of the problem. ``right``: a right output of each case."""
    if len(right) < LEAST_CASES or not all(map(_REAL.fullmatch, right.values())):
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
