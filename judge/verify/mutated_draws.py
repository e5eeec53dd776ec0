"""Instances that a plug-in makes of others with its method ``mutate``: they repeat, are valid and
differ, whatever constants a source has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any

from judge.packages.case_files import LoadedCase
from judge.plugin import InputError, Mutates
from judge.verify.deadline import Deadline
from judge.verify.drawn_inputs import shown
from judge.verify.plugin_calls import ask
from judge.verify.subject import Subject

#: Constants as sources have them: most of them are allowed in no instance.
NUMBERS = (0, 1, -1, 2, 255, 2**31, 10**12, 2**64)
WORDS = ("", "a", "Z", "word", "two words", "0", "-7", "é", "x\ny", "word" * 1000)
#: So many of the largest and of the smallest stored instances, and each so often; then draws.
MOST_STORED, TIMES = 3, 24
#: So many instances must differ from those that they were made of, once at least.
LEAST_TRIED = 30


def fault(subject: Subject, drawn: Iterable[Any], seconds: float) -> str:
    """A message; empty if all is well, or there is no such method."""
    own, plugin = subject.plugin.own, subject.plugin
    if not isinstance(own, Mutates):
        return ""
    tried, differs = 0, False
    for instance in Deadline(seconds).items(chain(_stored(subject), drawn)):
        seed = f"{subject.seed} mutate {tried}"
        one, other = (ask(own.mutate, Random(seed), instance, *_constants(tried)) for _ in range(2))
        if one != other:
            said = "mutate is not repeatable: two calls with the same seed differ"
            return f"{said}; input {shown(ask(plugin.render, instance))}"
        if said := _not_valid(subject, one):
            return f"mutate yields an instance that is not valid: {said}"
        tried, differs = tried + 1, differs or one != instance
    if tried >= LEAST_TRIED and not differs:
        return f"mutate returns the same instance, in each of {tried} calls"
    return ""


def _constants(number: int) -> tuple[Sequence[int], Sequence[str]]:
    """None, some of one kind, or all, in turn."""
    return ((), (), NUMBERS, NUMBERS)[number % 4], ((), WORDS, (), WORDS)[number % 4]


def _stored(subject: Subject) -> Iterator[Any]:
    """The largest and the smallest stored instances, in turn, again and again."""

    def size(loaded: LoadedCase) -> int:
        return len(ask(subject.plugin.render, loaded.instance))

    every = sorted(subject.contexts.values(), key=size)
    chosen = every if len(every) <= 2 * MOST_STORED else every[-MOST_STORED:] + every[:MOST_STORED]
    for _ in range(TIMES):
        yield from (loaded.instance for loaded in chosen)


def _not_valid(subject: Subject, instance: Any) -> str:
    """What is wrong with an instance that is written and read again; empty if nothing is."""
    text = ask(subject.plugin.render, instance)
    try:
        same = ask(subject.plugin.parse, text) == instance
    except InputError as error:
        return f"parse refuses it ({error}); input {shown(text)}"
    return "" if same else f"parse is not the inverse of render on it; input {shown(text)}"
