"""Markdown of posts → HTML."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt

#: ``>!`` begins a line of a spoiler.
_SPOILER = re.compile(r"^([ ]{0,3}>)!", re.M)
#: ``#Python`` is a heading in older posts.
_TIGHT_HEADING = re.compile(r"^(#{1,6})(?=[^#\s])", re.M)
_FENCED = re.compile(r"(^(?:```|~~~).*?^(?:```|~~~)[ \t]*$)", re.M | re.S)


def markdown_to_html(text: str) -> str:
    """The HTML of a post; HTML in it is kept, as posts mix both."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["strikethrough", "table"])
    parts = _FENCED.split(text)
    for index in range(0, len(parts), 2):  # the others are code
        parts[index] = _TIGHT_HEADING.sub(r"\1 ", _SPOILER.sub(r"\1", parts[index]))
    rendered: str = parser.render("".join(parts))
    return rendered
