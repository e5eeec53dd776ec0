"""What a plug-in makes of an instance with ``mutate`` repeats, is valid, and differs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from judge.plugin import InputError
from judge.verify import mutated_draws
from tests.contest import Contest
from tests.verify.toy_subject import declare, unrun

Mutation = Callable[[Random, str, Sequence[int], Sequence[str]], str]


class Words:
    """Words of 1 to 20 small letters."""

    def __init__(self, mutation: Mutation) -> None:
        self._mutation = mutation

    def mutate(
        self, rng: Random, instance: str, numbers: Sequence[int], words: Sequence[str]
    ) -> str:
        return self._mutation(rng, instance, numbers, words)

    def parse(self, text: str) -> str:
        word = text.removesuffix("\n")
        if not (word.isascii() and word.isalpha() and word.islower() and len(word) <= 20):
            raise InputError("expected a word")
        return word

    def render(self, instance: str) -> str:
        return f"{instance}\n"

    @property
    def own(self) -> Words:
        return self


def said(mutation: Mutation) -> str:
    stored = ("ab", "abcde", "a" * 20)
    contexts = {word: SimpleNamespace(instance=word) for word in stored}
    subject: Any = SimpleNamespace(plugin=Words(mutation), contexts=contexts, seed=0)
    return mutated_draws.fault(subject, ["x", "yz"], 60)


def letter(rng: Random, word: str, numbers: Sequence[int], words: Sequence[str]) -> str:
    return word[:-1] + rng.choice("abcdefgh")


def put(rng: Random, word: str, numbers: Sequence[int], words: Sequence[str]) -> str:
    known = [one for one in words if one.isalpha() and one.isascii() and one.islower()]
    return rng.choice([one for one in known if len(one) <= 20] or [f"{word[:-1]}q"])


@pytest.mark.parametrize(
    ("mutation", "told"),
    [
        (letter, ""),
        (put, ""),
        (lambda rng, word, *_: word[:-1] + random.choice("abcdefgh"), "mutate is not repeatable"),
        (lambda rng, word, *_: word, "mutate returns the same instance"),
        (lambda rng, word, *_: word + "a" * (rng.random() < 0.5), "not valid: parse refuses"),
        (lambda rng, word, numbers, words: rng.choice(words or ["a"]), "not valid: parse refuses"),
        (lambda rng, word, numbers, _: word + str(rng.choice(numbers or ["a"])), "not valid"),
    ],
)
def test_mutations(mutation: Mutation, told: str) -> None:
    message = said(mutation)
    assert (told in message) if told else message == ""


def test_without_the_method_nothing_is_said() -> None:
    subject: Any = SimpleNamespace(plugin=SimpleNamespace(own=object()))
    assert mutated_draws.fault(subject, ["x"], 60) == ""


MUTATE = """
    def mutate(self, rng, row, numbers, words):
        return Row(row.numbers, {most})
"""
VARIANTS = """
    def variants(self, row, rng):
        yield "another", Row(row.numbers, {most})
"""


@pytest.mark.long
@pytest.mark.parametrize(("method", "name"), [(MUTATE, "mutate"), (VARIANTS, "variants")])
def test_another_process_makes_the_same(contest: Contest, method: str, name: str) -> None:
    declare(contest, method.format(most="hash(str(row)) % 1000"))
    told = mutated_draws.differs_elsewhere(unrun(contest))
    assert told.startswith(f"{name} depends on more than its seed")


@pytest.mark.long
def test_what_depends_on_the_seed_alone_is_right(contest: Contest) -> None:
    declare(contest, MUTATE.format(most="rng.randrange(9)") + VARIANTS.format(most="row.most"))
    assert mutated_draws.differs_elsewhere(unrun(contest)) == ""
