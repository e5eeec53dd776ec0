"""Makes untrusted text safe to show: limits its length and marks invisible characters."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable

from msgspec import Struct

#: How much of an output, an input or an error stream a report keeps, in bytes.
KEPT = 4096

# fmt: off
_CONTROLS = (
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR",
    "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC",
    "FS", "GS", "RS", "US",
)
# fmt: on
_SURROGATE = re.compile("[\ud800-\udfff]")
#: Longer than nearly every path. Quotation marks and colons behind the word are kept.
_LONG_WORD = re.compile(r"(\S{100})\S{200,}?(?=['\"]?:?(?:\s|$))")
_SUSPECT = re.compile(r"[^\x20-\x7e\n\t]")


class Excerpt(Struct, frozen=True):
    """Part of ``total`` bytes: the first ones, or with ``tail`` the last ones."""

    data: bytes
    total: int
    tail: bool = False

    @property
    def whole(self) -> bool:
        return len(self.data) == self.total


def excerpt(data: bytes, tail: bool = False, keep: int = KEPT) -> Excerpt:
    """At most ``keep`` bytes from the start or the end; no UTF-8 character is split."""
    total = len(data)
    if total <= keep:
        return Excerpt(data, total, tail)
    cut = total - keep if tail else keep
    for _ in range(3):  # a character has at most three continuation bytes
        if data[cut] & 0xC0 != 0x80:
            break
        cut += 1 if tail else -1
    return Excerpt(data[cut:] if tail else data[:cut], total, tail)


def encodable(text: str) -> str:
    """``text`` without lone surrogates, which UTF-8 cannot encode; a file name may have them."""
    return _SURROGATE.sub("\ufffd", text)


def mark(character: str) -> str:
    """The mark for an invisible character: ``⟨NUL⟩``, ``⟨U+202E⟩``, ``⟨0xFF⟩``."""
    code = ord(character)
    if code < len(_CONTROLS):
        return f"⟨{_CONTROLS[code]}⟩"
    if 0xDC80 <= code <= 0xDCFF:  # a byte that was not UTF-8, from ``surrogateescape``
        return f"⟨0x{code - 0xDC00:02X}⟩"
    return f"⟨U+{code:04X}⟩"


def unseen(character: str) -> bool:
    """Controls, bidi marks, zero-width and unusual spaces, surrogates; not newline and tab."""
    return not character.isprintable() and character not in "\n\t"


def plain(text: str, limit: int | None = None) -> str:
    """``text`` with invisible characters marked, cut at ``limit`` characters."""
    if limit is not None and len(text) > limit:
        text = f"{text[:limit]} … ({len(text):,} characters)"
    if text.isprintable():
        return text
    return _SUSPECT.sub(lambda m: mark(m[0]) if unseen(m[0]) else m[0], text)


def short_words(text: str) -> str:
    """``text`` in which no word hides what follows it: some value may be of any length."""
    return _LONG_WORD.sub(r"\1…", text)


def one_line(text: str, limit: int | None = None) -> str:
    """``plain`` for a name or a message that must be one line: newlines and tabs are marked too."""
    return plain(text, limit).replace("\n", mark("\n")).replace("\t", mark("\t"))


def typed(arguments: Iterable[str]) -> str:
    """A command line for a shell. An argument with unprintable characters is written as ``$'…'``,
    which Bash, Zsh and Ksh understand."""
    return " ".join(
        shlex.quote(word) if word.isprintable() else _escaped(word) for word in arguments
    )


def _escaped(word: str) -> str:
    def one(character: str) -> str:
        if character in "\\'":
            return "\\" + character
        if character.isprintable():
            return character
        # A lone surrogate encodes no byte of a file name, but problem.yaml may contain one.
        lone = 0xD800 <= ord(character) < 0xDC80 or 0xDD00 <= ord(character) < 0xE000
        code = character.encode("utf-8", "surrogatepass") if lone else os.fsencode(character)
        return "".join(f"\\x{byte:02x}" for byte in code)

    return f"$'{''.join(map(one, word))}'"
