"""``problem.yaml`` of an exported package, in the keys of each version of the format."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict

from judge.common.program_arguments import joined
from judge.common.yaml_lines import written
from judge.model import (
    FormatVersion,
    License,
    Metadata,
    Objective,
    Person,
    Problem,
    ProblemType,
    TimeMultipliers,
)
from judge.model.package import TIME_RESOLUTION_S
from judge.packages.limits import is_multiple
from judge.packages.statements import statement_files

UNNAMED = "unknown"


def settings_text(problem: Problem, version: FormatVersion, has_validator: bool) -> str:
    """The content of the file. ``has_validator``: whether the package has an output validator."""
    if version is FormatVersion.LEGACY:
        values = _legacy(problem, has_validator)
    else:
        values = _modern(problem)
    return written(_present(values), width=100)


def _uuid(problem: Problem) -> str:
    """That of the package, or one that stays the same from export to export."""
    return problem.metadata.uuid or str(uuid.uuid5(uuid.NAMESPACE_OID, f"problem {problem.name}"))


def _legacy(problem: Problem, has_validator: bool) -> dict[str, Any]:
    about = problem.metadata
    validation = ["custom"] if has_validator else ["default"]
    validation += ["interactive"] if has_validator and problem.interactive else []
    scored = problem.scoring and problem.version is FormatVersion.LEGACY
    validation += ["score"] if has_validator and scored else []
    source = about.sources[0] if about.sources else None
    flags = problem.output_validator.arguments
    return {
        "problem_format_version": FormatVersion.LEGACY.value,
        "name": problem.title,
        "uuid": _uuid(problem),
        "type": "scoring" if problem.scoring else "pass-fail",
        "author": ", ".join(p.name for p in about.credits.authors) or _unowned(about),
        "source": source.name if source else None,
        "source_url": source.url if source else None,
        "license": about.license.value,
        "rights_owner": about.rights_owner,
        "limits": {
            **_legacy_timing(problem),
            **_common_limits(problem),
        },
        "validation": " ".join(validation),
        "validator_flags": joined(flags) if has_validator or flags else None,
        "grading": _grading(problem),
        "keywords": " ".join(word.replace(" ", "-") for word in about.keywords),
    }


def _grading(problem: Problem) -> dict[str, str] | None:
    if not problem.scoring or problem.objective is Objective.MAXIMISE:
        return None
    return {"objective": problem.objective.value}


def _modern(problem: Problem) -> dict[str, Any]:
    about, passes = problem.metadata, problem.declared.validation_passes
    types = [kind.value for kind in ProblemType if kind in problem.types]
    stated = (file.language for file in statement_files(problem.folder))
    names = dict.fromkeys(stated, problem.title) | dict(problem.titles)
    return {
        "problem_format_version": FormatVersion.V2025_09.value,
        "type": types[0] if len(types) == 1 else types,
        "name": problem.title if {*names} == {"en"} else names,
        "uuid": _uuid(problem),
        "version": about.version,
        "credits": _credits(about),
        "source": [_present({"name": one.name, "url": one.url}) for one in about.sources],
        "license": about.license.value,
        "rights_owner": about.rights_owner,
        "embargo_until": about.embargo_until,
        "limits": {
            **_timing(problem),
            **_common_limits(problem),
            "validation_passes": passes if problem.multi_pass else None,
        },
        "keywords": [*about.keywords],
        "languages": [*problem.languages],
        "allow_file_writing": problem.allow_file_writing or None,
        "constants": _constants(problem),
    }


def _legacy_timing(problem: Problem) -> dict[str, Any]:
    """What a time limit is measured by. Beside a limit (``.timelimit``) the usual factors of newer
    formats say nothing, and the larger ones of this format are kept."""
    factors = problem.declared.time_multipliers
    if problem.time_limit_named and factors == TimeMultipliers():
        return {}
    return {
        "time_multiplier": _number(factors.ac_to_time_limit),
        "time_safety_margin": _number(factors.time_limit_to_tle),
    }


def _common_limits(problem: Problem) -> dict[str, Any]:
    """Those that both versions have, in their units; None where none is declared."""
    declared = problem.declared
    return {
        "memory": problem.limits.memory_mib,
        "output": _mib(problem.limits.output_bytes),
        "validation_time": _number(declared.validation_s),
        "validation_memory": declared.validation_mib,
        "validation_output": _mib(declared.validation_output_bytes),
        "compilation_time": _number(declared.compilation_s),
        "compilation_memory": declared.compilation_mib,
        "code": _kib(declared.code_bytes),
    }


def _timing(problem: Problem) -> dict[str, Any]:
    """The time limit, or what it is measured by. It must be a multiple of its resolution."""
    declared, limit = problem.declared, problem.limits.cpu_s
    resolution: float | None = declared.time_resolution
    if problem.time_limit_named and not is_multiple(limit, declared.time_resolution):
        resolution = limit
    factors = asdict(declared.time_multipliers)
    return {
        "time_limit": limit if problem.time_limit_named else None,
        "time_resolution": None if resolution == TIME_RESOLUTION_S else resolution,
        "time_multipliers": None if declared.time_multipliers == TimeMultipliers() else factors,
    }


def _constants(problem: Problem) -> dict[str, Any]:
    """Each constant as a map from its variants to texts."""
    found: dict[str, Any] = {}
    for key, text in problem.constants.items():
        name, dot, variant = key.partition(".")
        if dot:
            found.setdefault(name, {})[variant] = text
    return found


def _credits(about: Metadata) -> dict[str, Any]:
    credits = about.credits
    roles = ("authors", "contributors", "testers", "packagers", "acknowledgements")
    found: dict[str, Any] = {
        role: [_person(person) for person in getattr(credits, role)] for role in roles
    }
    found["authors"] = found["authors"] or _unowned(about)
    found["translators"] = {
        language: [_person(person) for person in people]
        for language, people in credits.translators.items()
    }
    return _present(found)


def _person(person: Person) -> Any:
    known = {"email": person.email, "orcid": person.orcid, "kattis": person.kattis}
    return {"name": person.name, **_present(known)} if any(known.values()) else person.name


def _unowned(about: Metadata) -> str:
    """An author for a package that names nobody; tools ask for one."""
    named = about.rights_owner or about.sources
    return "" if named and about.license is not License.UNKNOWN else UNNAMED


def _present(values: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is empty."""
    found = {key: _present(v) if isinstance(v, dict) else v for key, v in values.items()}
    return {key: value for key, value in found.items() if value not in (None, "", [], {})}


def _number(value: float | None) -> float | int | None:
    return int(value) if value is not None and value == int(value) else value


def _mib(size: int | None) -> int | None:
    """Rounded up: the format has whole numbers from 1."""
    return None if size is None else max(1, -(-size >> 20))


def _kib(size: int | None) -> int | None:
    return None if size is None else max(1, -(-size >> 10))
