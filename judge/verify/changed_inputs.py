"""Stored inputs changed so that the input validators still accept them: for packages that have no
plug-in to generate instances."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from judge.common import foreign_files
from judge.common.text_places import replaced
from judge.model import Case
from judge.verify.deadline import Deadline
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: Inputs longer than this are not changed: people should be able to read what refutes a solution.
MOST_BYTES = 4096
#: How many inputs are made at most, and how many texts are tried for them.
MOST_INPUTS, MOST_TEXTS = 200, 3000
#: How many changes are made to an input at most.
MOST_CHANGES = 3


def changed_valid_inputs(
    subject: Subject, accepts: Callable[[Case, str], bool], deadline: Deadline
) -> list[tuple[Case, bytes]]:
    """Valid inputs that are not stored, each with the case that it was made from; the input
    validators say with ``accepts`` which they accept."""
    rng, folder = subject.rng("changed inputs"), subject.problem.folder
    stored = {
        case: foreign_files.read(case.input_path, folder, MOST_BYTES).decode("utf-8", "replace")
        for case in subject.problem.cases
        if case.input_path.stat().st_size <= MOST_BYTES
    }
    seen, found = set(stored.values()), list[tuple[Case, bytes]]()
    origins = [*stored.items()]  # what was accepted is changed further
    if not seen:
        return []
    for _ in deadline.items(range(MOST_TEXTS)):
        case, text = rng.choice(origins)
        for _ in range(rng.randint(1, MOST_CHANGES)):
            text = _changed(text, rng)
        if text in seen:
            continue
        seen.add(text)
        if accepts(case, text):
            found.append((case, text.encode()))
            if len(text) <= MOST_BYTES:
                origins.append((case, text))
            if len(found) == MOST_INPUTS:
                break
    return found


def _changed(text: str, rng: Random) -> str:
    """One change; the text as it is where that change is not possible."""
    changes: tuple[Callable[[str, Random], str], ...]
    changes = (_other_number, _swapped, _longer_row, _longer_row, _shorter_row, _longer_list)
    return rng.choice(changes)(text, rng)


def _other_number(text: str, rng: Random) -> str:
    """A number replaced: by a neighbour, its negative, another number of the input or the sum of
    some, any other."""
    numbers = [*NUMBER.finditer(text)]
    if not numbers:
        return text
    one = rng.choice(numbers)
    value, other = int(one[0]), int(rng.choice(numbers)[0])
    near = (value + 1, value - 1, -value, 2 * value, value // 2, other, 0, 1)
    some = sum(int(number[0]) for number in rng.sample(numbers, rng.randint(1, len(numbers))))
    new = rng.choice((*near, some, some, rng.randint(1, 10 ** rng.randint(1, 9))))
    return replaced(one, str(new))


def _swapped(text: str, rng: Random) -> str:
    """The words of a row in another order, or the rows."""
    lines = text.splitlines()
    if not lines:
        return text
    at = rng.randrange(len(lines))
    words = lines[at].split(" ")
    rng.shuffle(words)
    lines[at] = " ".join(words)
    return "\n".join(lines) + "\n"


def _longer_row(text: str, rng: Random) -> str:
    return _resized_row(text, rng, 1)


def _shorter_row(text: str, rng: Random) -> str:
    return _resized_row(text, rng, -1)


def _resized_row(text: str, rng: Random, by: int) -> str:
    """A row with a word more or less, and the number above it that counts the words changed."""
    lines = text.splitlines()
    rows = [at for at, line in enumerate(lines) if at and len(line.split()) > (by < 0)]
    if not rows:
        return text
    at = rng.choice(rows)
    words = lines[at].split()
    place = rng.randrange(len(words))
    # A word more is put beside its equal, so that a row in order stays in order.
    new = words[: place + 1] + words[place:] if by > 0 else words[:place] + words[place + 1 :]
    above = [above for above in range(at) if str(len(words)) in lines[above].split()]
    if above:
        lines[above[-1]] = _counted(lines[above[-1]], len(words), by)
    lines[at] = " ".join(new)
    return "\n".join(lines) + "\n"


def _longer_list(text: str, rng: Random) -> str:
    """A row repeated, and the number that counts the rows below it one more."""
    lines = text.splitlines()
    for at in range(len(lines) - 1):
        below = len(lines) - at - 1
        if str(below) in lines[at].split():
            lines[at] = _counted(lines[at], below, 1)
            return "\n".join([*lines, lines[rng.randrange(at + 1, len(lines))]]) + "\n"
    return text


def _counted(line: str, number: int, by: int) -> str:
    """The first word that is this number, changed by so much."""
    return re.sub(rf"(?<!\S){number}(?!\S)", str(number + by), line, count=1)
