"""The body of a post, HTML → the lines, code blocks and links in it, in their order.

The tree is walked without recursion, since a post may be nested as deeply as it likes. Scripts are
text of no interest; nothing is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, LexborNode

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_STRUCK = frozenset({"s", "del", "strike"})
_BOLD = frozenset({"strong", "b"})
_UNSEEN = frozenset({"script", "style", "template"})
_CODE = frozenset({"code", "tt"})
#: What may be code in a line of text.
_ASIDES = "code, tt, kbd, samp"
#: What may say the size of a link or an abbreviation that is a header.
_TITLED = "a[title], abbr[title], span[title]"
#: What an item of a list holds where it is more than a line and its code.
_BLOCKS = "p, ul, ol, table, h1, h2, h3, h4, h5, h6"
_HINT = re.compile(r"\blang(?:uage)?-([\w+#-]+)")
_COMMENT_HINT = re.compile(r"\s*language:\s*(?:lang-)?([\w+#-]+)\s*")
_WORD = re.compile(r"[^\W\d_]")
_UNIT = re.compile(r"bytes?|char(?:acter)?s?", re.IGNORECASE)
_SIZED = re.compile(r"\d[\d,. +=]{0,20}\s*(?:bytes?|char(?:acter)?s?)", re.IGNORECASE)
#: More columns than this have no header in them.
_MOST_CELLS = 8
#: More text of a heading or a paragraph than this is no header: characters.
LONGEST_LINE = 1000


class LineKind(Enum):
    """How a line stands out."""

    HEADING = "heading"
    BOLD = "bold"
    ROW = "row of a table"
    ITEM = "item of a list"
    PLAIN = "plain"


class Line(Struct, frozen=True):
    """A heading, or the first line of a paragraph, without what is struck out. Inline code is in
    backquotes. ``quoted`` if it stands in a quotation."""

    kind: LineKind
    text: str
    quoted: bool = False


class CodeBlock(Struct, frozen=True):
    """``hint`` is the language that a class or a comment names; empty for none. ``inline`` if it is
    code in a paragraph that holds nothing else, ``aside`` if it stands in a line of text."""

    text: str
    hint: str = ""
    inline: bool = False
    aside: bool = False


class Link(Struct, frozen=True):
    href: str


Part = Line | CodeBlock | Link


def body_parts(html: str) -> tuple[Part, ...]:
    """The parts of a body."""
    tree = LexborHTMLParser(html)
    return tuple(_parts(tree.body)) if tree.body is not None else ()


def _parts(root: LexborNode) -> Iterator[Part]:
    hint = term = ""
    node: LexborNode | None = root.child
    behind_quote: int | None = (
        None  # the node behind a quotation that holds this one; 0: there is none
    )
    while node is not None:
        tag = node.tag or ""
        inside = tag not in _UNSEEN
        if node.mem_id == behind_quote:
            behind_quote = None
        if tag == "blockquote" and behind_quote is None:
            behind = _following(node, root, False)
            behind_quote = behind.mem_id if behind is not None else 0
        quoted = behind_quote is not None
        if node.is_comment_node:
            found = _COMMENT_HINT.fullmatch(node.comment_content or "")
            hint = found[1] if found else hint
        elif tag == "pre":
            yield _code(node, hint)
            inside = False
        elif tag in _HEADINGS:
            yield Line(LineKind.HEADING, line_text(node), quoted)
        elif tag == "tr":
            yield Line(LineKind.ROW, _row_text(node))
            yield from _asides(node)
        elif tag == "summary":
            yield Line(LineKind.PLAIN, line_text(node))
        elif tag == "li" and node.css_first(_BLOCKS) is None:
            yield from _item(node)
        elif tag == "dt":
            term = line_text(node)
        elif tag == "dd":
            yield Line(LineKind.ITEM, f"{term.rstrip(' :')}: {line_text(node)}")
            yield from _asides(node)
        elif tag in ("p", "center"):
            yield from _paragraph(node, quoted)
        elif tag == "a" and (href := node.attributes.get("href")):
            yield Link(href)
        node = _following(node, root, inside)


def _following(node: LexborNode, root: LexborNode, inside: bool = True) -> LexborNode | None:
    """The next node in the order of the document; with ``inside`` the first child comes next."""
    if inside and node.child is not None:
        return node.child
    current: LexborNode | None = node
    while current is not None and current.mem_id != root.mem_id:  # == compares whole trees
        if current.next is not None:
            return current.next
        current = current.parent
    return None


def _code(pre: LexborNode, hint: str) -> CodeBlock:
    inner = pre.css_first("code")
    classes = " ".join(n.attributes.get("class") or "" for n in (pre, inner) if n is not None)
    named = _HINT.search(classes)
    text = _text_with_lines(inner if inner is not None else pre)
    # The line end before </code> is the renderer's, not the author's.
    return CodeBlock(text.removesuffix("\n"), named[1] if named else hint)


def _text_with_lines(block: LexborNode) -> str:
    """The text of a block of code, in which a line may end in a tag."""
    if block.css_first("br") is None:
        return block.text() or ""
    texts: list[str] = []
    at: LexborNode | None = block.child
    while at is not None:
        texts.append("\n" if at.tag == "br" else at.text_content or "" if at.is_text_node else "")
        at = _following(at, block)
    return "".join(texts)


def _paragraph(node: LexborNode, quoted: bool) -> Iterator[Part]:
    own = [child for child in node.iter(include_text=True) if (child.text() or "").strip()]
    if len(own) == 1 and own[0].tag in _CODE:
        yield CodeBlock(own[0].text() or "", inline=True)
        return
    text = line_text(node)
    bold = bool(own) and own[0].tag in _BOLD
    if text:
        yield Line(LineKind.BOLD if bold else LineKind.PLAIN, text, quoted)
    if bold and (second := line_text(node, 1)):
        yield Line(LineKind.PLAIN, second)
    yield from (_aside(code) for code in node.css(_ASIDES))


def _item(node: LexborNode) -> Iterator[Part]:
    """The line of an item of a list, and the code in it."""
    if text := line_text(node):
        yield Line(LineKind.ITEM, text)
    yield from _asides(node)


def _asides(node: LexborNode) -> Iterator[CodeBlock]:
    """The code in a row or an item, but for what is looked at by itself."""
    return (_aside(code) for code in node.css(_ASIDES) if not _is_in_block(code))


def _aside(code: LexborNode) -> CodeBlock:
    return CodeBlock(code.text() or "", inline=True, aside=True)


def _is_in_block(code: LexborNode) -> bool:
    """Whether it stands in a block or a paragraph, which has been, or will be, looked at itself."""
    return code.parent is not None and code.parent.tag in ("pre", "p")


def _row_text(row: LexborNode) -> str:
    """The cells of a table's row, with the unit that the head of their column names."""
    cells = [line_text(cell) for cell in row.css("td, th")][:_MOST_CELLS]
    if any(_UNIT.search(cell) for cell in cells if not _is_code(cell)):
        cells = ["" if _is_code(cell) else cell for cell in cells]  # the answer itself
    table = row.parent
    while table is not None and table.tag != "table":
        table = table.parent
    heads = [line_text(cell) for cell in table.css("th")][:_MOST_CELLS] if table else []
    units = [_UNIT.search(head) for head in heads]
    for index, unit in enumerate(units[: len(cells)]):
        if unit and re.fullmatch(r"[\d,. ]+", cells[index]):
            cells[index] += f" {unit[0]}"
    return ", ".join(cell for cell in cells if cell)[:LONGEST_LINE]


def _is_code(cell: str) -> bool:
    return len(cell) > 1 and cell[0] == cell[-1] == "`"


def line_text(node: LexborNode, number: int = 0) -> str:
    """A line of text in a node (the first one is 0), all of a heading, without what is struck out;
    what its pictures are called where it has no other words, but perhaps a size."""
    texts: list[str] = []
    badges: list[str] = []
    is_heading = node.tag in _HEADINGS
    at: LexborNode | None = node.child
    while at is not None and sum(map(len, texts)) <= LONGEST_LINE:
        tag = at.tag or ""
        is_unit = tag == "sup" and _UNIT.match((at.text() or "").strip()) is not None
        if is_unit:
            texts.append(" ")
        elif tag == "sup" and "".join(texts)[-1:].isdigit():  # the sign of a footnote
            at = _following(at, node, False)
            continue
        if tag == "br" and "".join(texts).strip():
            if is_heading:
                texts.append(", ")
            elif number:
                texts.clear()
                number -= 1
            else:
                break
        if at.is_text_node:
            texts.append(at.text_content or "")
        elif tag == "code":
            texts.append(f"`{at.text()}`")
        elif tag == "img" and is_heading:
            badges.append(at.attributes.get("alt") or "")
        at = _following(at, node, tag not in _STRUCK | _UNSEEN | {"code", "pre"})
    if number and not is_heading:
        return ""  # there are not as many lines
    own = "".join(texts).strip()
    if badges and not _WORD.search(_UNIT.sub("", own)):
        own = ", ".join(filter(None, (" ".join(badges), own)))  # a picture names the language
    lines = own[:LONGEST_LINE]
    if is_heading and not _UNIT.search(lines):
        lines += _size_in_title(node)
    return " ".join(lines.split())


def _size_in_title(node: LexborNode) -> str:
    """What the title of a link says, behind a comma, if it is a size."""
    titles = (one.attributes.get("title") or "" for one in node.css(_TITLED))
    return next((f", {title}" for title in titles if _SIZED.fullmatch(title.strip())), "")
