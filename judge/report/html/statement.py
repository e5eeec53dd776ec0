"""A problem's statement, in each of its languages, as HTML.

Statements are Markdown files of the package format: ``statement/problem.<language>.md``. HTML in
them is escaped, links must lead to the web, and formulas are written in plain characters.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markupsafe import Markup, escape
from msgspec import Struct

from judge.common import foreign_files
from judge.common.addresses import web_address
from judge.common.safe_text import encodable, plain
from judge.model import Problem
from judge.packages.constants import replaced, replaced_in_tex
from judge.packages.statements import StatementFile, statement_files

#: The kinds of files, the best first.
KINDS = ("md", "tex", "pdf")
#: Placeholders of the format for samples, which are in the table of cases here.
_SAMPLES = re.compile(r"\{\{(?:next|remaining)samples?\}\}")
_FORMULA = re.compile(r"\$([^$\n]+)\$")
_SIGNS = {
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "ne": "≠",
    "times": "×",
    "cdot": "·",
    "ldots": "…",
    "dots": "…",
    "infty": "∞",
    "sum": "∑",
}
_COMMAND = re.compile(r"\\([A-Za-z]+) ?")
#: The deepest level of headings that the page itself uses.
_ABOVE = 3
#: A longer statement is cut: characters.
LONGEST = 64 * 2**10


class Statement(Struct, frozen=True):
    language: str
    title: str
    html: Markup


def statements(problem: Problem) -> tuple[Statement, ...]:
    """English first, then by language; Markdown before TeX, TeX before PDF. A file that cannot be
    read is left out."""
    found: dict[str, Statement] = {}
    for file in sorted(statement_files(problem.folder), key=lambda f: KINDS.index(f.kind)):
        html = _html(file, problem)
        if html is not None:
            title = plain(problem.titles.get(file.language, problem.title), 400)
            found.setdefault(file.language, Statement(file.language, title, html))
    return tuple(sorted(found.values(), key=lambda s: (s.language != "en", s.language)))


def _html(file: StatementFile, problem: Problem) -> Markup | None:
    if file.kind == "pdf":
        where = plain(str(file.path.relative_to(problem.folder)), 400)
        return Markup("<p>The statement is the file {}.</p>").format(where)
    try:
        text = foreign_files.read(file.path, problem.folder).decode("utf-8", "replace")[:LONGEST]
        replace = replaced if file.kind == "md" else replaced_in_tex
        text = replace(text, problem.constants)[:LONGEST]
    except OSError:
        return None
    if file.kind == "md":
        return render(text)
    return Markup('<pre class="text"><bdi>{}</bdi></pre>').format(plain(encodable(text)))


def render(text: str) -> Markup:
    """Markdown as HTML; its headings are one level below those of the page."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    reader.inline.ruler.before("escape", "formula", _formula)
    reader.validateLink = lambda url: web_address(url) is not None  # type: ignore[method-assign]
    tokens = reader.parse(plain(encodable(_SAMPLES.sub("", text))))
    shift = _ABOVE - min((int(t.tag[1]) for t in tokens if t.type == "heading_open"), default=1) + 1
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{max(1, min(6, int(token.tag[1]) + shift))}"
    html: str = reader.renderer.render(tokens, reader.options, {})
    return Markup(html)


def _formula(state: StateInline, silent: bool) -> bool:
    """``$…$``, with the few commands that statements use; others stay as they are."""
    found = _FORMULA.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        signs = _COMMAND.sub(lambda m: _SIGNS.get(m[1], m[0]), found[1])
        token = state.push("html_inline", "", 0)
        token.content = f'<i class="formula">{escape(signs)}</i>'
    state.pos = found.end()
    return True
