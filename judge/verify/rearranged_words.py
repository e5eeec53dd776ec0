"""Right outputs whose words are made of the letters of words of the input, with other letters:
where all words are so, these are hardly ever right, and not in every case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from string import ascii_lowercase, ascii_uppercase

#: Longer inputs, more words of an input or an output, and shorter words, are not looked at.
MOST_LETTERS, MOST_WORDS, LEAST_LETTERS = 1 << 16, 300, 2
#: What is done to each word.
FOREIGN = "a letter that no word of the input has in place of the last one of each word"
SHORTER = "each word without its last letter"
LONGER = "each word with its last letter but one once more at the end"
SORTED = "the letters of each word in the order of the alphabet"
OTHER_CASE = "each word with capital letters in place of small ones, or the other way round"
SPACED = "each word with a space behind its first letter"
KINDS = frozenset({FOREIGN, SHORTER, LONGER, SORTED, OTHER_CASE, SPACED})


def changes(text: str, given: str, named: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The kinds of changes, and the text after each; none unless each line of the output is a word
    with letters of a word of the input. ``given``: the input; ``named``: words that mean something
    of their own."""
    if len(given) > MOST_LETTERS:
        return
    lines = text.split("\n")
    words = [line for line in lines if line and line not in named]
    known = {word for word in given.split() if word.isalpha()}
    if not words or not known or max(len(words), len(known)) > MOST_WORDS:
        return
    if not all(map(str.isalpha, words)):
        return
    letters = [*map(Counter, known)]
    if not all(any(Counter(word) <= other for other in letters) for word in words):
        return
    if given.islower() or given.isupper():  # and not of both
        yield OTHER_CASE, _each(lines, named, str.swapcase)
    if any(len(word) >= LEAST_LETTERS for word in words):
        yield SPACED, _each(lines, named, lambda word: f"{word[:1]} {word[1:]}".strip())
    if foreign := _foreign(given, words):
        yield FOREIGN, _each(lines, named, lambda word: word[:-1] + foreign)
    wholes = {*map("".join, map(sorted, known))}
    if not all("".join(sorted(word)) in wholes for word in words):
        return  # a part of a word may be any part
    if any(word != "".join(sorted(word)) for word in words):
        yield SORTED, _each(lines, named, lambda word: "".join(sorted(word)))
    if any(len(word) >= LEAST_LETTERS for word in words):
        yield SHORTER, _each(lines, named, lambda word: word[:-1] or word)
        yield LONGER, _each(lines, named, lambda word: word + word[-2:-1])


def _foreign(given: str, words: list[str]) -> str:
    """A letter of the same size that the input has nowhere; empty if it has all."""
    alphabet = ascii_uppercase if words[0].isupper() else ascii_lowercase
    return next((letter for letter in reversed(alphabet) if letter not in given), "")


def _each(lines: list[str], named: frozenset[str], change: Callable[[str], str]) -> str:
    return "\n".join(change(line) if line and line not in named else line for line in lines)
