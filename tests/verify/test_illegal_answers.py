"""Answer validators that keep some of the plug-in's rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case
from judge.plugin import Fate, Mutant
from judge.verify import illegal_answers
from judge.verify.deadline import Deadline


class Picks:
    """One number from 1 to the instance, in words."""

    def mutants(self, instance: int, answer: int) -> Iterator[Mutant]:
        yield Mutant("zero", "0\n", Fate.ILLEGAL)
        yield Mutant("beyond", f"{instance + 1}\n", Fate.ILLEGAL)
        yield Mutant("a word", "word\n", Fate.UNDECODABLE)
        yield Mutant("another", "1\n", Fate.LEGAL)

    @property
    def own(self) -> Picks:
        return self

    def offers(self, *methods: str) -> bool:
        return "parse_answer" not in methods


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"zero", "beyond", "a word"}, ""),
        ({"zero", "a word"}, "(beyond)"),
        ({"beyond", "a word"}, "(zero)"),
        # The format alone.
        ({"a word"}, ""),
        (set(), ""),
    ],
)
def test_a_rule_that_is_not_kept_is_told_where_others_are(
    tmp_path: Path, rules: set[str], told: str
) -> None:
    cases = [Case(str(number), "", tmp_path) for number in (5, 7)]
    best: Any = SimpleNamespace(answer=3)
    contexts = {one.name: SimpleNamespace(instance=int(one.name), best=best) for one in cases}
    subject: Any = SimpleNamespace(plugin=Picks(), contexts=contexts)

    def accepts(case: Case, answer: bytes) -> bool:
        word = answer.decode().strip()
        broken = "a word" if word == "word" else "zero" if word == "0" else ""
        broken = broken or ("beyond" if int(word) > int(case.name) else "")
        return broken not in rules or not broken

    said = illegal_answers.overlooked(subject, cases, accepts, Deadline(60))
    assert told in said and bool(said) == bool(told)
