"""Reads a package of format 2025-09."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping
from math import isfinite
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.common.yaml_lines import YamlMapping, read_mapping, shown
from judge.model import CaseSettings, FormatVersion, OutputValidator, ProblemType, SettingFault
from judge.packages import foreign_keys, group_settings, limits, metadata, validator_files
from judge.packages.constants import replaced
from judge.packages.group_settings import GroupSettings
from judge.packages.parts import PackageParts, drop_retired, drop_unused_limits
from judge.packages.statements import statement_files
from judge.packages.unused_keys import without_unused

KEYS = frozenset(
    "problem_format_version type name uuid version credits source license rights_owner "
    "embargo_until limits keywords languages allow_file_writing constants".split()
)
GROUP_FILE = "test_group.yaml"
_INCOMPATIBLE = (
    (ProblemType.PASS_FAIL, ProblemType.SCORING),
    (ProblemType.SUBMIT_ANSWER, ProblemType.MULTI_PASS),
    (ProblemType.SUBMIT_ANSWER, ProblemType.INTERACTIVE),
)
_CONSTANT = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")
_CODE = re.compile(r"[a-z][a-z0-9+#-]*")
_FORM_OF_CODES = "it has small letters and digits, as in the table of the format"
#: Folders of the legacy format, and what they are called now.
_RENAMED = {
    "output_validators": "output_validator",
    "problem_statement": "statement",
    "input_format_validators": "input_validators",
}


def read(folder: Path, settings: YamlMapping) -> PackageParts:
    """Read problem.yaml and the validators; raises JudgeError."""
    refuse_renamed(folder, _RENAMED)
    parts = read_settings(folder, settings, FormatVersion.V2025_09)
    titles = parts.titles
    stated = {file.language for file in statement_files(folder)}
    faults = [*parts.faults]
    if not settings.has("name"):
        faults.append(SettingFault("name is missing: add name: TITLE"))
    if titles and stated and stated != set(titles):
        said = f"name is in {_list(set(titles))}, and the statement in {_list(stated)}"
        said += ": write one name for each language of the statement"
        faults.append(SettingFault(said, settings.lines["name"]))
    data = ModernData(constants=parts.constants)
    return replace(parts, data=data, faults=tuple(faults))


def read_settings(folder: Path, settings: YamlMapping, version: FormatVersion) -> PackageParts:
    """What formats since 2023-07 have in common; raises JudgeError."""
    settings, retired = drop_retired(settings, version)
    settings, notes = drop_unused_limits(settings)
    settings, unused = without_unused(settings, KEYS, foreign_keys.of_problem(version))
    settings.child("limits").refuse_unknown(limits.MODERN_KEYS, foreign_keys.of_limits(version))
    types, of_type = _types(settings)
    strict = version is FormatVersion.V2025_09
    static = validator_files.single_program(folder / "static_validator", folder, strict)
    nameless: Mapping[str, str] = {}
    titles, of_name = metadata.tolerated(titles_of, settings, nameless)
    return PackageParts(
        titles=titles,
        types=types,
        metadata=metadata.modern(settings),
        limits=limits.modern(settings, ProblemType.MULTI_PASS in types, strict),
        output_validator=_output_validator(folder, version),
        input_validators=validator_files.programs(folder / "input_validators", folder, strict),
        data=ModernData(),
        languages=_languages(settings),
        allow_file_writing=settings.boolean("allow_file_writing"),
        constants=_constants(settings),
        static_validator=static,
        notes=(*retired, *notes, *_unused(folder, settings)),
        faults=(*unused, *of_type, *of_name),
    )


class ModernData(Struct, frozen=True):
    """Settings of groups in ``test_group.yaml``, of cases in ``NAME.yaml``."""

    root: GroupSettings = field(default_factory=GroupSettings)
    case_files: frozenset[str] = frozenset({".yaml", ".files"})
    drops_names: bool = True
    strict_names: bool = True
    version: FormatVersion = FormatVersion.V2025_09
    constants: Mapping[str, str] = field(default_factory=dict)

    def group(self, folder: Path, name: str, above: GroupSettings) -> GroupSettings:
        package = folder.parents[len(Path(name).parts)]
        _refuse_legacy_settings(folder / "testdata.yaml", package)
        cases = above.cases
        if name == "sample":
            cases = replace(cases, full_feedback=True)
        path = folder / GROUP_FILE
        own = YamlMapping(path, {}, {})
        if os.path.lexists(path):
            change = functools.partial(replaced, constants=self.constants)
            own = read_mapping(path, package, empty=True, change=change)
        foreign = foreign_keys.of_group(self.version)
        own.refuse_unknown(group_settings.GROUP_KEYS, foreign)
        return group_settings.modern_group(name, own, cases)

    def is_group(self, folder: Path, name: str) -> bool:
        return name in ("sample", "secret") or (os.path.lexists(folder / GROUP_FILE) and name != "")

    def case(self, own: YamlMapping, above: CaseSettings) -> CaseSettings:
        own.refuse_unknown(group_settings.CASE_KEYS, foreign_keys.of_group(self.version))
        return group_settings.modern_case(own, above)


def _refuse_legacy_settings(path: Path, package: Path) -> None:
    """Raise JudgeError for settings of the legacy format; a file without settings is none."""
    if os.path.lexists(path) and read_mapping(path, package, empty=True).values:
        raise JudgeError(f"is of the legacy format: write {GROUP_FILE} instead", path)


def refuse_renamed(folder: Path, renamed: dict[str, str]) -> None:
    """Raise JudgeError for a folder that has another name in this version."""
    for old, new in renamed.items():
        if (folder / old).is_dir() and not (folder / new).is_dir():
            raise JudgeError(f"is a folder of the legacy format: rename it to {new}", folder / old)


def _types(settings: YamlMapping) -> tuple[frozenset[ProblemType], tuple[SettingFault, ...]]:
    """The types, and what is wrong in how they are written; raises JudgeError."""
    value = settings.values.get("type")
    words = [value] if isinstance(value, str) else settings.strings("type")
    if isinstance(value, list) and not value:
        raise settings.error("type", "type must not be an empty list: leave it out")
    known = {kind.value: kind for kind in ProblemType}
    faults: tuple[SettingFault, ...] = ()
    if isinstance(value, str) and len(value.split()) > 1 and {*value.split()} <= {*known}:
        words = value.split()  # as older drafts had it
        said = f"type {shown(value)} is not one type: write a list, [{', '.join(words)}]"
        faults = (SettingFault(said, settings.lines["type"]),)
    for word in words:
        if word not in known:
            raise settings.error("type", f"unknown type {shown(word)}: {did_you_mean(word, known)}")
    if len(set(words)) < len(words):
        raise settings.error("type", "type contains a duplicate value")
    types = {known[word] for word in words}
    for one, other in _INCOMPATIBLE:
        if {one, other} <= types:
            raise settings.error("type", f"type cannot be {one.value} and {other.value} at once")
    if ProblemType.SCORING not in types:
        types.add(ProblemType.PASS_FAIL)
    return frozenset(types), faults


def titles_of(settings: YamlMapping) -> Mapping[str, str]:
    """The names of the problem by language; raises JudgeError."""
    name = settings.values.get("name")
    if name is None:
        return {}
    titles = dict(name.values) if isinstance(name, YamlMapping) else {"en": name}
    if not titles or not all(isinstance(t, str) for t in titles.values()):
        raise settings.error("name", "name must be a string, or a map from language to string")
    if not all(title.strip() for title in titles.values()):
        raise settings.error("name", "name must not be empty: write the title of the problem")
    if isinstance(name, YamlMapping):
        for code in titles:
            metadata.check_language(name, "name", code)
    return titles


def _languages(settings: YamlMapping) -> tuple[str, ...]:
    value = settings.values.get("languages")
    if value is None or value == "all":
        return ()
    codes = (value,) if isinstance(value, str) else settings.strings("languages")
    if not codes:
        raise settings.error("languages", "languages must not be an empty list: write all")
    if "all" in codes:
        raise settings.error("languages", "languages: all stands alone: write languages: all")
    for code in codes:
        if not _CODE.fullmatch(code):
            said = f"languages: {shown(code)} is not a language code: {_FORM_OF_CODES}"
            raise settings.error("languages", said)
    return codes


def _constants(settings: YamlMapping) -> dict[str, str]:
    constants = settings.child("constants")
    found: dict[str, str] = {}
    for name, value in constants.values.items():
        if not _CONSTANT.fullmatch(name):
            said = f"{shown(name)} is not a valid name for a constant: use letters, digits and _"
            raise constants.error(name, said)
        variants = value if isinstance(value, YamlMapping) else None
        if variants is not None and "value" not in variants.values:
            raise constants.error(name, f"{name} lacks the key value")
        for variant, item in (variants.values if variants else {"value": value}).items():
            if not _is_constant(item):
                said = f"{name} must be a finite number or a string, not {shown(item)}"
                raise constants.error(name, said)
            text = variants.written[variant] if variants else constants.written[name]
            found[f"{name}.{variant}"] = text
        found[name] = found[f"{name}.value"]
    return found


def _is_constant(value: object) -> bool:
    if isinstance(value, float):
        return isfinite(value)
    return isinstance(value, int | str) and not isinstance(value, bool)


def _unused(folder: Path, settings: YamlMapping) -> list[str]:
    """What the package asks for, and does not get, without an influence on right answers."""
    said = []
    if (folder / "output_visualizer").is_dir():
        said.append("output_visualizer/ is not run")
    return said


def _output_validator(folder: Path, version: FormatVersion) -> OutputValidator:
    place = folder / "output_validator"
    old = folder / "output_validators"  # so called for most of the time that there was a draft
    if version is FormatVersion.DRAFT_2023_07 and old.is_dir() and not place.is_dir():
        place = old
    strict = version is FormatVersion.V2025_09
    program = validator_files.single_program(place, folder, strict)
    if program is None:
        return OutputValidator()
    return OutputValidator(program, validator_files.protocol_of(program, folder))


def _list(words: set[str]) -> str:
    return ", ".join(sorted(words))
