"""The numbers of an input by their kind: by the word before them and their place in a list."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.verify.text_numbers import ends

#: A word before a number, and the place in the innermost list or, outside of lists, in the line.
Kind = tuple[str, int]
#: Later places are all one.
LAST_PLACE = 3
_TOKEN = re.compile(
    r"(?P<number>(?<![\w.+-])-?\d+(?![\w.]))|(?P<word>[^\W\d]+)|(?P<open>[\[{])|(?P<close>[\]}])"
)


def numbers(text: str) -> Iterator[tuple[Kind, int]]:
    """All whole numbers of a text, each with its kind."""
    for line in text.splitlines():
        word, places = "", [0]
        for token in _TOKEN.finditer(line):
            if token["word"]:
                word, places[-1] = token["word"], 0
            elif token["open"]:
                places.append(0)
            elif token["close"]:
                places = places[:-1] or [0]
            else:
                yield (word, min(places[-1], LAST_PLACE)), int(token["number"][:40])
                places[-1] += 1


def listed(text: str) -> Mapping[Kind, list[int]]:
    """The numbers of each kind, in order."""
    found = defaultdict[Kind, list[int]](list)
    for kind, number in numbers(text):
        found[kind].append(number)
    return found


def greatest(text: str) -> Mapping[Kind, int]:
    """The greatest number of each kind."""
    return {kind: most for kind, (_, most) in spans(text).items()}


def spans(text: str) -> Mapping[Kind, tuple[int, int]]:
    """The least and the greatest number of each kind."""
    found: dict[Kind, tuple[int, int]] = {}
    for kind, number in numbers(text):
        least, most = found.get(kind, (number, number))
        found[kind] = min(least, number), max(most, number)
    return found


def by_kind(texts: Iterable[str]) -> Mapping[Kind, tuple[int, int]]:
    """The least and the greatest number of each kind in all texts."""
    found: dict[Kind, tuple[int, int]] = {}
    for text in texts:
        for kind, (low, high) in spans(text).items():
            least, most = found.get(kind, (low, high))
            found[kind] = min(least, low), max(most, high)
    return found


def extreme(texts: Sequence[str]) -> list[int]:
    """Which texts have the least or the greatest number of a kind."""
    return ends(map(numbers, texts))


def described(kind: Kind) -> str:
    word, place = kind
    where = "after" if place >= LAST_PLACE else ("first", "second", "third")[place]
    behind = f" behind {word!r}" if word else ""
    return f"number{behind}, {where} in its list or line"
