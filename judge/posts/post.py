"""One answer of a question page, as any of its formats gives it."""

from __future__ import annotations

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
