"""A problem's plug-in as the judge calls it: with defaults, and with checked results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from msgspec import Struct, field

from judge.common.errors import JudgeError
from judge.packages import plugin_results as results
from judge.packages.plugin_faults import CALL_S, PluginFault, calling_plugin
from judge.plugin import (
    PLAIN_READING,
    Best,
    Bound,
    BoundError,
    Goal,
    IllegalAnswer,
    InputError,
    Score,
    Undecodable,
)
from judge.plugin.contract import reads_other_notations

FILE = "plugin.py"
#: What a method may raise by its contract to refuse an output.
REFUSED = (Undecodable, IllegalAnswer)
#: At most so many suggested bounds are looked at.
MOST_BOUNDS = 50
#: The longest input that is made, in characters, and how many instances ``smaller`` may give.
MOST_MADE, MOST_SMALLER = 16 * 2**20, 1_000_000
_END = object()


class ProblemPlugin(Struct, frozen=True, eq=False, dict=True):
    """The plug-in of a problem. A package without one has this object too, with no method.

    Whatever a method raises or returns against its contract becomes a PluginFault, which names
    the method, the file and the line. A method that is not there raises JudgeError, which says so;
    ``offers`` says so beforehand. Protocols that only one caller knows are found in ``own``.
    """

    folder: Path
    #: The object of the author's class; None if the package has no plug-in.
    own: Any = None
    #: None where answers have no scores.
    goal: Goal | None = None
    unit: Fraction = Fraction(1)
    readings: tuple[str, ...] = (PLAIN_READING,)
    css: str = ""
    #: How long a call may take, in seconds of CPU time.
    limit_s: float = CALL_S
    #: Whether an exception of ``decode`` that its contract does not allow may refuse an output.
    is_lenient: bool = True
    #: What surrounds the calls of a series, while there is one.
    _series: list[calling_plugin] = field(default_factory=list)
    #: By the name of a method, whether the author's class has it: asked once, not for each case.
    _offered: dict[str, bool] = field(default_factory=dict)

    @cached_property
    def reads_others(self) -> bool:
        """Whether what ``decode`` refuses may be written in other notations."""
        return reads_other_notations(self.own)

    @cached_property
    def path(self) -> Path:
        return self.folder / FILE

    def offers(self, *methods: str) -> bool:
        """Whether the author's class has all of these methods."""
        for name in methods:
            known = self._offered.get(name)
            if known is None:
                known = self._offered[name] = callable(getattr(self.own, name, None))
            if not known:
                return False
        return True

    def need(self, what: str, *methods: str) -> None:
        """Raise JudgeError if one of the methods is missing that ``what`` needs."""
        missing = [name for name in methods if not self.offers(name)]
        if missing:
            raise JudgeError(f"{what} needs {self._lacking(missing)}", self.path)

    def lacks(self, *methods: str) -> str:
        """Which of the methods are missing, as a sentence has it; empty if none is."""
        missing = [name for name in methods if not self.offers(name)]
        return self._lacking(missing) if missing else ""

    def _lacking(self, missing: list[str]) -> str:
        named = " and ".join(", ".join(missing).rsplit(", ", 1))
        if self.own is None:
            return f"a plug-in with {named}, and the package has none"
        return f"{named}, which the plug-in lacks"

    def parse(self, text: str) -> Any:
        """The instance in an input file; raises InputError."""
        found = self._call("parse", text, allowed=(InputError,))
        return results.parsed(self.own.parse, found)

    def decode(self, text: str, instance: Any, reading: str) -> Any:
        """The answer in an output; raises Undecodable and IllegalAnswer. A ValueError is a refusal
        too, and what else it may raise for a text that it did not expect is none if the text is
        read in another notation."""

        def decode(text: str) -> Any:
            try:
                return self._call("decode", text, instance, reading, allowed=REFUSED)
            except PluginFault as fault:
                if not self.is_lenient:
                    raise
                from judge.plugin.rewriting import refusal

                refused = refusal(fault.__cause__, str(fault), fault, self.reads_others)
                if refused is None:
                    raise
                raise refused from fault

        try:
            return decode(text)
        except Undecodable as error:
            if not self.reads_others:
                raise
            from judge.plugin.rewriting import decoded_otherwise  # slow to load, seldom needed

            return decoded_otherwise(decode, text, error)

    def score(self, instance: Any, answer: Any) -> Score:
        """The exact score of an answer; raises IllegalAnswer."""
        found = self._call("score", instance, answer, allowed=REFUSED)
        return results.score(self.own.score, found)

    def compare(self, instance: Any, answer: Any, best: Any) -> str | None:
        """What is wrong with an answer; None for a right one; raises IllegalAnswer."""
        found = self._call("compare", instance, answer, best, allowed=REFUSED)
        return results.comparison(self.own.compare, found)

    def parse_answer(self, text: str, instance: Any) -> Best[Any]:
        """The stored answer in an answer file, which is an output unless the plug-in has a format
        for it; raises InputError."""
        if not self.offers("parse_answer"):
            return self._printed_answer(text, instance)
        found = self._call("parse_answer", text, instance, allowed=(InputError,))
        return results.best(self.own.parse_answer, found, scored=self.offers("score"))

    def _printed_answer(self, text: str, instance: Any) -> Best[Any]:
        try:
            return self.rated(instance, self.decode(text, instance, self.readings[0]))
        except REFUSED as error:
            raise InputError(f"is not an answer as a solution prints it: {error}") from error

    def rated(self, instance: Any, answer: Any) -> Best[Any]:
        """An answer with its score, if this problem has scores; raises IllegalAnswer."""
        return Best(self.score(instance, answer) if self.offers("score") else None, answer)

    def render(self, instance: Any, most: int = MOST_MADE) -> str:
        """The input of an instance, of at most so many characters."""
        method = self._method("render")
        return results.text_within(method, self._call("render", instance), most)

    def render_answer(self, instance: Any, best: Best[Any]) -> str:
        found = self._call("render_answer", instance, best)
        return results.text(self.own.render_answer, found)

    def arguments(self, instance: Any) -> list[Any]:
        """What a function is called with."""
        found = self._call("arguments", instance)
        return results.arguments(self.own.arguments, found)

    def size(self, instance: Any) -> tuple[int, ...]:
        """How big an instance is; empty if the plug-in does not say."""
        if not self.offers("size"):
            return ()
        return results.size(self.own.size, self._call("size", instance))

    def generate(self, rng: Random, size: int) -> Any:
        found = self._call("generate", rng, size)
        return results.instance(self.own.generate, found)

    def mutate(
        self, rng: Random, instance: Any, numbers: Sequence[int], words: Sequence[str]
    ) -> Any:
        """An instance near another one, perhaps with constants of a source put into it."""
        found = self._call("mutate", rng, instance, numbers, words)
        return results.instance(self.own.mutate, found)

    def smaller(self, instance: Any) -> Iterator[Any]:
        for number, one in enumerate(self._instances("smaller", instance)):
            if number == MOST_SMALLER:
                results.refuse_more(self.own.smaller, MOST_SMALLER)
            yield one

    def below(self, instance: Any) -> Iterator[Any]:
        """Instances with fewer pieces, maybe without an end."""
        return self._instances("below", instance)

    def _instances(self, name: str, *words: Any) -> Iterator[Any]:
        """What a method gives, each with the time of a call."""
        method = self._method(name)
        every = results.items(method, self._call(name, *words))
        found = self._limited(name, iter, (every,))
        while (one := self._limited(name, next, (found, _END))) is not _END:
            yield results.instance(method, one)

    def bounds(self) -> list[Bound]:
        """The first of the bounds that the plug-in suggests, the smallest first."""
        method = self._method("bounds")
        with self.calling("bounds"):
            found = list(islice(results.items(method, method()), MOST_BOUNDS))
        return [results.size(method, bound) for bound in found]

    def describe_bound(self, bound: Bound) -> str:
        """What is within a bound; raises BoundError for one that the problem does not have."""
        found = self._call("describe_bound", bound, allowed=(BoundError,))
        return results.text(self.own.describe_bound, found)

    def count(self, bound: Bound) -> int:
        """How many instances are within a bound."""
        return results.count(self._method("count"), self._call("count", bound))

    def enumerate(self, bound: Bound, at_once: int) -> Iterator[list[Any]]:
        """All instances within a bound, up to ``at_once`` in a list. The limit on the time of a
        call holds for every list; one is cut short before that."""
        method = self._method("enumerate")
        found = iter(results.items(method, self._call("enumerate", bound)))

        def some() -> list[Any]:
            taken: list[Any] = []
            end = monotonic() + self.limit_s / 10
            for one in islice(found, at_once):
                taken.append(one)
                if monotonic() > end:
                    break
            return taken

        while taken := self._limited("enumerate", some):
            yield taken

    def draw(self, instance: Any, answer: Any) -> str:
        return results.text(self._method("draw"), self._call("draw", instance, answer))

    def draw_pair(self, instance: Any, theirs: Any, best: Any) -> str:
        method = self._method("draw_pair")
        return results.text(method, self._call("draw_pair", instance, theirs, best))

    def sketch(self, instance: Any, answer: Any) -> str:
        return results.text(self._method("sketch"), self._call("sketch", instance, answer))

    def _method(self, name: str) -> Any:
        if not self.offers(name):
            self.need("what was asked for", name)
        return getattr(self.own, name)

    def _call(self, name: str, *words: Any, allowed: tuple[type[Exception], ...] = ()) -> Any:
        method = getattr(self.own, name, None) or self._method(name)
        return self._limited(name, method, words, allowed)

    def _limited(
        self,
        name: str,
        step: Callable[..., Any],
        words: tuple[Any, ...] = (),
        allowed: tuple[type[Exception], ...] = (),
    ) -> Any:
        """What a method, or a step of it, gives; raises PluginFault. In a series it is quicker."""
        if self._series:
            series = self._series[-1]
            series.renew(name, self.path)
            try:
                return step(*words)
            except BaseException as error:
                self.calling(name, allowed).refuse(error)
                raise
            finally:
                series.rest()
        with self.calling(name, allowed):
            return step(*words)

    @contextmanager
    def series(self) -> Iterator[None]:
        """Around many quick calls and nothing that waits: each has a limit on its time as ever, and
        what is done before and after a call is done once. A series in another one is part of it."""
        if self._series:
            yield
            return
        around = self.calling("methods")
        around.__enter__()
        self._series.append(around)
        try:
            yield
        finally:
            self._series.pop()
            around.leave()

    def calling(self, name: str, allowed: tuple[type[Exception], ...] = ()) -> calling_plugin:
        """Around what a method of the plug-in does."""
        return calling_plugin(
            name, allowed=allowed, located=True, plugin=self.path, limit_s=self.limit_s
        )
