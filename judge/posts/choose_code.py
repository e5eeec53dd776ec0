"""The right code block among those of a post: the first one of the claimed size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

from judge.common.errors import JudgeError
from judge.common.messages import counted
from judge.languages.table import Language
from judge.posts.body import CodeBlock
from judge.posts.header import Header
from judge.posts.links import LinkedProgram
from judge.solutions import code_size


@dataclass(frozen=True)
class ChosenCode:
    """``encoding`` is the code page in which it has the claimed size; empty for UTF-8. ``doubt``
    says why it may be the wrong code; empty if its size is the claimed one."""

    source: bytes
    encoding: str = ""
    doubt: str = ""


def choose_code(
    header: Header,
    language: Language,
    blocks: Iterable[CodeBlock],
    linked: Iterable[LinkedProgram],
) -> ChosenCode | None:
    """The solution among the code blocks of a post, those after its header first, and the programs
    of its links; None where there is no code."""
    blocks = tuple(blocks)
    own = [_bytes(block) for block in blocks if not block.inline]
    inline = [_bytes(block) for block in blocks if block.inline and not block.aside]
    aside = [_bytes(block) for block in blocks if block.aside]
    programs = [program.code for program in linked]
    for source in (*own, *programs, *inline, *aside):
        for form in _forms(source):
            for encoding in _encodings(language):
                if _is_claimed(form, encoding, header):
                    return ChosenCode(form, encoding)
    first = next(iter((*own, *programs, *inline)), None)
    if first is None:
        return None
    return ChosenCode(first, "", _doubt(header, first, own, programs))


def _bytes(block: CodeBlock) -> bytes:
    return block.text.encode("utf-8", "replace")


def _doubt(header: Header, first: bytes, own: list[bytes], programs: list[bytes]) -> str:
    where = "code block" if own else "link" if programs else "code in a line"
    size = counted(len(first), "byte")
    if header.size is None and header.characters is None:
        return f"no size is claimed: the first {where} is taken, {size}"
    claimed = (
        f"{shown_size(header.size)} bytes"
        if header.size is not None
        else f"{header.characters} characters"
    )
    return f"no code has the claimed {claimed}: the first {where} is taken, {size}"


def shown_size(size: Fraction) -> str:
    """Digits, with a decimal fraction where there is one."""
    return f"{int(size):,}" if size.denominator == 1 else f"{float(size):,g}"


def _forms(source: bytes) -> Iterator[bytes]:
    """As it is shown, with a final line end, and without any; without what indents all lines, as
    in an item of a list."""
    yield source
    yield source + b"\n"
    if (bare := source.rstrip(b"\n")) != source:
        yield bare
    if (flush := dedent(source.decode()).encode()) != source:
        yield flush


def _encodings(language: Language) -> tuple[str, ...]:
    pages = code_size.pages().values()
    return ("", *(page.name for page in pages if language.name in page.languages))


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
