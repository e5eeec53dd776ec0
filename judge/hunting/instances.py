"""The random instances of a hunt, small ones first: the same for a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from judge.hunting.target import HuntOptions
from judge.packages.plugin_faults import calling_plugin
from judge.plugin import Divides, Plugin

#: Instances are dealt out in stretches of so many numbers, the first few in shorter ones: a slow
#: solution that is wrong should be known soon.
STRETCH, SHORT, FEW = 256, 64, 4
#: A climb looks at so many numbers of a size, which begin at the size times ``CLIMB``; it ends at
#: the ``HIGHEST`` size where the user did not say how large instances may be.
RUNG, HIGHEST, CLIMB = 8, 60, 10**9


def generate_instances(
    plugin: Plugin[Any, Any], options: HuntOptions, numbers: Sequence[int]
) -> Iterator[tuple[int, Any]]:
    """The instances of these numbers: the same for a seed, whoever asks for them and when.

    An input of many cases is taken apart. Raises JudgeError when the plug-in does.
    """
    for number in numbers:
        rng = Random(options.seed << 64 | number)
        size = size_of(number, options.sizes)
        detail = f"seed {options.seed}, instance {number}, size {size}"
        with calling_plugin("generate", detail=detail):
            instance = plugin.generate(rng, size)
            if isinstance(plugin, Divides):
                for place in range(plugin.parts(instance)):
                    yield number, plugin.part(instance, place)
            else:
                yield number, instance


def stretch(place: int) -> range:
    """The numbers of the instances in the stretch at this place, from 0."""
    if place < FEW:
        return range(place * SHORT, (place + 1) * SHORT)
    start = FEW * SHORT + (place - FEW) * STRETCH
    return range(start, start + STRETCH)


def size_of(number: int, sizes: tuple[int, int]) -> int:
    """All sizes up to a largest one in turn, which grows by one as often as numbers double.
    Numbers of a climb tell their size themselves."""
    if number >= CLIMB:
        return number // CLIMB
    least, most = sizes
    level = (number // SHORT).bit_length()
    return least + number % (min(most, least + level) - least + 1)


def climb(least: int, highest: int) -> Iterator[tuple[int, range]]:
    """Ever larger sizes, each with the numbers of a few instances of it."""
    size = max(1, least)
    while size <= highest:
        yield size, range(size * CLIMB, size * CLIMB + RUNG)
        size += max(1, size // 3)
