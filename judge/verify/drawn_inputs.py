"""Plug-in and input validators agree on what an input is, beyond the stored ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from judge.common.safe_text import one_line
from judge.model import Case
from judge.packages.plugin_faults import PluginFault
from judge.plugin import InputError, Metamorphic, Mutates
from judge.verify import draws, number_kinds, text_numbers
from judge.verify.deadline import Deadline
from judge.verify.draws import Draw
from judge.verify.plugin_calls import ask, ask_for, variants_of
from judge.verify.round_robin import in_turn
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: The largest size of a draw: hunts and checks use such ones.
MOST_SIZE = 12
#: So many draws at most, for what only one in hundreds has; and of so many neighbours of a draw
#: one.
MOST_DRAWS, MOST_NEIGHBOURS = 6000, 40
#: Drawing takes at most so many seconds, and so does making others of the draws.
MOST_DRAWING_S = 1.5
#: So many instances with extreme numbers are shown to the validators, whatever the time.
MOST_EXTREME = 40
#: What is put into instances by ``mutate``, which takes only what is allowed.
NUMBERS = (0, 1, -1, 10**12)
WORDS = ("", "word", "two words", "é", "word" * 1000)
#: How many instances of how many bounds.
EACH_BOUND, MOST_BOUNDS = 20, 3


def rejected(subject: Subject, complaint: Callable[[str], str], deadline: Deadline) -> str:
    """An instance that the plug-in makes and the validators reject, and why; empty if they accept
    all. ``complaint``: what they say of an input."""
    if not subject.plugin.offers("render"):
        return ""
    first, others = _instances(subject)
    timed = deadline.items([*first[MOST_EXTREME:], *others])
    for method, instance in chain(first[:MOST_EXTREME], timed):
        text = ask(subject.plugin.render, instance)
        if said := complaint(text):
            return f"{method} yields an input that {said}; input {shown(text)}"
    return ""


def refused(subject: Subject, text: str) -> str:
    """What the plug-in says of an input that the validators accept, if it refuses that."""
    try:
        ask(subject.plugin.parse, text)
    except InputError as error:
        return (
            f"they accept an input that the plug-in refuses: "
            f"{one_line(str(error), 150)}; input {shown(text)}"
        )
    return ""


def reads(subject: Subject, _: Case, text: str) -> bool:
    """Whether the plug-in reads a text, and writes it again as it is where it can write."""
    return reads_as(subject, text, False)


def reads_as(subject: Subject, text: str, any_input: bool) -> bool:
    """The same, or whether it reads a text as ``any_input``."""
    try:
        instance = ask(subject.plugin.parse, text)
    except (InputError, PluginFault):
        return False
    if any_input or not subject.plugin.offers("render"):
        return True
    return ask(subject.plugin.render, instance) == text


def misread(subject: Subject, stored: Collection[str], inputs: Iterable[tuple[int, str]]) -> str:
    """What the plug-in makes of a number: of inputs that the validators accept, each with one of
    its numbers, the first one that is refused, or written without this number when it has been
    read; empty if there is none, or if ``stored`` ones are not written as they are read."""
    plugin = subject.plugin
    if not plugin.offers("render"):
        return ""

    def rewritten(text: str) -> str:
        return ask(plugin.render, ask(plugin.parse, text))

    for number, text in inputs:
        if said := refused(subject, text):
            return said
        is_lost = str(number) not in NUMBER.findall(rewritten(text))
        if is_lost and all(rewritten(one) == one for one in stored):
            return f"the plug-in reads {number} as another number in the input {shown(text)}"
    return ""


def _instances(subject: Subject) -> tuple[list[tuple[str, Any]], list[tuple[str, Any]]]:
    """What each method makes, with the method's name: of all methods in turn those with the least
    and greatest numbers, and the others."""
    made: dict[str, list[tuple[str, Any]]] = {}
    for method, instance in _made(subject):
        made.setdefault(method.partition(" ")[0], []).append((method, instance))
    first, others = [], []
    for some in made.values():
        texts = [ask(subject.plugin.render, instance) for _, instance in some]
        found = dict.fromkeys([*number_kinds.extreme(texts), *text_numbers.extreme(texts)])
        first.append([some[index] for index in found])
        others.append([one for index, one in enumerate(some) if index not in found])
    return [*in_turn(first)], [*in_turn(others)]


def _made(subject: Subject) -> Iterator[tuple[str, Any]]:
    """Draws, of each a neighbour, a mutation and a variant, as long as there is time; and instances
    of the least bounds."""
    plugin, rng = subject.plugin, subject.rng("drawn inputs")
    drawn = _draws(subject) if plugin.offers("generate") else []
    yield from drawn
    yield from _bounded(subject)
    for _, instance in Deadline(_drawing_s(subject)).items(drawn):
        if plugin.offers("smaller"):
            near = ask_for(plugin.smaller, instance, most=MOST_NEIGHBOURS)
            if near:
                yield "smaller", rng.choice(near)
        if isinstance(plugin.own, Mutates):
            yield "mutate", plugin.mutate(rng, instance, NUMBERS, WORDS)
        if isinstance(plugin.own, Metamorphic):
            for _, other in variants_of(plugin, instance, rng, most=1):
                yield "variants", other


def _drawing_s(subject: Subject) -> float:
    return min(subject.seconds / 10, MOST_DRAWING_S)


def drawn_texts(subject: Subject) -> list[str]:
    """Inputs that the plug-in draws; none if it has no generator."""
    if not subject.plugin.offers("generate", "render"):
        return []
    return [ask(subject.plugin.render, instance) for _, instance in _draws(subject)]


def _draws(subject: Subject) -> list[tuple[str, Any]]:
    found, begin_s = [], time.process_time()
    for number in range(MOST_DRAWS):
        # CPU time: a busy machine is no reason to draw less.
        if number and time.process_time() > begin_s + _drawing_s(subject):
            break
        one = Draw(number, 1 + number % MOST_SIZE)
        instance = draws.draw(subject.plugin, str(subject.seed), one)
        found.append((f"generate at size {one.size}", instance))
    return found


def _bounded(subject: Subject) -> Iterator[tuple[str, Any]]:
    plugin = subject.plugin
    if not plugin.offers("bounds", "enumerate"):
        return
    for bound in plugin.bounds()[:MOST_BOUNDS]:
        for some in islice(plugin.enumerate(bound, EACH_BOUND), 1):
            yield from (("enumerate", instance) for instance in some)


def shown(text: str) -> str:
    """An input in a message."""
    return one_line(repr(text if len(text) <= 200 else text[:200] + " …"), 300)
