"""Long right outputs with changes at their end: a checker that rejects the same changes of short
ones, and never those, looks at the beginning alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random

from judge.common.text_places import replaced
from judge.model import RIGHT, Case
from judge.verify.deadline import Deadline
from judge.verify.round_robin import in_turn
from judge.verify.subject import Judgement
from judge.verify.text_numbers import NUMBER

#: An output of so many numbers or more is a long one, one of no more than the others a short one.
LONG, SHORT = 64, 24
#: So many long outputs are changed, the longest ones of at most so many characters.
MOST_LONG, MOST_SHORT, MOST_CHARACTERS = 4, 8, 1 << 16
#: So many outputs of each must be judged alike; of short ones this part.
LEAST_LONG, LEAST_SHORT, REJECTED = 2, 3, 0.6
#: How often a part of an output is put into another order.
SHUFFLES = 3
#: A number that no output has.
_FOREIGN = 1_000_000_007


def overlooked(
    right: Mapping[Case, str],
    judged: Judgement,
    rng: Random,
    deadline: Deadline,
) -> str:
    """A message if a change is accepted in every long output, and not in short ones. ``right``: a
    right output of each case."""
    counts = {case: len(NUMBER.findall(text)) for case, text in right.items()}
    long = [
        case
        for case in sorted(counts, key=lambda case: -counts[case])
        if counts[case] >= LONG and len(right[case]) <= MOST_CHARACTERS
    ][:MOST_LONG]
    short = [case for case in counts if 1 < counts[case] <= SHORT][:MOST_SHORT]
    if len(long) < LEAST_LONG or len(short) < LEAST_SHORT:
        return ""
    of_long, of_short = (
        _accepted(_changed(right, some, rng), judged, deadline) for some in (long, short)
    )
    for kind, cases in of_long.items():
        theirs = [one for some in of_short.get(kind, {}).values() for one in some]
        rejected = theirs.count(False)
        is_usual = rejected >= LEAST_SHORT and rejected >= REJECTED * len(theirs)
        if len(cases) >= LEAST_LONG and all(map(all, cases.values())) and is_usual:
            said = f"it accepts every long output that was changed ({kind})"
            return f"{said}, such as that of {next(iter(cases)).name}, and few short ones"
    return ""


def _accepted(
    changed: Iterable[tuple[Case, str, str]],
    judged: Judgement,
    deadline: Deadline,
) -> Mapping[str, Mapping[Case, Sequence[bool]]]:
    """Which changes of each kind are accepted, by case."""
    found: dict[str, dict[Case, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for case, kind, text in deadline.items(changed):
        found[kind][case].append(judged(case, text.encode())[0] in RIGHT)
    return found


def _changed(
    right: Mapping[Case, str], cases: Sequence[Case], rng: Random
) -> Iterator[tuple[Case, str, str]]:
    rows = [[(case, kind, text) for kind, text in _changes(right[case], rng)] for case in cases]
    yield from in_turn(rows)


def _changes(text: str, rng: Random) -> Iterator[tuple[str, str]]:
    """The kinds of changes, and the text after each."""
    numbers = [*NUMBER.finditer(text)]
    for last in numbers[-1:]:
        for by in (1, -1, _FOREIGN):
            yield "another last number", replaced(last, int(last[0]) + by)
    if len(numbers) > 1 and numbers[-1][0] != numbers[0][0]:
        yield "its last number like its first one", replaced(numbers[-1], numbers[0][0])
    for middle in numbers[len(numbers) * 2 // 3 :][:1]:
        for by in (1, _FOREIGN):
            yield "another number after two thirds", replaced(middle, int(middle[0]) + by)
    lines = text.splitlines()
    if len(lines) > 2:
        yield "no last line", "".join(f"{line}\n" for line in lines[:-1])
    for shuffled in islice(_shuffled(text, rng), SHUFFLES):
        yield "its later two thirds in another order", shuffled


def _shuffled(text: str, rng: Random) -> Iterator[str]:
    numbers = [*NUMBER.finditer(text)]
    later = numbers[len(numbers) // 3 :]
    if len({match[0] for match in later}) < 2:
        return
    while True:
        words = rng.sample([match[0] for match in later], len(later))
        parts, end = [], 0
        for match, word in zip(later, words, strict=True):
            parts += [text[end : match.start()], word]
            end = match.end()
        yield "".join(parts) + text[end:]
