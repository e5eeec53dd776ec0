"""Instances made with the constants of a source, and instances near those worth keeping."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from msgspec import Struct, field

from judge.common.errors import JudgeError
from judge.common.text_places import NUMBER
from judge.hunting.constants import Constants, Group
from judge.hunting.instances import CLIMB, divided, generate_instances
from judge.hunting.origins import (
    DIRECTED,
    STORED,
    VARIED,
    Part,
    VariedOrigin,
    directed,
    varied,
)
from judge.hunting.sweep import aimed_texts, swept_texts
from judge.hunting.target import HuntOptions
from judge.hunting.text_change import changed_texts
from judge.packages import plugin_results as results
from judge.packages.plugin_faults import PluginFault
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import InputError, Mutates

#: How often a random number of the generator is a constant of the source.
SHARE = 0.25
#: How many details are changed.
STEPS = (0, 1, 1, 2, 3, 5)
#: How often a step is one to a simpler neighbour, and among how many it is chosen.
SIMPLER, NEIGHBOURS = 0.05, 40
#: How often a step changes the text of an input, where the problem has a way of its own to vary it.
TEXT = 0.15
#: So many changes of a text are tried until one makes another input.
TRIES = 4
#: How many parents are remembered, and of how many all small changes, or those of one aim.
REMEMBERED, SWEEPS = 4096, 16
#: In a sweep one in so many is a random change: some need more than a change of the text.
RANDOM = 4
#: Numbers are no greater than so many times those that the problem has shown: a reference may
#: need as many steps. No number is negative, or zero, where none that was shown is.
MARGIN = 1024
#: So many instances of each usual size show how great numbers are, each in so many characters.
SHOWN, MOST_SHOWN = 4, 1 << 16


class _UnknownNumber(Exception):
    """The number of an instance, or of one that it was made from, was never given to one."""


class BiasedRandom(Random):
    """Random numbers of which some are constants, where the asked range has one."""

    def __init__(self, seed: int, numbers: Sequence[int]) -> None:
        super().__init__(seed)
        self._constants = sorted(set(numbers))
        #: Those within a range.
        self._fitting: dict[range, list[int]] = {}

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        if self.random() < SHARE:
            within = range(start) if stop is None else range(start, stop, step)
            fitting = self._fitting.get(within)
            if fitting is None:
                fitting = self._fitting[within] = self._among(within)
            if fitting:
                return self.choice(fitting)
        return super().randrange(start, stop, step)

    def _among(self, within: range) -> list[int]:
        if within.step != 1:
            return [one for one in self._constants if one in within]
        first, end = (bisect_left(self._constants, at) for at in (within.start, within.stop))
        return self._constants[first:end]


class InstanceMaker(Struct, frozen=True):
    """Makes the instance of each number, from the options, the source and the stored cases."""

    plugin: ProblemPlugin
    options: HuntOptions
    constants: Constants = Constants()
    #: Instances of stored cases, one part each.
    stored: tuple[Any, ...] = ()
    #: Numbers that are put into the text of an input are among these.
    within: range = range(-(2**64), 2**64)
    _parents: dict[Part, Any] = field(default_factory=dict)
    _sweeps: dict[Part, tuple[str, ...]] = field(default_factory=dict)
    _aims: dict[tuple[Part, int], tuple[str, ...]] = field(default_factory=dict)

    def rows(self, numbers: Sequence[int]) -> Iterator[tuple[int, Any]]:
        """The instances with these numbers, each an input of one case; raises JudgeError if the
        plug-in raises."""
        for number in numbers:
            try:
                made = self._made(number)
            except _UnknownNumber:
                said = f"no instance has the number {number}: take one that a hunt has shown"
                raise JudgeError(said) from None
            yield from ((number, part) for part in made)

    def _made(self, number: int) -> list[Any]:
        if number < DIRECTED:
            return [part for _, part in generate_instances(self.plugin, self.options, [number])]
        if number >= VARIED:
            origin = varied(number)
            if (made := self._swept(origin) or self._aimed(origin)) is not None:
                return [made]
            parent, group = self._part(origin.parent), self.constants.of(origin.child)
            return [self._changed(parent, number, origin.largest, group)]
        if number >= STORED:
            return [_at(self.stored, number - STORED)]
        wanted = directed(number)
        seed = self.options.seed << 64 | number
        rng = BiasedRandom(seed, self.constants.chosen(Random(seed)).numbers)
        instance = self.plugin.generate(rng, wanted.size)
        parts = divided(self.plugin, instance)
        group = self.constants.chosen(Random(seed + 1))
        return [self._changed(part, number, wanted.largest, group) for part in parts]

    def _swept(self, origin: VariedOrigin) -> Any | None:
        """The instance of a sweep; None if it is to be a random change."""
        if origin.swept is None or origin.swept % RANDOM == RANDOM - 1:
            return None
        place, parent = origin.swept - origin.swept // RANDOM, self._part(origin.parent)
        texts = self._all_small_changes(origin.parent, parent)
        return self._other(texts[place : place + 1], parent, origin.largest)

    def _aimed(self, origin: VariedOrigin) -> Any | None:
        """The instance that is aimed; None if it is to be a random change."""
        if origin.aimed is None:
            return None
        (difference, place), parent = origin.aimed, self._part(origin.parent)
        aim = origin.parent, difference
        if aim not in self._aims:
            if len(self._aims) >= SWEEPS:
                self._aims.clear()
            rng = Random(self.options.seed << 64 | origin.parent.number)
            text = self.plugin.render(parent)
            self._aims[aim] = aimed_texts(rng, text, difference, self.within)
        return self._other(self._aims[aim][place : place + 1], parent, origin.largest)

    def _other(self, texts: Sequence[str], parent: Any, largest: int) -> Any | None:
        """The instance that a text, if there is one, is; None if it is none or much larger."""
        made = next(map(self._parsed, texts), None)
        if made is None or made == parent:
            return None
        most = max((largest, *self.plugin.size(parent)))
        return made if max(self.plugin.size(made), default=0) <= most else None

    def _all_small_changes(self, part: Part, parent: Any) -> tuple[str, ...]:
        if part not in self._sweeps:
            if len(self._sweeps) >= SWEEPS:
                self._sweeps.clear()
            rng = Random(self.options.seed << 64 | part.number)
            text = self.plugin.render(parent)
            self._sweeps[part] = swept_texts(rng, text, self.constants.all, self.within)
        return self._sweeps[part]

    def _part(self, origin: Part) -> Any:
        if origin not in self._parents:
            if len(self._parents) >= REMEMBERED:
                self._parents.clear()
            self._parents[origin] = _at(self._made(origin.number), origin.part)
        return self._parents[origin]

    def _changed(self, instance: Any, number: int, largest: int, group: Group) -> Any:
        """The instance with some details changed, and not much larger."""
        rng = Random(self.options.seed << 64 | number + 1)
        largest = max((largest, *self.plugin.size(instance)))
        for _ in range(max(number >= VARIED, rng.choice(STEPS))):
            other = self._step(rng, instance, group)
            if max(self.plugin.size(other), default=0) <= largest:
                instance = other
        return instance

    def _step(self, rng: Random, instance: Any, group: Group) -> Any:
        if rng.random() < SIMPLER:
            simpler = list(islice(self.plugin.smaller(instance), rng.randint(1, NEIGHBOURS)))
            return simpler[-1] if simpler else instance
        if not isinstance(self.plugin.own, Mutates) or rng.random() < TEXT:
            return self._text_changed(rng, instance, group)
        return self.plugin.mutate(rng, instance, group.numbers, group.words)

    def _text_changed(self, rng: Random, instance: Any, group: Group) -> Any:
        """The input with one detail of its text changed, if that is an input too."""
        text = self.plugin.render(instance)
        for _ in range(TRIES):
            for changed in changed_texts(rng, text, group, self.within):
                made = self._parsed(changed)
                if made is not None and made != instance:
                    return made
        return instance

    def _parsed(self, text: str) -> Any | None:
        """The instance that a text is; None if it is none."""
        try:
            return results.instance(self.plugin.own.parse, self.plugin.parse(text))
        except (InputError, PluginFault):
            return None


def _at(made: Sequence[Any], index: int) -> Any:
    """What the number of an instance names; raises _UnknownNumber for one that no hunt shows."""
    if index >= len(made):
        raise _UnknownNumber
    return made[index]


def shown_numbers(plugin: ProblemPlugin, options: HuntOptions, stored: Sequence[Any]) -> range:
    """The numbers that are put into the text of inputs: the instances of usual sizes and stored
    ones show how great, and how small, they are."""
    least, most = options.sizes
    numbers = [max(1, size) * CLIMB + i for size in range(least, most + 1) for i in range(SHOWN)]
    made = (part for _, part in generate_instances(plugin, options, numbers))
    texts = map(plugin.render, (*made, *stored))
    found = (NUMBER.findall(text, 0, MOST_SHOWN) for text in texts)
    shown = [int(one) for numbers in found for one in numbers] or [0, 1]
    lowest = min(shown)
    return range(min(lowest, lowest * MARGIN), MARGIN * max(map(abs, shown)) + 1)
