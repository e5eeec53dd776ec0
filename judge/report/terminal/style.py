"""Colours and how much is printed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TextIO

from msgspec import Struct

from judge.model import Verdict


class Verbosity(Enum):
    """How much is printed: only what is not as expected, the table, or every setting too."""

    QUIET = "quiet"
    USUAL = "usual"
    VERBOSE = "verbose"


_COLOURS: Mapping[Verdict, str] = {
    Verdict.AC: "32",
    Verdict.WA: "31",
    Verdict.RTE: "35",
    Verdict.CE: "35",
    Verdict.JE: "7;31",
    Verdict.BETTER: "1;34",
    Verdict.TLE: "33",
    Verdict.UNVERIFIED: "33",
    Verdict.MLE: "36",
    Verdict.OLE: "36",
    Verdict.SKIP: "2",
}


class Style(Struct, frozen=True):
    """Colours, or none."""

    colours: bool = False

    def verdict(self, verdict: Verdict, width: int = 0) -> str:
        padded = f"{verdict.value:<{width}}"
        return f"\x1b[{_COLOURS[verdict]}m{padded}\x1b[0m" if self.colours else padded

    def strong(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colours else text


def style_for(stream: TextIO, environment: Mapping[str, str]) -> Style:
    """Colours on a terminal that supports them, unless ``NO_COLOR`` is set to anything."""
    dumb = environment.get("TERM", "dumb") == "dumb"
    return Style(stream.isatty() and not dumb and not environment.get("NO_COLOR"))
