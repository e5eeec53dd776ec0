"""The size of a source: its bytes, characters and flags, in the encoding that it declares.

A source whose encoding is ``base64`` or ``hex`` is decoded, and the bytes are counted and run. One
in a code page that Python knows (``cp437``) is saved as UTF-8, and counted and run in that page.
One in the code page of a golfing language is counted in that page and run as it is, since such a
language reads both. So the bytes that run are the bytes that were counted.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
import tomllib
from collections.abc import Mapping
from encodings.aliases import aliases
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from judge.common.errors import JudgeError
from judge.common.messages import counted, did_you_mean
from judge.model import FlagsRule, Size

PAGES = Path(__file__).with_name("code_pages.toml")
BASE64, HEX = "base64", "hex"
#: A row of ``xxd``: offset, groups of bytes, two spaces, the bytes as characters.
XXD_ROW = re.compile(r"(?P<offset>[0-9a-fA-F]{4,}): ?(?P<bytes>.*?)(?:  .*)?")


class CodePage(Struct, frozen=True):
    """One entry of ``code_pages.toml``; see there."""

    name: str
    languages: tuple[str, ...]
    characters: frozenset[str]


@lru_cache(maxsize=1)
def pages() -> Mapping[str, CodePage]:
    """The code pages of golfing languages, by name."""
    with PAGES.open("rb") as file:
        entries = tomllib.load(file)
    return {
        name: CodePage(name, tuple(entry["languages"]), frozenset("".join(entry["rows"])))
        for name, entry in entries.items()
    }


def default_page(source: bytes, page: str) -> str:
    """``page``, the default of a language, for a UTF-8 source that has only its characters; else
    empty, and the source is counted as it is."""
    try:
        measure(source, Path(), page)
    except JudgeError:
        return ""
    return page


def measure(
    source: bytes,
    path: Path,
    encoding: str = "",
    flags: tuple[str, ...] = (),
    rule: FlagsRule = FlagsRule.FREE,
) -> Size:
    """The size of the file ``path`` that holds ``source``.

    Raises JudgeError for an unknown encoding, and for a character that it lacks, with its line.
    """
    if encoding in pages():
        encoded, newline = _in_page(_text(source, path), pages()[encoding], path)
    else:
        data = decoded(source, encoding, path)
        encoded, newline = len(data), _final_newline(data)
    return Size(
        file=len(source),
        encoded=encoded,
        characters=character_count(source),
        encoding=encoding,
        final_newline=newline,
        flags=flags,
        flag_bytes=flag_bytes(flags) if rule is FlagsRule.DIFFERENCE else 0,
    )


def flag_bytes(flags: tuple[str, ...]) -> int:
    """The bytes that the flags add to a command line, with a space for each."""
    return sum(1 + len(flag.encode("utf-8", "surrogateescape")) for flag in flags)


def decoded(source: bytes, encoding: str, path: Path) -> bytes:
    """What is handed to compiler or interpreter; raises JudgeError with file and line."""
    if not encoding or encoding in pages():
        return source
    if encoding == BASE64:
        return _base64(_text(source, path), path)
    if encoding == HEX:
        return _hex(_text(source, path), path)
    codec = _codec(encoding)
    if codec is None:
        raise JudgeError(complaint(encoding), path)
    text = _text(source, path)
    try:
        return text.encode(codec)
    except UnicodeEncodeError as error:
        raise _lacking(text, error.start, encoding, path) from error
    except UnicodeError as error:
        raise JudgeError(f"cannot be written in {encoding}: {error}", path) from error


def described(size: Size) -> list[str]:
    """The lines that explain the number of bytes."""
    known = size.characters is not None
    rows = [counted(size.characters or 0, "character") if known else "not UTF-8 text"]
    if size.final_newline:
        without = counted(size.ranked - size.final_newline, "byte")
        rows.append(f"{without} without the final line end")
    if size.encoding:
        how = "decoded from" if size.encoding in (BASE64, HEX) else "counted in"
        rows.append(f"{how} {size.encoding}; the file has {counted(size.file, 'byte')}")
    if size.flags:
        cost = counted(size.flag_bytes, "byte") if size.flag_bytes else "free, as a language"
        rows.append(f"flags {' '.join(size.flags)}: {cost}")
    return rows


def complaint(encoding: str, language: str | None = None) -> str:
    """Why an encoding cannot be declared, for sources of this language; empty if it can."""
    page = pages().get(encoding)
    if page and language and language not in page.languages:
        return f"encoding {encoding!r} is for {', '.join(page.languages)}, not for {language}"
    if page or encoding in ("", BASE64, HEX) or _codec(encoding):
        return ""
    codecs_of_python = {name.replace("_", "-") for name in aliases.values() if _codec(name)}
    return f"unknown encoding {encoding!r}: " + did_you_mean(
        encoding, {*pages(), BASE64, HEX, *codecs_of_python}
    )


def _codec(encoding: str) -> str | None:
    """Python's name for a text encoding; None if it knows none of that name."""
    try:
        found = codecs.lookup(encoding)
    except (LookupError, ValueError):  # ValueError: a NUL in the name
        return None
    return found.name if found._is_text_encoding else None


def _text(source: bytes, path: Path) -> str:
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        message = "is not UTF-8 text: a source with an encoding is saved as UTF-8"
        raise JudgeError(message, path, line) from error


def character_count(source: bytes) -> int | None:
    """None for bytes that are not UTF-8."""
    try:
        return len(source.decode("utf-8"))
    except UnicodeDecodeError:
        return None


def _final_newline(data: bytes) -> int:
    return 2 if data.endswith(b"\r\n") else int(data.endswith(b"\n"))


def _in_page(text: str, page: CodePage, path: Path) -> tuple[int, int]:
    """How many bytes, and how many of them are a final line end, which is one in every page:
    Jelly has no such character, but reads it as its own ``¶``."""
    for index, character in enumerate(text):
        if character not in page.characters and character != "\n":
            raise _lacking(text, index, page.name, path)
    return len(text), int(text.endswith("\n"))


def _lacking(text: str, index: int, encoding: str, path: Path) -> JudgeError:
    before = text[:index]
    line = before.count("\n") + 1
    column = index - (before.rfind("\n") + 1) + 1
    named = f"{text[index]!r} (U+{ord(text[index]):04X})"
    return JudgeError(f"column {column}: {named} is not in {encoding}", path, line)


def _base64(text: str, path: Path) -> bytes:
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise JudgeError(f"is not base64: {error}", path) from error


def _hex(text: str, path: Path) -> bytes:
    """Plain hexadecimal digits, or a dump by ``xxd``, whose offsets must fit."""
    data = bytearray()
    for number, row in enumerate(text.splitlines(), 1):
        found = XXD_ROW.fullmatch(row)
        if found and int(found["offset"], 16) != len(data):
            message = f"the offset is {found['offset']}, but {len(data):#x} bytes come before it"
            raise JudgeError(message, path, number)
        try:
            data += bytes.fromhex(found["bytes"] if found else row)
        except ValueError as error:
            raise JudgeError(f"is not a hexadecimal dump: {error}", path, number) from error
    return bytes(data)
