"""A solution's source as coloured HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import TextLexer, get_lexer_by_name, get_lexer_for_filename
from pygments.util import ClassNotFound

from judge.model import Solution
from judge.report.text import mark, unseen

#: How much of a source is shown, in bytes.
SHOWN = 32 * 2**10

_SUSPECT = re.compile(r"[^\x20-\x7e\n\t]")


@dataclass(frozen=True)
class Source:
    """``html`` holds one ``<span class=line>`` a line; ``size`` says how long the whole is."""

    html: Markup
    size: str
    missing: str = ""


def load(solution: Solution) -> Source:
    """Colour a source: as the store kept it, else as it lies there; one that is gone is told."""
    try:
        data = solution.path.read_bytes() if solution.source is None else solution.source
    except OSError as error:
        return Source(Markup(""), f"{solution.size:,} bytes", error.strerror or "unreadable")
    text = data[:SHOWN].decode("utf-8", "surrogateescape")
    html = highlight(text, _lexer(solution), HtmlFormatter(nowrap=True))
    lines = html.rstrip("\n").split("\n")
    spans = "".join(f'<span class="line">{_marked(line)}\n</span>' for line in lines)
    return Source(Markup(spans), _size(data))


def _lexer(solution: Solution) -> Lexer:
    """By the file's suffix, else by the language's code, else none at all."""
    lexer: Lexer
    try:
        lexer = get_lexer_for_filename(solution.path.name, None, stripnl=False)
    except ClassNotFound:
        try:
            lexer = get_lexer_by_name(solution.language, stripnl=False)
        except ClassNotFound:
            lexer = TextLexer(stripnl=False)
    return lexer


def _marked(html: str) -> str:
    """Marks in place of unseen characters. They are never part of a tag, so HTML stays HTML."""

    def shown(match: re.Match[str]) -> str:
        if not unseen(match[0]):
            return match[0]
        return f'<span class="mark">{escape(mark(match[0]))}</span>'

    return _SUSPECT.sub(shown, html)


def _size(data: bytes) -> str:
    count = f"{len(data):,} byte{'s' * (len(data) != 1)}"
    if len(data) > SHOWN:
        return f"{count} (the first {SHOWN:,} are shown)"
    try:
        characters = len(data.decode("utf-8"))
    except UnicodeDecodeError:
        return f"{count}, not UTF-8"
    return count if characters == len(data) else f"{count}, {characters:,} characters"
