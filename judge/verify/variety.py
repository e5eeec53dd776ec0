"""Draws of a generator differ, grow with their size, and have what stored inputs have."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean

from judge.common.messages import counted
from judge.verify import number_kinds
from judge.verify.draws import Draw
from judge.verify.number_kinds import Kind
from judge.verify.text_numbers import NUMBER

#: Draws of this size and above must differ: below it there may be few instances.
LEAST_SIZE = 4
#: So many draws are enough to say so, and at least such a part of them must differ.
ENOUGH, DIFFERENT = 8, 0.1
#: Draws of this size and above rarely repeat: at least such a part of them should differ.
LARGE_SIZE, MOSTLY_DIFFERENT = 12, 0.5
#: The same for a word that may be a name.
USUAL, LEAST_WITH = 0.2, 10
#: So many different texts of such a length come again only if few seeds are used.
LONG, LEAST_REPEATED = 80, 6
#: A key that such a part of the stored inputs have, and so many of them, should be drawn.
COMMON, LEAST_HAVING = 0.05, 3
#: A shape that so many stored inputs have, and such a part of them, must be drawn.
LEAST_SHAPED, SHAPED = 2, 0.4
#: Of a number that is the same in all draws, stored inputs have so many others.
LEAST_VALUES = 5
#: Draws up to the first size must be shorter on average than those from the second one on.
SMALL, GREAT = 2, 12


def faults(texts: Mapping[Draw, str]) -> Iterator[str]:
    """What is wrong where draws are the same again and again; at most one message."""
    by_size = defaultdict[int, list[str]](list)
    for one, text in texts.items():
        if one.size >= LEAST_SIZE:
            by_size[one.size].append(text)
    every = [text for some in by_size.values() for text in some]
    if len(every) < ENOUGH:
        return
    if len({*every}) == 1:
        yield f"generate draws the same instance whatever its seed, in {len(every)} of them"
        return
    for size, some in by_size.items():
        if len(some) >= ENOUGH and len({*some}) == 1:
            yield f"all {len(some)} draws of size {size} are the same instance: is the seed used?"
            return
    if len({*every}) < DIFFERENT * len(every):
        yield f"{len(every)} draws are only {len({*every})} different instances"


def no_growth(texts: Mapping[Draw, str]) -> str:
    """A message if great draws are no longer than small ones."""
    small = [len(text) for one, text in texts.items() if one.size <= SMALL]
    great = [len(text) for one, text in texts.items() if one.size >= GREAT]
    if len(small) < ENOUGH or len(great) < ENOUGH or fmean(great) > fmean(small):
        return ""
    return f"draws of size {GREAT} and more are no longer than those of size {SMALL} and less"


def repeated(texts: Mapping[Draw, str]) -> str:
    """A message if most of the large draws have been drawn before."""
    large = [text for one, text in texts.items() if one.size >= LARGE_SIZE]
    different = len({*large})
    if len(large) < 4 * ENOUGH or different >= MOSTLY_DIFFERENT * len(large):
        return ""
    said = f"{len(large)} draws of size {LARGE_SIZE} and more"
    return f"{said} are only {different} different instances: is all of the seed used?"


def out_of_reach(texts: Iterable[str], stored: Mapping[str, str]) -> str:
    """A message if many stored inputs, by name, have greater numbers of a kind than all draws, or
    lesser ones: no hunt tries them."""
    drawn = number_kinds.by_kind([*texts])
    having: dict[tuple[Kind, int], list[tuple[str, int]]] = {}
    for name, text in stored.items():
        counts = len(_TOKEN.findall(text))
        for kind, span in number_kinds.spans(text).items():
            known = drawn.get(kind)
            for is_great, number in enumerate(span):
                if 0 <= number <= counts:
                    continue  # it may be an index or a count, and large inputs have great ones
                if known and (number > known[1] if is_great else number < known[0]):
                    having.setdefault((kind, is_great), []).append((name, number))
    common = max(LEAST_HAVING, COMMON * len(stored))
    for (kind, is_great), cases in having.items():
        if len(cases) >= common:
            most = drawn[kind][is_great]
            than = f"{'greater' if is_great else 'less'} than {most}"
            said = f"no draw has a {number_kinds.described(kind)}, {than}"
            return f"{said}, and {len(cases)} stored inputs have, such as {cases[0][0]}"
    return ""


def unvaried(texts: Sequence[str], stored: Mapping[str, str]) -> str:
    """What is wrong if a kind of number is one and the same in all draws, often several times in
    one, and many stored inputs, by name, have others: then hunts never try these."""
    drawn, others = _by_kind(texts), _by_kind([*stored.values()])
    for kind, found in drawn.items():
        values = {value for some in found.values() for value in some}
        if len(values) > 1 or sum(len(some) > 1 for some in found.values()) < ENOUGH:
            continue
        having = {place: {*some} - values for place, some in others.get(kind, {}).items()}
        names = [name for place, name in enumerate(stored) if having.get(place)]
        many = len({value for some in having.values() for value in some})
        if many >= LEAST_VALUES and len(names) >= max(LEAST_HAVING, USUAL * len(stored)):
            said = (
                f"every {number_kinds.described(kind)}, is {min(values)} in all {len(texts)} draws"
            )
            return f"{said}, and {len(names)} stored inputs have others, such as {names[0]}"
    return ""


def _by_kind(texts: Sequence[str]) -> Mapping[Kind, Mapping[int, Sequence[int]]]:
    """The numbers of each kind, by the place of the text that has them. Each text is read once:
    where words are drawn at random there are thousands of kinds."""
    found = defaultdict[Kind, dict[int, list[int]]](dict)
    for place, text in enumerate(texts):
        for kind, some in number_kinds.listed(text).items():
            found[kind][place] = some
    return found


def few_seeds(texts: Sequence[str]) -> str:
    """What is wrong if many of these large draws have been drawn before, none of them often: then
    they come from few seeds. A shape that is drawn on purpose comes often."""
    counts = Counter(text for text in texts if len(text) >= LONG)
    repeated = sum(count > 1 for count in counts.values())
    if repeated < LEAST_REPEATED:
        return ""
    said = f"{len(texts)} large draws are only {len(counts)} different instances"
    return f"generate uses a part of its seed: {said}, and {repeated} of them came again"


def missing(texts: Iterable[str], stored: Mapping[str, str]) -> str:
    """A message if stored inputs, by name, have something that no draw has."""
    having = _undrawn(texts, stored)
    common = max(LEAST_HAVING, COMMON * len(stored))
    for feature, names in having.items():
        if feature.startswith(_WORD) and len(names) < max(LEAST_WITH, USUAL * len(stored)):
            continue
        if feature in _SHAPES or len(names) >= common:
            return f"no draw has {feature}, and {names[0]} has it"
    return ""


def never_drawn(texts: Iterable[str], stored: Mapping[str, str]) -> str:
    """What is wrong if no draw has a shape that a large part of the stored inputs has: then hunts
    try another problem."""
    for feature, names in _undrawn(texts, stored).items():
        if feature in _SHAPES and len(names) >= max(LEAST_SHAPED, SHAPED * len(stored)):
            having = f"{len(names)} of {counted(len(stored), 'stored input')}"
            return f"no draw has {feature}, and {having} have, such as {names[0]}"
    return ""


def _undrawn(texts: Iterable[str], stored: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    """What no draw has, with the stored inputs that have it."""
    drawn = frozenset(feature for text in texts for feature in _features(text))
    having: dict[str, list[str]] = {}
    for name, text in stored.items():
        for feature in dict.fromkeys(_features(text)):
            if feature not in drawn:
                having.setdefault(feature, []).append(name)
    return having


_ZERO, _NEGATIVE, _EQUAL, _DIFFERENT, _EMPTY, _EQUAL_LISTS = (
    "the number 0",
    "a negative number",
    "equal numbers in a row",
    "different numbers in a row",
    "an empty list",
    "equal lists in a row",
)
#: What is worth a message even if a single stored input has it; a key may be rare.
_SHAPES = frozenset({_ZERO, _NEGATIVE, _EQUAL, _DIFFERENT, _EMPTY, _EQUAL_LISTS})
#: A list that holds no other one.
_LIST = re.compile(r"\[([^][]*)\]")
#: A key of an object in JSON or YAML; other words may be names, of which any is as good.
_KEY = re.compile(r"[\"']?([^\W\d]\w+)[\"']?\s*:(?!\S*//)")
#: Any other word that most stored inputs have should be drawn, too.
_WORD, _LETTERS = "the word ", re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")
_TOKEN = re.compile(r"\w+")


def _features(text: str) -> Iterator[str]:
    lines = text.splitlines()
    rows = [[int(match[0]) for match in NUMBER.finditer(line)] for line in lines]
    if any(0 in row for row in rows):
        yield _ZERO
    if any(number < 0 for row in rows for number in row):
        yield _NEGATIVE
    if any(len({*row}) < len(row) for row in rows):
        yield _EQUAL
    if any(len({*row}) > 1 for row in rows):
        yield _DIFFERENT
    lists = [[inner.strip() for inner in _LIST.findall(line)] for line in lines]
    if any("" in row for row in lists):
        yield _EMPTY
    if any(len({*row}) < len(row) for row in ([*filter(None, row)] for row in lists)):
        yield _EQUAL_LISTS
    yield from (f"the key {key!r}" for key in _KEY.findall(text))
    yield from (f"{_WORD}{word!r}" for word in dict.fromkeys(_LETTERS.findall(text)))
