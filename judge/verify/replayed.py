"""What accepted solutions said to an interactor, said again with another number or more at the
end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from judge.common.text_places import replaced
from judge.model import Case, Verdict
from judge.verify.counted_outputs import FOREIGN_WORD
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: Longer conversations are not said again.
MOST_BYTES = 1 << 14
#: What is added to the last number: an interactor that takes all of them does not look at it.
ADDED = (1, -1, 1_000_000)
#: A number that is greater by a power of two with so many bits has the same lower bits.
BITS = (16, 32)
#: What no contestant has to say after its end.
AFTER = f"{FOREIGN_WORD}\n"
#: What a line has that is read carelessly.
BEHIND, FRACTION = "a word behind its number", "half more than a whole number"
LONGER = "letters behind the first word of the last line"
#: What tells whether an interactor reads lines or words.
BLANK, JOINED = "an empty line before the first one", "its first two lines in one"
#: A conversation of so many lines has a form that is repeated, up to so many times.
LEAST_LINES, MOST_REPEATED = 2, 2000
_PLAIN = re.compile(r"[\n\x20-\x7e]*")


def right_words(subject: Subject, case: Case) -> str:
    """What a contestant said that was accepted; empty where none was, or none that can be said
    again."""
    for said in _accepted(subject, case):
        if len(said) <= MOST_BYTES and _PLAIN.fullmatch(said):
            return said
    return ""


def shortest(said: str, accepts: Callable[[str], bool]) -> str:
    """The fewest of the first lines that are accepted: what follows is not read, perhaps. Empty if
    not even all of them are."""
    lines = said.splitlines(keepends=True)
    if not accepts(said):
        return ""
    if not accepts("".join(lines[:-1])):
        return said
    least, most = 0, len(lines)
    while most - least > 1:
        middle = (least + most) // 2
        if accepts("".join(lines[:middle])):
            most = middle
        else:
            least = middle
    return "".join(lines[:most])


def other_endings(said: str, place: int = -1) -> list[str]:
    """The same with other numbers in place of one of the last line, the last one unless ``place``
    is that of another; none where there is no such number."""
    last = said.removesuffix("\n").rpartition("\n")[2]
    start = len(said.removesuffix("\n")) - len(last)
    numbers = [*NUMBER.finditer(last)]
    if not -len(numbers) <= place < len(numbers):
        return []
    one = numbers[place]
    return [f"{said[:start]}{replaced(one, str(int(one[0]) + added))}\n" for added in ADDED]


def alike_endings(said: str) -> Mapping[str, str]:
    """The same with a number in place of the last one that is only taken for it where numbers are
    read carelessly; by what is done to it. None for 0, which is its own negative."""
    numbers = [*NUMBER.finditer(said)]
    if not numbers or said[numbers[-1].end() :].count("\n") > 1 or not int(numbers[-1][0]):
        return {}
    number = int(numbers[-1][0])
    others = {"its negative": -number, **{f"it and 2^{bits}": number + 2**bits for bits in BITS}}
    return {what: replaced(numbers[-1], str(other)) for what, other in others.items()}


def careless_beginnings(said: str) -> Mapping[str, str]:
    """The same with a first line that is only taken where lines are read carelessly, by what is in
    it; none where only one line is said: what stands behind it is not read, perhaps."""
    first, _, rest = said.partition("\n")
    numbers = [*NUMBER.finditer(first)]
    if not rest or not numbers or numbers[-1].end() != len(first):
        return {}
    return {
        BEHIND: f"{first} {AFTER}{rest}",
        FRACTION: f"{first}.5\n{rest}",
    }


def longer_words(said: str) -> Mapping[str, str]:
    """The same with letters behind the first word of the last line, if that is no number and other
    words follow."""
    *before, last = said.splitlines() or [""]
    word, _, rest = last.partition(" ")
    if not rest or NUMBER.search(word):
        return {}
    lines = [*before, f"{word}{FOREIGN_WORD} {rest}"]
    return {LONGER: "".join(f"{line}\n" for line in lines)}


def beyond_interval(said: str, low: int, high: int) -> Mapping[str, str]:
    """The same with the first number of its first line below or above an interval; none where only
    one line is said, or where that number is outside itself."""
    first, _, rest = said.partition("\n")
    number = NUMBER.search(first)
    if not rest or number is None or not low <= int(number[0]) <= high:
        return {}
    return {str(one): f"{replaced(number, str(one))}\n{rest}" for one in (low - 1, high + 1)}


def with_blank_line(said: str) -> Mapping[str, str]:
    """The same with an empty line at its beginning, and with a space in place of its first line
    end, by what is done; none where only one line is said."""
    first, _, rest = said.partition("\n")
    return {BLANK: f"\n{said}", JOINED: f"{first} {rest}"} if rest else {}


def earlier_places(said: str) -> Mapping[str, int]:
    """Words for some numbers of the last line before the last one, and where they are."""
    count = len(NUMBER.findall(said.removesuffix("\n").rpartition("\n")[2]))
    found = {"first": 0} if count > 1 else {}
    return {**found, "middle": count // 2} if count > 2 else found


def most_lines(said: str, accepts: Callable[[str], bool]) -> int | None:
    """How many lines of the form of the first one a conversation may have that says the first one
    again and again before the rest; None if there is no limit, 0 if only one line is said."""
    lines = said.splitlines(keepends=True)
    if len(lines) < LEAST_LINES:
        return 0
    same = sum(_form(line) == _form(lines[0]) for line in lines)

    def may(more: int) -> bool:
        return accepts(lines[0] * more + said)

    least, most = 0, 1
    while may(most):
        least, most = most, 2 * most
        if most > MOST_REPEATED:
            return None
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (middle, most) if may(middle) else (least, middle)
    return same + least


def _form(line: str) -> str:
    return NUMBER.sub("0", line)


def first_heard(subject: Subject, case: Case) -> int | None:
    """The number with which an interactor begins; None if it begins otherwise."""
    for lines in _accepted_lines(subject, case):
        words = lines[0][1:].split() if lines[0].startswith("<") else []
        return int(words[0]) if words and NUMBER.fullmatch(words[0]) else None
    return None


def _accepted(subject: Subject, case: Case) -> Iterator[str]:
    """The submission's part of each transcript that was accepted and has but one pass."""
    for lines in _accepted_lines(subject, case):
        yield "".join(f"{line[1:]}\n" for line in lines if line.startswith(">"))


def _accepted_lines(subject: Subject, case: Case) -> Iterator[list[str]]:
    """The lines of each transcript that was accepted and has but one pass."""
    for _, outcome in subject.outcomes_on(case.name):
        if outcome.verdict is Verdict.AC and outcome.run:
            lines = outcome.run.stdout.decode("latin-1").splitlines()
            # Neither left out, nor a pass.
            if lines and all(line[:1] in "<>" for line in lines):
                yield lines
