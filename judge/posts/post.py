"""One answer of a question page, as any of its formats gives it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Post:
    """``id`` is the number of the answer, or whatever distinguishes it from the others of the page.

    ``html`` is the body as HTML. All other strings are plain text.
    """

    id: str
    html: str
    author: str = ""
    url: str = ""
    posted: date | None = None
    edited: date | None = None
    votes: int | None = None
    #: Whether the page shows it as deleted.
    is_deleted: bool = False


def votes_of(text: str) -> int | None:
    """A number of votes, with a minus of either kind and commas; None for anything else."""
    plain = text.strip().replace("\u2212", "-")
    return int(plain.replace(",", "")) if re.fullmatch(r"-?\d{1,3}(,?\d{3}){0,2}", plain) else None
