"""The key ``limits`` of problem.yaml."""

from __future__ import annotations

from math import ceil
from typing import Any

from msgspec import Struct

from judge.common.toml_lines import LARGEST_NUMBER
from judge.common.yaml_lines import YamlMapping, shown
from judge.model import Limits, PackageLimits, TimeMultipliers
from judge.model.package import TIME_RESOLUTION_S

#: What a submission may use where the package says nothing: the usual memory limit of judges.
USUAL = Limits(memory_mib=2048)
#: What files of a submission may take beyond its output: blocks, and caches of its language.
SPARE_MIB = 32
#: How a note on a limit begins that the package does not name.
NOT_NAMED = "no time limit is given"
#: ``generator_time`` is not in the specification, and BAPCtools reads it.
SHARED_KEYS = frozenset(
    "memory output code compilation_time compilation_memory validation_time validation_memory "
    "validation_output validation_passes generator_time".split()
)
MODERN_KEYS = SHARED_KEYS | {"time_multipliers", "time_limit", "time_resolution"}
#: ``time_limit`` is not in the specification, and other judges read it.
LEGACY_KEYS = SHARED_KEYS | {"time_multiplier", "time_safety_margin", "time_limit"}
_MULTIPLIERS = frozenset({"ac_to_time_limit", "time_limit_to_tle"})
#: A multiple of the time resolution may differ by this much: both are decimal fractions.
_CLOSE = 1e-6


class Numbers(Struct, frozen=True):
    """The numbers in a mapping; a wrong one is a JudgeError with the line."""

    mapping: YamlMapping

    def positive(self, key: str) -> float | None:
        """A number above 0; None where the key is absent."""
        value = self.mapping.values.get(key)
        if value is None:
            return None
        if not _is_number(value) or not 0 < value < float("inf"):
            raise self.mapping.error(key, f"{key} must be a number above 0, not {shown(value)}")
        if value > LARGEST_NUMBER:
            said = f"{key} must be at most {LARGEST_NUMBER}, not {shown(value)}"
            raise self.mapping.error(key, said)
        return float(value)

    def whole(self, key: str, unit: str) -> int | None:
        """A whole number above 0; None where the key is absent."""
        value = self.positive(key)
        if value is None:
            return None
        if not value.is_integer():
            said = f"{key} must be a whole number{unit}, not {shown(self.mapping.values[key])}"
            raise self.mapping.error(key, said)
        return int(value)

    def at_least(self, key: str, least: int, default: float) -> float:
        value = self.positive(key)
        if value is None:
            return default
        if value < least:
            said = f"{key} must be at least {least}, not {shown(self.mapping.values[key])}"
            raise self.mapping.error(key, said)
        return value


def of_execution(limits: YamlMapping, time_limit: float | None, counts_files: bool) -> Limits:
    """The limits of one execution; raises JudgeError. ``counts_files``: whether the files that it
    writes are part of its output: then there is room for as many."""
    numbers = Numbers(limits)
    output = numbers.positive("output")
    room = ceil(output) + SPARE_MIB if output and counts_files else 0
    return Limits(
        cpu_s=time_limit or USUAL.cpu_s,
        memory_mib=numbers.whole("memory", " of MiB") or USUAL.memory_mib,
        output_bytes=int(output * 2**20) if output else USUAL.output_bytes,
        disk_mib=max(USUAL.disk_mib, room),
        counts_files=counts_files,
    )


def is_multiple(limit: float, resolution: float) -> bool:
    """Whether a time limit is a multiple of the time resolution, both in seconds."""
    steps = limit / resolution
    return steps >= 1 - _CLOSE and abs(steps - round(steps)) <= _CLOSE * steps


def modern(settings: YamlMapping, multi_pass: bool, exact: bool) -> PackageLimits:
    """What formats since 2023-07 say; raises JudgeError. ``exact``: whether a time limit must be a
    multiple of a time resolution beside it; the draft ignores the resolution then."""
    limits = settings.child("limits")
    numbers = Numbers(limits)
    resolution = numbers.positive("time_resolution") or TIME_RESOLUTION_S
    time_limit = numbers.positive("time_limit")
    if (
        exact
        and limits.has("time_resolution")
        and not is_multiple(time_limit or resolution, resolution)
    ):
        said = f"time_limit must be a multiple of time_resolution, {resolution:g} s"
        raise limits.error("time_limit", f"{said}, not {time_limit:g}")
    if limits.has("validation_passes") and not multi_pass:
        said = "validation_passes is for problems of type multi-pass: remove it"
        raise limits.error("validation_passes", said)
    return PackageLimits(
        time_limit=time_limit,
        time_multipliers=_multipliers(limits.child("time_multipliers")),
        time_resolution=resolution,
        **_shared(numbers),
    )


def legacy(settings: YamlMapping) -> PackageLimits:
    """What a legacy package says; raises JudgeError."""
    limits = settings.child("limits")
    numbers = Numbers(limits)
    multipliers = TimeMultipliers(
        numbers.positive("time_multiplier") or 5.0, numbers.positive("time_safety_margin") or 2.0
    )
    return PackageLimits(
        time_limit=numbers.positive("time_limit"), time_multipliers=multipliers, **_shared(numbers)
    )


def legacy_notes(settings: YamlMapping, multi_pass: bool) -> tuple[str, ...]:
    """What is not used of a legacy package's limits: templates name all, so nothing is refused."""
    if multi_pass or not settings.child("limits").has("validation_passes"):
        return ()
    return ("limits: validation_passes is for multi-pass problems, and is not used: remove it",)


def _multipliers(mapping: YamlMapping) -> TimeMultipliers:
    mapping.refuse_unknown(_MULTIPLIERS)
    numbers, usual = Numbers(mapping), TimeMultipliers()
    return TimeMultipliers(
        numbers.at_least("ac_to_time_limit", 1, usual.ac_to_time_limit),
        numbers.at_least("time_limit_to_tle", 1, usual.time_limit_to_tle),
    )


def _shared(numbers: Numbers) -> dict[str, Any]:
    code = numbers.positive("code")
    output = numbers.positive("validation_output")
    numbers.at_least("validation_passes", 2, 2)
    return {
        "code_bytes": int(code * 2**10) if code else None,
        "compilation_s": numbers.positive("compilation_time"),
        "compilation_mib": numbers.whole("compilation_memory", " of MiB"),
        "validation_s": numbers.positive("validation_time"),
        "validation_mib": numbers.whole("validation_memory", " of MiB"),
        "validation_output_bytes": int(output * 2**20) if output else None,
        "validation_passes": numbers.whole("validation_passes", "") or 2,
        "generator_s": numbers.positive("generator_time"),
    }


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
