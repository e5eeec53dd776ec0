"""Links to online interpreters, whose addresses hold the program.

- Try it online, ``tio.run/##…``: base64 of raw deflate of bytes: the language, header, code,
  footer, input and arguments, separated by 0xFF. 0xFE starts further fields, each with its name
  first; 0xF5 starts settings.
- Attempt this online, ``ato.pxeger.com/run?1=…``: base64 of raw deflate of a MessagePack array:
  language, options, header, code, footer (each with its encoding), arguments, input.
- Sites of one language (``sites`` in the names of languages), ``…/#…``: base64 of a JSON list:
  flags, header, code, footer, input.
- Sites that pack a text (``packed_sites`` there), ``…/#v2:…``: options such as ``l:fs``, the
  language, up to the first ``|``; then the code.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import msgpack
from msgspec import Struct

from judge.languages.posted_names import language_of_site, linked_language, packed_site
from judge.posts.packed_text import unpacked

TRY_IT_ONLINE = ("tio.run", "www.tio.run")
ATTEMPT_THIS_ONLINE = "ato.pxeger.com"
#: The largest decoded link, in bytes.
LARGEST = 2**20


class LinkedProgram(Struct, frozen=True):
    """A program in a link; ``language`` is the interpreter's own name for it."""

    language: str
    code: bytes
    header: bytes = b""
    footer: bytes = b""
    input: bytes = b""
    arguments: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


def host_of(href: str) -> str:
    """The site that a link leads to, in lower case; empty for none."""
    try:
        return urlsplit(href).hostname or ""
    except ValueError:
        return ""


def holds_programs(host: str) -> bool:
    """Whether the addresses of this site hold the program."""
    known = host in (*TRY_IT_ONLINE, ATTEMPT_THIS_ONLINE)
    return known or bool(language_of_site(host)) or packed_site(host) is not None


def linked_program(href: str) -> LinkedProgram | None:
    """The program in a link; None for any other link, and for one that is damaged or too large."""
    try:
        parts = urlsplit(href)
        if parts.hostname in TRY_IT_ONLINE and parts.fragment.startswith("#"):
            return _try_it_online(_inflated(parts.fragment[1:]))
        if parts.hostname == ATTEMPT_THIS_ONLINE:
            [packed] = parse_qs(parts.query.replace("+", "%2B"))["1"]
            return _attempt_this_online(_inflated(packed))
        if language := language_of_site(parts.hostname or ""):
            return _of_site(language, parts.fragment)
        if site := packed_site(parts.hostname or ""):
            return _of_packed_site(*site, parts.fragment)
    except (ValueError, KeyError, TypeError, zlib.error, msgpack.UnpackException):
        return None
    return None


def _of_site(language: str, text: str) -> LinkedProgram:
    """Raises ValueError or TypeError."""
    plain = unquote(text).replace("-", "+").replace("_", "/").rstrip("=")
    data = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    if len(data) > LARGEST:
        raise ValueError("too large")
    flags, header, code, footer, given = json.loads(data)[:5]
    if not all(isinstance(part, str) for part in (flags, header, code, footer, given)):
        raise TypeError("no text")
    options = tuple("-" + flag for flag in flags if not flag.isspace())
    return LinkedProgram(
        language,
        _encoded(code, "utf-8"),
        _encoded(header, "utf-8"),
        _encoded(footer, "utf-8"),
        _encoded(given, "utf-8"),
        flags=options,
    )


def _of_packed_site(usual: str, words: tuple[str, ...], text: str) -> LinkedProgram:
    """Raises ValueError."""
    version, _, packed = unquote(text).partition(":")
    if version not in ("v2", "v3"):
        raise ValueError("another format")
    plain = unpacked(packed.partition(".")[0].replace("-", "+").replace("_", "/"), LARGEST)
    options, _, code = plain.partition("|")
    chosen = dict(one.split(":", 1) for one in options.split(",") if ":" in one)
    language = chosen.get("l", usual)
    linked = linked_language(language)
    has_words = linked is not None and linked.name == usual

    def word(found: re.Match[str]) -> str:
        if found[1] == "@":
            return "@"
        if not has_words or not (known := words[int(found[1])]):
            raise ValueError("a word that is not known")
        return known

    try:
        code = re.sub(r"@([0-9]{1,4}|@)", word, code)
    except IndexError as error:
        raise ValueError("a word that is not known") from error
    return LinkedProgram(language, code.encode("utf-8", "replace"))


def _inflated(text: str) -> bytes:
    """Raises ValueError or zlib.error."""
    plain = re.sub(r"\s", "", unquote(text)).translate(str.maketrans("@-_", "++/")).rstrip("=")
    try:
        data = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error
    decoder = zlib.decompressobj(-zlib.MAX_WBITS)
    inflated = decoder.decompress(data, LARGEST)
    if decoder.unconsumed_tail:
        raise ValueError("too large")
    return inflated


def _try_it_online(state: bytes) -> LinkedProgram:
    state = state.partition(b"\xf5")[0]
    main, *named = state.split(b"\xfe")
    language, *fields = main.split(b"\xff")
    fields += [b""] * (4 - len(fields))
    header, code, footer, given = fields[:4]
    flags: list[str] = []
    for part in named:
        name, *values = part.split(b"\xff")
        if b"flag" in name.lower() or b"option" in name.lower():
            flags += [_text(value) for value in values if value]
    return LinkedProgram(
        _text(language),
        code,
        header,
        footer,
        given,
        tuple(_text(value) for value in fields[4:]),
        tuple(flags),
    )


def _attempt_this_online(state: bytes) -> LinkedProgram:
    fields: Any = msgpack.unpackb(state, raw=False)
    language, options, header, head_as, code, code_as, footer, foot_as, arguments, given, in_as = (
        fields[:11]
    )
    return LinkedProgram(
        str(language),
        _encoded(code, code_as),
        _encoded(header, head_as),
        _encoded(footer, foot_as),
        _encoded(given, in_as),
        _words(arguments),
        _words(options),
    )


def _encoded(text: Any, encoding: Any) -> bytes:
    """Text in a code page of the interpreter's own stays UTF-8."""
    if isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        raise TypeError("no text")
    if encoding in ("base64", "hexdump"):
        return base64.b64decode(text) if encoding == "base64" else bytes.fromhex(text)
    return text.encode("utf-8", "replace")


def _words(value: Any) -> tuple[str, ...]:
    listed: Iterable[Any] = value.split() if isinstance(value, str) else value or ()
    return tuple(str(word) for word in listed)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
