"""What a check of a problem found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

#: How many examples of one fault are told.
EXAMPLES = 5


class Status(Enum):
    """How a check came out; a fault makes the problem unhealthy."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "FAULT"


@dataclass(frozen=True)
class Table:
    """Rows of texts under a head; ``folded``: too long to be shown unasked."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    folded: bool = False


@dataclass(frozen=True)
class Finding:
    """One check's word: a statement of one line, then what it rests on."""

    name: str
    status: Status
    statement: str
    details: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
