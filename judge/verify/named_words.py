"""Right outputs with words that a statement names, such as ``impossible``: another word in place of
each, or more or less of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from judge.verify import stated_rules
from judge.verify.counted_outputs import FOREIGN, FOREIGN_WORD

#: A shorter word without its last letter may well be another way to say it; in the line of another
#: output it may mean something else.
LEAST_LETTERS = 4
#: What is done to the last word of lines, where there are several lines.
ANOTHER = "another word in place of each last word of a line that the statement names"
LONGER = "letters behind each last word of a line that the statement names"
SHORTER = "each last word of a line that the statement names, without its last letter"
KINDS = frozenset({ANOTHER, LONGER, SHORTER})
_LAST = re.compile(r"(?<!\S)[^\W\d_]+(?=[ \t]*$)", re.MULTILINE)


def changes(folder: Path, text: str) -> Iterator[tuple[str, str]]:
    """The kinds of changes, and the text after each. ``folder``: that of the problem."""
    if text.strip().isalpha():
        yield from _only_word(folder, text.strip())
    elif len(text.splitlines()) > 1:
        yield from _last_words(folder, text)


def _only_word(folder: Path, word: str) -> Iterator[tuple[str, str]]:
    """A verdict of its own."""
    if not stated_rules.names_word(folder, word):
        return
    yield "another word in place of its only one", f"{FOREIGN_WORD}\n"
    yield "letters behind its only word", f"{word}{FOREIGN_WORD}\n"
    yield "a number behind its only word", f"{word} {FOREIGN}\n"
    if _may_be_cut(folder, word):
        yield "its only word without the last letter", f"{word[:-1]}\n"


def _last_words(folder: Path, text: str) -> Iterator[tuple[str, str]]:
    words = {word for word in _LAST.findall(text) if len(word) >= LEAST_LETTERS}
    named = {word for word in words if stated_rules.names_word(folder, word)}
    if not named:
        return

    def with_each(change: Callable[[str], str], some: set[str]) -> str:
        return _LAST.sub(lambda one: change(one[0]) if one[0] in some else one[0], text)

    yield ANOTHER, with_each(lambda _: FOREIGN_WORD, named)
    yield LONGER, with_each(lambda word: word + FOREIGN_WORD, named)
    if cut := {word for word in named if _may_be_cut(folder, word)}:
        yield SHORTER, with_each(lambda word: word[:-1], cut)


def _may_be_cut(folder: Path, word: str) -> bool:
    return len(word) >= LEAST_LETTERS and not stated_rules.names_word(folder, word[:-1])
