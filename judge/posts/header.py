"""The header of a post: language, flags and claimed size, in the forms that posts use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from judge.languages.posted_names import posted_language
from judge.posts.body import CodeBlock, Line, LineKind, Link, Part
from judge.posts.header_language import LABEL, REMARK, language_and_flags
from judge.posts.number_words import with_digits

_NUMBER = (
    r"(?:\d{1,3}(?:[,'’\u00a0\u202f\u2009]\d{3})+(?!\d)|\d{1,9})"
    r"(?:\.\d{1,6}|/[24](?!\d))?[½¼¾]?|[½¼¾]"
)
_SUM = rf"(?:{_NUMBER})(?:\s*\+\s*(?:{_NUMBER}))*"
_UNIT = (
    r"(?P<unit>bytes?|octets?|nibbles?|bits?|chars?|characters?|B(?![\w/])"
    r"|байт(?:а|ов)?|字节|字節|バイト|바이트|bajt(?:y|ów)?|בתים|בייטים"
    r"|symbols?|zeichen|car[aá]ct[eé]res|caractères?|символ(?:а|ов)?|字符|字元|文字)"
    r"(?=$|[^A-Za-z]|SBCS|UTF|v\d\b)"
)
_SIZE = re.compile(
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
_ADDED = re.compile(rf"\s*\+\s*(?P<more>{_NUMBER})\b(?!\s*=?\s*\d*\s*char)", re.IGNORECASE)
#: ``43 bytes + `-p` (1 byte)``
_ADDED_FLAG = re.compile(
    rf"\s*\+\s*`?-[^\s`()]+`?\s*\(\+?(?P<more>{_NUMBER})(?:\s*bytes?)?\)", re.IGNORECASE
)
_EQUALS = re.compile(rf"=\s*(?P<total>{_NUMBER})(?:\s*bytes?)?\s*$", re.IGNORECASE)
_NOT_HEADER = re.compile(
    r"\b(?:saved?|saves|saving|thanks|golfed|golfing|shorter)\b", re.IGNORECASE
)
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
_UTF_NAME = re.compile(r"\bUTF-?(?:8|16|32)\b", re.IGNORECASE)
#: ``40 bytes (or 44 with -s)``: another answer than the one that is claimed.
_ALTERNATIVE = re.compile(r"[(\[]\s*or\s[^()\[\]]*[)\]]", re.IGNORECASE)
#: A sign of a footnote behind a number, or a mark of one.
_FOOTNOTE = re.compile(
    r"(?<=\d)[*†‡\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+|\[?\^\d{1,2}\b\]?(?=\s*[,:]|\s*$)"
)
#: Signs that say in which direction a text runs, and those that join or part words unseen.
_UNSEEN = re.compile("[\u00ad\u061c\u200b\u200c\ufeff\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]")
#: ``Golfed (48 bytes):`` is no remark on golfing.
_GOLFED = re.compile(r"golfed\b[\w\s]{0,20}[(,:–—-]\s*\d", re.IGNORECASE)
#: ``[Python 3], 16 bytes``: a link that leads nowhere.
_BRACKETED = re.compile(r"^\[([^\[\]:]{1,40})\](?:\[\w*\])?")
#: ``EDIT: Python 3``, ``#1: Python 3``, ``2. Python 3``
_NUMBERED = re.compile(
    r"^(?:(?:edit(?:ed)?|updated?|new)(?:\s?\d{1,2})?\s*:|#?\d{1,3}[.):](?=\s))\s*", re.IGNORECASE
)
#: ``Bytes: 16``, ``Byte count: 16``
_UNIT_FIRST = re.compile(
    rf"(?:\b(?:score|size|length)\s*)?\(?\b(bytes?|char(?:acter)?s?)\b\)?"
    rf"(?:\s*count)?\s*[:=]\s*({_NUMBER})(?!\s*[\w+*])",
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
    r"(?:(?<=[,:(|] )\d+\s*[-–]|(?<![-=])(?<!\d\s)>|[~<≤≥≈]"
    r"|\b(?:about|approx\w*|at most|under)\b)\s*$",
    re.IGNORECASE,
)
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
_STANDING_OUT = (LineKind.HEADING, LineKind.BOLD)
_IN_TEXT = (LineKind.PLAIN, LineKind.ITEM)
_SCORE_WORD = re.compile(r"^\W*(?:score|size|length)\b", re.IGNORECASE)
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


def find_headers(parts: tuple[Part, ...]) -> list[tuple[int, Header]]:
    """The headers with a size among the parts of a post, with their indices; else the first heading
    before the code. A row of a table is a header only if no heading or bold line is, alone or with
    the size in the line below it, and a plain line only if neither is."""
    for kinds in (_STANDING_OUT, (LineKind.ROW,), _IN_TEXT):
        found = [
            (index, header)
            for index, part in enumerate(parts)
            if isinstance(part, Line) and part.kind in kinds and not _is_remark(part.text)
            if (header := parse_header(part.text)).language
            and (header.size is not None or header.characters is not None)
        ]
        if kinds == _IN_TEXT:
            found = _first_or_items(parts, [one for one in found if len(one[1].text) <= 120])
            found = [(index, _under_heading(header, parts[:index])) for index, header in found]
        if found := found or list(_named_below(parts, kinds)):
            return found
        if kinds != (LineKind.ROW,) and (found := list(_sized_below(parts, kinds))):
            return found
    for index, part in enumerate(parts):
        if isinstance(part, CodeBlock) and not part.inline:
            break
        if isinstance(part, Line) and part.kind in _STANDING_OUT:
            return [(index, _with_next_size(parse_header(part.text), parts[index + 1 :]))]
    return []


def _first_or_items(
    parts: tuple[Part, ...], found: list[tuple[int, Header]]
) -> list[tuple[int, Header]]:
    """The first one; if it is an item of a list that holds its code, with the other such items."""

    def holds_code(index: int) -> bool:
        below = parts[index + 1] if index + 1 < len(parts) else None
        return _is_item(parts[index]) and isinstance(below, CodeBlock)

    if not found or not holds_code(found[0][0]):
        return found[:1]
    return [one for one in found if holds_code(one[0])]


def _is_item(part: Part) -> bool:
    return isinstance(part, Line) and part.kind is LineKind.ITEM


def _is_remark(text: str) -> bool:
    return bool(_NOT_HEADER.search(text)) and not _GOLFED.match(text)


def _named_below(
    parts: tuple[Part, ...], kinds: tuple[LineKind, ...]
) -> Iterator[tuple[int, Header]]:
    """A heading with a size alone, above a line that is the name of a language."""
    for index, part in enumerate(parts[:-1]):
        below = parts[index + 1]
        if isinstance(part, Line) and isinstance(below, Line) and part.kind in kinds:
            size, name = parse_header(part.text), parse_header(below.text.rstrip(" :"))
            named = posted_language(name.language)
            if size.size is not None and not size.language and named.language and not named.doubt:
                both = f"{size.text}, {name.text}"
                yield index, replace(size, text=both, language=name.language, flags=name.flags)
                return


def _sized_below(
    parts: tuple[Part, ...], kinds: tuple[LineKind, ...]
) -> Iterator[tuple[int, Header]]:
    """Headings that name a language, or lines that say so, each above a line that is little but a
    size."""
    for index, part in enumerate(parts[:-1]):
        below = next((other for other in parts[index + 1 :] if not isinstance(other, Link)), None)
        if isinstance(part, Line) and isinstance(below, Line) and part.kind in kinds:
            if part.kind not in _STANDING_OUT and not LABEL.match(part.text):
                continue
            header = parse_header(part.text)
            both = _with_size_of(below, header)
            if both is not header and posted_language(header.language).language:
                yield index, both


def _under_heading(header: Header, before: tuple[Part, ...]) -> Header:
    """A size in a sentence, such as ``This is 16 bytes long``, is of the language that a heading
    above it names."""
    if posted_language(header.language).language:
        return header
    for part in before:
        if isinstance(part, Line) and part.kind in _STANDING_OUT:
            above = parse_header(part.text)
            if posted_language(above.language).language:
                both = f"{above.text}, {header.text}"
                return replace(header, text=both, language=above.language, flags=above.flags)
    return header


def _with_next_size(header: Header, rest: tuple[Part, ...]) -> Header:
    """A heading without a size takes that of the next line, if the line has little else, or that of
    the only one below that begins with ``Score``."""
    following = next((part for part in rest if not isinstance(part, Link)), None)
    scores = [part for part in rest if isinstance(part, Line) and _SCORE_WORD.match(part.text)]
    if header.size is not None:
        return header
    if isinstance(following, Line) and (found := _with_size_of(following, header)) is not header:
        return found
    return _with_size_of(scores[0], header) if len(scores) == 1 else header


def _with_size_of(following: Line, header: Header) -> Header:
    size = parse_header(following.text)
    said = _SCORE_WORD.sub("", size.text).strip(" *:-=")
    found = _SIZE.match(said) or re.fullmatch(_NUMBER, said)
    if size.size is None or not found or len(said) > found.end() + 20:
        return header
    both = (header.text, following.text)
    return replace(size, text=", ".join(both), language=header.language, flags=header.flags)


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
    text = _SPACED.sub(_joined, _UTF.sub(r"\1", text.replace("\u20e3", "")))
    text = _UNIT_FIRST.sub(r"\2 \1", _FOOTNOTE.sub("", _UTF_NAME.sub("UTF", text)))
    text = _DIFFERENCE.sub("", with_digits(_ALTERNATIVE.sub("", text))).strip()
    sizes = [*_SIZE.finditer(text)]
    if not sizes and (bare_sizes := [*_SIZE.finditer(text.replace("`", ""))]):
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
    doubts += _second_languages(sizes, text)
    return Header(text, language, flags, size, code, characters, remarks, tuple(doubts), not sizes)


def _second_languages(sizes: list[re.Match[str]], text: str) -> Iterator[str]:
    """``Python 3 (16 bytes), JavaScript (19 bytes)``"""
    for one, other in pairwise(sizes):
        named = text[one.end() : other.start()].strip(" ()[],;:|/&+·–—-")
        posted = posted_language(named)
        if posted.language and not posted.doubt:
            yield f"the header has a second size, of {named}: that answer is not imported"


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
        unit = found["unit"].casefold()
        if unit.startswith(_CHARACTERS):
            characters = characters if characters is not None else int(value)
        elif size is None:
            per = next((n for start, n in _PER_BYTE.items() if unit.startswith(start)), 1)
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
