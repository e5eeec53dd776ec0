"""Anchors in the page."""

from __future__ import annotations

from urllib.parse import quote

from judge.common.safe_text import encodable


def anchor(problem: str, solution: str = "", case: str = "") -> str:
    """The anchor of a problem, a solution or a cell: ``#problem/solution/case``.

    Agrees with the script's ``encodeURIComponent``, except that a case keeps its slashes.
    """
    parts = [quote(encodable(name), safe="!~*'()") for name in (problem, solution) if name]
    if case:
        parts.append(quote(encodable(case), safe="!~*'()/"))
    return "#" + "/".join(parts)
