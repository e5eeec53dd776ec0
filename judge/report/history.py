"""What earlier runs of the judge said of a solution, as the page takes it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from judge.model import Verdict
from judge.plugin import Score


class Past(Protocol):
    """One earlier result. ``cases`` are all that the problem had then; ``cpu_s`` is the longest
    CPU time of a case; ``digest`` is of the source, so that a change of it shows."""

    @property
    def started(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def digest(self) -> str: ...
    @property
    def verdict(self) -> Verdict: ...
    @property
    def passed(self) -> int: ...
    @property
    def cases(self) -> int: ...
    @property
    def cpu_s(self) -> float: ...
    @property
    def worst_gap(self) -> Score | None: ...


#: Earlier results by (problem, solution), the newest first.
History = Mapping[tuple[str, str], tuple[Past, ...]]
NOTHING: History = MappingProxyType({})
