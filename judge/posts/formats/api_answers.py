"""Answers as the API of Stack Exchange gives them: JSON with ``items``.

In the API's JSON names are HTML, and so is the Markdown of ``body_markdown``: each is unescaped
once.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from judge.common.errors import JudgeError, not_utf_8
from judge.posts.markdown import markdown_to_html
from judge.posts.post import Post, SavedPage

#: The page of an author, behind the address of the site.
_USER = re.compile(r"(https?://[\w.-]+)/users/")
#: What never occurs in HTML-escaped text.
_UNESCAPED = re.compile(r"[<>\"]|&(?!#?\w+;)")


def read(data: bytes, path: Path, site: str | None = None) -> SavedPage:
    """The answers of a file; raises JudgeError. ``site`` is the address of the site, for answers
    without a link; default: that of their authors."""
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise JudgeError(f"is not valid JSON: {error.msg}", path, error.lineno) from error
    except UnicodeDecodeError as error:
        raise not_utf_8(error, path) from error
    except (RecursionError, ValueError) as error:
        raise JudgeError("is JSON that cannot be read: nested too deeply, or too long", path) from (
            error
        )
    posts = tuple(_posts(content, path))
    posts = tuple(_linked(posts, site or _site(content)))
    return SavedPage(posts, _has_more(content), _has_earlier(content))


def _linked(posts: Iterable[Post], site: str) -> Iterator[Post]:
    for post in posts:
        is_open = site and not post.url and post.id.isdecimal()
        yield replace(post, url=f"{site.rstrip('/')}/a/{post.id}") if is_open else post


def _site(content: Any) -> str:
    """The address of the site, from the first link to an author; empty for none. The API gives an
    answer a link of its own only where a filter asks for it."""
    for item in content["items"] if isinstance(content, dict) else content:
        for answer in (item, *(item.get("answers") or ())):
            owner = answer.get("owner")
            link = owner.get("link") if isinstance(owner, dict) else None
            found = _USER.match(link) if isinstance(link, str) else None
            if found:
                return found[1]
    return ""


def _has_more(content: Any) -> bool:
    """Whether the API has kept answers back: on further pages, or beside the first ones of a
    question."""
    if not isinstance(content, dict):
        return False
    questions = [one for one in content["items"] if isinstance(one.get("answers"), list)]
    return content.get("has_more") is True or any(
        isinstance(count := one.get("answer_count"), int) and count > len(one["answers"])
        for one in questions
    )


def _has_earlier(content: Any) -> bool:
    page = content.get("page") if isinstance(content, dict) else None
    return isinstance(page, int) and page > 1


def _posts(content: Any, path: Path) -> Iterator[Post]:
    items = content.get("items") if isinstance(content, dict) else content
    if not isinstance(items, list):
        raise JudgeError('has no list "items": save the answers as the API gives them', path)
    for index, item in enumerate(items):
        if not isinstance(item, dict):
            raise JudgeError(f"items[{index}] is not an object", path)
        if isinstance(answers := item.get("answers"), list):  # a question with its answers
            yield from _posts(answers, path)
        elif "answer_id" in item or "question_id" not in item or "title" not in item:
            yield _post(item, index, path)


def _post(item: dict[str, Any], index: int, path: Path) -> Post:
    body, markdown = item.get("body"), item.get("body_markdown")
    if not isinstance(body, str):
        if not isinstance(markdown, str):
            named = f"items[{index}] has neither body nor body_markdown"
            raise JudgeError(f"{named}: ask the API for one of them, with a filter", path)
        body = markdown_to_html(unescaped(markdown))
    owner = item.get("owner")
    name = owner.get("display_name") if isinstance(owner, dict) else None
    url = next((u for key in ("link", "share_link") if isinstance(u := item.get(key), str)), "")
    number = item.get("answer_id", item.get("post_id"))
    votes = item.get("score")
    return Post(
        id=str(number) if isinstance(number, int | str) else (url or f"items[{index}]"),
        html=body,
        author=html.unescape(name) if isinstance(name, str) else "",
        url=html.unescape(url),
        posted=_day(item.get("creation_date")),
        edited=_day(item.get("last_edit_date")),
        votes=votes if isinstance(votes, int) and not isinstance(votes, bool) else None,
    )


def unescaped(markdown: str) -> str:
    """Markdown that may be HTML-escaped as a whole, without that."""
    return markdown if _UNESCAPED.search(markdown) else html.unescape(markdown)


def _day(seconds: Any) -> date | None:
    """The day of a time in seconds since 1970, in UTC, or of an ISO 8601 time."""
    try:
        if isinstance(seconds, str):
            return datetime.fromisoformat(seconds).date()
        return datetime.fromtimestamp(seconds, UTC).date()
    except (TypeError, ValueError, OverflowError, OSError):
        return None
