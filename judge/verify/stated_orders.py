"""Rows of an input that a statement says are in order, or have no number twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from judge.model import Case
from judge.packages.statements import statement_sections
from judge.verify import input_bounds
from judge.verify.input_bounds import Order, Probe, StoredNumbers, described
from judge.verify.text_numbers import NUMBER

#: Rows of random numbers have none twice where there are few: so many pairs of equal numbers must
#: be expected in all.
LEAST_EQUAL = 3
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
