"""A source with what its manifest declares."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from judge.common.errors import shown_path
from judge.model.convention import Convention, Kind
from judge.model.verdict import Verdict


@dataclass(frozen=True)
class Size:
    """What a source is worth; ``ranked`` is the number of bytes that counts.

    ``file`` is the bytes of the file as it is, never stripped; ``encoded`` those of what is
    counted, under the declared encoding, which are the file's own where none is declared.
    """

    file: int
    encoded: int
    #: None where the file is not UTF-8 text.
    characters: int | None
    encoding: str = ""
    #: Bytes of a line end at the very end of what is counted, which a post often lacks: 0 to 2.
    final_newline: int = 0
    flags: tuple[str, ...] = ()
    #: What the flags count: 0 where they make a language of their own.
    flag_bytes: int = 0

    @property
    def ranked(self) -> int:
        return self.encoded + self.flag_bytes


#: The file in a folder of solutions that makes some from others by replacing text.
VARIANTS = "variants.toml"


@dataclass(frozen=True)
class Solution:
    """A source file as its author posted it, with what its manifest says."""

    problem: str
    name: str
    path: Path
    language: str
    kind: Kind
    size: int
    expect: frozenset[Verdict] = frozenset({Verdict.AC})
    #: The readings that the manifest leaves open; empty for all that the problem knows.
    readings: tuple[str, ...] = ()
    author: str = ""
    url: str = ""
    note: str = ""
    #: How each choice was settled, to be shown: ``kind: function, detected (a lambda)``.
    settled: tuple[str, ...] = ()
    convention: Convention = field(default_factory=Convention)
    #: Words of the invocation beyond the plain one, such as ``-p``.
    flags: tuple[str, ...] = ()
    #: A code page, ``base64`` or ``hex``; empty for the file as it is.
    encoding: str = ""
    #: The day it was posted.
    date: date | None = None
    requires: tuple[str, ...] = ()
    #: Of an output file: a glob of the cases it answers; None where the problem has one case.
    case: str | None = None
    #: SHA-256 of the source in hexadecimal.
    digest: str = ""
    #: The source itself where it comes from the store: the file at ``path`` may have changed.
    #: That of a variant, too, for which there is no such file.
    source: bytes | None = None
    #: The file that a variant is made from.
    variant_of: Path | None = None
    #: All there is to say of its size; ``size`` is ``measured.ranked``.
    measured: Size | None = None

    @property
    def place(self) -> str:
        """The file as it is shown; of a variant, the source and the table."""
        if self.variant_of is None:
            return shown_path(self.path)
        return f"{shown_path(self.variant_of)} + {VARIANTS}:{self.name}"

    @property
    def league(self) -> str:
        """The language it is ranked in: with free flags, those are part of its name."""
        free = not (self.measured and self.measured.flag_bytes)
        return " ".join((self.language, "+", *self.flags)) if self.flags and free else self.language
