"""Right outputs whose numbers are changed in ways that a comparison may overlook: in another order,
one of them twice or left out, with the number that counts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.common.text_places import replaced
from judge.verify.text_numbers import NUMBER

MORE, LESS = "a greater number in place of a count", "a lesser number in place of a count"
#: What is a fault only where numbers are places of something.
ZERO = "a 0 as one number more, which is counted"
_SWAPPED = "its last two different numbers exchanged"
_MIDDLE = "numbers that differ by one in place of one in its middle"
_GREATER, _LESSER = "a greater number in place of the last one", "a lesser one in place of the last"
_TWICE, _SHORTER = "its last number twice, which is counted", "no last number, which is counted"
_LONGER = "a great number more, which is counted"
#: What is wrong where there is one right output.
STRICT = frozenset({_SWAPPED, _MIDDLE, _GREATER, _LESSER, _TWICE, _SHORTER, _LONGER})
#: The number 1 before a single one most often counts nothing.
LEAST_COUNTED = 2
#: No number of an output is as great as one with this added to it.
FOREIGN = 1_000_000_007


def changes(text: str) -> Iterator[tuple[str, str]]:
    """The kinds of changes, and the text after each."""
    numbers = [*NUMBER.finditer(text)]
    if len(numbers) > 2:
        middle = numbers[len(numbers) // 2]
        for near in (1, -1):
            yield _MIDDLE, replaced(middle, int(middle[0]) + near)
    for last in numbers[-1:]:
        yield _GREATER, replaced(last, int(last[0]) + 1)
        yield _LESSER, replaced(last, int(last[0]) - 1)
    if len(numbers) > 1 and numbers[-1][0] != numbers[-2][0]:
        one, other = numbers[-2:]
        swapped = f"{text[: one.start()]}{other[0]}{text[one.end() : other.start()]}"
        yield _SWAPPED, f"{swapped}{one[0]}{text[other.end() :]}"
    yield from _counted(text.splitlines())


def _counted(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The last row that is counted, longer and shorter: by a number before it in its line, or by
    the only one of the line before."""
    for at in reversed(range(len(lines))):
        words = lines[at].split()
        above = lines[at - 1].split() if at else []
        if len(words) >= LEAST_COUNTED and above == [str(len(words))]:
            yield from _resized(lines, at - 1, at, words)
            return
        if len(words) > LEAST_COUNTED and words[0] == str(len(words) - 1):
            yield from _resized(lines, at, at, words[1:])
            return


def _resized(
    lines: Sequence[str], count_at: int, at: int, words: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """``words``: those that line ``at`` holds and line ``count_at`` counts."""

    def changed(count: int, row: Sequence[str]) -> str:
        new = [*lines]
        if count_at == at:
            new[at] = " ".join([str(count), *row])
        else:
            new[count_at], new[at] = str(count), " ".join(row)
        return "".join(f"{line}\n" for line in new)

    count = len(words)
    yield MORE, changed(count + 1, words)
    yield LESS, changed(count - 1, words)
    if not all(map(NUMBER.fullmatch, words)):
        return
    yield ZERO, changed(count + 1, [*words, "0"])
    yield _TWICE, changed(count + 1, [*words, words[-1]])
    yield _SHORTER, changed(count - 1, words[:-1])
    yield _LONGER, changed(count + 1, [*words, str(abs(int(words[-1])) + FOREIGN)])
