"""The headers of a post: which of its lines they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from judge.languages.posted_names import posted_language
from judge.posts.body import CodeBlock, Line, LineKind, Link, Part
from judge.posts.header import NUMBER, SIZE, Header, parse_header
from judge.posts.header_language import LABEL
from judge.posts.shared_header import headers_in_line

_NOT_HEADER = re.compile(
    r"\b(?:saved?|saves|saving|thanks|golfed|golfing|shorter)\b", re.IGNORECASE
)
#: ``Golfed (48 bytes):`` is no remark on golfing.
_GOLFED = re.compile(r"golfed\b[\w\s]{0,20}[(,:–—-]\s*\d", re.IGNORECASE)
_STANDING_OUT = (LineKind.HEADING, LineKind.BOLD)
_IN_TEXT = (LineKind.PLAIN, LineKind.ITEM)
_SCORE_WORD = re.compile(r"^\W*(?:score|size|length)\b", re.IGNORECASE)


def find_headers(parts: tuple[Part, ...]) -> list[tuple[int, Header]]:
    """The headers with a size among the parts of a post, with their indices; else the first heading
    before the code. A row of a table is a header only if no heading or bold line is, alone or with
    the size in the line below it, and a plain line only if neither is."""
    for kinds in (_STANDING_OUT, (LineKind.ROW,), _IN_TEXT):
        found = [
            (index, header)
            for index, part in enumerate(parts)
            if isinstance(part, Line) and part.kind in kinds and not _is_remark(part.text)
            for header in headers_in_line(part.text)
            if header.language and (header.size is not None or header.characters is not None)
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
    found = SIZE.match(said) or re.fullmatch(NUMBER, said)
    if size.size is None or not found or len(said) > found.end() + 20:
        return header
    both = (header.text, following.text)
    return replace(size, text=", ".join(both), language=header.language, flags=header.flags)
