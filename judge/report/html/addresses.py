"""Anchors in the page, and links to the web."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from judge.common.safe_text import encodable


def anchor(problem: str, solution: str = "", case: str = "") -> str:
    """The anchor of a problem, a solution or a cell: ``#problem/solution/case``.

    Agrees with the script's ``encodeURIComponent``, except that a case keeps its slashes.
    """
    parts = [quote(encodable(name), safe="!~*'()") for name in (problem, solution) if name]
    if case:
        parts.append(quote(encodable(case), safe="!~*'()/"))
    return "#" + "/".join(parts)


def web_address(url: str) -> str | None:
    """``url`` if it may become a link: http or https, with a host, no invisible characters."""
    if not url.isprintable() or " " in url:
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return url if parts.scheme in ("http", "https") and parts.hostname else None
