"""Outputs that are rows of words or letters, such as the log of a play: which there are, and small
random changes of one that keep the number that counts it right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from random import Random

from msgspec import Struct

from judge.verify.text_numbers import NUMBER

#: So many different words, letters or lines are put into rows: those that are most frequent.
MOST_WORDS = 60
#: So many words next to each other are left out at once.
MOST_LEFT_OUT = 4
#: A shorter word is no row of letters.
LEAST_LETTERS = 2


class Layout(Enum):
    """How a row is written."""

    WORDS = "words of a line"
    LETTERS = "letters of a word"
    LINES = "lines"


class WordRow(Struct, frozen=True):
    """A row of an output. ``counted`` gives the output with a number and another row in its place;
    only with ``has_count`` it holds the number."""

    layout: Layout
    words: Sequence[str]
    counted: Callable[[int, Sequence[str]], str]
    has_count: bool

    def written(self, words: Sequence[str]) -> str:
        """The output with another row, and the right number of its words."""
        return self.counted(len(words), words)

    def miscounted(self, more: int) -> str:
        """The output with a number of words that is greater by so much."""
        return self.counted(len(self.words) + more, self.words)


#: What rows of each layout are made of.
Vocabulary = dict[Layout, tuple[str, ...]]


def vocabulary(texts: Iterable[str]) -> Vocabulary:
    """The words of all rows in some outputs, by layout."""
    found: dict[Layout, dict[str, int]] = {layout: {} for layout in Layout}
    for row in (one for text in texts for one in rows(text)):
        counts = found[row.layout]
        for word in row.words:
            counts[word] = counts.get(word, 0) + 1
    return {
        layout: tuple(sorted(counts, key=lambda word: (-counts[word], word))[:MOST_WORDS])
        for layout, counts in found.items()
    }


def rows(text: str) -> Iterator[WordRow]:
    """The rows at the end of an output that are not of numbers alone."""
    lines = text.splitlines()
    if not lines:
        return
    *above, last = lines
    words = last.split()
    if all(map(NUMBER.fullmatch, words)):
        return
    if words[0] == str(len(words) - 1):

        def counted(count: int, new: Sequence[str]) -> str:
            return _text([*above, " ".join([str(count), *new])])

        yield WordRow(Layout.WORDS, words[1:], counted, True)
    else:
        yield _below(Layout.WORDS, words, above, " ".join)
    if len(words) == 1 and last.isalpha() and len(last) >= LEAST_LETTERS:
        yield _below(Layout.LETTERS, last, above, "".join)
    first = above[0].split() if above else []
    if first == [str(len(lines) - 1)]:
        yield WordRow(Layout.LINES, lines[1:], lambda count, new: _text([str(count), *new]), True)


def _below(
    layout: Layout,
    words: Sequence[str],
    above: Sequence[str],
    line: Callable[[Sequence[str]], str],
) -> WordRow:
    """A row below other lines, the last of which may be its length."""
    if above and above[-1].split() == [str(len(words))]:
        return WordRow(
            layout, words, lambda count, new: _text([*above[:-1], str(count), line(new)]), True
        )
    return WordRow(layout, words, lambda _, new: _text([*above, line(new)]), False)


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def changed(row: WordRow, known: Vocabulary, rng: Random) -> str:
    """The output with one word of the row replaced or added, some left out, or two exchanged."""
    words = [*row.words]
    new = rng.choice(known.get(row.layout) or tuple(words) or ("",))
    at = rng.randrange(len(words) + 1)
    kind = rng.randrange(5)
    if kind == 0 or not words:
        words.insert(at, new)
    elif kind == 1:
        first, second = rng.randrange(len(words)), rng.randrange(len(words))
        words[first], words[second] = words[second], words[first]
    elif kind == 2:
        words[at - 1] = new
    else:
        least = min(at, len(words) - 1)
        del words[least : least + rng.randint(1, MOST_LEFT_OUT)]
    return row.written(words)
