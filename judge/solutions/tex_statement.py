"""A statement in Markdown as LaTeX, for tools that typeset nothing else.

Formulas between dollar signs stay as they are. Samples are put in by the tools themselves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "−": "-",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
_MATHS = {"≤": r"\le", "≥": r"\ge", "≠": r"\ne", "×": r"\times", "·": r"\cdot", "→": r"\to"}
_FORMULA = re.compile(r"(\$[^$\n]+\$)")
_SAMPLES = re.compile(r"\{\{(next|remaining)(samples?)\}\}")
_SECTIONS = {"h1": "section*", "h2": "section*", "h3": "subsection*"}
_AROUND = {
    "bullet_list_open": "\\begin{itemize}\n",
    "bullet_list_close": "\\end{itemize}\n",
    "ordered_list_open": "\\begin{enumerate}\n",
    "ordered_list_close": "\\end{enumerate}\n",
    "list_item_open": "\\item ",
    "blockquote_open": "\\begin{quote}\n",
    "blockquote_close": "\\end{quote}\n",
    "heading_close": "}\n\n",
    "hr": "\n\\medskip\n",
    "tr_close": " \\\\\n",
    "table_close": "\\end{tabular}\n\n",
    "thead_close": "\\hline\n",
    "em_open": r"\emph{",
    "em_close": "}",
    "strong_open": r"\textbf{",
    "strong_close": "}",
    "link_close": "}",
    "softbreak": "\n",
    "hardbreak": "\\\\\n",
}


def as_tex(markdown: str) -> str:
    """The statement for ``problem.<language>.tex``. The name of the problem comes from
    problem.yaml."""
    tokens = MarkdownIt("commonmark").enable("table").parse(_SAMPLES.sub("", markdown))
    body = re.sub(r"\n{3,}", "\n\n", _blocks(tokens)).strip()
    return f"\\problemname{{}}\n\n{body}\n"


def _blocks(tokens: Sequence[Token]) -> str:
    text = []
    for place, token in enumerate(tokens):
        if token.type == "inline":
            text.append("".join(map(_inline, token.children or ())))
        elif token.type == "heading_open":
            text.append(f"\n\\{_SECTIONS.get(token.tag, 'paragraph*')}{{")
        elif token.type == "paragraph_close":
            text.append("\n" if token.hidden else "\n\n")
        elif token.type in ("fence", "code_block"):
            text.append(f"\\begin{{verbatim}}\n{token.content}\\end{{verbatim}}\n\n")
        elif token.type == "table_open":
            text.append(f"\\begin{{tabular}}{{{'l' * _columns(tokens[place:])}}}\n")
        elif token.type in ("td_open", "th_open") and tokens[place - 1].type != "tr_open":
            text.append(" & ")
        else:
            text.append(_AROUND.get(token.type, ""))
    return "".join(text)


def _columns(tokens: Sequence[Token]) -> int:
    first = next(place for place, token in enumerate(tokens) if token.type == "tr_close")
    return sum(token.type in ("th_open", "td_open") for token in tokens[:first])


def _inline(token: Token) -> str:
    if token.type == "text":
        parts = _FORMULA.split(token.content)
        return "".join(part if at % 2 else _escaped(part) for at, part in enumerate(parts))
    if token.type == "code_inline":
        return f"\\texttt{{{_escaped(token.content)}}}"
    if token.type == "link_open":
        return f"\\href{{{_escaped(str(token.attrGet('href')))}}}{{"
    if token.type == "image":
        return f"\\includegraphics{{{token.attrGet('src')}}}"
    if token.type == "html_inline":
        return _escaped(token.content)
    return _AROUND.get(token.type, "")


def _escaped(text: str) -> str:
    escaped = "".join(_SPECIAL.get(character, character) for character in text)
    for sign, command in _MATHS.items():
        escaped = escaped.replace(sign, f"${command}$")
    return escaped
