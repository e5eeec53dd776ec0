"""A saved page → posts, whatever its format, which the content shows."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from pathlib import Path

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.posts.formats import api_answers, data_dump, question_page, web_archive
from judge.posts.post import Post, SavedPage

#: The largest page, in bytes; a data dump may be larger.
LARGEST = foreign_files.CASE_BYTES
#: How much of a file shows its format: bytes.
START = 4096


def posts_in(path: Path, parent: str | None = None, site: str | None = None) -> tuple[Post, ...]:
    """The answers in a file, in its order; raises JudgeError."""
    return read_page(path, parent, site).posts


def read_page(path: Path, parent: str | None = None, site: str | None = None) -> SavedPage:
    """A file; raises JudgeError. ``parent`` is for a data dump, ``site`` for what names no address
    of its posts."""
    start = _start(path)
    if is_wide := start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        start = _as_utf_8(start).lstrip()
    if start.startswith((b"<?xml", b"<posts", b"<row")) and b"<html" not in start:
        return SavedPage(data_dump.read(path, parent, site))
    if parent is not None:
        raise JudgeError("--parent is for Posts.xml of a data dump: leave it out", path)
    try:
        data = foreign_files.read(path, most=LARGEST)
    except OSError as error:
        raise unreadable(error, path) from error
    data = _as_utf_8(data) if is_wide else data
    if start.startswith((b"{", b"[")):
        return api_answers.read(data, path, site)
    if web_archive.is_archive(start):
        data = web_archive.page_in(data)
    return question_page.read(data, path)


def missing_pages(pages: Sequence[SavedPage]) -> str:
    """What to do where files say that a question has more answers than they hold; empty for
    none."""
    ends = [
        word
        for word, is_open in (
            ("before", all(page.has_earlier for page in pages)),
            ("after", all(page.has_more for page in pages)),
        )
        if is_open
    ]
    if not ends:
        return ""
    return (
        f"there are more answers {' and '.join(ends)} these: save all pages of the question, and "
        "name them together; answers that are not here are left as they are"
    )


def _as_utf_8(wide: bytes) -> bytes:
    """UTF-16 with a byte order mark, as some shells and browsers save, in UTF-8."""
    return wide.decode("utf-16", "replace").encode()


def _start(path: Path) -> bytes:
    if not path.exists():
        raise JudgeError("no such file", path)
    if not path.is_file():
        raise JudgeError("is no regular file: name the saved page", path)
    try:
        with path.open("rb") as file:
            return file.read(START).removeprefix(b"\xef\xbb\xbf").lstrip()
    except OSError as error:
        raise unreadable(error, path) from error
