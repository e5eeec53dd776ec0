"""What accepted solutions said to an interactor, said again with another number at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from judge.model import Case, Verdict
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER, replaced

#: Longer conversations are not said again.
MOST_BYTES = 1 << 14
#: What is added to the last number: an interactor that takes all of them does not look at it.
ADDED = (1, -1, 1_000_000)
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
    least, most = 0, len(lines)
    while most - least > 1:
        middle = (least + most) // 2
        if accepts("".join(lines[:middle])):
            most = middle
        else:
            least = middle
    return "".join(lines[:most])


def other_endings(said: str) -> list[str]:
    """The same with other numbers in place of the last one of the last line; none without one."""
    last = said.removesuffix("\n").rpartition("\n")[2]
    start = len(said.removesuffix("\n")) - len(last)
    numbers = [*NUMBER.finditer(last)]
    return [
        f"{said[:start]}{replaced(numbers[-1], str(int(numbers[-1][0]) + added))}\n"
        for added in (ADDED if numbers else ())
    ]


def most_lines(said: str, accepts: Callable[[str], bool]) -> int | None:
    """How many lines of the form of the first one a conversation may have that says the first one
    again and again before the rest; None if there is no limit, or only one line."""
    lines = said.splitlines(keepends=True)
    if len(lines) < LEAST_LINES:
        return None
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


def _accepted(subject: Subject, case: Case) -> Iterator[str]:
    """The submission's part of each transcript that was accepted and has but one pass."""
    for result in subject.solution_results:
        for outcome in result.outcomes:
            if outcome.case == case.name and outcome.verdict is Verdict.AC and outcome.run:
                lines = outcome.run.stdout.decode("latin-1").splitlines()
                if all(line[:1] in "<>" for line in lines):  # not left out, and no pass ends
                    yield "".join(f"{line[1:]}\n" for line in lines if line.startswith(">"))
