"""Small random changes of an output, for a search that looks for better ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from string import ascii_letters, ascii_lowercase

from judge.common.text_places import exchanged, replaced
from judge.verify import word_rows
from judge.verify.counted_outputs import CountedRow, counted_row
from judge.verify.text_numbers import NUMBER
from judge.verify.word_rows import Vocabulary

#: So many numbers of an output are replaced together.
MOST_REPLACED = 12
#: How many of the changes of an output with a counted row keep the count right.
COUNTED = 0.5
#: How many of the changes of an output with a row of words are in such a row.
IN_ROWS = 0.7
#: How often a token is repeated where an output is made longer.
LENGTHENED = (8, 40, 300)
#: All places are chosen where there are fewer.
MOST_CHOSEN = 1000
_TOKEN = re.compile(r"-?\d+|[^\W\d]+")


def changed(text: str, rng: Random, given: Sequence[int], known: Vocabulary) -> str:
    """One token replaced, added or removed; a line; two numbers exchanged; some replaced by others
    with the same sum; or a row of words or one that is counted made longer, shorter, or other.
    ``given``: numbers of the input. ``known``: what rows of words are made of."""
    if (found := [*word_rows.rows(text)]) and rng.random() < IN_ROWS:
        return word_rows.changed(rng.choice(found), known, rng)
    row = counted_row(text.splitlines())
    if row is not None and rng.random() < COUNTED:
        return _with_another_row(row, rng)
    tokens = [*_TOKEN.finditer(text)]
    lines = text.splitlines()
    kind = rng.randrange(8)
    if kind == 7:
        return _with_two_exchanged(text, rng)
    if kind == 6:
        return _with_the_same_sum(text, rng, given)
    if kind == 0 and lines:
        del lines[rng.randrange(len(lines))]
        return "\n".join(lines) + "\n"
    if kind == 1 and lines:
        lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
        return "\n".join(lines) + "\n"
    if not tokens:
        return f"{text}{rng.randrange(10)}\n"
    one = rng.choice(tokens)
    new = rng.choice((str(rng.randrange(len(tokens) + 3)), rng.choice(tokens)[0]))
    if kind == 2:
        return f"{text[: one.start()]}{text[one.end() :].lstrip(', ')}"
    if kind == 3:
        return f"{text[: one.end()]}{rng.choice((' ', ', '))}{new}{text[one.end() :]}"
    return replaced(one, new)


def lengthened(text: str) -> Iterator[str]:
    """An output with a token many times in place of once: a rule may be kept for short ones alone.
    The first, the middle and the last one, of a line that has the most of them. A word as one
    letter again and again. All places in place of some."""
    if text.strip().isalpha():
        letters = ascii_lowercase if text.strip().islower() else ascii_letters
        yield from (f"{letter * (len(text.strip()) + 1)}\n" for letter in letters)
    row, lines = counted_row(text.splitlines()), [*map(_tokens, text.splitlines())]
    tokens = max(lines, key=len, default=[])
    if not tokens:
        return
    if row is not None:
        yield from _with_all_chosen(row)
    at = lines.index(tokens)
    for place in sorted({0, len(tokens) // 2, len(tokens) - 1}):
        for times in LENGTHENED:
            if row is not None and row.words:
                words, put = [*row.words], min(place, len(row.words) - 1)
                words[put : put + 1] = [words[put]] * times
                yield row.changed(len(words), words)
                continue
            new, one = text.splitlines(), tokens[place]
            new[at] = replaced(one, " ".join([one[0]] * times))
            yield "".join(f"{line}\n" for line in new)


def _with_all_chosen(row: CountedRow) -> Iterator[str]:
    """A row of different places with all places up to the greatest one, from 1 and from 0."""
    places = {int(word) for word in row.words}
    if len(places) == len(row.words) and places and 0 <= min(places) <= max(places) < MOST_CHOSEN:
        for first in (1, 0):
            every = [*map(str, range(first, max(places) + 1))]
            yield row.changed(len(every), every)


def _tokens(line: str) -> list[re.Match[str]]:
    return [*_TOKEN.finditer(line)]


def _with_the_same_sum(text: str, rng: Random, given: Sequence[int]) -> str:
    """Some numbers removed but one or two, which make up for the others; one of two is a number of
    the input or of the text, or its negative."""
    numbers = [*NUMBER.finditer(text)]
    if len(numbers) < 2:
        return text
    chosen = rng.sample(numbers, rng.randint(2, min(len(numbers), MOST_REPLACED)))
    total = sum(int(match[0]) for match in chosen)
    one = rng.choice((*given, *(int(match[0]) for match in numbers))) * rng.choice((1, -1))
    new = dict(zip(chosen, rng.choice(((total,), (one, total - one))), strict=False))
    for match in sorted(chosen, key=lambda match: -match.start()):
        if match in new:
            text = f"{text[: match.start()]}{new[match]}{text[match.end() :]}"
        else:
            text = text[: match.start()] + text[match.end() :].lstrip(", ")
    return text


def _with_two_exchanged(text: str, rng: Random) -> str:
    numbers = [*NUMBER.finditer(text)]
    if len(numbers) < 2:
        return text
    return exchanged(*sorted(rng.sample(numbers, 2), key=lambda match: match.start()))


def _with_another_row(row: CountedRow, rng: Random) -> str:
    """A number of the row replaced, added or removed, and the count right."""
    words = [*row.words]
    most = max([len(words), *(int(word) for word in words)]) + 3
    at, new = rng.randrange(len(words) + 1), str(rng.randrange(most))
    kind = rng.randrange(3)
    if kind == 0 or not words:
        words.insert(at, new)
    elif kind == 1:
        del words[at - 1]
    else:
        words[at - 1] = new
    return row.changed(len(words), words)
