"""The random instances of a hunt, small ones first: always the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from judge.hunting.target import HuntOptions
from judge.packages import plugin_results as results
from judge.packages.plugin_faults import calling_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Divides

#: Workers get instances in stretches of so many numbers. The first few are shorter, so that a slow
#: wrong solution is recognized soon.
STRETCH, SHORT, FEW = 256, 64, 4
#: A climb tries ``RUNG`` instances of a size; their numbers begin at the size times ``CLIMB``. It
#: ends at the size ``HIGHEST`` unless the user has set the largest size.
RUNG, HIGHEST, CLIMB = 8, 60, 10**9
#: The largest size that constants lead to, if larger ones were no trouble.
LARGE = 20


def generate_instances(
    plugin: ProblemPlugin, options: HuntOptions, numbers: Sequence[int]
) -> Iterator[tuple[int, Any]]:
    """The instances with these numbers, which depend on nothing but the options.

    An input of many cases is divided into its cases. Raises JudgeError if the plug-in raises.
    """
    for number in numbers:
        rng = Random(options.seed << 64 | number)
        size = size_of(number, options.sizes)
        detail = f"seed {options.seed}, instance {number}, size {size}"
        with _calling(plugin, "generate", detail):
            instance = plugin.own.generate(rng, size)
        instance = results.instance(plugin.own.generate, instance)
        for part in divided(plugin, instance, detail):
            yield number, part


def divided(plugin: ProblemPlugin, instance: Any, detail: str = "") -> list[Any]:
    """The cases of an input that holds many, else the input itself."""
    if not isinstance(plugin.own, Divides):
        return [instance]
    with _calling(plugin, "part", detail):
        return [plugin.own.part(instance, i) for i in range(plugin.own.parts(instance))]


def _calling(plugin: ProblemPlugin, name: str, detail: str) -> calling_plugin:
    return calling_plugin(
        name, detail=detail, located=True, plugin=plugin.path, limit_s=plugin.limit_s
    )


def stretch(index: int) -> range:
    """The numbers of the instances in the stretch with this index, from 0."""
    if index < FEW:
        return range(index * SHORT, (index + 1) * SHORT)
    start = FEW * SHORT + (index - FEW) * STRETCH
    return range(start, start + STRETCH)


def size_of(number: int, sizes: tuple[int, int]) -> int:
    """The sizes up to a largest one in turn; the largest grows by one each time the number doubles.
    The numbers of a climb contain their size."""
    if number >= CLIMB:
        return number // CLIMB
    least, most = sizes
    level = (number // SHORT).bit_length()
    return least + number % (min(most, least + level) - least + 1)


def climb(least: int, highest: int) -> Iterator[tuple[int, range]]:
    """Larger and larger sizes, each with the numbers of a few instances."""
    size = max(1, least)
    while size <= highest:
        yield size, range(size * CLIMB, size * CLIMB + RUNG)
        size += max(1, size // 3)
