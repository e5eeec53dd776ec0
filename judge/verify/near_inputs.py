"""Right outputs for inputs in which one number differs a little: a validator that rejects none of
them at a difference of one, and many at two, compares with a bound that is off by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from judge.common import foreign_files
from judge.common.foreign_files import CASE_BYTES
from judge.common.safe_text import one_line
from judge.common.scratch import temporary_folder
from judge.common.text_places import replaced
from judge.model import RIGHT, Case, Verdict
from judge.verify import stated_rules
from judge.verify.deadline import Deadline
from judge.verify.subject import Judgement
from judge.verify.text_numbers import NUMBER

#: How many cases are taken, those with short outputs first, and how many numbers of each input.
MOST_CASES, MOST_NUMBERS = 8, 6
#: A longer input has too many numbers that do not matter, in bytes.
MOST_BYTES = 4096
#: So many changes by one must be accepted, and so many of those by two rejected, in so many cases.
LEAST_TRIED, LEAST_REJECTED, LEAST_CASES = 12, 6, 2


def off_by_one(
    folder: Path, right: Mapping[Case, str], judged: Judgement, rng: Random, deadline: Deadline
) -> str:
    """A message if the validator overlooks a difference of one; empty if not, or if the statement
    lets answers differ. ``right``: a right output of each case."""
    if stated_rules.may_differ(folder):
        return ""
    tried, example = 0, ""
    rejecting: list[str] = []
    with temporary_folder() as scratch:
        for case, text, near, far in deadline.items(_changes(right, rng)):
            taken = [accepts_for(Path(scratch), case, one, text, judged) for one in near]
            if False in taken:
                return ""
            tried += taken.count(True)  # what fails may be no input: that says nothing
            if any(accepts_for(Path(scratch), case, one, text, judged) is False for one in far):
                rejecting.append(case.name)
                example = (
                    example or f"{one_line(repr(text), 100)} for {one_line(repr(near[0]), 150)}"
                )
    enough = tried >= LEAST_TRIED and len(rejecting) >= LEAST_REJECTED
    if not enough or len({*rejecting}) < LEAST_CASES:
        return ""
    said = "it accepts every right output for inputs with a number that is one greater or less"
    return f"{said}, and not for those where it is two ({tried} tried): {example}"


def _changes(
    right: Mapping[Case, str], rng: Random
) -> Iterator[tuple[Case, str, tuple[str, str], tuple[str, str]]]:
    """Cases with a right output, the inputs with a number changed by one, and those by two."""
    taken = 0
    for case, text in right.items():
        if taken == MOST_CASES or not NUMBER.search(text):
            continue
        if case.input_path.stat().st_size > MOST_BYTES:
            continue
        given = foreign_files.read(case.input_path, most=CASE_BYTES).decode("utf-8", "replace")
        numbers = [match for match in NUMBER.finditer(given) if not _counts(given, int(match[0]))]
        taken += bool(numbers)
        for match in rng.sample(numbers, min(MOST_NUMBERS, len(numbers))):
            number = int(match[0])
            less, more, least, most = (replaced(match, str(number + by)) for by in (-1, 1, -2, 2))
            yield case, text, (less, more), (least, most)


def _counts(given: str, number: int) -> bool:
    """Whether a number may count the words of a line, or lines: then another one is no input."""
    lines = given.splitlines()
    return number in (len(lines), len(lines) - 1) or any(
        number == len(one.split()) for one in lines
    )


def accepts_for(folder: Path, case: Case, given: str, text: str, judged: Judgement) -> bool | None:
    """Whether a text is accepted as the output for an input; None if the validator fails, as the
    input may be none."""
    changed = Case("near", "", folder, settings=case.settings)
    changed.input_path.write_text(given)
    changed.answer_path.write_bytes(foreign_files.read(case.answer_path, most=CASE_BYTES))
    verdict, _ = judged(changed, text.encode())
    return None if verdict is Verdict.JE else verdict in RIGHT
