"""Regular expressions that few runs need."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct


class LazyPattern(Struct, frozen=True):
    """A regular expression that is compiled when it is first used: to compile a long one takes
    milliseconds. Its methods are those of ``re.Pattern``."""

    text: str
    flags: int = 0

    def search(self, string: str) -> re.Match[str] | None:
        return _compiled(self.text, self.flags).search(string)

    def match(self, string: str) -> re.Match[str] | None:
        return _compiled(self.text, self.flags).match(string)

    def fullmatch(self, string: str) -> re.Match[str] | None:
        return _compiled(self.text, self.flags).fullmatch(string)

    def finditer(self, string: str, *positions: int) -> Iterator[re.Match[str]]:
        """``positions``: the first one that is looked at, and the one where the text ends."""
        return _compiled(self.text, self.flags).finditer(string, *positions)

    def findall(self, string: str) -> list[Any]:
        return _compiled(self.text, self.flags).findall(string)

    def sub(self, by: str | Callable[[re.Match[str]], str], string: str) -> str:
        return _compiled(self.text, self.flags).sub(by, string)


@cache
def _compiled(text: str, flags: int) -> re.Pattern[str]:
    return re.compile(text, flags)
