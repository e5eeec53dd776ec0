"""The default output validator of the package format: a comparison with the answer file.

Files are single bytes, divided into tokens by the format's six white-space characters, and compared
token by token. Infinity, NaN and what overflows an IEEE double are not numbers, and are compared as
text; nor is hexadecimal notation, since the grammar of format 2025-09. A number is within a
tolerance if ``|s-a| <= e``, or ``|s-a| <= e|a|``, of the numbers as they are written: doubles
decide where they are precise enough to, and exact decimals where the error is close to the bound.
Beyond one copy of the output and of the answer file the memory needed is that of a few blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Inexact
from itertools import islice
from math import isfinite

from msgspec import Struct

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.model import FormatVersion

#: About how many bytes are divided into tokens at a time.
BLOCK = 1 << 16
#: A number of more characters, or with a larger exponent, counts as the nearest double: the format
#: lets a judge limit digits, to no less than 30 on each side of the point.
LONGEST, LARGEST_EXPONENT = 1000, 1000
#: A number of so many characters and none of these bytes is what it looks like.
SHORT, _EXPONENTS = 40, frozenset(b"eExXpP")
#: What rounding can do to an error or a bound, as a part of the numbers, with room to spare; and
#: the same for results below the normal doubles.
ROUNDING, UNDERFLOW = 2.0**-50, 2.0**-1070
#: Arithmetic without rounding: numbers have digits from 10^2000 to 10^-2000 (1,000 characters, an
#: exponent to 1,000), doubles from 10^308 to 10^-1074.
_EXACT = Context(prec=10_000, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
#: How much of a token is shown: bytes before and after the first difference.
SHOWN = 16, 30

FLAGS = ("case_sensitive", "space_change_sensitive")
BOTH = "float_tolerance"
TOLERANCES = (BOTH, "float_relative_tolerance", "float_absolute_tolerance")

_TOKEN = re.compile(rb"\S+")
#: With white space as tokens of its own.
_SPACED = re.compile(rb"\S+|\s+")
#: Where a block may end: at the end of white space.
_BOUNDARY = re.compile(rb"\s(?=\S)")
_DECIMAL = re.compile(rb"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE]([+-]?[0-9]+))?")
_HEXADECIMAL = re.compile(
    rb"[+-]?0[xX](?:[0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?"
)


class Number(Struct, frozen=True):
    """A number in a file or an argument: the nearest double, and how it is written."""

    nearest: float
    token: bytes

    def exact(self) -> Decimal:
        """The number as it is written; the nearest double where that is too long."""
        token = self.token
        if len(token) <= SHORT and _EXPONENTS.isdisjoint(token):
            return Decimal(token.decode("ascii"))  # most numbers: no need to look at them again
        decimal = _DECIMAL.fullmatch(token)
        if decimal is None or len(token) > LONGEST or abs(int(decimal[1] or 0)) > LARGEST_EXPONENT:
            return Decimal(self.nearest)
        return Decimal(token.decode("ascii"))


class _Tolerance(Struct, frozen=True):
    """A tolerance as it is compared with, twice: as the nearest double, and exact."""

    nearest: float
    exact: Decimal
    relative: bool


class Settings(Struct, frozen=True):
    """What the arguments of the validator ask for; a tolerance is None where none is set."""

    case_sensitive: bool = False
    space_change_sensitive: bool = False
    relative: Number | None = None
    absolute: Number | None = None
    #: Whether hexadecimal notation is a number.
    hexadecimal: bool = False

    @property
    def numbers(self) -> bool:
        """Whether numbers are compared as such."""
        return self.relative is not None or self.absolute is not None


def settings(arguments: Sequence[str], version: FormatVersion = FormatVersion.V2025_09) -> Settings:
    """The settings that arguments of the validator ask for; raises JudgeError.

    In a legacy package a tolerance may be given again: the last one counts.
    """
    legacy = version is FormatVersion.LEGACY
    hexadecimal = version is not FormatVersion.V2025_09
    found: dict[str, Number] = {}
    flags: set[str] = set()
    words = iter(arguments)
    for word in words:
        if word in FLAGS:
            flags.add(word)
        elif word in TOLERANCES:
            if word in found and not legacy:
                raise _error(f"{word} is given twice")
            tolerance = _tolerance(word, next(words, ""), hexadecimal)
            found.update(
                dict.fromkeys(TOLERANCES if legacy and word == BOTH else (word,), tolerance)
            )
        else:
            raise _error(f"unknown argument {word!r}: {did_you_mean(word, (*FLAGS, *TOLERANCES))}")
    if BOTH in found and len(found) > 1 and not legacy:
        raise _error("float_tolerance sets both tolerances: remove the others")
    both = found.get(BOTH)
    return Settings(
        "case_sensitive" in flags,
        "space_change_sensitive" in flags,
        found.get("float_relative_tolerance", both),
        found.get("float_absolute_tolerance", both),
        hexadecimal,
    )


def _tolerance(word: str, value: str, hexadecimal: bool) -> Number:
    number = number_of(value.encode("utf-8", "replace"), hexadecimal)
    if number is None or number.nearest < 0:
        raise _error(f"{word} needs a number of at least 0, not {value!r}")
    return number


def _error(message: str) -> JudgeError:
    return JudgeError(f"default output validator: {message}")


def number_of(token: bytes, hexadecimal: bool) -> Number | None:
    """The number that a token is; None where it is none, or too large."""
    if _DECIMAL.fullmatch(token):
        number = float(token)
    elif hexadecimal and _HEXADECIMAL.fullmatch(token):
        try:
            number = float.fromhex(token.decode())
        except OverflowError:
            return None
    else:
        return None
    return Number(number, token) if isfinite(number) else None


def difference(output: bytes, answer: bytes, chosen: Settings) -> str | None:
    """What is wrong with an output; None where it is right."""
    if output == answer:
        return None
    pattern = _SPACED if chosen.space_change_sensitive else _TOKEN
    theirs, ours = _Reader(output, pattern), _Reader(answer, pattern)
    tolerances = _tolerances(chosen)
    while theirs.refill() and ours.refill():
        count = min(len(theirs.tokens), len(ours.tokens))
        these, those = theirs.taken(count), ours.taken(count)
        if these != those:
            for place, (token, wanted) in enumerate(zip(these, those, strict=True)):
                if token != wanted and not _is_same(token, wanted, chosen, tolerances):
                    return _difference(theirs, ours, place - count, token, wanted, chosen)
    return _rest(theirs, ours)


class _Reader:
    """Divides bytes into tokens, a block at a time."""

    def __init__(self, data: bytes, pattern: re.Pattern[bytes]) -> None:
        self.data = data
        self.tokens: list[bytes] = []
        self._pattern = pattern
        #: Of the block that the tokens are from, and how many of its tokens were taken.
        self._start = self._end = 0
        self._taken = 0
        #: How many tokens were taken in all.
        self.count = 0

    def refill(self) -> bool:
        """Read a block if no token is left; whether there is one then."""
        while not self.tokens and self._end < len(self.data):
            boundary = _BOUNDARY.search(self.data, self._end + BLOCK)
            self._start, self._end = self._end, boundary.end() if boundary else len(self.data)
            self.tokens = self._pattern.findall(self.data, self._start, self._end)
            self._taken = 0
        return bool(self.tokens)

    def taken(self, count: int) -> list[bytes]:
        """The next tokens, which are removed."""
        head = self.tokens[:count]
        self.tokens = self.tokens[count:]
        self._taken += count
        self.count += count
        return head

    def position(self, back: int) -> int:
        """Where a token begins: the next one, or one of those taken last for a negative number."""
        found: Iterator[re.Match[bytes]] = self._pattern.finditer(self.data, self._start, self._end)
        return next(islice(found, self._taken + back, None)).start()

    def place(self, back: int = 0) -> str:
        """``line 3, column 5`` of a token."""
        start = self.position(back)
        column = start - self.data.rfind(b"\n", 0, start)
        return f"line {self.line(back)}, column {column}"

    def line(self, back: int = 0) -> int:
        return self.data.count(b"\n", 0, self.position(back)) + 1


def _tolerances(chosen: Settings) -> tuple[_Tolerance, ...]:
    """Those that are set; one of them is enough for a number."""
    both = ((chosen.absolute, False), (chosen.relative, True))
    return tuple(
        _Tolerance(one.nearest, one.exact(), relative) for one, relative in both if one is not None
    )


def _is_same(
    token: bytes, wanted: bytes, chosen: Settings, tolerances: tuple[_Tolerance, ...]
) -> bool:
    """Whether a token that is not identical to that of the answer file is accepted for it."""
    if wanted[:1].isspace() or token[:1].isspace():
        return False
    if tolerances and (number := number_of(wanted, chosen.hexadecimal)) is not None:
        given = number_of(token, chosen.hexadecimal)
        return given is not None and _is_close(given, number, tolerances)
    return not chosen.case_sensitive and token.lower() == wanted.lower()


def _is_close(given: Number, wanted: Number, tolerances: tuple[_Tolerance, ...]) -> bool:
    """Whether a number is within a tolerance: in doubles if rounding cannot change the answer."""
    size = abs(wanted.nearest)
    error = abs(wanted.nearest - given.nearest)
    sizes = size + abs(given.nearest)
    close = []
    for one in tolerances:
        bound = one.nearest * size if one.relative else one.nearest
        rounding = ROUNDING * (sizes + bound) + UNDERFLOW
        if not abs(error - bound) > rounding:  # nor where the difference is that of infinities
            close.append(one)
        elif error < bound:
            return True
    if not close:
        return False
    answer = wanted.exact()
    exact_error = _EXACT.abs(_EXACT.subtract(answer, given.exact()))
    for one in close:
        exact = _EXACT.multiply(one.exact, _EXACT.abs(answer)) if one.relative else one.exact
        if exact_error <= exact:
            return True
    return False


def _difference(
    theirs: _Reader, ours: _Reader, back: int, token: bytes, wanted: bytes, chosen: Settings
) -> str:
    """The first difference in words."""
    where = f"{theirs.place(back)} (line {ours.line(back)} of the answer)"
    if wanted[:1].isspace() or token[:1].isspace():
        return f"{where}: white space differs: {_spaces(token)} instead of {_spaces(wanted)}"
    shown, right = _pair(token, wanted)
    message = f"{where}: {shown} instead of {right}"
    number, given = (number_of(one, chosen.hexadecimal) for one in (wanted, token))
    if not chosen.numbers or number is None:
        return message
    if given is None:
        return f"{message}: not a number"
    size, error = abs(number.nearest), abs(number.nearest - given.nearest)
    relative = f", relative error {error / size:.3g}" if size else ""
    return f"{message}: absolute error {error:.3g}{relative}"


def _rest(theirs: _Reader, ours: _Reader) -> str | None:
    """What is wrong where one of them has ended."""
    if theirs.refill():
        kind = "trailing white space" if theirs.tokens[0].isspace() else "trailing output"
        more = _spaces(theirs.tokens[0]) if theirs.tokens[0].isspace() else _cut(theirs.tokens[0])
        return f"{theirs.place()}: {kind}: {more}"
    if ours.refill():
        token = ours.tokens[0]
        missing = _spaces(token) if token.isspace() else _cut(token)
        line = f"line {ours.line()} of the answer: {missing}"
        if theirs.data and theirs.data.isspace() and not token.isspace():
            return f"only white space was printed, but the answer begins with {missing}"
        if not theirs.data:
            return f"nothing was printed, but the answer begins with {missing}"
        return f"the output ends too early, before {line}"
    return None


def _pair(token: bytes, wanted: bytes) -> tuple[str, str]:
    """Two tokens; long ones are shown around their first difference."""
    start = max(0, _common(token, wanted) - SHOWN[0])
    return _cut(token, start), _cut(wanted, start)


def _common(one: bytes, other: bytes) -> int:
    """How many bytes two tokens have in common at the beginning."""
    same, most = 0, min(len(one), len(other))
    while same < most:
        middle = (same + most + 1) // 2
        if one[same:middle] == other[same:middle]:
            same = middle
        else:
            most = middle - 1
    return same


def _cut(token: bytes, start: int = 0) -> str:
    end = start + sum(SHOWN)
    text = token[start:end].decode("utf-8", "replace")
    return f"'{'…' * bool(start)}{text}{'…' * (len(token) > end)}'"


def _spaces(token: bytes) -> str:
    return ascii(token[: SHOWN[1]].decode("ascii")) if token.isspace() else _cut(token)
