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

from judge.common.errors import JudgeError, unreadable
from judge.common.safe_text import one_line
from judge.posts.post import Post, votes_of

#: ``PostTypeId`` of an answer.
ANSWER = "2"
#: ``PostTypeId`` of a question.
QUESTION = "1"
#: ``OwnerUserId`` of the user that stands for everybody, and that user's name.
EVERYBODY, EVERYBODY_NAME = "-1", "Community"
#: Bytes that are read at a time.
PART = 2**20


def read(path: Path, parent: str | None, site: str | None = None) -> tuple[Post, ...]:
    """The answers to the question ``parent``, its number; raises JudgeError.

    Without ``parent`` all answers must be to one question. ``site`` is the address of the site,
    which the dump does not name.
    """
    found: list[Post] = []
    parents: dict[str, None] = {}
    asked: list[Mapping[str, str]] = []

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if name != "row":
            return
        if attributes.get("Id") == parent:
            asked.append({**attributes})
        if attributes.get("PostTypeId", ANSWER) != ANSWER:
            return
        question = attributes.get("ParentId", "")
        if parent is None:
            parents[question] = None
            if len(parents) > 1:
                two = " and ".join(one_line(number, 40) for number in parents)
                said = f"has answers to several questions, such as {two}"
                raise JudgeError(f"{said}: choose one by --parent", path)
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
        raise unreadable(error, path) from error
    except expat.ExpatError as error:
        said = expat.errors.messages.get(error.code, "error")
        raise JudgeError(f"is not valid XML: {said}", path, error.lineno) from error
    if parent is not None and not found:
        _check_question(parent, asked, path)
    return tuple(found)


def _check_question(parent: str, asked: list[Mapping[str, str]], path: Path) -> None:
    """Raise JudgeError if no row is the question ``parent``, which has no answers."""
    row = asked[0] if asked else {}
    if row.get("PostTypeId") == QUESTION:
        return
    wrong = f"has no answers to {one_line(parent, 40)}"
    if row.get("PostTypeId") == ANSWER and (question := row.get("ParentId")):
        raise JudgeError(
            f"{wrong}, which is an answer: use --parent {one_line(question, 40)}", path
        )
    raise JudgeError(f"{wrong}: use --parent with the number of the question", path)


def _post(row: Mapping[str, str], site: str | None) -> Post:
    number, owner = row.get("Id", ""), row.get("OwnerUserId", "")
    unnamed = EVERYBODY_NAME if owner == EVERYBODY else f"user{owner}" if owner else ""
    named = row.get("OwnerDisplayName") or unnamed
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
