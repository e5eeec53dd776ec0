"""A source with what its manifest declares."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

from msgspec import Struct, field

from judge.common.errors import shown_path
from judge.model.convention import Candidate, Convention, Kind
from judge.model.expectation import Expectation
from judge.model.verdict import Verdict


class Size(Struct, frozen=True):
    """The size of a source; ``ranked`` is the number of bytes that counts.

    ``file`` is the size of the unchanged file; ``encoded`` that of the source in its declared
    encoding, the same if none is declared.
    """

    file: int
    encoded: int
    #: None where the file is not UTF-8 text.
    characters: int | None
    encoding: str = ""
    #: Bytes of the final line end, which a post often lacks: 0 to 2.
    final_newline: int = 0
    flags: tuple[str, ...] = ()
    #: Bytes that the flags add: 0 where they make a language of their own.
    flag_bytes: int = 0

    @property
    def ranked(self) -> int:
        return self.encoded + self.flag_bytes


class Claim(Struct, frozen=True):
    """What the author of a post claims. ``size`` is a number of bytes, flags included; golfing
    languages of half bytes have fractions."""

    size: Fraction | None = None
    characters: int | None = None
    #: As the header of the post names it.
    language: str = ""


NO_CLAIM = Claim()

#: The file in a folder of solutions that derives some from others by replacing strings.
VARIANTS = "variants.toml"


class Solution(Struct, frozen=True):
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
    #: How each choice was settled, to be shown: ``kind: program, by the manifest``.
    settled: tuple[str, ...] = ()
    convention: Convention = field(default_factory=Convention)
    #: Other plausible conventions, the likeliest first; empty where nothing is left open.
    candidates: tuple[Candidate, ...] = ()
    #: Additional arguments of the command, such as ``-p``.
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
    #: The source if it comes from the store, as the file at ``path`` may have changed, or if it is
    #: a variant, which has no file.
    source: bytes | None = None
    #: The file that a variant is made from.
    variant_of: Path | None = None
    #: ``size`` is ``measured.ranked``.
    measured: Size | None = None
    #: Of a submission of a package: the file, or the folder of several files, that is built as a
    #: program of the package. ``path`` is the file that starts.
    program: Path | None = None
    #: Of a submission of a package: what is expected of its cases; ``expect`` follows from it.
    expectations: tuple[Expectation, ...] = ()
    #: Why it is not run; empty if it is.
    skipped: str = ""
    #: Why building it fails before a compiler has seen it; empty if it does not.
    unbuildable: str = ""
    #: Whether it may be published as a model solution, as the package says.
    model: bool = False
    claim: Claim = NO_CLAIM
    #: Of the post; None for a solution that is not from a post.
    votes: int | None = None

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
