"""Rows of an input that a statement says are in order, or have no number twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from judge.common.text_places import replaced
from judge.model import Case
from judge.packages.statements import statement_sections, statement_texts
from judge.verify import input_bounds
from judge.verify.bound_edges import shown
from judge.verify.input_bounds import Order, Probe, StoredNumbers, described
from judge.verify.text_numbers import NUMBER

#: Rows of random numbers have none twice where there are few: so many pairs of equal numbers must
#: be expected in all.
LEAST_EQUAL = 3
#: Rows of so many lengths are permutations by no chance.
LEAST_LENGTHS = 3
_PERMUTATION = re.compile(r"\bpermuta", re.IGNORECASE)
#: The words of a statement for what is true of a row.
_WORDS = {
    Order.ASCENDING: re.compile(r"\b(?:ascending|increasing|sorted|non-?decreasing)\b", re.I),
    Order.DESCENDING: re.compile(r"\b(?:descending|decreasing|sorted|non-?increasing)\b", re.I),
    Order.DISTINCT: re.compile(
        r"\b(?:distinct|different|unique|pairwise|no two|permutations?)\b", re.I
    ),
}


def disordered(
    probes: Iterable[Probe],
    stored: StoredNumbers,
    folder: Path,
    accepts: Callable[[Case, str], bool],
) -> Iterator[str]:
    """Messages: inputs that the validators accept, with a row that breaks what every stored one
    keeps and the statement says. ``probes``: inputs that they accept, as is known; ``accepts``:
    what they say of a text as the input of a case, asked once for each row and rule."""
    texts = statement_sections(folder, "Inputs?")
    others = (
        probe
        for probe in input_bounds.disordered(stored)
        if _is_stated(probe, texts) and accepts(probe.case, probe.text)
    )
    for probe in chain(probes, others):
        if not _is_stated(probe, texts):
            continue
        if probe.order is not Order.DISTINCT or _is_no_chance(stored, probe.place[0]):
            yield f"they accept {described(probe)}; the statement speaks of that"


def no_permutations(
    stored: StoredNumbers, folder: Path, accepts: Callable[[Case, str], bool]
) -> Iterator[str]:
    """A message: a statement, in any language, has a permutation, a counted row is one in every
    input, and they accept the number before its least one, or behind its greatest, in its place."""
    if not any(map(_PERMUTATION.search, statement_texts(folder))):
        return
    for at in {count.row for count in stored.counts if count.row is not None}:
        rows = {
            case: [*NUMBER.finditer(text.splitlines()[at])] for case, text in stored.texts.items()
        }
        values = [sorted(int(match[0]) for match in row) for row in rows.values()]
        if any(row != [*range(row[0], row[0] + len(row))] for row in values if row):
            continue
        if len({row[0] for row in values if row}) != 1 or len({*map(len, values)}) < LEAST_LENGTHS:
            continue
        case = min((case for case in rows if len(rows[case]) > 1), key=lambda one: len(rows[one]))
        for end, by in ((min, -1), (max, 1)):
            match = end(rows[case], key=lambda match: int(match[0]))
            other, lines = int(match[0]) + by, stored.texts[case].splitlines()
            lines[at] = replaced(match, other)
            text = "".join(f"{line}\n" for line in lines)
            if accepts(case, text):
                said = f"they accept {other} in line {at + 1}, which is a permutation of other"
                yield f"{said} numbers in every stored input: {shown(text)}"
                return


def may_be_chance(probe: Probe, stored: StoredNumbers) -> bool:
    """Whether a rule that a probe breaks may be none: where every input has as many numbers in a
    row, each may mean something else, and few great ones are hardly ever equal."""
    row = probe.place[0]
    is_rule = probe.order is not Order.DISTINCT or row not in stored.rows
    return not is_rule and not _is_no_chance(stored, row)


def _is_stated(probe: Probe, texts: Sequence[str]) -> bool:
    return probe.order is not None and any(map(_WORDS[probe.order].search, texts))


def _is_no_chance(stored: StoredNumbers, line: int) -> bool:
    """Whether random numbers would be equal in some of these rows."""
    equal = 0.0
    for text in stored.texts.values():
        numbers = [int(match[0]) for match in NUMBER.finditer(text.splitlines()[line])]
        if numbers:
            pairs = len(numbers) * (len(numbers) - 1) / 2
            equal += pairs / (max(numbers) - min(numbers) + 1)
    return equal >= LEAST_EQUAL
