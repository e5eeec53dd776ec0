"""The sum of a size over all test cases of an input, which a statement bounds: input validators
accept no greater one.

How an input divides into test cases is known if all small inputs do so alike: the first line counts
them, and a number in the first line of each counts its rows, or the words of the row below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, product
from pathlib import Path

from msgspec import Struct

from judge.common.text_places import replaced
from judge.model import Case
from judge.packages.statements import statement_texts
from judge.verify.bound_edges import shown
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import StoredNumbers
from judge.verify.stated_numbers import plain_numbers

Accepts = Callable[[Case, str], bool]
#: Inputs divide alike if so many of them do, into so many test cases in all.
LEAST_INPUTS, LEAST_TESTS = 2, 4
#: Inputs with more in all are not made.
MOST_SUM, MOST_BYTES = 2_000_000, 1 << 25
#: Rows and numbers of the first line of a test case in which its size may be.
MOST_COLUMNS = 3
_AT_MOST = (
    r"(?:at most|(?:do(?:es)?|will|is|are|can|shall)(?: not|n't) "
    r"(?:exceed|be (?:more|greater|larger) than)|(?:not|no) (?:more|greater|larger) than"
    r"|never exceeds?|bounded by|limited to|(?:less|smaller) than or equal to|up to"
    r"|\\leqslant|\\leq|\\le\b|≤|⩽|<=)"
)
_SUM = re.compile(
    r"\b(?:sum|total)\s+(?:of|over)\s+(?:the\s+|all\s+)*(?:values?\s+of\s+|sizes?\s+)?([A-Za-z](?:_\w)?)\b"
    rf"(?P<over>[^.]{{0,80}}?){_AT_MOST}\s*(\d{{1,12}})(?![\d.]*\d)",
    re.IGNORECASE,
)
_OVER = re.compile(r"\b(?:test|case|file|input|scenario|quer|all)", re.IGNORECASE)


class Divided(Struct, frozen=True):
    """An input as its test cases, each some lines, and the size of each."""

    case: Case
    tests: tuple[tuple[str, ...], ...]
    sizes: tuple[int, ...]


class Shape(Struct, frozen=True):
    """Where the size of a test case is in its first line, and whether it counts the words of the
    line below, of which there are ``rows``, or else the lines."""

    column: int
    counts_words: bool
    rows: int = 1

    def divided(self, case: Case, text: str) -> Divided | None:
        """An input as its test cases; None if it does not divide so."""
        lines, at = text.splitlines(), 1
        tests, sizes = [], []
        if not lines or not lines[0].isdigit():
            return None
        while at < len(lines):
            words = lines[at].split()
            if len(words) <= self.column or not words[self.column].isdigit():
                return None
            size = int(words[self.column])
            height = 1 + (self.rows if self.counts_words else size)
            rows = lines[at : at + height]
            if len(rows) < height:
                return None
            if self.counts_words and any(len(row.split()) != size for row in rows[1:]):
                return None
            tests.append(tuple(rows))
            sizes.append(size)
            at += height
        return Divided(case, tuple(tests), tuple(sizes)) if len(tests) == int(lines[0]) else None

    def enlarged(self, test: Sequence[str], size: int) -> tuple[str, ...]:
        """A test case with more of what its size counts: the last one again and again."""
        word = [*re.finditer(r"\S+", test[0])][self.column]
        head = replaced(word, str(size))
        if not self.counts_words:
            return (head, *test[1:], *((test[-1],) * (size - len(test) + 1)))
        rows = [row.split() for row in test[1:]]
        return head, *(" ".join([*row, *row[-1:] * (size - len(row))]) for row in rows)


def exceeded(
    stored: StoredNumbers, folder: Path, accepts: Accepts, deadline: Deadline
) -> Iterator[str]:
    """A message: the validators accept an input in which the sum is greater, and so many test
    cases, and such sizes, with a lesser sum too. ``accepts``: what they say of a text as the input
    of a case."""
    bounds = {bound for text in statement_texts(folder) for bound in sums_in(text)}
    if len(bounds) != 1 or not 0 < min(bounds) <= MOST_SUM or (found := divided(stored)) is None:
        return
    [most], (shape, every) = bounds, found
    if any(sum(one.sizes) > most for one in every):
        return  # the sum is that of something else
    for one in deadline.items(_greatest_first(every)):
        for text, total in _too_great(shape, one, most):
            if deadline.is_over:
                return
            if len(text) <= MOST_BYTES and accepts(one.case, text):
                said = f"they accept a sum of {total} over {text.partition(chr(10))[0]} test cases"
                yield f"{said}, and the statement says {most}: {shown(text)}"
                return


def sums_in(text: str) -> list[int]:
    """The bounds of sums over all test cases in a text."""
    plain = re.sub(r"[${}]|\\[,;! ]", "", plain_numbers(text)).replace("\n", " ")
    return [int(one[3]) for one in _SUM.finditer(plain) if _OVER.search(one["over"])]


def divided(stored: StoredNumbers) -> tuple[Shape, list[Divided]] | None:
    """How the small inputs divide into test cases; None if not, or not in one way alone."""
    shapes = [Shape(column, False) for column in range(MOST_COLUMNS)]
    shapes += [Shape(column, True, rows) for column, rows in product(range(MOST_COLUMNS), (1, 2))]
    found = []
    for shape in shapes:
        every = [shape.divided(case, text) for case, text in stored.texts.items()]
        some = [one for one in every if one is not None]
        enough = len(some) >= LEAST_INPUTS and sum(len(one.sizes) for one in some) >= LEAST_TESTS
        if len(some) == len(every) and enough and len({n for one in some for n in one.sizes}) > 1:
            found.append((shape, some))
    return found[0] if len(found) == 1 else None


def _greatest_first(every: Sequence[Divided]) -> list[Divided]:
    return sorted(every, key=lambda one: -max(one.sizes))[:LEAST_INPUTS]


def _too_great(shape: Shape, one: Divided, most: int) -> Iterator[tuple[str, int]]:
    """Inputs whose sum is greater: more test cases, or a few with more in each."""
    greatest = max(range(len(one.sizes)), key=lambda at: one.sizes[at])
    test, size = one.tests[greatest], one.sizes[greatest]
    if size == 0:
        return
    for count in (2, 3, 10, 100):
        each = most // count + 1
        if each >= size:
            yield _text([shape.enlarged(test, each)] * count), each * count
    needed = most // size + 1
    yield (
        _text([test for test, _ in zip(cycle([test]), range(needed), strict=False)]),
        needed * size,
    )


def _text(tests: Sequence[Sequence[str]]) -> str:
    rows = (row for test in tests for row in test)
    return f"{len(tests)}\n" + "".join(f"{row}\n" for row in rows)
