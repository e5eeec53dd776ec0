"""Inputs with numbers that no generator draws: at the edges of few bits, near the constants of
solutions and the greatest ones of the statement, and with long rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from judge.common.text_places import replaced
from judge.hunting.constants import COMMON, EDGES, source_constants
from judge.model import SolutionResult
from judge.packages.plugin_faults import PluginFault
from judge.plugin import InputError
from judge.verify import draws
from judge.verify.draws import Draw
from judge.verify.plugin_calls import ask
from judge.verify.round_robin import in_turn
from judge.verify.stated_numbers import stated_as_values
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: How many inputs are made at most, from how many others, each with at most so many bytes.
MOST, MOST_ORIGINS, MOST_BYTES = 120, 4, 2048
#: Some of the origins are draws of this size.
DRAWN, DRAWN_SIZE = 2, 5
#: In how many places of an origin numbers are put, and how many constants of a source.
MOST_PLACES, MOST_CONSTANTS = 6, 60
#: A row is made longer, to so many numbers.
LENGTHS = (257, 31, 130, 64)
#: A number and others that differ by these are the same in fewer bits.
WRAPS = (2**8, 2**16)
#: What programs most often confuse.
_FIRST = (2**8, 0, 2**16, 2**8 - 1, 2**31 - 1)


def wide_instances(subject: Subject, solutions: Sequence[SolutionResult]) -> list[Any]:
    """What the plug-in reads of such inputs, of each kind in turn; ``solutions``: those whose
    constants are put in. Whether the input validators accept them is not asked. Raises
    PluginFault."""
    plugin = subject.plugin
    if not plugin.offers("render"):
        return []
    found: dict[str, Any] = {}
    for text in in_turn([_wide(one, subject, solutions) for one in _origins(subject)]):
        if len(found) >= MOST:
            break
        try:
            instance = ask(plugin.parse, text)
            written = ask(plugin.render, instance)
        except (InputError, PluginFault):
            continue
        found.setdefault(written, instance)
    return list(found.values())


def _origins(subject: Subject) -> list[str]:
    """Some of the smallest stored inputs, and some draws."""
    plugin = subject.plugin
    stored = {ask(plugin.render, one.instance) for one in subject.contexts.values()}
    drawn = [
        ask(plugin.render, draws.draw(plugin, f"{subject.seed} wide", Draw(number, DRAWN_SIZE)))
        for number in range(DRAWN if plugin.offers("generate") else 0)
    ]
    small = sorted(
        (one for one in stored if len(one) <= MOST_BYTES), key=lambda one: (len(one), one)
    )
    kept = MOST_ORIGINS - len(drawn)
    return list(dict.fromkeys([*drawn, *_spread(small, kept)]))


def _spread(texts: Sequence[str], most: int) -> list[str]:
    """Some of them, from the first one to the last."""
    step = max(1, (len(texts) - 1) / max(1, most - 1))
    return [texts[int(step * at)] for at in range(min(most, len(texts)))]


def _wide(text: str, subject: Subject, solutions: Sequence[SolutionResult]) -> Iterator[str]:
    """An input with another number in one place, or with a longer row."""
    rng = subject.rng(f"wide {text}")
    greatest = max(_numbers(subject, text), default=0)
    found = _constants(solutions)
    constants = [number for number in found if abs(number) <= greatest]
    yield from in_turn(
        [
            _with_number(text, rng, constants),
            _with_number(text, rng, _numbers(subject, text)),
            _wrapped(text, rng, greatest),
            _longer(text, rng),
        ]
    )


def _numbers(subject: Subject, text: str) -> list[int]:
    """Numbers that may be allowed: the greatest one of the statement, then edges of few bits that
    are no greater, and what is near the numbers of the statement."""
    stated = {number for number in stated_as_values(subject.problem.folder) if number > 1}
    own = {int(match[0]) for match in NUMBER.finditer(text)}
    most = max((*stated, *own), default=0)
    near = sorted({number + by for number in stated | own for by in (-1, 0)}, reverse=True)
    allowed = dict.fromkeys(one for one in (most, *_FIRST, *near, *EDGES) if 0 <= one <= most)
    return [number for number in allowed if number not in own]


def _constants(solutions: Sequence[SolutionResult]) -> list[int]:
    """One constant of each source in turn."""
    rows = []
    for one in solutions:
        source = one.solution.path.read_text(errors="replace")
        numbers = dict.fromkeys(source_constants(one.solution.path, source).all.numbers)
        telling = (number for number in numbers if number > COMMON and number not in EDGES)
        rows.append(islice(telling, MOST_CONSTANTS))
    return [*in_turn(rows)]


def _with_number(text: str, rng: Random, numbers: Sequence[int]) -> Iterator[str]:
    """In turn one of the numbers in each of some places."""
    places = _places(text, rng)
    for number in numbers:
        for place in places:
            yield replaced(place, number)


def _wrapped(text: str, rng: Random, most: int) -> Iterator[str]:
    for place in _places(text, rng):
        for wrap in WRAPS:
            if int(place[0]) + wrap <= most:
                yield replaced(place, int(place[0]) + wrap)


def _places(text: str, rng: Random) -> list[Any]:
    """The first and last numbers, and some between."""
    places = [*NUMBER.finditer(text)]
    if len(places) <= MOST_PLACES:
        return places
    ends, inner = [*places[:2], *places[-2:]], places[2:-2]
    return [*ends, *rng.sample(inner, min(len(inner), MOST_PLACES - len(ends)))]


def _longer(text: str, rng: Random) -> Iterator[str]:
    """The numbers of the last row again and again, or from the last one on one more each time; and
    what counts them changed."""
    lines = text.splitlines()
    words = lines[-1].split() if lines else []
    if not words or not all(map(NUMBER.fullmatch, words)):
        return
    for length in LENGTHS:
        last = int(words[-1])
        again = [words[at % len(words)] for at in range(length)]
        more = [*words, *(str(last + by) for by in range(1, max(1, length - len(words) + 1)))]
        for new in (sorted(again, key=int), more, again):
            counted = [*lines[:-1], " ".join(new)]
            for at, line in enumerate(lines[:-1]):
                if line.split()[:1] == [str(len(words))]:
                    rest = line.split()[1:]
                    counted[at] = " ".join([str(len(new)), *rest])
            yield "".join(f"{line}\n" for line in counted)
