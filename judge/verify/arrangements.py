"""Right outputs that are all arrangements of 1 to n, with one number put in place of another: a
checker that accepts all of those does not look whether each number is there once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random

from judge.common.safe_text import one_line
from judge.common.text_places import replaced
from judge.plugin import Fate, Mutant
from judge.verify import mutants
from judge.verify.deadline import Deadline
from judge.verify.mutants import MutantCase
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: An arrangement of fewer numbers says nothing; so many cases must have one.
LEAST_NUMBERS, LEAST_CASES = 3, 2
#: How often a right output of a case is changed. All of these must be accepted in a case with so
#: many numbers, which leave room for other rules: neighbours that must not be equal, for instance.
CHANGES, MANY_NUMBERS = 12, 8

REPEATED, MOVED = "a number in place of another", "one number greater and another less by as much"
#: A walk may come to a place again, but not at once.
TWICE = "a number twice in a row"
#: With one reading, numbers count from one of 0 and 1.
SHIFTED = "all numbers one greater or less"
#: Where numbers are in several groups: each is in one of them.
ADDED, DROPPED = "a number in two groups", "a number in no group"

_GROUPS = re.compile(r"\].*\[", re.DOTALL)


def overlooked(
    subject: Subject, is_accepted: Callable[[MutantCase], bool], deadline: Deadline
) -> str:
    """A message if outputs with a number twice are accepted again and again; empty otherwise."""
    for reading in subject.plugin.readings:
        texts = _arrangements(subject, reading)
        kinds = [REPEATED, MOVED, *([SHIFTED] if len(subject.plugin.readings) == 1 else [])]
        if any(map(_GROUPS.search, texts.values())):
            kinds += [ADDED, DROPPED]
        kinds.append(TWICE)
        for kind in kinds if len(texts) >= LEAST_CASES else ():
            accepted: dict[str, list[bool]] = {}
            example = ""
            for name, changed in deadline.items(_changed(subject, texts, kind)):
                spoilt = MutantCase(name, reading, Mutant(kind, changed, Fate.OPEN))
                accepted.setdefault(name, []).append(is_accepted(spoilt))
                example = example or (f"{name}, {changed!r}" if accepted[name][-1] else "")
            whole = [
                name
                for name, some in accepted.items()
                if all(some) and len(some) == CHANGES and _count(texts[name]) >= MANY_NUMBERS
            ]
            if whole and sum(map(any, accepted.values())) >= LEAST_CASES:
                said = "right outputs are all arrangements of the first numbers, and those with"
                return f"{said} {kind} are accepted: {one_line(example, 200)}"
    return ""


def _arrangements(subject: Subject, reading: str) -> Mapping[str, str]:
    """A right output of each case that has enough numbers; nothing unless all are arrangements."""
    found = {}
    for name in subject.contexts:
        text = mutants.right_outputs(subject, name).get(reading, "")
        numbers = sorted(int(match[0]) for match in NUMBER.finditer(text))
        if len(numbers) < LEAST_NUMBERS:
            continue
        if numbers[0] not in (0, 1) or numbers != [*range(numbers[0], numbers[0] + len(numbers))]:
            return {}
        found[name] = text
    return dict(sorted(found.items(), key=lambda row: len(row[1])))


def _count(text: str) -> int:
    return len(NUMBER.findall(text))


def _changed(subject: Subject, texts: Mapping[str, str], kind: str) -> Iterator[tuple[str, str]]:
    """The same number of changes of each case."""
    rng = subject.rng(f"arrangements {kind}")
    made = {
        REPEATED: _repeated,
        MOVED: _moved,
        TWICE: _twice,
        SHIFTED: _shifted,
        ADDED: _added,
        DROPPED: _dropped,
    }[kind]
    for name, text in texts.items():
        for _ in range(CHANGES):
            yield name, made(text, rng)


def _repeated(text: str, rng: Random) -> str:
    one, other = rng.sample([*NUMBER.finditer(text)], 2)
    return replaced(one, other[0])


def _moved(text: str, rng: Random) -> str:
    """The lesser of two numbers greater and the greater one less, so that both stay between."""
    places = [*NUMBER.finditer(text)]
    by = 0
    while not by:
        first, second = sorted(rng.sample(places, 2), key=lambda one: one.start())
        by = (int(second[0]) - int(first[0])) // 2
    changed = replaced(second, int(second[0]) - by)
    return f"{changed[: first.start()]}{int(first[0]) + by}{changed[first.end() :]}"


def _twice(text: str, rng: Random) -> str:
    """Parted from itself as the numbers beside it are from each other."""
    places = [*NUMBER.finditer(text)]
    at = rng.randrange(len(places) - 1)
    between = text[places[at].end() : places[at + 1].start()]
    return replaced(places[at], f"{places[at][0]}{between}{places[at][0]}")


def _shifted(text: str, rng: Random) -> str:
    """Counted from 1 where the first number is 0, and from 0 where it is 1."""
    by = -1 if min(int(match[0]) for match in NUMBER.finditer(text)) else 1
    return NUMBER.sub(lambda match: str(int(match[0]) + by), text)


def _added(text: str, rng: Random) -> str:
    one, other = rng.sample([*NUMBER.finditer(text)], 2)
    return replaced(one, f"{one[0]}, {other[0]}")


def _dropped(text: str, rng: Random) -> str:
    match = rng.choice([*NUMBER.finditer(text)])
    before, behind = text[: match.start()], text[match.end() :]
    if behind.lstrip().startswith(","):
        return before + behind.lstrip()[1:].lstrip()
    return before.rstrip().removesuffix(",") + behind
