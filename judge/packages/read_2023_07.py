"""Reads a package of the draft 2023-07, which changed for two years until it became 2025-09.

Packages of the draft write settings of groups in one of two ways: in ``test_group.yaml``, as
2025-09 does, or in ``testdata.yaml``, with the keys of the legacy format or with lists of
arguments.
"""

from __future__ import annotations

import os
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.common.yaml_lines import YamlMapping, read_mapping
from judge.model import CaseSettings, FormatVersion, LegacyGrading
from judge.packages import foreign_keys, group_settings
from judge.packages.group_settings import GroupSettings
from judge.packages.parts import PackageParts
from judge.packages.read_2025_09 import ModernData, read_settings
from judge.packages.statements import names_in_statements

GROUP_FILE = "testdata.yaml"
_CASE_FILES = frozenset({".yaml", ".files", ".hint", ".desc", ".args"})
_GROUP_KEYS = group_settings.LEGACY_KEYS | group_settings.ARGUMENT_KEYS | {"run_samples"}


def read(folder: Path, settings: YamlMapping) -> PackageParts:
    """Read problem.yaml and the validators; raises JudgeError."""
    parts = read_settings(folder, settings, FormatVersion.DRAFT_2023_07)
    titles = parts.titles or names_in_statements(folder)
    old = _has_testdata(folder / "data")
    data = (
        DraftData(GroupSettings(LegacyGrading()))
        if old
        else NewerDraftData(constants=parts.constants)
    )
    return replace(parts, titles=titles, data=data)


class NewerDraftData(ModernData, frozen=True):
    """Groups as in 2025-09; beside a case also its hint, description and arguments as files."""

    case_files: frozenset[str] = _CASE_FILES
    drops_names: bool = False
    strict_names: bool = False
    version: FormatVersion = FormatVersion.DRAFT_2023_07

    def is_group(self, folder: Path, name: str) -> bool:
        """Every folder directly in ``secret`` is a group, with or without settings."""
        return super().is_group(folder, name) or name.count("/") == 1


class DraftData(Struct, frozen=True):
    """Settings of groups in ``testdata.yaml``."""

    root: GroupSettings
    case_files: frozenset[str] = _CASE_FILES
    drops_names: bool = False
    strict_names: bool = False

    def group(self, folder: Path, name: str, above: GroupSettings) -> GroupSettings:
        if os.path.lexists(folder / "test_group.yaml"):
            said = f"the package has {GROUP_FILE} too: use one of the two names"
            raise JudgeError(said, folder / "test_group.yaml")
        above = group_settings.below_data(above) if name else above
        if name == "sample":
            shown_ = replace(above.cases, full_feedback=True)
            above = replace(above, cases=shown_)
        path = folder / GROUP_FILE
        if not os.path.lexists(path):
            return replace(above, unused={}) if above.unused else above
        own = read_mapping(path, folder.parents[len(Path(name).parts)], empty=True)
        own.refuse_unknown(_GROUP_KEYS, _older_draft())
        if isinstance(own.values.get("grading"), YamlMapping):
            said = "grading as a mapping is of an older draft, and not supported"
            fix = "write max_score and score_aggregation in test_group.yaml"
            raise own.error("grading", f"{said}: {fix}")
        if own.boolean("run_samples", True) is False:
            raise own.error("run_samples", "run_samples is not supported: samples are always run")
        found = group_settings.legacy_group(own, above)
        cases = group_settings.modern_case(own, found.cases)
        return replace(found, cases=cases, unused=group_settings.unused_keys(own))

    def is_group(self, folder: Path, name: str) -> bool:
        return True

    def case(self, own: YamlMapping, above: CaseSettings) -> CaseSettings:
        foreign = foreign_keys.of_group(FormatVersion.DRAFT_2023_07)
        own.refuse_unknown(group_settings.CASE_KEYS, foreign)
        return group_settings.modern_case(own, above)


def _older_draft() -> dict[str, str]:
    """What to do about keys of group settings that some draft had."""
    newer = f"belongs in test_group.yaml, which replaces {GROUP_FILE}"
    said = dict.fromkeys(group_settings.SCORING_KEYS, newer)
    return {**foreign_keys.of_group(FormatVersion.DRAFT_2023_07), **said}


def _has_testdata(data: Path) -> bool:
    """Whether a folder of judged cases has the older file."""
    places = [data, *(data / name for name in ("sample", "secret"))]
    below = (data / "secret").glob(f"*/{GROUP_FILE}")
    return any(os.path.lexists(place / GROUP_FILE) for place in places) or any(below)
