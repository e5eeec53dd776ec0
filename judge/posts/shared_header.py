"""A line that is the header of several answers: ``Python 3, 16 bytes / JavaScript, 19 bytes``."""

from __future__ import annotations

import re

from judge.languages.posted_names import posted_language
from judge.posts.header import ONE_NUMBER, SIZE, Header, parse_header

#: So many answers may have one line.
MOST = 4
#: What may part two answers, and two sizes.
_BETWEEN = re.compile(
    r"\s*(?:[/,;|&•·→⟶➔➜⇒]|[-=]>|\s[-–—]\s|\b(?:and|or|vs\.?)\b"
    r"|\((?!\s*(?:was|were|previously|formerly|originally|down|from|or|saved?)\b))\s*",
    re.IGNORECASE,
)
_UNITLESS = re.compile(rf"(?P<size>[,:(|–—=-]\s*{ONE_NUMBER})(?P<rest>\s*[)\]]?)$")
#: ``C / C++, 45 / 48 bytes``: languages, then a size of each.
_SIZES_OF_EACH = re.compile(
    rf"^(?P<names>.+?)\s*(?:[,:(|–—]|\s-\s)\s*"
    rf"(?P<sizes>{ONE_NUMBER}(?:\s*(?:[/&,]|\band\b)\s*{ONE_NUMBER})+)"
    r"\s*(?P<unit>bytes?|char(?:acter)?s?)\s*\)?$",
    re.IGNORECASE,
)
_DIGITS = re.compile(ONE_NUMBER)
_RELEASE = re.compile(r"\s*v?\d[\w.]*$")


def headers_in_line(text: str) -> tuple[Header, ...]:
    """The headers that a line holds: one, unless it names several languages, a size for each."""
    return _side_by_side(text) or _one_by_one(text, MOST) or (parse_header(text),)


def _side_by_side(text: str) -> tuple[Header, ...]:
    both = _SIZES_OF_EACH.match(text)
    if not both:
        return ()
    names, sizes = whole_names(both["names"]), _DIGITS.findall(both["sizes"])
    if not 1 < len(names) == len(sizes) <= MOST:
        return ()
    pairs = zip(names, sizes, strict=True)
    parts = [_certain(f"{name}, {size} {both['unit']}") for name, size in pairs]
    found = tuple(part for part in parts if part)
    return found if len(found) == len(names) and _differ(found) else ()


def whole_names(text: str) -> list[str]:
    """``Python 2/3`` is short for ``Python 2`` and ``Python 3``."""
    first, *others = _BETWEEN.split(text)
    stem = _RELEASE.sub("", first)
    return [first, *(f"{stem} {one}" if _RELEASE.fullmatch(one) else one for one in others)]


def _differ(headers: tuple[Header, ...]) -> bool:
    return len({posted_language(one.language).language for one in headers}) == len(headers)


def _one_by_one(text: str, most: int) -> tuple[Header, ...]:
    """A line cut where each part is a header of another language; empty where there is no such
    cut."""
    if most < 1 or len(SIZE.findall(text)) < 1:
        return ()
    for cut in _BETWEEN.finditer(text):
        first = _certain(text[: cut.start()])
        if first is None:
            continue
        rest = text[cut.end() :]
        last = _certain(rest)
        others = _one_by_one(rest, most - 1) or ((last,) if last else ())
        if others and _differ((first, *others)):
            return (first, *others)
    return ()


def _certain(part: str) -> Header | None:
    """A part as a header, if its language is certain and it has a size, perhaps without the unit
    that stands behind the last one."""
    if not SIZE.search(part):
        part = _UNITLESS.sub(r"\g<size> bytes\g<rest>", part)
    header = parse_header(part)
    named = posted_language(header.language)
    has_size = header.size is not None or header.characters is not None
    return header if has_size and named.language and not named.doubt else None
