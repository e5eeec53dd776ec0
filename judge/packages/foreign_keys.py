"""Keys of problem.yaml from other versions of the format and from other tools, and what to do."""

from __future__ import annotations

from collections.abc import Mapping

from judge.model import FormatVersion

_NEWER = "is a key of format 2025-09: add problem_format_version: 2025-09, or remove it"
_UNDER_LIMITS = "belongs under limits"
_CONTEST = "is a setting of a contest, not of a problem: remove it"
#: What no version has.
_ANYWHERE: Mapping[str, str] = {
    "libraries": "was removed from the format: remove it",
    "time_limit": _UNDER_LIMITS,
    "timelimit": "is called time_limit, under limits",
    "memory": _UNDER_LIMITS,
    "time_multipliers": _UNDER_LIMITS,
    "time_multiplier": _UNDER_LIMITS,
    "label": _CONTEST,
    "ordinal": _CONTEST,
    "rgb": _CONTEST,
    "color": _CONTEST,
    "points": _CONTEST,
    "short-name": _CONTEST,
    "allow_submit": _CONTEST,
    "allow_judge": _CONTEST,
    "externalid": "is a key of domjudge-problem.ini, which is read if it is in the package",
    "special_run": "refers to a program outside the package: put it into the package",
    "special_compare": "refers to a program outside the package: put it into the package",
    "tags": "is called keywords",
    "authors": "belongs under credits",
    "judgement_type": "is called type",
    "submission_type": "is called type",
    "scoring": "is not a key: write type: scoring",
    "interactive": "is not a key: write type: interactive",
}
_LEGACY: Mapping[str, str] = {
    **_ANYWHERE,
    "version": _NEWER,
    "credits": "is a key of format 2025-09: write author, or add problem_format_version: 2025-09",
    "embargo_until": _NEWER,
    "languages": _NEWER,
    "allow_file_writing": _NEWER,
    "constants": _NEWER,
    "authors": "is called author",
}
_MODERN: Mapping[str, str] = {
    **_ANYWHERE,
    "author": "is a key of the legacy format: write credits instead",
    "source_url": "is a key of the legacy format: give source the keys name and url instead",
    "validation": "is a key of the legacy format: write type instead; "
    "a program in output_validator/ is used without being named",
    "validator_flags": "is a key of the legacy format: "
    "write output_validator_args in data/test_group.yaml instead",
    "grading": "is a key of the legacy format: write score_aggregation and max_score "
    "in data/secret/test_group.yaml instead; scores are always maximised",
}
_LEGACY_LIMITS: Mapping[str, str] = {
    "time_multipliers": "is a key of format 2025-09: write time_multiplier and time_safety_margin",
    "time_resolution": _NEWER,
    "timelimit": "is called time_limit",
    "wall_time": "is not a limit of the format: it follows from the time limit",
}
_MODERN_LIMITS: Mapping[str, str] = {
    "time_multiplier": "is a key of the legacy format: "
    "write ac_to_time_limit under time_multipliers instead",
    "time_safety_margin": "is a key of the legacy format: "
    "write time_limit_to_tle under time_multipliers instead",
    "ac_to_time_limit": "belongs under time_multipliers",
    "time_limit_to_tle": "belongs under time_multipliers",
    "timelimit": "is called time_limit",
    "wall_time": "is not a limit of the format: it follows from the time limit",
}
#: Settings of groups that a legacy package has in no other way.
_NEWER_SETTINGS = (
    "args hint description full_feedback require_pass static_validation_score "
    "static_validator_args input_visualizer_args output_visualizer_args"
).split()
#: Retired keys that only describe a package: verdicts do not depend on them, so they are noted.
RETIRED: frozenset[str] = frozenset({"author", "source_url"})
#: Keys of other versions and tools that only describe a problem: it is judged without them.
DESCRIPTIVE: frozenset[str] = frozenset(
    "libraries label ordinal rgb color short-name allow_submit allow_judge externalid tags "
    "authors".split()
)
#: Keys of the format that only describe a problem, in whatever version.
DESCRIBING: frozenset[str] = frozenset(
    "name uuid version credits author source source_url license rights_owner embargo_until "
    "keywords".split()
)
#: Limits that only one tool has, for work that is not judging: they are not used.
UNUSED_LIMITS: Mapping[str, str] = {"visualizer_time": "BAPCtools"}


def of_problem(version: FormatVersion) -> Mapping[str, str]:
    """What to do about a key at the top of problem.yaml."""
    return _LEGACY if version is FormatVersion.LEGACY else _MODERN


def of_limits(version: FormatVersion) -> Mapping[str, str]:
    """What to do about a key below ``limits``."""
    return _LEGACY_LIMITS if version is FormatVersion.LEGACY else _MODERN_LIMITS


def of_group(version: FormatVersion) -> Mapping[str, str]:
    """What to do about a key in the settings of a group or a case."""
    if version is FormatVersion.LEGACY:
        newer = "is a key of format 2025-09: write {} instead"
        return {
            **dict.fromkeys(_NEWER_SETTINGS, _NEWER),
            "output_validator_args": newer.format("output_validator_flags"),
            "input_validator_args": newer.format("input_validator_flags"),
            "score_aggregation": newer.format("grader_flags"),
            "max_score": newer.format("range"),
        }
    retired = "is a key of the legacy format: write {} instead"
    return {
        "hint": "is for a case: write it in CASE.yaml, beside its input",
        "output_validator_flags": retired.format("output_validator_args, a list"),
        "input_validator_flags": retired.format("input_validator_args, a list"),
        "grading": retired.format("score_aggregation and max_score"),
        "scoring": "is a key of an older draft: write score_aggregation and max_score instead",
        "grader_flags": retired.format("score_aggregation"),
        "accept_score": retired.format("max_score"),
        "reject_score": "is a key of the legacy format: a case that fails has score 0",
        "range": retired.format("max_score"),
        "on_reject": "is a key of the legacy format: remove it",
        "run_samples": "is a key of an older draft: samples are always run",
        "desc": "is called description",
    }


def of_generated_case() -> Mapping[str, str]:
    """What to do about a key of a case in generators.yaml that is a setting of the case."""
    settings = (
        "args hint description full_feedback input_validator_args answer_validator_args "
        "output_validator_args input_visualizer_args output_visualizer_args"
    ).split()
    said = "is a setting of the case: write yaml, and {} below it"
    return {key: said.format(key) for key in settings} | {"desc": said.format("description")}
