"""``Posts.xml`` of the data dump: one ``row`` for each post of a site.

The file may be larger than the memory: it is read in parts. A document type is refused, because
only one can define entities.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from urllib.parse import quote
from xml.parsers import expat

from judge.common.errors import JudgeError
from judge.posts.post import Post, votes_of

#: ``PostTypeId`` of an answer.
ANSWER = "2"
#: Bytes that are read at a time.
PART = 2**20


def read(path: Path, parent: str | None, site: str | None = None) -> tuple[Post, ...]:
    """The answers to the question ``parent``, its number; raises JudgeError.

    Without ``parent`` all answers must be to one question. ``site`` is the address of the site,
    which the dump does not name.
    """
    found: list[Post] = []
    parents: set[str] = set()

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if name != "row" or attributes.get("PostTypeId", ANSWER) != ANSWER:
            return
        question = attributes.get("ParentId", "")
        if parent is None:
            parents.add(question)
            if len(parents) > 1:
                raise JudgeError("has answers to several questions: choose one by --parent", path)
        if parent in (None, question):
            found.append(_post(attributes, site))

    def refuse(*_: object) -> None:
        raise JudgeError("has a document type, which is refused: a data dump has none", path)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    try:
        with path.open("rb") as file:
            while part := file.read(PART):
                parser.Parse(part, False)
        parser.Parse(b"", True)
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", path) from error
    except expat.ExpatError as error:
        said = expat.errors.messages.get(error.code, "error")
        raise JudgeError(f"is not valid XML: {said}", path, error.lineno) from error
    return tuple(found)


def _post(row: Mapping[str, str], site: str | None) -> Post:
    number, owner = row.get("Id", ""), row.get("OwnerUserId", "")
    named = row.get("OwnerDisplayName") or (f"user{owner}" if owner else "")
    return Post(
        id=number,
        html=row.get("Body", ""),
        author=html.unescape(named),
        url=f"{site.rstrip('/')}/a/{quote(number)}" if site else "",
        posted=_day(row.get("CreationDate", "")),
        edited=_day(row.get("LastEditDate", "")),
        votes=votes_of(row.get("Score", "")),
        is_deleted=bool(row.get("DeletionDate")),
    )


def _day(text: str) -> date | None:
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        return None
