"""The letters that a statement allows in words of an input: input validators accept no others.

Known are small or capital letters, a range such as `a` to `j`, and signs in quotation marks, of
which each is in some stored input.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from judge.model import Case
from judge.packages.statements import input_sections
from judge.verify.bound_edges import shown
from judge.verify.input_bounds import StoredNumbers

Accepts = Callable[[Case, str], bool]
#: What all stored inputs keep is a rule only if they have so many letters, in so many inputs.
LEAST_LETTERS, LEAST_INPUTS = 12, 2
#: How many inputs are changed.
MOST_INPUTS = 3
_SMALL = re.compile(r"\blower[- ]?case|\bsmall (?:\w+ )?letters?\b", re.IGNORECASE)
_CAPITAL = re.compile(r"\bupper[- ]?case|\bcapital", re.IGNORECASE)
_QUOTE = r"[`'\"‘’“”$]*"
_TEX = re.compile(r"\\(?:texttt|verb|mathtt|text|textrm|emph|textbf)\b\s*[{|]?|\\q?quad\b|\\ |[{}]")
#: ``a`` to ``j``, a-j, `a`, `b`, ..., `j`.
_RANGE = re.compile(
    rf"(?<![\w.]){_QUOTE}([A-Za-z]){_QUOTE}\s*(?:to|through|[-–—]+|(?:,\s*{_QUOTE}[A-Za-z]{_QUOTE}\s*)*"
    rf",?\s*(?:\.\.\.|…|\\l?dots\s*),?)\s*{_QUOTE}([A-Za-z]){_QUOTE}(?!\w)"
)
_SIGN = re.compile(r"(?<![\w`'\"])(?:`(\S)`|``?(\S)''?|'(\S)'|\"(\S)\"|‘(\S)’|“(\S)”)(?!\w)")
_TOKEN = re.compile(r"\S+")
#: A number, a date or the like is no word.
_NUMERIC = re.compile(r"[+-]?[\d.,:/-]*\d[\d.,:/-]*(?:[eE][+-]?\d+)?")


class Alphabet(Struct, frozen=True):
    """The signs that are allowed, others that are tried in their place, and what the statement
    says."""

    signs: frozenset[str]
    others: str
    said: str
    #: Whether the signs are named one by one: then each of them is somewhere.
    are_listed: bool = False


def foreign(stored: StoredNumbers, folder: Path, accepts: Accepts) -> Iterator[str]:
    """A message: the validators accept a sign in a word of an input that the statement does not
    allow, and no stored input has. ``accepts``: what they say of a text as the input of a case."""
    sections = input_sections(folder)
    known = [alphabet(one) for one in sections]
    if not sections or any(one is None or one != known[0] for one in known):
        return
    [own, *_] = known
    texts = [*stored.texts.items()]
    found = [(case, text, word) for case, text in texts if (word := _longest(text))]
    letters = [sign for text in stored.texts.values() for word in _words(text) for sign in word[0]]
    if own is None or len(found) < LEAST_INPUTS or len(letters) < LEAST_LETTERS:
        return
    if not own.signs.issuperset(letters) or (own.are_listed and not own.signs.issubset(letters)):
        return  # the statement speaks of other words
    found.sort(key=lambda row: -len(row[2][0]))
    for other in own.others:
        said = ""
        for case, text, word in found[:MOST_INPUTS]:
            changed = text[: word.end() - 1] + other + text[word.end() :]
            if not accepts(case, changed):
                break
            said = f"they accept {other!r} in a word, and the statement has {own.said} alone"
            said = f"{said}: {shown(changed)}"
        else:
            yield said
            return


def alphabet(text: str) -> Alphabet | None:
    """The signs of words, as a part of a statement on inputs says; None if it does not, or if there
    may be several kinds of words."""
    plain = _TEX.sub("", text)
    ranges = [(a, b) for a, b in _RANGE.findall(plain) if a < b and a.islower() == b.islower()]
    small, capital = bool(_SMALL.search(plain)), bool(_CAPITAL.search(plain))
    if small and capital:
        return None
    whole = string.ascii_lowercase if small else string.ascii_uppercase
    if len({*ranges}) == 1:
        first, last = ranges[0]
        signs = frozenset(map(chr, range(ord(first), ord(last) + 1)))
        behind = chr(ord(last) + 1)
        others = (behind if behind.isalpha() else "") + last.swapcase()
        return Alphabet(signs, others, f"letters from {first} to {last}")
    if ranges:
        return None
    if small or capital:
        signs = frozenset(whole)
        return Alphabet(signs, "Q" if small else "q", f"{'small' if small else 'capital'} letters")
    listed = {sign for groups in _SIGN.findall(plain) for sign in groups if sign}
    if len(listed) > 1:
        others = "".join(sign for sign in "Qq" if sign not in listed)
        said = f"the signs {' '.join(sorted(listed))}"
        return Alphabet(frozenset(listed), others, said, are_listed=True)
    return None


def _words(text: str) -> list[re.Match[str]]:
    return [word for word in _TOKEN.finditer(text) if not _NUMERIC.fullmatch(word[0])]


def _longest(text: str) -> re.Match[str] | None:
    return max(_words(text), key=lambda word: len(word[0]), default=None)
