"""What a reader of one version of the format makes of a package."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from judge.common.yaml_lines import YamlMapping
from judge.model import (
    FormatVersion,
    Metadata,
    Objective,
    OutputValidator,
    PackageLimits,
    ProblemType,
    SettingFault,
)
from judge.packages import foreign_keys
from judge.packages.data import DataFormat


class PackageParts(Struct, frozen=True):
    """What problem.yaml says, and how to read the cases."""

    titles: Mapping[str, str]
    types: frozenset[ProblemType]
    metadata: Metadata
    limits: PackageLimits
    output_validator: OutputValidator
    input_validators: tuple[Path, ...]
    data: DataFormat
    objective: Objective = Objective.MAXIMISE
    languages: tuple[str, ...] = ()
    allow_file_writing: bool = True
    constants: Mapping[str, str] = field(default_factory=dict)
    static_validator: Path | None = None
    notes: tuple[str, ...] = ()
    #: What is wrong in problem.yaml without an influence on verdicts.
    faults: tuple[SettingFault, ...] = ()


def drop_retired(
    settings: YamlMapping, version: FormatVersion
) -> tuple[YamlMapping, tuple[str, ...]]:
    """The settings without keys of the legacy format that only describe a package, and a note on
    each with what replaces it."""
    foreign = foreign_keys.of_problem(version)
    retired = [key for key in settings.values if key in foreign_keys.RETIRED and key in foreign]
    notes = tuple(f"{key} is not used: it {foreign[key]}" for key in retired)
    return settings.without(retired), notes


def drop_unused_limits(settings: YamlMapping) -> tuple[YamlMapping, tuple[str, ...]]:
    """The settings without limits that only a tool has, for other work than judging, and a note on
    each."""
    limits = settings.values.get("limits")
    if not isinstance(limits, YamlMapping):
        return settings, ()
    unused = [key for key in limits.values if key in foreign_keys.UNUSED_LIMITS]
    notes = tuple(
        f"limits: {key} is a setting of {foreign_keys.UNUSED_LIMITS[key]} and is not used"
        for key in unused
    )
    values = {**settings.values, "limits": limits.without(unused)}
    return replace(settings, values=values), notes
