"""Instances that a plug-in makes of others with its method ``mutate``: they repeat, are valid and
differ, whatever constants a source has."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from random import Random
from typing import Any

from judge.packages.case_files import LoadedCase
from judge.plugin import InputError, Metamorphic, Mutates
from judge.verify import draws
from judge.verify.deadline import Deadline
from judge.verify.drawn_inputs import shown
from judge.verify.draws import Derived, Draw
from judge.verify.plugin_calls import ask
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: Constants as sources have them: most of them are allowed in no instance.
NUMBERS = (0, 1, -1, 2, 255, 2**31, 10**12, 2**64)
WORDS = ("", "a", "Z", "word", "two words", "0", "-7", "é", "x\ny", "word" * 1000)
#: So many of the largest and of the smallest stored instances, and each so often; then draws.
MOST_STORED, TIMES = 3, 24
#: So many instances must differ from those that they were made of, once at least.
LEAST_TRIED = 30
#: So many draws, of sizes up to this one, are changed in another process, too.
MOST_DERIVED, MOST_SIZE = 16, 8
#: So many numbers and words of stored instances are constants, too.
MOST_KNOWN = 40

Constants = tuple[Sequence[int], Sequence[str]]


def fault(subject: Subject, drawn: Iterable[Any], seconds: float) -> str:
    """A message; empty if all is well, or there is no such method."""
    plugin = subject.plugin
    if not isinstance(plugin.own, Mutates):
        return ""
    known = _known(subject)
    tried, differs = 0, False
    for instance in Deadline(seconds).items(chain(_stored(subject), drawn)):
        seed = f"{subject.seed} mutate {tried}"
        one, other = (
            plugin.mutate(Random(seed), instance, *_constants(known, tried)) for _ in range(2)
        )
        if one != other:
            said = "mutate is not repeatable: two calls with the same seed differ"
            return f"{said}; input {shown(ask(plugin.render, instance))}"
        if said := _not_valid(subject, one):
            return f"mutate yields an instance that is not valid: {said}"
        tried, differs = tried + 1, differs or one != instance
    if tried >= LEAST_TRIED and not differs:
        return f"mutate returns the same instance, in each of {tried} calls"
    return ""


def differs_elsewhere(subject: Subject) -> str:
    """A message if another process makes other instances of the same draws, with ``mutate`` or
    with ``variants``; empty if not, or if there is neither."""
    offered = ((draws.MUTATE, Mutates), (draws.VARIANTS, Metamorphic))
    methods = [name for name, protocol in offered if isinstance(subject.plugin.own, protocol)]
    asked = [
        Derived(method, Draw(number, 1 + number % MOST_SIZE))
        for method in methods
        for number in range(MOST_DERIVED)
    ]
    seed = str(subject.seed)
    here = [
        draws.digest_of_all(subject.plugin, draws.derived(subject.plugin, seed, one))
        for one in asked
    ]
    try:
        there = draws.elsewhere(subject.problem.folder, seed, asked) if asked else []
    except subprocess.TimeoutExpired:
        return ""  # no more than it may take
    for one, mine, other in zip(asked, here, there, strict=False):
        if mine != other:
            said = f"{one.method} depends on more than its seed: another process makes another"
            return f"{said} instance of a draw of size {one.draw.size}"
    return ""


def _known(subject: Subject) -> Constants:
    """Constants as sources have them, and what stored instances are made of."""
    texts = [ask(subject.plugin.render, one.instance) for one in subject.contexts.values()]
    numbers = dict.fromkeys(int(match[0]) for text in texts for match in NUMBER.finditer(text))
    words = dict.fromkeys(word for text in texts for word in text.split())
    return (*NUMBERS, *islice(numbers, MOST_KNOWN)), (*WORDS, *islice(words, MOST_KNOWN))


def _constants(known: Constants, number: int) -> Constants:
    """None, those of one kind, or all, in turn."""
    numbers, words = known
    return ((), (), numbers, numbers)[number % 4], ((), words, (), words)[number % 4]


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
