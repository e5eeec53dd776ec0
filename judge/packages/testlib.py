"""How testlib's programs say what they decide: by exit status and by the first words they print.

A program is recognised by its text: it includes ``testlib.h`` and registers as one kind of program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction

from msgspec import Struct

from judge.common.lazy_pattern import LazyPattern


class Role(Enum):
    """What a program registers as."""

    CHECKER = "checker"
    INTERACTOR = "interactor"
    VALIDATOR = "validator"
    GENERATOR = "generator"


INCLUDES = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<](?:[^">\n]*/)?testlib\.h[">]', re.MULTILINE)
REGISTERS: Mapping[Role, re.Pattern[bytes]] = {
    Role.CHECKER: re.compile(rb"\bregister(TestlibCmd|LemonChecker|Testlib)\s*\("),
    Role.INTERACTOR: re.compile(rb"\bregisterInteraction\s*\("),
    Role.VALIDATOR: re.compile(rb"\bregisterValidation\s*\("),
    Role.GENERATOR: re.compile(rb"\bregisterGen\s*\("),
}
#: A testlib.h that was changed to speak the protocol of the package format.
CHANGED = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+OK_EXIT_CODE[ \t]+(42|0x2[aA])\b", re.MULTILINE)


def role(sources: Iterable[bytes], headers: Iterable[bytes] = ()) -> Role | None:
    """What the sources register as with an unchanged ``testlib.h``; None if they do not use it."""
    texts = [*sources]
    if not any(INCLUDES.search(text) for text in texts):
        return None
    if any(CHANGED.search(text) for text in (*texts, *headers)):
        return None
    found = (known for known, calls in REGISTERS.items() if any(map(calls.search, texts)))
    return next(found, None)


class Said(Enum):
    """What a checker decides."""

    RIGHT = "right"
    WRONG = "wrong"
    POINTS = "points"
    PARTLY_RIGHT = "partially correct"
    BETTER = "better than the jury"
    FAILED = "failed"


#: What is neither right nor wrong.
IN_POINTS = frozenset({Said.POINTS, Said.PARTLY_RIGHT})
#: What an unchanged testlib exits with. 5 is what it exits with for other judges, or an old points.
STATUSES: Mapping[int, Said] = {
    0: Said.RIGHT,
    1: Said.WRONG,
    2: Said.WRONG,
    3: Said.FAILED,
    4: Said.WRONG,
    5: Said.WRONG,
    7: Said.POINTS,
    8: Said.WRONG,
}
#: The words that testlib itself puts before the message; each decides.
WORDS = re.compile(
    r"\s*(?P<word>ok|wrong answer|wrong output format|unexpected eof|FAIL|points|"
    r"partially correct \((?P<part>\d+)\))\s(?P<rest>.*)",
    re.DOTALL,
)
NUMBER = re.compile(
    r"\s*(?P<points>[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?)(?:\s+|$)(?P<rest>.*)", re.DOTALL
)

_OURS = r"\b(?:participant|contestant|team|user|solution|submission|output|your|ouf\b|pans\b)"
_JURYS = r"\b(?:jury|judge|author|answer file|ans\b|jans\b|expected|reference)"
_GOOD = r"\b(?:better|smaller|larger|greater|shorter|longer|optimal|less|more|fewer|higher|lower)\b"
_BAD = (
    r"\b(?:worse|not optimal|non-?optimal|sub-?optimal|isn't optimal|not the best|isn't the best)\b"
)
_NOT = r"(?:\b(?:no|not|none|nothing|cannot|fails?|failed)\b|n't\b)"
_HAS = r"\b(?:has|have|had|found|finds|got|does|did)\b"
#: What authors say with exit status 3 where an output is better than the jury's answer.
BETTER = LazyPattern(
    rf"\bbetter\b[^.]*\bthan\b[^.]*{_JURYS}"
    rf"|{_OURS}(?:(?!{_JURYS}).)*{_GOOD}"
    rf"|{_JURYS}(?:(?!{_OURS}).)*{_BAD}"
    rf"|{_OURS}(?:(?!{_NOT}).)*{_HAS}(?:(?!{_NOT}).)*{_JURYS}.*{_NOT}"
    rf"|{_JURYS}(?:(?!{_OURS}).)*{_NOT}.*{_OURS}(?:(?!{_NOT}).)*{_HAS}"
    rf"|\bbeats?\b.*{_JURYS}|\bbetter\b[^.]*\bfound\b|\bfound\b[^.]*\bbetter\b",
    re.IGNORECASE | re.DOTALL,
)
#: What they say where it is the other way round.
WORSE = LazyPattern(rf"{_JURYS}(?:(?!{_OURS}|{_NOT}).)*\bbetter\b", re.IGNORECASE | re.DOTALL)


class Decision(Struct, frozen=True):
    """What a checker has decided, with its message and its points."""

    said: Said
    message: str = ""
    points: Fraction | None = None


def decision(status: int, printed: str) -> Decision | None:
    """What the exit status and the text on standard error mean; None if they are not testlib's."""
    words = WORDS.match(printed)
    word = words["word"] if words else ""
    message = (words["rest"] if words else printed).strip()
    if words and words["part"]:
        return Decision(Said.PARTLY_RIGHT, printed.strip(), Fraction(words["part"]))
    said = STATUSES.get(status)
    if said is None:
        return None
    if said is Said.POINTS or (status == 5 and word == "points"):
        return _points(message)
    if said is Said.FAILED and is_better(message):
        return Decision(Said.BETTER, message)
    return Decision(said, message)


def _points(message: str) -> Decision:
    found = NUMBER.match(message)
    if not found:  # quitpi gives information instead of a number
        return Decision(Said.POINTS, message)
    return Decision(Said.POINTS, found["rest"].strip(), Fraction(found["points"]))


def is_better(message: str) -> bool:
    """Whether a message with exit status 3 says that the output is better than the answer file."""
    return bool(BETTER.search(message)) and not WORSE.search(message)
