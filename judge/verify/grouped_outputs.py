"""Outputs that are groups of numbers, or the group of each thing: a number twice in its group or in
none, a group more, a group without anything, and indices counted in the other way.

What all right outputs keep, in cases that differ, is no chance; a change after which none does is
a fault of the checker if it accepts that again and again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from judge.common.safe_text import one_line
from judge.common.text_places import replaced
from judge.model import RIGHT, Case
from judge.verify.deadline import Deadline
from judge.verify.subject import Judgement
from judge.verify.text_numbers import NUMBER

#: So many cases are changed, those with short outputs first, each so often; so many tell.
MOST_CASES, TIMES, LEAST_CASES = 12, 3, 3
#: The same where one of the changes of a case is enough: so often, of so many cases; so many tell.
MOST_TIMES, MOST_EVER, LEAST_EVER = 24, 24, 2
#: A number of the input counts groups if it does so in so many cases, in which it is so many
#: different ones.
LEAST_COUNTED, LEAST_COUNTS = 6, 3
#: Of right outputs in which indices are shifted, so many have at least so many numbers.
LEAST_SHIFTED, LEAST_NUMBERS = 5, 3
_GROUP = re.compile(r"\[([^][]*)\]")
_GROUPS = re.compile(r"\s*\[\s*\[[^][]*\](?:\s*,?\s*\[[^][]*\])*\s*\]\s*")

#: Makes other outputs of the right output of a case.
Change = Callable[[Case, str], Iterator[str]]


def overlooked(
    right: Mapping[Case, str], inputs: Mapping[Case, str], judged: Judgement, deadline: Deadline
) -> str:
    """A message if the checker does not look at one of these; empty if it does. ``right``: a right
    output of each case; ``inputs``: its input, of small ones."""
    grouped = {case: text for case, text in right.items() if _GROUPS.fullmatch(text)}
    always: tuple[tuple[str, Mapping[Case, str], Change], ...] = (
        ("a number twice in its group", _partitions(grouped), lambda _, text: _doubled(text)),
        (
            "a group more that is empty",
            grouped if _are_counted(inputs, {c: _count(t) for c, t in grouped.items()}) else {},
            lambda _, text: _with_empty_group(text),
        ),
    )
    ever: tuple[tuple[str, Mapping[Case, str], Change], ...] = (
        ("a number in no group", _whole(grouped, inputs), lambda _, text: _dropped(text)),
        ("a group that nothing is in", _all_used(right, inputs), lambda _, text: _vacated(text)),
    )
    for what, texts, change in always:
        if said := _accepted(texts, change, judged, deadline):
            return f"it accepts every right output with {what}: {said}"
    for what, texts, change in ever:
        if said := _accepted(texts, change, judged, deadline, ever=True):
            return f"it accepts outputs with {what}, which no right one has: {said}"
    return ""


def shifted(right: Mapping[Case, str], by: int, judged: Judgement, deadline: Deadline) -> str:
    """A message if right outputs of one reading, with all numbers greater by ``by``, are right in
    the same reading, in every case; empty if not."""
    texts = {
        case: text for case, text in right.items() if len(NUMBER.findall(text)) >= LEAST_NUMBERS
    }
    if len(texts) < LEAST_SHIFTED:
        return ""

    def change(_: Case, text: str) -> Iterator[str]:
        yield NUMBER.sub(lambda match: str(int(match[0]) + by), text)

    if said := _accepted(texts, change, judged, deadline):
        return f"it accepts every right output with all numbers {'+' if by > 0 else ''}{by}: {said}"
    return ""


def _accepted(
    texts: Mapping[Case, str],
    change: Change,
    judged: Judgement,
    deadline: Deadline,
    ever: bool = False,
) -> str:
    """One of the changed outputs, if all are accepted in several cases, or with ``ever`` one of
    each; empty if not."""
    example, cases = "", 0
    for case, text in deadline.items([*texts.items()][: MOST_EVER if ever else MOST_CASES]):
        made = [*islice(change(case, text), MOST_TIMES if ever else TIMES)]
        right = (one for one in made if judged(case, one.encode())[0] in RIGHT)
        if ever:
            accepted = next(right, "")
        elif len([*right]) < len(made):
            return ""
        else:
            accepted = made[0] if made else ""
        cases += bool(accepted)
        if accepted and not example:
            example = f"{case.name}, {one_line(repr(accepted), 150)}"
    return example if cases >= (LEAST_EVER if ever else LEAST_CASES) else ""


def _partitions(grouped: Mapping[Case, str]) -> Mapping[Case, str]:
    """The outputs, if none of them has a number twice; nothing if one has."""
    numbers = [NUMBER.findall(text) for text in grouped.values()]
    return grouped if all(len({*some}) == len(some) for some in numbers) else {}


def _whole(grouped: Mapping[Case, str], inputs: Mapping[Case, str]) -> Mapping[Case, str]:
    """The outputs, if each has all numbers from 0, or from 1, up to a number of the input, once."""
    rows = {case: sorted(map(int, NUMBER.findall(text))) for case, text in grouped.items()}
    for base in (0, 1):
        whole = all(row == [*range(base, base + len(row))] for row in rows.values())
        if whole and _are_counted(inputs, {case: len(row) for case, row in rows.items()}):
            return grouped
    return {}


def _dropped(text: str) -> Iterator[str]:
    """Without one number of a group of several."""
    for group in _GROUP.finditer(text):
        words = group[1].split(",")
        for at in range(len(words) if len(words) > 1 else 0):
            kept = ",".join([*words[:at], *words[at + 1 :]]).strip()
            yield f"{text[: group.start(1)]}{kept}{text[group.end(1) :]}"


def _doubled(text: str) -> Iterator[str]:
    for match in NUMBER.finditer(text):
        yield replaced(match, f"{match[0]}, {match[0]}")


def _count(text: str) -> int:
    return len(_GROUP.findall(text))


def _with_empty_group(text: str) -> Iterator[str]:
    *_, last = _GROUP.finditer(text)
    yield f"{text[: last.end()]}, []{text[last.end() :]}"


def _all_used(right: Mapping[Case, str], inputs: Mapping[Case, str]) -> Mapping[Case, str]:
    """The outputs that are a row of numbers from 0, or from 1, up to a number of the input, with
    each of these in it, and some of them again; nothing if one is no such row."""
    rows = {case: [int(one) for one in NUMBER.findall(text)] for case, text in right.items()}
    rows = {case: row for case, row in rows.items() if row and "[" not in right[case].strip()[1:]}
    for base in (0, 1):
        counts = {case: len({*row}) for case, row in rows.items()}
        whole = all({*row} == {*range(base, base + counts[case])} for case, row in rows.items())
        if whole and _are_counted(inputs, counts):
            return {case: right[case] for case, row in rows.items() if 1 < counts[case] < len(row)}
    return {}


def _vacated(text: str) -> Iterator[str]:
    """With all numbers of one group in another one."""
    numbers = [int(one) for one in NUMBER.findall(text)]
    # Groups of few things first: these can be moved most easily.
    for gone in sorted({*numbers}, key=numbers.count):
        for other in sorted({*numbers} - {gone}):
            yield re.sub(rf"(?<!\w){gone}(?!\w)", str(other), text)


def _are_counted(inputs: Mapping[Case, str], counts: Mapping[Case, int]) -> bool:
    """Whether one number of the first line is the count in every case."""
    if any(case not in inputs for case in counts) or len(counts) < LEAST_COUNTED:
        return False
    firsts = [[int(n) for n in NUMBER.findall(inputs[case].partition("\n")[0])] for case in counts]
    found: Sequence[tuple[int, ...]] = [*zip(*firsts, strict=False)]
    wanted = tuple(counts.values())
    return len({*wanted}) >= LEAST_COUNTS and wanted in found
