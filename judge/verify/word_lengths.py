"""Numbers of an input that count the letters of a word in every stored input: input validators must
compare them, and keep the bounds of the statement."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

from msgspec import Struct

from judge.common.text_places import replaced
from judge.model import Case
from judge.verify.bound_edges import LEAST_BOUND, LEAST_COUNTS, LEAST_INPUTS, MOST_INPUTS, shown
from judge.verify.input_bounds import StoredNumbers
from judge.verify.stated_intervals import intervals
from judge.verify.text_numbers import NUMBER

Accepts = Callable[[Case, str], bool]
#: A longer word is not made.
MOST_LETTERS = 1_000_000
#: The number and the word are among so many of the first words.
MOST_PLACES = 8
_WORD = re.compile(r"\S+")


class Counted(Struct, frozen=True):
    """Which word of an input is the number, and which one it counts."""

    number: int
    word: int

    def made(self, text: str, letters: int, number: int) -> str:
        """The input with so many letters: the last one again and again; and with this number."""
        words = [*_WORD.finditer(text)]
        word, count = words[self.word], words[self.number]
        longer = word[0][:letters] + word[0][-1:] * (letters - len(word[0]))
        changed = replaced(word, longer)
        again = [*_WORD.finditer(changed)][self.number] if self.number < self.word else None
        if again is None:
            shift = len(changed) - len(text)
            start, end = count.start() + shift, count.end() + shift
            return f"{changed[:start]}{number}{changed[end:]}"
        return replaced(again, str(number))


def miscounted(stored: StoredNumbers, folder: Path, accepts: Accepts) -> Iterator[str]:
    """Messages: they accept another number than there are letters, or one letter more than the
    statement says, and no second one. ``accepts``: what the validators say of a text as the input
    of a case."""
    if (counted := counted_word(stored)) is None:
        return
    texts = [*stored.texts.items()][:MOST_INPUTS]
    for more in (1, -1):
        changed = []
        for case, text in texts:
            letters = len(_WORD.findall(text)[counted.word])
            changed.append((case, counted.made(text, letters, letters + more)))
        if all(accepts(case, text) for case, text in changed):
            said = "they accept a number that does not count the letters of a word, as it does in"
            yield f"{said} every stored input: {shown(changed[0][1])}"
            return
    longest = max(len(_WORD.findall(text)[counted.word]) for text in stored.texts.values())
    bounds = [one for one in intervals(folder) if max(LEAST_BOUND, longest) <= one <= MOST_LETTERS]
    for (case, text), bound in product(texts[:1], bounds):
        one, two = (counted.made(text, bound + by, bound + by) for by in (1, 2))
        if accepts(case, one) and not accepts(case, two):
            said = f"they accept a word of {bound + 1} letters and no more, and the statement says"
            yield f"{said} {bound}: {shown(one)}"


def counted_word(stored: StoredNumbers) -> Counted | None:
    """The number that counts the letters of a word in all small inputs; None if none does, or more
    than one."""
    every = [_WORD.findall(text)[:MOST_PLACES] for text in stored.texts.values()]
    if len(every) < LEAST_INPUTS:
        return None
    places = range(min(map(len, every)))
    found = [
        Counted(number, word)
        for number, word in product(places, places)
        if number != word
        and all(
            own[number] == str(len(own[word])) and not NUMBER.fullmatch(own[word]) for own in every
        )
        and len({own[number] for own in every}) >= LEAST_COUNTS
    ]
    return found[0] if len(found) == 1 else None
