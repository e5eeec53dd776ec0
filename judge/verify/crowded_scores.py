"""Scores of arbitrary outputs that stop at a cap: many arrangements of right outputs, in cases that
have nothing else in common, have one and the same score, and none is beyond it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from judge.common import foreign_files
from judge.packages.problem_plugin import REFUSED
from judge.plugin import Score
from judge.verify import mutants, stated_rules
from judge.verify.capped_scores import cap
from judge.verify.deadline import Deadline
from judge.verify.mutants import near_numbers
from judge.verify.stated_numbers import stated
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: So many arrangements of the outputs of so many cases, with so many numbers at least.
TIMES, MOST_CASES, LEAST_NUMBERS = 12, 40, 4
#: A cap that so many cases reach is none by chance; a lesser one may be natural.
LEAST_CASES, LEAST_VALUE = 3, 50
#: How much of an input is read.
MOST_BYTES = 1 << 16


def fault(subject: Subject, deadline: Deadline) -> str:
    """A message if scores stop at a value that no statement names; empty if they do not."""
    found: dict[str, Score] = {}
    for name, number, score in deadline.items(_scores(subject)):
        found[f"{name} {number}"] = score
    value = cap(found)
    if value is None or value < LEAST_VALUE or value != max(found.values()):
        return ""
    names = {key.partition(" ")[0] for key, score in found.items() if score == value}
    if len(names) < LEAST_CASES or _is_natural(subject, value, names):
        return ""
    shown, count = subject.loaded.scores.score(value), sum(one == value for one in found.values())
    said = f"{count} of {len(found)} outputs with numbers in another order score {shown}"
    return f"{said}, in {len(names)} cases, and none is beyond: scores stop at a cap"


def _is_natural(subject: Subject, value: Score, names: Collection[str]) -> bool:
    """Whether a statement names the value, there is none that could, or it may be the number of
    something in the inputs of these cases."""
    folder = subject.problem.folder
    if not stated_rules.has_text(folder) or value in stated(folder):
        return True
    numbers: set[int] = set()
    for name in sorted(names)[:LEAST_CASES]:
        given = foreign_files.read_start(subject.cases[name].input_path, folder, MOST_BYTES)
        numbers |= near_numbers(given.decode("utf-8", "replace"))
    return value in numbers


def _scores(subject: Subject) -> Iterator[tuple[str, int, Score]]:
    """The name of a case, the number of an arrangement, and its score."""
    rng = subject.rng("crowded scores")
    for name, loaded in [*subject.contexts.items()][:MOST_CASES]:
        for reading, text in [*mutants.right_outputs(subject, name).items()][:1]:
            for number, made in enumerate(_arranged(text, rng)):
                try:
                    answer = subject.plugin.decode(made, loaded.instance, reading)
                    yield name, number, subject.plugin.score(loaded.instance, answer)
                except REFUSED:
                    continue


def _arranged(text: str, rng: Random) -> Iterator[str]:
    """The text with its numbers in other orders."""
    words = [match[0] for match in NUMBER.finditer(text)]
    for _ in range(TIMES if len(words) >= LEAST_NUMBERS else 0):
        others = iter(rng.sample(words, len(words)))
        yield NUMBER.sub(lambda _, others=others: next(others), text)  # type: ignore[misc]
