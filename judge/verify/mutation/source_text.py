"""Mutations of a solution's source, whatever its language: by the signs that most languages share.

Some mutants do not compile, and some are equal to the original in what they do; both cost nothing
but time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

#: Text that is not code, or no place for a change: strings, comments, lines for a preprocessor,
#: numbers with an exponent.
_LEFT_OUT = re.compile(
    r'"""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])*'"
    r"|/\*.*?\*/|//[^\n]*|\#[^\n]*"
    r"|\b\d[\d.]*[eE][+-]?\d+",
    re.DOTALL,
)
_TOKEN = re.compile(
    r"(?P<left><<=?|>>=?|=>|->|<-|<=>|===?=?>?(?==>))"
    r"|(?P<operator><=|>=|===|!==|==|!=|&&|\|\||\+\+|--|\+=|-=|[<>+*-])"
    r"|(?P<word>\b(?:and|or|min|max|true|false|True|False|any|all|some|every)\b)"
    r"|(?P<number>(?<![\w.])\d+(?![\w.]))"
)
_OTHERS: dict[str, tuple[str, ...]] = {
    "<": ("<=",),
    "<=": ("<",),
    ">": (">=",),
    ">=": (">",),
    "==": ("!=", "<=", ">="),
    "===": ("!==",),
    "!=": ("==",),
    "!==": ("===",),
    "&&": ("||",),
    "||": ("&&",),
    "and": ("or",),
    "or": ("and",),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "+=": ("-=",),
    "-=": ("+=",),
    "++": ("--",),
    "--": ("++",),
    "min": ("max",),
    "max": ("min",),
    "any": ("all",),
    "all": ("any",),
    "some": ("every",),
    "every": ("some",),
    "true": ("false",),
    "false": ("true",),
    "True": ("False",),
    "False": ("True",),
}
#: A name and the types between angle brackets behind it, as in ``list<pair<int, int>>``.
_TYPED, _OF_TYPES = re.compile(r"[A-Za-z_]\w*[ ]?<"), re.compile(r"[\w\s:,*&.()\[\]]+")
#: A declaration: without it the rest does not compile, or fails at once. Two words are one but
#: where the first is a verb.
_DECLARATION = re.compile(
    r"\s*(?!(?:delete|throw|yield|await|print|puts|echo|del|raise|assert|defer|go|not)\b)"
    r"[A-Za-z_][\w:]*(?:<[^;=]*>)?(?:\s+|\s*[&*]+\s*)(?:[A-Za-z_][\w:<>]*[\s&*]+)*"
    r"[A-Za-z_]\w*\s*(?:=[^=]|[;({\[,])|\s*(?:using|typedef|auto|template|import)\b"
)
_CONDITION = re.compile(r"\b(if|elif|while)\b")
_STATEMENT = re.compile(
    r"^([ \t]*)(?![ \t]*(?:else|return|#|/))([^\n{}]*[^\n{}:,\\(\[])$", re.MULTILINE
)


class SourceMutant(Struct, frozen=True):
    """A source with one change, in the line ``line``, from 1: ``new`` in place of what is from
    ``start`` to ``end``."""

    line: int
    before: str
    after: str
    text: str
    start: int = 0
    end: int = 0
    new: str = ""

    @property
    def change(self) -> str:
        """``a < b → a <= b``"""
        return f"{self.before} → {self.after}"


def source_mutants(text: str) -> list[SourceMutant]:
    """Every mutant once, in the order of the source."""
    left_out = [match.span() for match in _LEFT_OUT.finditer(text)]
    left_out += [(at, at + 1) for at in _type_brackets(text)]
    found: dict[str, SourceMutant] = {}
    for start, end, after in (*_of_tokens(text), *_of_conditions(text), *_of_statements(text)):
        if not any(first < end and start < last for first, last in left_out):
            changed = text[:start] + after + text[end:]
            found.setdefault(changed, _described(text, changed, (start, end, after)))
    found.pop(text, None)
    return sorted(found.values(), key=lambda one: one.line)


def _type_brackets(text: str) -> Iterator[int]:
    """Where angle brackets are around types, and no comparisons."""
    for match in _TYPED.finditer(text):
        opened = [match.end() - 1]
        found, at = [*opened], match.end()
        while opened and at < len(text):
            if text[at] == "<":
                opened.append(at)
                found.append(at)
            elif text[at] == ">":
                opened.pop()
                found.append(at)
            elif not (inside := _OF_TYPES.match(text, at)) or "&&" in inside[0]:
                break
            else:
                at = inside.end() - 1
            at += 1
        if not opened:
            yield from found


def _of_tokens(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _TOKEN.finditer(text):
        if match["left"]:
            continue
        others = _OTHERS.get(match[0], ())
        if match["number"]:
            value = int(match[0])
            others = (str(value + 1), *([str(value - 1)] if value else []))
        for other in others:
            yield match.start(), match.end(), other


def _of_conditions(text: str) -> Iterator[tuple[int, int, str]]:
    """Conditions between parentheses, or up to a colon at the end of the line, forced."""
    for match in _CONDITION.finditer(text):
        rest = text[match.end() :].split("\n", 1)[0]
        stripped = rest.strip()
        if stripped.endswith(":"):
            start, end = match.end(), match.end() + rest.rindex(":")
            brackets = (" 1", " 0")
        elif stripped.startswith("(") and (close := _closing(rest, rest.index("("))):
            start, end = match.end() + rest.index("(") + 1, match.end() + close
            brackets = ("1", "0")
        else:
            continue
        for forced in brackets:
            yield start, end, forced


def _closing(text: str, opening: int) -> int | None:
    depth = 0
    for index in range(opening, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return None


def _of_statements(text: str) -> Iterator[tuple[int, int, str]]:
    """Lines that are a statement, and no declaration, made one that does nothing."""
    semicolons = sum(line.rstrip().endswith(";") for line in text.splitlines())
    ends = 3 * semicolons >= len(text.splitlines())
    for match in _STATEMENT.finditer(text):
        line = match[2].strip()
        if _DECLARATION.match(line):
            continue
        if line and line.count("(") == line.count(")") and (not ends or line.endswith(";")):
            yield match.start(2), match.end(2), "0;" if ends else "0"


def _described(text: str, changed: str, change: tuple[int, int, str]) -> SourceMutant:
    line = text[: change[0]].count("\n")
    before, after = (source.split("\n")[line].strip() for source in (text, changed))
    return SourceMutant(line + 1, before, after, changed, *change)
