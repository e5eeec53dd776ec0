"""Reads a plug-in's enumeration forwards, and checks it on the way."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from judge.packages import plugin_results
from judge.packages.plugin_faults import PluginFault
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Bound

#: How many instances the plug-in is asked for at once.
AT_ONCE = 256
#: Of so many instances none may come twice; of those after them none within a stretch.
MOST_KNOWN = 2**19


class InstanceCursor:
    """The instances within a bound, in order. All methods raise PluginFault."""

    def __init__(self, plugin: ProblemPlugin, bound: Bound) -> None:
        self._plugin, self._bound = plugin, bound
        self._at = 0
        self._lists: Iterator[list[Any]] = plugin.enumerate(bound, AT_ONCE)
        self._buffer: list[Any] = []
        #: Hashes: the instances themselves would take ten times the memory.
        self._known: set[int] = set()

    def take(self, begin: int, end: int, goes_on: Callable[[], bool]) -> list[Any]:
        """The instances with these numbers, none of them below those of an earlier call; an empty
        list if ``goes_on`` says no.

        Raises PluginFault if there are fewer, or one of them twice.
        """
        found: list[Any] = []
        found_hashes: list[int] = []
        while self._at < end:
            if not self._buffer:
                self._fill()
            taken = self._buffer[: (end if self._at >= begin else begin) - self._at]
            del self._buffer[: len(taken)]
            hashes = self._check(taken)
            self._at += len(taken)
            if self._at > begin:
                found += taken
                found_hashes += hashes
            elif not goes_on():
                return []
        if len(set(found_hashes)) < len(found_hashes) and len(set(found)) < len(found):
            raise self._fault(f"yields an instance twice before number {self._at + 1:,}")
        return found

    def check_end(self) -> None:
        """Raise PluginFault if the enumeration goes on."""
        if self._buffer or next(self._lists, []):
            raise self._fault(f"goes on after {self._at:,} instances, the number that count says")

    def _fill(self) -> None:
        self._buffer = next(self._lists, [])
        if not self._buffer:
            raise self._fault(f"yields only {self._at:,} instances, and count says more")

    def _check(self, instances: list[Any]) -> list[int]:
        """The instances' hashes, which take time."""
        hashes: list[int] = []
        for number, one in zip(count(self._at), instances, strict=False):
            found = plugin_results.instance_hash(self._plugin.own.enumerate, one)
            hashes.append(found)
            if number >= MOST_KNOWN:
                continue
            if found in self._known and (earlier := self._number(one, number)) is not None:
                said = f"number {earlier + 1:,} and number {number + 1:,} are the same"
                raise self._fault(f"yields an instance twice: {said}")
            self._known.add(found)
        return hashes

    def _number(self, instance: Any, end: int) -> int | None:
        """The number of an instance below ``end``; None if only a hash is the same."""
        numbers = count()
        for some in self._plugin.enumerate(self._bound, AT_ONCE):
            for number, one in zip(numbers, some, strict=False):
                if number >= end:
                    return None
                if one == instance:
                    return number
        return None

    def _fault(self, said: str) -> PluginFault:
        return PluginFault(f"the plug-in's enumerate {said}", self._plugin.path)


def packed_instances(instances: list[Any], plugin: ProblemPlugin) -> bytes:
    """The instances as they are sent to a worker; raises PluginFault."""
    try:
        return pickle.dumps(instances, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        said = f"the instances of the plug-in's enumerate cannot be pickled: {error}"
        raise PluginFault(said, plugin.path) from error


def unpacked_instances(data: bytes) -> list[Any]:
    found: list[Any] = pickle.loads(data)
    return found
