"""The header of a post: language, flags and claimed size, in the forms that posts use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct

from judge.languages.posted_names import posted_language
from judge.posts.header_language import LABEL, REMARK, language_and_flags
from judge.posts.number_words import with_digits

NUMBER = (
    r"(?:\d{1,3}(?:[,'’\u00a0\u202f\u2009]\d{3})+(?!\d)|\d{1,9})"
    r"(?:\.\d{1,6}|/[24](?!\d))?[½¼¾]?|[½¼¾]"
)
ONE_NUMBER = rf"(?:{NUMBER})"
_SUM = rf"(?:{NUMBER})(?:\s*\+\s*(?:{NUMBER}))*"
_UNIT = (
    r"(?P<unit>bytes?|octets?|nibbles?|bits?|chars?|characters?|B(?![\w/])"
    r"|байт(?:а|ов)?|字节|字節|バイト|바이트|bajt(?:y|ów)?|בתים|בייטים"
    r"|symbols?|zeichen|car[aá]ct[eé]res|caractères?|символ(?:а|ов)?|字符|字元|文字)"
    r"(?=$|[^A-Za-z]|SBCS|UTF|v\d\b)"
)
SIZE = re.compile(
    rf"(?<![\w./½])(?<!\d,)(?:(?P<sum>{_SUM})\s*(?:\([^()]*\)\s*)?=\s*)?"
    rf"(?P<total>{_SUM})(?:\s*\((?P<inner>{_SUM})(?:\s*=\s*\d+)?[^()]*\))?[\s\u2060*_-]*{_UNIT}",
    re.IGNORECASE,
)
_NO_UNIT = re.compile(
    rf"(?:\b(?:score|size|len(?:gth)?)\b\s*[:=-]?|[,:|–—=]|\s-)\s*"
    rf"(?:(?P<sum>{_SUM})\s*=\s*)?(?P<total>{_SUM})\s*[)\]]?$",
    re.IGNORECASE,
)
#: ``43 bytes + 1 for -p = 44``: what follows the first size.
_ADDED = re.compile(rf"\s*\+\s*(?P<more>{NUMBER})\b(?!\s*=?\s*\d*\s*char)", re.IGNORECASE)
#: ``43 bytes + `-p` (1 byte)``
_ADDED_FLAG = re.compile(
    rf"\s*\+\s*`?-[^\s`()]+`?\s*\(\+?(?P<more>{NUMBER})(?:\s*bytes?)?\)", re.IGNORECASE
)
_EQUALS = re.compile(rf"=\s*(?P<total>{NUMBER})(?:\s*bytes?)?\s*$", re.IGNORECASE)
#: ``51 bytes → 16 bytes``
_ARROW = re.compile(r"\s*(?:[→⟶➔➜⇒]|[-=]?>)\s*")
#: ``1 234 bytes``; earlier sizes that are not struck out are larger: ``1 234`` is none of those.
_SPACED = re.compile(r"(?<=[,:–—|-] )(\d{1,3}) (\d{3})(?= (?:bytes?|char))", re.IGNORECASE)
#: ``Python 3,100 bytes``
_JOINED = re.compile(rf"[^\W\d_][\w.]* ?(\d{{1,2}}),\d{{1,5}}(?=\s?{_UNIT})", re.IGNORECASE)
#: ``1 6 bytes``: digits apart, or an earlier size before its successor.
_APART = re.compile(
    r"(?<=[,:–—|(-] )\d{1,3}(?: \d{1,3})+(?= ?(?:bytes?|octets?|char))", re.IGNORECASE
)
#: ``1.016 bytes``
_POINTED = re.compile(r"(?<![\d.])(\d{1,3})\.(\d{3})(?=\s(?:bytes?|octets?|char))", re.IGNORECASE)
#: ``16 UTF-8 bytes``; the number in ``UTF-16`` is no size.
_UTF = re.compile(r"(\d) UTF-?(?:8|16|32)(?= (?:bytes?|char))", re.IGNORECASE)
#: ``16 ISO-8859-1 bytes``: the code page stands behind the unit then.
_PAGE_UNIT = re.compile(
    r"(?<=\d) (ISO[- ]?8859[- ]?\d{1,2}|latin[- ]?1|(?:windows|cp|code ?page)[- ]?\d{3,4})"
    r"\s(bytes?)\b",
    re.IGNORECASE,
)
_UTF_NAME = re.compile(r"\bUTF-?(?:8|16|32)\b", re.IGNORECASE)
#: ``40 bytes (or 44 with -s)``: another answer than the one that is claimed.
_ALTERNATIVE = re.compile(r"[(\[]\s*or\s[^()\[\]]*[)\]]", re.IGNORECASE)
#: A sign of a footnote behind a number, or a mark of one.
_FOOTNOTE = re.compile(
    r"(?<=\d)[*†‡\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+|\[?\^\d{1,2}\b\]?(?=\s*[,:]|\s*$)"
)
#: Signs that say in which direction a text runs, and those that join or part words unseen.
_UNSEEN = re.compile(
    "[\u00ad\u061c\u200b\u200c\ufeff\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]"
)
#: ``[Python 3], 16 bytes``: a link that leads nowhere.
_BRACKETED = re.compile(r"^\[([^\[\]:]{1,40})\](?:\[\w*\])?")
#: ``EDIT: Python 3``, ``#1: Python 3``, ``2. Python 3``
_NUMBERED = re.compile(
    r"^(?:(?:edit(?:ed)?|updated?|new)(?:\s?\d{1,2})?\s*:|#?\d{1,3}[.):](?=\s))\s*", re.IGNORECASE
)
#: ``Bytes: 16``, ``Byte count: 16``
_UNIT_FIRST = re.compile(
    rf"(?:\b(?:score|size|length)\s*)?\(?\b(bytes?|char(?:acter)?s?)\b\)?"
    rf"(?:\s*count)?\s*[:=]\s*({NUMBER})(?!\s*[\w+*])",
    re.IGNORECASE,
)
_TAG = re.compile(r"\[tag:([\w+#.-]+)\]")
#: Pictures, with what joins and colours them, but for the sharp of C♯.
_PICTURE = re.compile(
    "[\U0001f000-\U0001faff\u2600-\u266e\u2670-\u27bf\ufe0f\u200d\u200b\ufeff]+ ?"
)
#: What changes a size behind it: a bonus, or a penalty.
_BONUS = re.compile(r"\s*\(?[-−*×/]\s*\d[\d.]*\s*(?:%|[^=]*=\s*\d)")
#: A range, or a bound.
_VAGUE = re.compile(
    r"(?:(?<=[,:(|] )\d+\s*[-–]|(?<=[,:(|] )[-−+](?=$)|(?<![-=])(?<!\d\s)>|[~<≤≥≈]"
    r"|\b(?:about|approx\w*|at most|under)\b)\s*$",
    re.IGNORECASE,
)
#: ``12 tokens, 15 bytes``: another measure, beside the size.
_TOKENS = re.compile(r"\(?\b\d+\s+tokens?\b\)?\s*[,:;/|–—-]?\s*(?=.*\d)", re.IGNORECASE)
#: An earlier size that is told or struck out within the line.
_EARLIER = re.compile(
    r"\s*[(\[](?:was|previously|formerly|originally|down from)\s[\d,\s→]+[)\]]"
    r"(?=\s*(?:bytes?|char))"
    r"|~~[\w\s,.]{1,20}~~"
    r"|\$[^$]*\\(?:x?cancel|enclose\{horizontalstrike\})[^$]*\$|(?:\d[\u0335-\u0338])+",
    re.IGNORECASE,
)
#: ``$\text{Python 3}$``, ``$16$``
_FORMULA_TEXT = re.compile(
    r"\$?\\(?:text(?:tt|bf|it|sf|rm)?|math(?:rm|tt|bf|sf))\s*\{([^{}$]*)\}\$?"
)
_FORMULA_NUMBER = re.compile(r"\$\s*(?:[^$]{1,60}=\s*)?(\d[\d,.]*)\s*\$")
#: What else begins and ends a formula, and what changes the letters in it.
_FORMULA_SIGN = re.compile(r"\\[$()]|\$\$")
_FORMULA_STYLE = re.compile(
    r"\\(?:tiny|small|normalsize|displaystyle|[lL]arge|LARGE|[hH]uge|bf|it|rm|tt|(?:color|style)\{[^{}]*\})"
    r"(?![A-Za-z])"
)
#: ``18 - 2 = 16 bytes``
_DIFFERENCE = re.compile(r"\b\d+\s*[-−–]\s*\d+\s*=\s*(?=\d)")
#: What frames a line: ``=== Python 3, 16 bytes ===``
_FRAME = re.compile(r"^[=*#~_]{2,}\s*|\s*[=*#~_]{2,}$")
_PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_CHARACTERS = ("char", "symbol", "car", "zeichen", "символ", "字符", "字元", "文字")
_PER_BYTE = {"n": 2, "bi": 8}


class Header(Struct, frozen=True):
    """What a header says. ``size`` is the claimed number of bytes, flags included; ``code`` that of
    the code alone where the header separates it. ``remarks`` are words such as non-competing."""

    text: str
    language: str
    flags: tuple[str, ...] = ()
    size: Fraction | None = None
    code: Fraction | None = None
    characters: int | None = None
    remarks: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    names_no_unit: bool = False


def other_spellings(text: str) -> Iterator[str]:
    """Other ways to write a header that may be meant: in ``Python 3,100 bytes`` the comma may stand
    behind the language, the point in ``1.016 bytes`` between thousands, and the blank in ``1 6
    bytes`` between digits."""
    for found in _JOINED.finditer(text):
        yield f"{text[: found.end(1)]}, {text[found.end(1) + 1 :]}"
    if _APART.search(text):
        yield _APART.sub(lambda digits: digits[0].replace(" ", ""), text)
    if _POINTED.search(text):
        yield _POINTED.sub(r"\1\2", text)


def parse_header(text: str) -> Header:
    """A line as a header; its size is None where it names none."""
    text = _FORMULA_STYLE.sub("", _FORMULA_SIGN.sub("$", _UNSEEN.sub("", text)))
    text = _FRAME.sub("", " ".join(_EARLIER.sub("", text).split()))
    text = _PICTURE.sub("", _TAG.sub(lambda tag: tag[1].replace("-", " "), text)).strip()
    text = _BRACKETED.sub(r"\1", LABEL.sub("", _NUMBERED.sub("", text)))
    text = _FORMULA_NUMBER.sub(r"\1", _FORMULA_TEXT.sub(r"\1", text))
    text = _PAGE_UNIT.sub(r" \2 (\1)", text.replace("\u20e3", ""))
    text = _SPACED.sub(_joined, _UTF.sub(r"\1", text))
    text = _UNIT_FIRST.sub(r"\2 \1", _FOOTNOTE.sub("", _UTF_NAME.sub("UTF", text)))
    text = _TOKENS.sub("", _DIFFERENCE.sub("", with_digits(_ALTERNATIVE.sub("", text)))).strip()
    sizes = [*SIZE.finditer(text)]
    if not sizes and (bare_sizes := [*SIZE.finditer(text.replace("`", ""))]):
        text, sizes = text.replace("`", ""), bare_sizes
    doubts: list[str] = []
    size: Fraction | None = None
    code: Fraction | None = None
    characters: int | None = None
    before, inside, after = text, "", ""
    if not sizes and (bare := _NO_UNIT.search(text)):
        doubts.append(f"the header names no unit: {bare['total']} is taken for bytes")
        size, code = _value(bare)
        before = text[: bare.start()]
    elif sizes:
        size, code, characters = _claims(sizes, text)
        before, after = text[: sizes[0].start()], text[sizes[-1].end() :]
        doubts += _size_doubts(before, after)
        inside = text[sizes[0].start() : sizes[-1].end()]
    language, flags = language_and_flags(before, after, inside)
    remarks = tuple(found[0].strip("()[]") for found in REMARK.finditer(text))
    doubts += [*_second_languages(sizes, text), *_unequal_units(sizes, text)]
    return Header(text, language, flags, size, code, characters, remarks, tuple(doubts), not sizes)


def _second_languages(sizes: list[re.Match[str]], text: str) -> Iterator[str]:
    """``Python 3 (16 bytes), JavaScript (19 bytes)``"""
    for one, other in pairwise(sizes):
        named = text[one.end() : other.start()].strip(" ()[],;:|/&+·–—->→⟶➔➜⇒")
        posted = posted_language(named)
        if posted.language and not posted.doubt:
            yield f"the header has a second size, of {named}: that answer is not imported"


def _unequal_units(sizes: list[re.Match[str]], text: str) -> Iterator[str]:
    """``10 bits / 2 bytes``"""
    for one, other in pairwise(sizes):
        per, also = _per_byte(one), _per_byte(other)
        if {per, also} not in ({1, 8}, {1, 2}) or _ARROW.fullmatch(text[one.end() : other.start()]):
            continue
        if _value(one)[0] / per != _value(other)[0] / also:
            yield f"the header names two sizes: {one[0].strip()} and {other[0].strip()}"


def _per_byte(found: re.Match[str]) -> int:
    """How many of its unit are a byte; 0 for characters."""
    unit = found["unit"].casefold()
    if unit.startswith(_CHARACTERS):
        return 0
    return next((number for start, number in _PER_BYTE.items() if unit.startswith(start)), 1)


def _size_doubts(before: str, after: str) -> Iterator[str]:
    """What says that the size is not the size of the code, or not exactly."""
    if vague := _VAGUE.search(before):
        yield f"the size is not exact: {vague[0].strip()!r} stands before it"
    if _BONUS.match(after):
        yield f"what follows the size is not counted: {after.strip()[:40]!r}"


def _joined(found: re.Match[str]) -> str:
    return found[1] + found[2] if int(found[1]) < int(found[2]) else found[0]


def _claims(
    sizes: list[re.Match[str]], text: str
) -> tuple[Fraction | None, Fraction | None, int | None]:
    """(bytes, bytes of the code alone, characters)."""
    size = code = None
    characters: int | None = None
    for number, found in enumerate(sizes):
        value, part = _value(found)
        if number and _ARROW.fullmatch(text[sizes[number - 1].end() : found.start()]):
            size = code = characters = None  # the one before it is an earlier size
        per = _per_byte(found)
        if not per:
            characters = characters if characters is not None else int(value)
        elif size is None:
            size, code = value / per, None if part is None else part / per
            rest = text[found.end() :]
            total = _EQUALS.search(rest)
            if part is not None and total and "+" in found["total"]:  # and more is added
                size = max(size, _number(total["total"]))
            added = _ADDED.match(rest) or _ADDED_FLAG.match(rest)
            if per == 1 and part is None and added:
                code = size
                size = _number(total["total"]) if total else size + _number(added["more"])
    return size, code, characters


def _value(found: re.Match[str]) -> tuple[Fraction, Fraction | None]:
    """The total, and its first summand where there are several."""
    groups = found.groupdict()
    for name in ("sum", "inner", "total"):
        if (said := groups.get(name)) and "+" in said:
            parts = [_number(part) for part in said.split("+")]
            total = sum(parts, Fraction(0)) if name == "total" else _total(groups["total"])
            return total, parts[0]
    return _total(groups["total"]), None


def _total(text: str) -> Fraction:
    return sum((_number(part) for part in text.split("+")), Fraction(0))


def _number(text: str) -> Fraction:
    text = re.sub(r"[,'’\u00a0\u202f\u2009\s]", "", text)
    part = _PARTS.get(text[-1:], Fraction(0))
    digits = text.rstrip("½¼¾")
    return (Fraction(digits) if digits else Fraction(0)) + part
