"""The functions that a source declares at its top level, and which of them the judge calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.common.lazy_pattern import LazyPattern
from judge.languages.table import Language, preferred_name

#: A declaration anywhere in a line, in languages that are not compiled.
_DECLARED = LazyPattern(r"(?:^|(?<=[;{}\s]))(?:def|function|sub)\s+(?P<name>[A-Za-z_]\w*)\s*[({]")

#: A statement that shows a function at work.
_DEMONSTRATION = LazyPattern(
    r"^(?:console\.log|print\w*|puts|p|pp|echo|say|alert|io\.write|assert|var_dump|cat|disp)\b",
    re.MULTILINE,
)
_STRING = LazyPattern(r"""\"(?:\\.|[^"\\])*\"|'(?:\\.|[^'\\])'""")
#: A word in quotes that something is compared with: it names no function, as that of a call may do.
_COMPARED_WORD = LazyPattern(
    r"""(?:[=!~]=|\b(?:eq|ne|case|when))\s*(?:"\w+"|'\w+')|(?:"\w+"|'\w+')\s*(?:[=!~]=|\b(?:eq|ne|in)\b)"""
)


def in_order(source: str, language: Language) -> str:
    """A posted function with the lines that must stand above all code there, also those that the
    post shows below it."""
    if language.leading is None or language.function is None:
        return source
    lines = [*language.leading.finditer(source)]
    above = [line for line in lines if not language.function.search(source[: line.start()])]
    moved = "".join(f"{line[0].rstrip()}\n" for line in lines[len(above) :])
    if not moved:
        return source
    at = above[-1].end() if above else 0
    return source[:at] + moved + language.leading.sub("", source[at:])


def names_by_table(source: str, language: Language) -> list[str]:
    """By the language's regular expression, in the order of their declarations; none if the source
    ends with an expression, which is the one that counts."""
    source = in_order(source, language)
    if language.function is None or last_expression(source, language) is not None:
        return []
    found = [*language.function.finditer(source)]
    if language.local:
        placed = [(match.start(), match) for match in found]
        placed += _within_lines(source, language)
        found = [match for _, match in sorted(placed, key=lambda pair: pair[0])]
    if language.host and not language.host_compile:
        found = sorted((*found, *_DECLARED.finditer(source)), key=lambda match: match.start())
    return list(
        dict.fromkeys(name for match in found for name in match.groupdict().values() if name)
    )


def _within_lines(source: str, language: Language) -> Iterator[tuple[int, re.Match[str]]]:
    """Declarations behind others in a line that are not local to an expression, with places."""
    assert language.function is not None
    declares, ends = language.local
    opened: list[int] = []
    words = re.compile(rf"(?<![\w'])(?:{declares}|{ends})(?![\w'])")
    for word in words.finditer(_without_strings(source)):
        if word[0] == declares:
            opened.append(word.start())
        elif opened:
            opened.pop()
    for at in opened:
        if at and source[at - 1] != "\n" and (match := language.function.match(source[at:])):
            yield at, match


def callable_name(source: str, language: Language) -> str:
    """The function that a source declares, as ``python_host.py`` chooses it; empty for none."""
    return preferred_name(names_by_table(source, language))


def type_of_method(source: str, language: Language, name: str) -> str:
    """The type that declares a function as its method; empty for a function of no type."""
    if language.type_head is None or language.function is None:
        return ""
    plain = _without_strings(source)
    found = (m for m in language.function.finditer(source) if name in m.groupdict().values())
    at = next((match.start() + 1 for match in found), 0)
    for head in language.type_head.finditer(plain, 0, at):
        if _depth(plain[head.end() : at]) == 0:
            return head["type"]
    return ""


def last_expression(source: str, language: Language) -> int | None:
    """The index at which the function without a name begins that a source ends with; None if it
    ends otherwise. Only of a language whose host is compiled together with the source."""
    if not language.wrap or language.function is None:
        return None
    found = list(language.function.finditer(source))
    plain = _without_strings(source)
    outer = [match for match in found if _depth(plain[: _start(match)]) == 0]
    if not outer or any(outer[-1].groupdict().values()):
        return None
    return _start(outer[-1])


def _without_strings(source: str) -> str:
    """With blanks in place of strings, so that an index of the one is an index of the other."""
    return _STRING.sub(lambda string: " " * len(string[0]), source)


def _start(match: re.Match[str]) -> int:
    """Where a declaration begins: an expression may look for what stands before it."""
    before = re.match(r"[;{}\s]*", match[0])
    return match.start() + (before.end() if before else 0)


def _depth(text: str) -> int:
    """How many brackets are open at the end of a text."""
    return sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))


def chosen_name(source: str, names: Sequence[str]) -> str:
    """The function that the judge calls; empty for none."""
    return uncalled_name(source, names) or preferred_name(names)


def uncalled_name(source: str, names: Sequence[str]) -> str:
    """The function to call where the host's choice would be a helper: the last of ``names`` that no
    other of them mentions. Empty if the host's own choice is as good.

    The host chooses ``solve``, ``main`` or ``f``, else the last.
    """
    chosen = preferred_name(names)
    called = called_names(source, names)
    if chosen not in called:
        return ""
    return next((name for name in reversed(names) if name not in called), "")


def called_names(source: str, names: Sequence[str]) -> frozenset[str]:
    """Those of ``names`` that are helpers: another of them mentions them. A function without
    parameters, such as ``main()``, only shows another at work; so does what prints at the end."""
    source = _COMPARED_WORD.sub(lambda compared: " " * len(compared[0]), source)
    starts = {name: _declared_at(source, name) for name in names}
    order = sorted(starts.values())
    parts = {
        name: _declaration(source[at : next((later for later in order if later > at), None)])
        for name, at in starts.items()
        if not _takes_nothing(source[at:], name)
    }

    def is_called(name: str) -> bool:
        word = re.compile(rf"(?<![\w$.]){re.escape(name)}(?![\w$])")
        decorates = re.search(rf"^\s*@{re.escape(name)}\b", source, re.MULTILINE)
        return decorates is not None or any(
            word.search(part)
            for other, part in parts.items()
            if other != name and name not in _parameters(part, other)
        )

    return frozenset(filter(is_called, names))


def _parameters(text: str, name: str) -> list[str]:
    """The parameters of a declaration: another function of the name of one is not mentioned."""
    head = rf"(?:\w+\s+)?{re.escape(name)}\s*(?:=\s*)?(?:function\s*)?"
    found = re.match(rf"{head}(?:lambda\b([^:]*):|\(([^()]*)\)|(\w+)\s*=>)", text)
    inner = next(filter(None, found.groups()), "") if found else ""
    return [part.split("=")[0].strip(" *&$@") for part in inner.split(",")]


def _takes_nothing(text: str, name: str) -> bool:
    head = rf"(?:\w+\s+)?{re.escape(name)}\s*(?:=\s*(?:function\s*)?)?\(\s*\)"
    return re.match(head, text) is not None


def _declaration(text: str) -> str:
    """A declaration without the statements behind it that print, in lines of their own."""
    for shown in _DEMONSTRATION.finditer(text):
        before = text[: shown.start()]
        blocks = re.search(r"\A(?:def\s[^:{]*|function\s[^{]*)\n", before)
        if _depth(_without_strings(before)) == 0 and not (blocks and "\nend" not in before):
            return before
    return text


def _declared_at(source: str, name: str) -> int:
    """The index of a function's declaration, or of the first use of its name."""
    word = rf"(?<![\w$]){re.escape(name)}(?![\w$])"
    declared = re.search(rf"(?:def|function|func|sub|fn|class)\s+{word}|{word}\s*=(?!=)", source)
    found = declared or re.search(word, source)
    return found.start() if found else 0
