"""Reads a package of the ``legacy`` format, and of its subset ``legacy-icpc``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.common.yaml_lines import YamlMapping, read_mapping, shown
from judge.model import (
    CaseSettings,
    FormatVersion,
    LegacyGrading,
    Objective,
    OnReject,
    OutputValidator,
    ProblemType,
)
from judge.packages import (
    foreign_keys,
    group_settings,
    limits,
    metadata,
    read_2025_09,
    validator_files,
)
from judge.packages.file_names import left_out
from judge.packages.group_settings import GroupSettings
from judge.packages.parts import PackageParts, drop_unused_limits
from judge.packages.statements import names_in_statements, statement_files
from judge.packages.unused_keys import without_unused

KEYS = frozenset(
    "problem_format_version type name uuid author source source_url license rights_owner limits "
    "validation validator_flags grading keywords".split()
)
#: The last four are older than the version that is called legacy.
GRADING_KEYS = frozenset(
    "objective show_test_data_groups accept_score reject_score range on_reject".split()
)
#: What may follow ``custom``; the last is of DOMjudge.
_VALIDATION = frozenset({"score", "interactive", "multi-pass"})
ON_REJECT = {
    "first_error": OnReject.BREAK,
    "worst_error": OnReject.CONTINUE,
    "grade": OnReject.CONTINUE,
    "break": OnReject.BREAK,
    "continue": OnReject.CONTINUE,
}
GROUP_FILE = "testdata.yaml"


def read(folder: Path, settings: YamlMapping) -> PackageParts:
    """Read problem.yaml and the validators; raises JudgeError."""
    settings, notes = drop_unused_limits(settings)
    settings, unused = without_unused(settings, KEYS, foreign_keys.of_problem(FormatVersion.LEGACY))
    foreign = foreign_keys.of_limits(FormatVersion.LEGACY)
    settings.child("limits").refuse_unknown(limits.LEGACY_KEYS, foreign)
    words = _validation(settings)
    types = _types(settings, words)
    about = metadata.legacy(settings)
    validator, said = _output_validator(folder, settings, words)
    stated: Mapping[str, str] = names_in_statements(folder)
    passes = limits.legacy_notes(settings, ProblemType.MULTI_PASS in types)
    titles, of_name = metadata.tolerated(lambda top: _titles(top, folder), settings, stated)
    return PackageParts(
        titles=titles,
        types=types,
        metadata=about,
        limits=limits.legacy(settings),
        output_validator=validator,
        input_validators=tuple(
            path
            for name in ("input_validators", "input_format_validators")
            for path in validator_files.programs(folder / name, folder, strict=True)
        ),
        data=LegacyData(_top(settings, ProblemType.SCORING in types)),
        objective=settings.child("grading").choice("objective", Objective) or Objective.MAXIMISE,
        notes=(*notes, *said, *passes),
        faults=(*unused, *of_name),
    )


class LegacyData(Struct, frozen=True):
    """Settings of groups in ``testdata.yaml``, all of them inherited."""

    root: GroupSettings
    case_files: frozenset[str] = frozenset({".hint", ".desc"})
    drops_names: bool = True
    strict_names: bool = False

    def group(self, folder: Path, name: str, above: GroupSettings) -> GroupSettings:
        if os.path.lexists(folder / "test_group.yaml"):
            said = f"is of format 2025-09: the legacy format calls it {GROUP_FILE}"
            raise JudgeError(said, folder / "test_group.yaml")
        above = group_settings.below_data(above) if name else above
        if name == "sample":
            shown_ = replace(above.cases, full_feedback=True)
            above = replace(above, cases=shown_)
        path = folder / GROUP_FILE
        if not os.path.lexists(path):
            return above
        own = read_mapping(path, _package(folder, name), empty=True)
        check_group_keys(own)
        return group_settings.legacy_group(own, above)

    def is_group(self, folder: Path, name: str) -> bool:
        return True

    def case(self, own: YamlMapping, above: CaseSettings) -> CaseSettings:
        said = "this version of the format has no such file: see problem_format_version"
        raise JudgeError(said, own.path)


def check_group_keys(own: YamlMapping) -> None:
    """Raise JudgeError for a key that testdata.yaml does not have."""
    own.refuse_unknown(group_settings.LEGACY_KEYS, foreign_keys.of_group(FormatVersion.LEGACY))


def _package(folder: Path, name: str) -> Path:
    """The package's folder, by one of its folders of cases."""
    return folder.parents[len(Path(name).parts)]


def _top(settings: YamlMapping, scoring: bool) -> GroupSettings:
    """What holds above ``data``: the defaults, and what problem.yaml says of grading."""
    grading = settings.child("grading")
    grading.refuse_unknown(GRADING_KEYS)
    if settings.has("grading") and grading.values and not scoring:
        raise settings.error("grading", "grading is for problems of type scoring: remove it")
    top = replace(LegacyGrading(), **group_settings.scores_of(grading))
    if grading.has("on_reject"):
        word = grading.string("on_reject")
        if word not in ON_REJECT:
            raise grading.error(
                "on_reject", f"on_reject must be break or continue, not {shown(word)}"
            )
        top = replace(top, on_reject=ON_REJECT[word])
    return GroupSettings(top)


def _validation(settings: YamlMapping) -> tuple[str, ...]:
    """The words after ``custom``, or "default" alone."""
    first, *rest = settings.string("validation").split() or ["default"]
    if first not in ("default", "custom"):
        said = f"validation must begin with default or custom, not {shown(first)}"
        raise settings.error("validation", said)
    if first == "default":
        if rest:
            said = f"validation: default takes no {shown(rest[0])}; did you mean custom?"
            raise settings.error("validation", said)
        return ("default",)
    for word in rest:
        if word not in _VALIDATION:
            known = ", ".join(sorted(_VALIDATION))
            said = f"validation: unknown word {shown(word)} after custom: known: {known}"
            raise settings.error("validation", said)
    return tuple(rest)


def _types(settings: YamlMapping, words: tuple[str, ...]) -> frozenset[ProblemType]:
    kind = settings.values.get("type")
    if isinstance(kind, list) or kind in ("interactive", "multi-pass", "submit-answer"):
        said = (
            "in the legacy format type is pass-fail or scoring, and interactive belongs "
            "to validation: write validation: custom interactive, or add "
            "problem_format_version: 2025-09"
        )
        raise settings.error("type", said)
    found = settings.choice("type", ProblemType) or ProblemType.PASS_FAIL
    if "score" in words and found is not ProblemType.SCORING:
        said = "validation: score is for problems of type scoring: add type: scoring"
        raise settings.error("validation", said)
    types = {found}
    if "interactive" in words:
        types.add(ProblemType.INTERACTIVE)
    if "multi-pass" in words:
        types.add(ProblemType.MULTI_PASS)
    return frozenset(types)


def _titles(settings: YamlMapping, folder: Path) -> Mapping[str, str]:
    """As statements name the problem; else as problem.yaml does; else none."""
    if isinstance(settings.values.get("name"), YamlMapping):  # not of the format: BAPCtools has it
        return read_2025_09.titles_of(settings)
    titles = names_in_statements(folder)
    name = settings.string("name")
    english = any(file.language == "en" for file in statement_files(folder))
    if name and len(titles) == 1 and not english:
        return {next(iter(titles)): name}
    return {**titles, "en": name} if name else titles


def _output_validator(
    folder: Path, settings: YamlMapping, words: tuple[str, ...]
) -> tuple[OutputValidator, tuple[str, ...]]:
    flags = group_settings.split(settings, "validator_flags")
    where = folder / "output_validators"
    if not where.is_dir():
        where = folder / "output_validator"  # as newer versions call it, and DOMjudge accepts
    if words == ("default",):
        note = f"{where.name}/ is not used: problem.yaml does not say validation: custom"
        unused = validator_files.programs(where, folder, strict=True)
        return OutputValidator(arguments=flags), ((note,) if unused else ())
    programs = validator_files.programs(where, folder, strict=True)
    if misnamed := () if programs else validator_files.unread_programs(folder, [where.name]):
        raise JudgeError(left_out(misnamed), misnamed[0])
    if not programs:
        said = (
            "validation is custom, but output_validators/ contains no program: put the output "
            "validator there, or write validation: default"
        )
        raise settings.error("validation", said)
    if {"interactive", "multi-pass"} & {*words}:
        validator_files.one_program(where, folder, strict=True)
    first, *others = (
        OutputValidator(path, validator_files.protocol_of(path, folder), flags) for path in programs
    )
    return replace(first, others=tuple(others)), ()
