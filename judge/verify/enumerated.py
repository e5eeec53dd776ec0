"""An enumeration by itself: valid instances, the simplest first, each once, and none missing."""

from __future__ import annotations

import itertools
import operator
import re
import subprocess
from collections.abc import Hashable, Iterator, Sequence, Set
from random import Random
from typing import Any

from judge.plugin import Bound, Canonical, Divides, InputError, Metamorphic, Mutates
from judge.proving.target import shown_bound
from judge.verify import draws
from judge.verify.deadline import Deadline
from judge.verify.draws import Listing
from judge.verify.plugin_calls import ask, ask_for, variants_of
from judge.verify.subject import Subject

#: A bound is looked at if it has no more instances.
MOST_LISTED = 10_000
#: Instances that should be in it come from draws of at most this size, among others, which are
#: reduced in at most so many steps among so many neighbours.
MOST_SIZE, MOST_STEPS, MOST_NEIGHBOURS = 4, 200, 300
#: So many draws come first, and as many stored instances; so many neighbours of each kind.
DRAWN, EACH = 60, 8
#: What is put into mutated instances.
NUMBERS = (0, 1, 2, 3)
#: The part of the time that is left in which the next bound is looked at.
NEXT = 0.6

_WORD = re.compile(r"[^\W\d_]+|\d")


def ill_listed(subject: Subject, seconds: float) -> str:
    """What is wrong with the instances of the small bounds by themselves; empty if nothing is."""
    plugin, deadline, last = subject.plugin, Deadline(seconds), list[Any]()
    for number, bound in enumerate(deadline.items(plugin.bounds())):
        if (count := plugin.count(bound)) > MOST_LISTED:
            break
        part = Deadline(deadline.left_s * NEXT)
        every = itertools.chain.from_iterable(plugin.enumerate(bound, MOST_LISTED))
        listed = [*itertools.islice(every, count + 1)]
        said = ("" if number else _not_valid(subject, listed)) or _begins_late(subject, listed)
        if said := said or _incomplete(subject, bound, listed, part):
            return said
        if len(listed) != count:
            found = "more" if len(listed) > count else f"{len(listed):,}"
            said = f"count says {count:,} within the bound {shown_bound(bound)}"
            return f"{said}, and enumerate yields {found}"
        last = [bound, listed]
    return _ill_ordered(plugin.bounds()) or (_differs_elsewhere(subject, *last) if last else "")


def _ill_ordered(bounds: Sequence[Bound]) -> str:
    """A message if a bound comes behind one that has all of its instances."""
    for one, other in itertools.pairwise(bounds):
        is_within = len(one) == len(other) and all(map(operator.le, other, one))
        if one != other and is_within:
            said = f"bounds does not begin with the smallest: {shown_bound(other)} comes behind"
            return f"{said} {shown_bound(one)}"
    return ""


def _differs_elsewhere(subject: Subject, bound: Bound, listed: Sequence[Any]) -> str:
    """A message if another process lists the instances of a bound in another order."""
    here = draws.digest_of_all(subject.plugin, listed)
    try:
        there = draws.elsewhere(subject.problem.folder, "", [Listing(bound)])
    except subprocess.TimeoutExpired:
        return ""  # no more than it may take
    if there in ([], [here]):
        return ""
    said = f"enumerate yields other instances within the bound {shown_bound(bound)}, or in another"
    return f"{said} order, in another process"


def _not_valid(subject: Subject, listed: Sequence[Any]) -> str:
    plugin = subject.plugin
    for one in listed:
        text = ask(plugin.render, one)
        try:
            if ask(plugin.parse, text) == one:
                continue
            said = "parse is not the inverse of render on it"
        except InputError as error:
            said = str(error)
        return f"enumerate yields an instance that is not valid: {said}; input {_shown(text)}"
    return ""


def _begins_late(subject: Subject, listed: Sequence[Any]) -> str:
    """A message if the last instance is smaller than the first one."""
    plugin = subject.plugin
    sizes = [sum(ask(plugin.size, one)) for one in (*listed[:1], *listed[-1:])]
    if sizes and sizes[0] > sizes[-1]:
        text = ask(plugin.render, listed[0])
        return f"enumerate does not begin with the simplest instance: input {_shown(text)}"
    return ""


def _incomplete(subject: Subject, bound: Bound, listed: Sequence[Any], deadline: Deadline) -> str:
    """An instance within the bound that is not listed, one beyond it that is, or two that a
    symmetry maps to each other."""
    plugin = subject.plugin
    if not isinstance(plugin.own, Canonical) or not plugin.offers("render"):
        return ""

    def told(what: str, instance: Any) -> str:
        text = ask(plugin.render, instance)
        return f"enumerate {what} the bound {shown_bound(bound)}: input {_shown(text)}"

    orbits: set[Hashable] = set()
    for one in listed:
        if deadline.is_over:
            return ""
        orbit = ask(plugin.own.orbit, one, bound)
        if orbit is None:
            return told("yields an instance beyond", one)
        if orbit in orbits:
            return told("yields two instances that a symmetry maps to each other within", one)
        orbits.add(orbit)
    missing = _missing(subject, bound, orbits, listed, deadline)
    return "" if missing is None else told("lacks an instance within", missing)


def _missing(
    subject: Subject,
    bound: Bound,
    orbits: Set[Hashable],
    listed: Sequence[Any],
    deadline: Deadline,
) -> Any:
    """An instance within the bound whose orbit is none of these; None if none is found.

    Other instances are reduced, never to one that is listed: what they have that the listed ones
    lack is left in the end.
    """
    rng = subject.rng("enumerated")
    known = frozenset(word for one in listed for word in _words(subject, one))
    for start in deadline.items(_starts(subject, rng, listed, known)):
        here = start
        for _ in range(MOST_STEPS):
            orbit = ask(subject.plugin.own.orbit, here, bound)
            if orbit is not None and orbit not in orbits:
                return here
            if orbit is not None or deadline.is_over:
                break
            here = _unlisted(subject, rng, here, bound, orbits, known)
            if here is None:
                break
    return None


def _unlisted(
    subject: Subject,
    rng: Random,
    instance: Any,
    bound: Bound,
    orbits: Set[Hashable],
    known: Set[str],
) -> Any:
    """A random simpler instance that is not listed, one with a word that no listed one has if this
    one has such a word; None if there is none."""
    if not subject.plugin.offers("smaller"):
        return None
    near = ask_for(subject.plugin.smaller, instance, most=MOST_NEIGHBOURS)
    strange = not _words(subject, instance) <= known
    for one in rng.sample(near, len(near)):
        if strange and _words(subject, one) <= known:
            continue
        if ask(subject.plugin.own.orbit, one, bound) not in orbits:
            return one
    return None


def _starts(subject: Subject, rng: Random, listed: Sequence[Any], known: Set[str]) -> Iterator[Any]:
    """Draws and stored instances, those first that have a word or digit that no listed one has;
    then instances near the listed ones and more draws, without end if there are any."""
    plugin, makes = subject.plugin, subject.plugin.offers("generate")
    drawn = [ask(plugin.generate, rng, rng.randint(0, MOST_SIZE)) for _ in range(DRAWN * makes)]
    stored = [*itertools.islice(_stored(subject, rng), DRAWN)]
    usual = []
    for one in (one for pair in itertools.zip_longest(drawn, stored) for one in pair):
        if one is not None and _words(subject, one) <= known:
            usual.append(one)
        elif one is not None:
            yield one
    yield from usual
    while listed or makes:
        if listed:
            yield from _near(subject, rng, rng.choice(listed))
        if makes:
            yield ask(plugin.generate, rng, rng.randint(0, MOST_SIZE))


def _stored(subject: Subject, rng: Random) -> Iterator[Any]:
    """The small stored instances; of an input with many parts a random one."""
    own = subject.plugin.own
    for context in sorted(subject.contexts.values(), key=lambda one: sum(one.size)):
        if isinstance(own, Divides):
            many = ask(own.parts, context.instance)
            yield ask(own.part, context.instance, rng.randrange(many)) if many else context.instance
        else:
            yield context.instance


def _words(subject: Subject, instance: Any) -> frozenset[str]:
    return frozenset(_WORD.findall(ask(subject.plugin.render, instance)))


def _near(subject: Subject, rng: Random, one: Any) -> Iterator[Any]:
    plugin = subject.plugin
    if plugin.offers("smaller"):
        near = ask_for(plugin.smaller, one, most=MOST_NEIGHBOURS)
        yield from rng.sample(near, min(EACH, len(near)))
    if isinstance(plugin.own, Metamorphic):
        for _, other in variants_of(plugin, one, rng, most=EACH):
            yield other
    if isinstance(plugin.own, Mutates):
        for _ in range(EACH):
            yield plugin.mutate(rng, one, NUMBERS, ())


def _shown(text: str) -> str:
    return repr(text if len(text) <= 200 else text[:200] + " …")
