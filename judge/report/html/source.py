"""The source of a solution as highlighted HTML."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256

import pygments
from markupsafe import Markup, escape
from msgspec import Struct
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_all_lexers, get_lexer_by_name

from judge.common.messages import counted
from judge.common.safe_text import mark, unseen
from judge.model import Solution
from judge.running import artifact_cache
from judge.solutions.code_size import character_count
from judge.solutions.load import source_of

#: How many bytes are shown of a source, and of all sources of a problem together.
SHOWN = 32 * 2**10
SHOWN_IN_ALL = 4 * 2**20

#: Where highlighted sources are kept for the next page: one takes ten times as long to highlight.
KEPT = "sources"

_SUSPECT = re.compile(r"[^\x20-\x7e\n\t]")


class Source(Struct, frozen=True):
    """``html`` has one ``<span class=line>`` per line; ``size`` describes the whole file."""

    html: Markup
    size: str
    #: None if it is not UTF-8.
    characters: int | None = None
    #: SHA-256 in hexadecimal, as in the store.
    digest: str = ""
    missing: str = ""


def load(solution: Solution, sources: int) -> Source:
    """Highlight a source, from the store or from its file; ``missing`` says why there is none.
    ``sources`` is the number of sources that share the room."""
    try:
        data = source_of(solution)
    except OSError as error:
        size = counted(solution.size, "byte")
        return Source(Markup(""), size, missing=error.strerror or "unreadable")
    if solution.digest and sha256(data).hexdigest() != solution.digest:
        return Source(
            Markup(""), counted(solution.size, "byte"), missing="the file has changed since"
        )
    shown = min(SHOWN, max(2**10, SHOWN_IN_ALL // max(1, sources)))
    text = data[:shown].decode("utf-8", "surrogateescape")
    html = _highlighted(text, _lexer_name(solution.path.suffix, solution.language))
    lines = html.rstrip("\n").split("\n")
    spans = "".join(f'<span class="line">{_marked(line)}\n</span>' for line in lines)
    characters = character_count(data)
    return Source(Markup(spans), _size(data, shown), characters, sha256(data).hexdigest())


def _highlighted(text: str, lexer_name: str) -> str:
    """What pygments makes of a source, from an earlier page if one had it: then no lexer, which is
    slow to load, is needed."""
    data = text.encode("utf-8", "surrogateescape")
    key = artifact_cache.key_of((pygments.__version__, lexer_name), {"source": data})
    if kept := artifact_cache.find(key, KEPT):
        return kept.decode("utf-8", "surrogateescape")
    lexer = get_lexer_by_name(lexer_name, stripnl=False)
    html: str = pygments.highlight(text, lexer, HtmlFormatter(nowrap=True))
    artifact_cache.keep(key, html.encode("utf-8", "surrogateescape"), KEPT, trims=False)
    return html


def trim() -> None:
    """Remove the highlighted sources that were not used for longest, if there are too many."""
    artifact_cache.trim(KEPT)


@cache
def _lexer_name(suffix: str, language: str) -> str:
    """By the suffix of the file; where several lexers have it, the language's or else the one that
    is called like it. Else by the language, else plain text. Pygments' own choice by a file name
    compiles all its patterns, which takes longer than a small page, and takes some languages for
    others.
    """
    every = [(aliases, patterns) for _, aliases, patterns, _ in get_all_lexers(plugins=False)]
    fitting = [aliases for aliases, patterns in every if aliases and f"*{suffix}" in patterns]
    by_name = [aliases for aliases, _ in every if language in aliases]
    ranked = sorted(fitting, key=lambda a: (language not in a, suffix.removeprefix(".") not in a))
    return next((aliases[0] for aliases in (*ranked, *by_name)), "text")


def _marked(html: str) -> str:
    """Replace invisible characters by marks. Tags have none, so the HTML stays valid."""

    def shown(match: re.Match[str]) -> str:
        if not unseen(match[0]):
            return match[0]
        return f'<span class="mark">{escape(mark(match[0]))}</span>'

    return _SUSPECT.sub(shown, html)


def _size(data: bytes, shown: int) -> str:
    count, characters = counted(len(data), "byte"), character_count(data)
    if len(data) > shown:
        return f"{count} (first {shown:,} shown)"
    if characters is None:
        return f"{count}, not UTF-8"
    return count if characters == len(data) else f"{count}, {counted(characters, 'character')}"
