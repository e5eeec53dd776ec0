"""The answers of a question page, as any of its formats gives them."""

from __future__ import annotations

import re
from datetime import date

from msgspec import Struct


class Post(Struct, frozen=True):
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


class SavedPage(Struct, frozen=True):
    """The answers in a file, in its order."""

    posts: tuple[Post, ...]
    #: Whether it says that answers come after it, or before it, which another file has.
    has_more: bool = False
    has_earlier: bool = False


def votes_of(text: str) -> int | None:
    """A number of votes, with a minus of either kind and commas; None for anything else."""
    plain = text.strip().replace("\u2212", "-")
    return int(plain.replace(",", "")) if re.fullmatch(r"-?\d{1,3}(,?\d{3}){0,2}", plain) else None
