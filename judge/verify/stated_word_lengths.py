"""The greatest length of words that a statement gives, and stored inputs with a longer one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.common import foreign_files
from judge.model import Case
from judge.packages.statements import statement_sections
from judge.verify.stated_numbers import greatest_stated, plain_numbers

#: How much of an input is read.
_MOST_BYTES = 1 << 22
_SIGNS = re.compile(r"[$\\{}`]")
_WORDS = r"(?:words?|strings?|names?|texts?|sequences?)"
_LETTERS = r"(?:[\w-]+\s+){0,3}?(?:letters?|characters?|symbols?)"
_BETWEEN = r"(?:between|from)?\s*\d{1,9}\s*(?:and|to|[-–—])"
_MOST = rf"(?:at most|no more than|not more than|up to|{_BETWEEN})\s*(\d{{1,9}})"
_HAS = r"(?:of|with|has|have|contains?|consists? of)"
_LONG = re.compile(
    rf"\b{_WORDS}\b[^.;:]{{0,60}}?\b"
    rf"(?:{_HAS}\s+{_MOST}\s+{_LETTERS}\b|lengths?\s+(?:is\s+|are\s+)?{_MOST}(?![\d.]*\d))",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\W\d_]+")


def exceeded(folder: Path, cases: Sequence[Case]) -> Iterator[str]:
    """A message: a word of a stored input is longer than the statement says, and longer than every
    number in it. Raises OSError."""
    most, sections = greatest_stated(folder), statement_sections(folder, "Inputs?")
    bounds = {bound for section in sections for bound in lengths_in(section)}
    if most is None or len(bounds) != 1:
        return
    [bound] = bounds
    for case in cases:
        data = foreign_files.read_start(case.input_path, folder, _MOST_BYTES)
        text = data.decode("utf-8", "replace")
        longest = max(
            (word for word in text.split() if _TOKEN.fullmatch(word)), key=len, default=""
        )
        if len(longest) > max(bound, most):
            said = f"data/{case.name}.in has a word of {len(longest)} letters"
            yield f"{said}, and the statement says {bound} at most: shorten it, or mend the bound"
            return


def lengths_in(text: str) -> frozenset[int]:
    """The greatest lengths that a text gives for words."""
    plain = _SIGNS.sub("", plain_numbers(text))
    return frozenset(int(match[1] or match[2]) for match in _LONG.finditer(plain))
