"""The numbers of the first line of an input, by the names and bounds that a statement gives them:
``The first line contains $n$ and $k$ ($1 \\le k \\le n \\le 8$)``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judge.common import foreign_files
from judge.model import Case
from judge.packages.statements import statement_sections
from judge.verify.stated_intervals import chained_intervals_in

#: What is said of the first line, up to the next one; not that of each test case.
_SAID = re.compile(
    r"\b(?:first|only|single|one) line\b(?!\s*(?:of|for|in) (?:each|every|a|the) (?!input\b))(.*?)"
    r"(?=\blines?\b|\n\s*\n|\n\s*(?:[-*]\s|\\item\b)|\Z)",
    re.IGNORECASE | re.DOTALL,
)
#: A name by itself, or several, between the signs that statements put around it.
_NAME = re.compile(r"(?:\$|`|\\\()\s*([A-Za-z](?:\s*,\s*[A-Za-z])*)\s*,?\s*(?:\$|`|\\\))")
_LINE, _SENTENCE = re.compile(r"lines?\b", re.IGNORECASE), re.compile(r"(?<=[.;:])\s+")
_WHOLE = re.compile(r"-?\d+")
#: How much of an input is read.
_MOST_BYTES = 1 << 12


def exceeded(folder: Path, cases: Sequence[Case]) -> Iterator[str]:
    """A message: a number in the first line of a stored input is beyond the bounds that the
    statement has for its name. Only where that line has as many numbers as names in every
    input. ``folder``: that of the problem. Raises OSError."""
    bounds = bounds_of(folder)
    for case, named in _named_numbers(folder, cases, bounds).items():
        for name, number in named.items():
            low, high = bounds.get(name, (number, number))
            if not low <= number <= high:
                limit = f"{high} at most" if number > high else f"{low} at least"
                said = f"data/{case.name}.in has {number} for {name} in line 1"
                yield f"{said}, and the statement says {limit}"
                return


def unreached(folder: Path, cases: Sequence[Case]) -> Iterator[str]:
    """Notes: the greatest number that the statement allows for a name of the first line, and that
    no stored input has. Raises OSError."""
    bounds = bounds_of(folder)
    found = [*_named_numbers(folder, cases, bounds).values()]
    for name, (_, high) in bounds.items():
        numbers = [named[name] for named in found if name in named]
        if numbers and max(numbers) < high:
            yield f"no stored input has {name} = {high}, {max(numbers)} at most"


def _named_numbers(
    folder: Path, cases: Sequence[Case], bounds: Mapping[str, tuple[int, int]]
) -> Mapping[Case, Mapping[str, int]]:
    """The numbers of the first line of each input by their names; none where that is not known."""
    named = {tuple(names_in(section)) for section in statement_sections(folder, "Inputs?")}
    if len(named) != 1:
        return {}
    [names] = named
    if not bounds.keys() & {*names}:
        return {}
    first = {case: _first_line(case, folder) for case in cases}
    if any(
        len(words) != len(names) or not all(map(_WHOLE.fullmatch, words))
        for words in first.values()
    ):
        return {}
    return {case: dict(zip(names, map(int, words), strict=True)) for case, words in first.items()}


def names_in(section: str) -> list[str]:
    """Those of the first line, in the order in which they are named."""
    said = _SAID.search(section)
    if said is None:
        return []
    # The sentence that speaks of another line says nothing of this one.
    is_cut = bool(_LINE.match(section, said.end()))
    sentences = _SENTENCE.split(said[1])
    about = sentences[:-1] if is_cut and len(sentences) > 1 else sentences
    names = _NAME.findall(" ".join(about))
    return [*dict.fromkeys(name.strip() for some in names for name in some.split(","))]


def bounds_of(folder: Path) -> Mapping[str, tuple[int, int]]:
    """The least and the greatest value of each name, of all that the statements say of inputs:
    elsewhere they may speak of some groups of cases alone."""
    found: dict[str, tuple[int, int]] = {}
    for text in statement_sections(folder, "(?:Inputs?|Constraints|Limits)"):
        for one in chained_intervals_in(text):
            low, high = found.get(one.name, (one.low, one.high))
            found[one.name] = min(low, one.low), max(high, one.high)
    return found


def _first_line(case: Case, folder: Path) -> list[str]:
    text = foreign_files.read_start(case.input_path, folder, _MOST_BYTES)
    return text.decode("latin-1").partition("\n")[0].split()
