"""The result of a check of a problem."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

#: How many examples of a fault are listed.
EXAMPLES = 5


class Status(Enum):
    """The result of a check; a fault means that the problem must be fixed."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "FAULT"


class Table(Struct, frozen=True):
    """Rows under a head; a ``folded`` table is shown on request only."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    folded: bool = False


class Finding(Struct, frozen=True):
    """The result of one check: a statement of one line, then its details. ``is_complete`` is false
    if the check left something out because its time was over."""

    name: str
    status: Status
    statement: str
    details: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    is_complete: bool = True
