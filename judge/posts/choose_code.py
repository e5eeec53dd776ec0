"""The right code block among those of a post: the first one of the claimed size."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

from msgspec import Struct
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.common.messages import counted
from judge.languages.table import Language
from judge.posts.body import CodeBlock
from judge.posts.header import Header
from judge.posts.links import LinkedProgram
from judge.solutions import code_size

#: So many code blocks may be parts of one source.
MOST_JOINED = 4
#: Lines are left out of so many blocks, and of none that has more.
MOST_PARTED, MOST_LINES = 8, 60
#: The first line of a dump by ``xxd``.
_DUMP = re.compile(rb"\s*0+: (?:[0-9a-f]{2,4} ?)+", re.IGNORECASE)
#: Other ways to show bytes: digits alone, a dump by ``hexdump -C`` or ``od``, base64.
_DIGITS = re.compile(rb"(?:[0-9a-f]{2}\s*){4,}", re.IGNORECASE)
_CANONICAL = re.compile(
    rb"^[0-9a-f]{7,8}(?::|[ ]{1,3}|$)((?:[ ]{0,2}[0-9a-f]{2})*)(?:[ ]*\|.*\|)?[ ]*$",
    re.IGNORECASE | re.M,
)
_BASE64 = re.compile(rb"(?:[A-Za-z0-9+/]{4}\s*)+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?\s*")
#: ``ISO 8859-1``, ``Windows-1252``, ``CP437``
_PAGE = re.compile(
    r"\b(?:ISO[- ]?8859[- ]?(?P<iso>\d{1,2})|(?:windows|cp|code ?page)[- ]?(?P<page>\d{3,4})"
    r"|latin[- ]?1)\b",
    re.IGNORECASE,
)
#: What is not counted before a function: its name, or the sign of an interpreter.
_NAMED = re.compile(
    rb"\s*(?:>>>? |(?:(?:const|let|var|auto|my) )?[$\w]{1,20} ?:?= ?(?![=>])(?:\\?\n)?)"
)
#: What a page shows beside a script that it runs, as the classes of its blocks name it.
_MARKUP = frozenset({"html", "css", "xml"})
#: What copying may put into code, as UTF-8: a blank that does not break; signs without a width, and
#: what stands for a character that a page cannot show.
_NO_BREAK = "\u00a0".encode()
_CLEANED = "blanks that do not break are blanks, signs without a width none: the claimed size fits"
_UNSEEN = re.compile("|".join("\0\u200b\u200c\u200d\u2060\ufeff\ufffd").encode())


class ChosenCode(Struct, frozen=True):
    """``encoding`` is the code page in which it has the claimed size; empty for UTF-8. ``doubt``
    says why it may be the wrong code; empty if its size is the claimed one."""

    source: bytes
    encoding: str = ""
    doubt: str = ""

    def has_size(self, size: Fraction | None) -> bool:
        """Whether the code alone is as long as that."""
        return size == code_size.measure(self.source, Path("post"), self.encoding).encoded


def choose_block(
    header: Header,
    language: Language,
    blocks: Iterable[CodeBlock],
    linked: Iterable[LinkedProgram],
) -> ChosenCode | None:
    """The solution among the code blocks of a post, those after its header first, and the programs
    of its links; None where there is no code."""
    blocks = _without_markup(tuple(blocks), header)
    own = [_bytes(block) for block in blocks if not block.inline]
    inline = [_bytes(block) for block in blocks if block.inline and not block.aside]
    aside = [_bytes(block) for block in blocks if block.aside]
    programs = [program.code for program in linked]
    if header.code is not None and not header.flags and (files := _joined(own, header, True)):
        return files
    for is_certain in (True, False):
        for sources in (own, (*programs, *inline, *aside)):
            fitting = [_of_claimed_size(source, header, language) for source in sources]
            found = [one for one in fitting if one and bool(one.doubt) is not is_certain]
            if found:
                return _first_of(found if sources is own else found[:1], programs)
    if joined := _joined(own, header) or _within(own, header, language):
        return joined
    first = next(iter((*own, *programs, *inline)), None)
    if first is None:
        return None
    return ChosenCode(first, "", _doubt(header, first, language, own, programs))


def fits_claim(block: CodeBlock, header: Header, language: Language) -> bool:
    """Whether a block has the claimed size without a doubt."""
    found = _of_claimed_size(_bytes(block), header, language)
    return found is not None and not found.doubt


def _without_markup(blocks: tuple[CodeBlock, ...], header: Header) -> tuple[CodeBlock, ...]:
    """The blocks without the markup and styles around a script, whatever their size. All, where
    there is nothing else, or the header names what they are in."""
    left = [one for one in blocks if one.inline or one.hint.lower() not in _MARKUP]
    named = _MARKUP & set(re.findall(r"\w+", header.text.lower()))
    has_code = any(not one.inline for one in left)
    return tuple(left) if has_code and not named else blocks


def _of_claimed_size(source: bytes, header: Header, language: Language) -> ChosenCode | None:
    """The form of a source that has the claimed size."""
    for form, doubt in _forms(source):
        for encoding in _encodings(language, form, header):
            if _is_claimed(form, encoding, header):
                return ChosenCode(form, encoding, doubt)
    for form, encoding in _dumps(source):
        if _is_claimed(form, encoding, header):
            return ChosenCode(form, encoding, f"it is taken for {encoding}: the claimed size fits")
    return None


def _dumps(source: bytes) -> Iterator[tuple[bytes, str]]:
    """Bytes shown in other ways than ``xxd`` has, each as text in one of our encodings."""
    text = source.strip()
    if _DIGITS.fullmatch(text):
        yield source, code_size.HEX
    elif _BASE64.fullmatch(text):
        yield source, code_size.BASE64
    rows = _CANONICAL.findall(text)
    if rows and len(rows) == len(text.splitlines()):
        yield b"\n".join(row.strip() for row in rows if row.strip()), code_size.HEX


def _joined(blocks: list[bytes], header: Header, whole: bool = False) -> ChosenCode | None:
    """Blocks that follow each other and have the claimed size together. ``whole``: that of all, not
    of the first summand."""
    if whole:
        header = replace(header, code=None)
    for start in range(len(blocks)):
        for end in range(start + 2, min(len(blocks), start + MOST_JOINED) + 1):
            for between in (b"\n", b""):
                source = between.join(blocks[start:end])
                if _is_claimed(source, "", header):
                    joined = f"{counted(end - start, 'code block')}, from number {start + 1} on"
                    return ChosenCode(source, "", f"{joined}, have the claimed size together")
    return None


def _within(blocks: list[bytes], header: Header, language: Language) -> ChosenCode | None:
    """The first or the last lines of a block that have the claimed size: with the source a block
    may show how it is called."""
    for number, block in enumerate(blocks[:MOST_PARTED], 1):
        lines = block.rstrip(b"\n").split(b"\n")
        if len(lines) > MOST_LINES:
            continue
        for cut in range(1, len(lines)):
            for some, which in ((lines[:cut], "first"), (lines[cut:], "last")):
                found = _of_claimed_size(b"\n".join(some), header, language)
                if found and found.source.strip():
                    lines_of = which if len(some) == 1 else f"{which} {len(some)}"
                    part = f"the {lines_of} {'line' if len(some) == 1 else 'lines'}"
                    part += f" of code block {number}"
                    doubt = found.doubt or "the claimed size fits"
                    return replace(found, doubt=f"{part}, without the others: {doubt}")
    return None


def _first_of(fitting: list[ChosenCode], programs: list[bytes]) -> ChosenCode:
    """The first code of the claimed size; of several the one that a link runs."""
    texts = list(dict.fromkeys(one.source.strip() for one in fitting))
    run = [one for one in fitting if one.source.strip() in [code.strip() for code in programs]]
    first = (run or fitting)[0]
    if len(texts) == 1 or run or first.doubt:
        return first
    size = counted(len(fitting[0].source), "byte")
    doubt = f"{counted(len(texts), 'code block')} have the claimed size: the first is taken, {size}"
    return replace(first, doubt=doubt)


def _bytes(block: CodeBlock) -> bytes:
    return block.text.encode("utf-8", "replace")


def _doubt(
    header: Header, first: bytes, language: Language, own: list[bytes], programs: list[bytes]
) -> str:
    where = "code block" if own else "link" if programs else "code in a line"
    size = counted(_counted_size(first, language), "byte")
    if header.size is None and header.characters is None:
        return f"no size is claimed: the first {where} is taken, {size}"
    claimed = (
        f"{shown_size(header.size)} {'byte' if header.size == 1 else 'bytes'}"
        if header.size is not None
        else counted(header.characters or 0, "character")
    )
    return f"no code has the claimed {claimed}: the first {where} is taken, {size}"


def _counted_size(source: bytes, language: Language) -> int:
    """The size of a source, in the code page of its language where it fits."""
    try:
        return code_size.measure(source, Path("post"), language.encoding).encoded
    except JudgeError:  # a character that the code page lacks
        return len(source)


def shown_size(size: Fraction) -> str:
    """Digits, with a decimal fraction where there is one."""
    return f"{int(size):,}" if size.denominator == 1 else f"{float(size):,g}"


def _forms(source: bytes) -> Iterator[tuple[bytes, str]]:
    """As it is shown, and without its final line ends; with one more; without blanks around it;
    without what indents all lines, as in an item of a list; with the tabs, line ends or entities
    that a page may have changed, and without the name that it is given, each with why that is
    doubtful."""
    yield source, ""
    if (bare := source.rstrip(b"\n")) != source:
        yield bare, ""
    yield source + b"\n", "a line end behind the code is counted: the claimed size fits"
    for alone in dict.fromkeys((source.rstrip(), source.strip(b"\n"), source.strip())):
        if alone not in (source, bare):
            yield alone, ""
    if (flush := dedent(source.decode()).encode()) != source:
        yield flush, ""
    for width in (4, 8):
        tabbed = _with_tabs(source, width)
        if tabbed != source:
            yield tabbed, f"{width} spaces of an indent are taken for a tab: the claimed size fits"
    if b"\n" in bare and b"\r" not in source:
        lines = bare.replace(b"\n", b"\r\n")
        yield lines, "line ends are taken for CR LF: the claimed size fits"
    if (seen := _UNSEEN.sub(b"", source.replace(_NO_BREAK, b" "))) != source:
        for form in dict.fromkeys((seen, seen.strip(), seen.strip() + b"\n")):
            yield form, _CLEANED
    if (plain := html.unescape(bare.decode()).encode()) != bare:
        yield (
            plain,
            "entities such as &lt; are taken for what they stand for: the claimed size fits",
        )
    yield from _unnamed(source)


def _unnamed(source: bytes) -> Iterator[tuple[bytes, str]]:
    """Without what is not counted: ``f=`` before a function, a sign for input, a semicolon."""
    found = _NAMED.match(source)
    rest = source[found.end() :] if found else source
    for form in dict.fromkeys((rest, rest.rstrip(b"\n"), rest.rstrip(b";\n"))):
        left = [
            part for part in (source[: len(source) - len(rest)], rest[len(form) :].strip()) if part
        ]
        if form and left:
            shown = " and ".join(repr(part.decode("utf-8", "replace").strip()) for part in left)
            yield form, f"{shown} is left out: the claimed size fits"


def _with_tabs(source: bytes, width: int) -> bytes:
    """With a tab for every so many spaces that begin a line."""

    def tabs(indent: re.Match[bytes]) -> bytes:
        return b"\t" * (len(indent[0]) // width) + b" " * (len(indent[0]) % width)

    return re.sub(rb"^ +", tabs, source, flags=re.MULTILINE)


def _encodings(language: Language, source: bytes, header: Header) -> tuple[str, ...]:
    if _DUMP.match(source):
        return ("", code_size.HEX)
    pages = code_size.pages().values()
    own = [page.name for page in pages if language.name in page.languages]
    return ("", *own, *_named_page(header.text))


def _named_page(text: str) -> Iterator[str]:
    """The code page that a header names, as Python calls it."""
    if found := _PAGE.search(text):
        name = f"iso8859-{found['iso']}" if found["iso"] else f"cp{found['page']}"
        name = name if found["iso"] or found["page"] else "latin-1"
        if not code_size.complaint(name):
            yield name


def _is_claimed(source: bytes, encoding: str, header: Header) -> bool:
    try:
        size = code_size.measure(source, Path("post"), encoding)
    except JudgeError:  # a character that the code page lacks
        return False
    if header.size is None:
        return header.characters is not None and size.characters == header.characters
    return Fraction(size.encoded) in claimed_sizes(header.size, header.flags, header.code)


def claimed_sizes(
    size: Fraction, flags: tuple[str, ...], code: Fraction | None = None
) -> tuple[Fraction, ...]:
    """The sizes of the code alone that agree with a claim: flags are free, or count with their
    space, or as the difference to the shortest command line: ``-p`` is 1 byte then."""
    if code is not None:
        return (code, size)
    if not flags:
        return (size,)
    shortest = sum(len(flag.encode("utf-8", "replace").lstrip(b"-")) for flag in flags)
    spaced = code_size.flag_bytes(flags)
    plain = spaced - len(flags)
    return (size, *(size - cost for cost in (shortest, plain, spaced) if cost <= size))
