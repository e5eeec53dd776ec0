"""Settings of groups and cases, as each version of the format writes them, with inheritance."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from judge.common.messages import did_you_mean
from judge.common.program_arguments import split_arguments, too_large
from judge.common.yaml_lines import YamlMapping, shown
from judge.model import (
    NO_SETTINGS,
    Aggregation,
    CaseSettings,
    GroupScoring,
    LegacyGrading,
    OnReject,
    StaticCase,
    VerdictMode,
)

#: Settings that a case inherits from its group, and may have itself.
ARGUMENT_KEYS = frozenset(
    "args input_validator_args answer_validator_args output_validator_args input_visualizer_args "
    "output_visualizer_args full_feedback".split()
)
CASE_KEYS = ARGUMENT_KEYS | {"hint", "description"}
SCORING_KEYS = frozenset({"max_score", "score_aggregation", "require_pass"})
STATIC_KEYS = frozenset({"static_validation_score", "static_validator_args"})
#: ``description`` is for folders of invalid and valid outputs.
GROUP_KEYS = ARGUMENT_KEYS | SCORING_KEYS | STATIC_KEYS | {"description"}
FLAG_KEYS = frozenset({"input_validator_flags", "output_validator_flags"})
LEGACY_KEYS = FLAG_KEYS | {
    *("on_reject", "grading", "grader_flags", "accept_score", "reject_score", "range")
}
SCORE_KEYS = frozenset({"accept_score", "reject_score", "range"})
#: Arguments of programs that are not run.
_VISUALIZER_KEYS = ("input_visualizer_args", "output_visualizer_args")
#: A score has at most so many digits before and after its point.
MOST_DIGITS = 40
#: A line of a file.
Place = tuple[Path, int]
#: The scores of a modern group that names no aggregation.
_MODERN_AGGREGATIONS = {
    a.value: a for a in (Aggregation.PASS_FAIL, Aggregation.SUM, Aggregation.MINIMUM)
}
_VERDICT_MODES = {mode.value: mode for mode in VerdictMode} | {"no_errors": VerdictMode.WORST_ERROR}
_SCORE_MODES = {a.value: a for a in Aggregation if a is not Aggregation.PASS_FAIL}


class GroupSettings(Struct, frozen=True):
    """What holds in one folder of cases."""

    scoring: GroupScoring | LegacyGrading = field(default_factory=GroupScoring)
    cases: CaseSettings = NO_SETTINGS
    static: StaticCase | None = None
    #: Where its file has a key on which no verdict depends.
    unused: Mapping[str, Place] = field(default_factory=dict)


def modern_group(name: str, own: YamlMapping, above: CaseSettings) -> GroupSettings:
    """A group by its ``test_group.yaml``; raises JudgeError. ``above`` is what its parent says."""
    own.refuse_unknown(GROUP_KEYS)
    if name.split("/")[0] != "secret":
        for key in SCORING_KEYS:
            if own.has(key):
                raise own.error(key, f"{key} is not permitted in {name or 'data'}")
    secret = name == "secret"
    scoring = GroupScoring(
        maximum=_maximum(own, 100 if secret else None),
        aggregation=_aggregation(own, Aggregation.SUM if secret else Aggregation.PASS_FAIL),
        require_pass=_one_or_several(own, "require_pass"),
        declared=any(own.has(key) for key in SCORING_KEYS),
    )
    own.string("description")  # checked only
    return GroupSettings(scoring, modern_case(own, above), _static(own, name), unused_keys(own))


def unused_keys(own: YamlMapping) -> dict[str, Place]:
    """Where a group or a case has a key that is checked only: visualizers are not run."""
    return {key: (own.path, own.lines[key]) for key in _VISUALIZER_KEYS if own.strings(key)}


def _static(own: YamlMapping, name: str) -> StaticCase | None:
    """The static validation test case of a group; raises JudgeError."""
    for key in sorted(STATIC_KEYS):
        if own.has(key) and name.split("/")[0] not in ("sample", "secret"):
            raise own.error(key, f"{key} is not permitted in {name or 'data'}")
    value = own.values.get("static_validation_score")
    if value is None:
        if own.has("static_validator_args"):
            said = "static_validator_args needs a static_validation_score beside it"
            raise own.error("static_validator_args", said)
        return None
    arguments = _arguments_of(own, "static_validator_args")
    if value == Aggregation.PASS_FAIL.value:
        return StaticCase(None, arguments)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        said = (
            "static_validation_score must be a whole number from 0, or pass-fail, "
            f"not {shown(value)}"
        )
        raise own.error("static_validation_score", said)
    return StaticCase(value, arguments)


def modern_case(own: YamlMapping, above: CaseSettings) -> CaseSettings:
    """What a case's or a group's file says, on top of what is inherited; raises JudgeError."""
    changes: dict[str, Any] = {}
    if own.has("args"):
        changes["arguments"] = _arguments_of(own, "args")
    if own.has("output_validator_args"):
        changes["output_validator_arguments"] = _arguments_of(own, "output_validator_args")
    if own.has("answer_validator_args"):  # not of the format: BAPCtools has answer validators
        changes["answer_validator_arguments"] = _arguments_of(own, "answer_validator_args")
    if own.has("input_validator_args"):
        changes |= _input_arguments(own)
    if own.has("full_feedback"):
        changes["full_feedback"] = own.boolean("full_feedback")
    if own.has("hint"):
        changes["hint"] = own.string("hint")
    return replace(above, **changes) if changes else above


def below_data(above: GroupSettings) -> GroupSettings:
    """What a group below ``data`` inherits: not ``ignore_sample``, which is of the root only."""
    grading = above.scoring
    if not isinstance(grading, LegacyGrading) or not grading.ignore_sample:
        return above
    return replace(above, scoring=replace(grading, ignore_sample=False))


def legacy_group(own: YamlMapping, above: GroupSettings) -> GroupSettings:
    """A group by its ``testdata.yaml``; raises JudgeError. What it leaves out is inherited."""
    grading = above.scoring
    assert isinstance(grading, LegacyGrading)
    changes: dict[str, Any] = {}
    if own.has("on_reject"):
        changes["on_reject"] = own.choice("on_reject", OnReject)
    custom = _is_custom(own, grading.custom)
    if own.has("grader_flags") or custom is not grading.custom:
        named = own.has("grader_flags")
        flags = split(own, "grader_flags") if named else grading.arguments
        changes |= {"custom": custom, "arguments": flags}
        changes |= {} if custom else _default_grader(own, flags)
    changes |= scores_of(own)
    scoring = replace(grading, **changes) if changes else grading
    return GroupSettings(scoring, _flags(own, above.cases))


def scores_of(own: YamlMapping) -> dict[str, Any]:
    """``accept_score``, ``reject_score`` and ``range``, as fields of LegacyGrading."""
    found: dict[str, Any] = {}
    for key in ("accept_score", "reject_score"):
        if own.has(key):
            found[key] = _number(own, key, own.values[key])
    if own.has("range"):
        ends = str(own.values["range"]).split()
        if len(ends) != 2:
            said = f"range must be two numbers such as 0 100, not {shown(own.values['range'])}"
            raise own.error("range", said)
        lowest, highest = (_bound(own, end) for end in ends)
        if lowest is not None and highest is not None and lowest > highest:
            raise own.error("range", f"range ends below its start: {' '.join(ends)}")
        found |= {"lowest": lowest, "highest": highest}
    return found


def _maximum(own: YamlMapping, default: int | None) -> int | None:
    value = own.values.get("max_score")
    if value is None:
        return default
    if value == "unbounded":
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        said = f"max_score must be a whole number from 0, or unbounded, not {shown(value)}"
        raise own.error("max_score", said)
    return value


def _aggregation(own: YamlMapping, default: Aggregation) -> Aggregation:
    value = own.string("score_aggregation")
    if not value:
        return default
    if value not in _MODERN_AGGREGATIONS:
        near = did_you_mean(value, _MODERN_AGGREGATIONS)
        raise own.error("score_aggregation", f"unknown score_aggregation {shown(value)}: {near}")
    return _MODERN_AGGREGATIONS[value]


def _one_or_several(own: YamlMapping, key: str) -> tuple[str, ...]:
    value = own.values.get(key)
    return (value,) if isinstance(value, str) else own.strings(key)


def _arguments_of(own: YamlMapping, key: str) -> tuple[str, ...]:
    """A list of arguments that a program can be started with; raises JudgeError."""
    found = own.strings(key)
    if said := too_large(found):
        raise own.error(key, f"{key}: {said}")
    return found


def _input_arguments(own: YamlMapping) -> Mapping[str, Any]:
    if not isinstance(own.values["input_validator_args"], YamlMapping):
        return {
            "input_validator_arguments": _arguments_of(own, "input_validator_args"),
            "arguments_by_input_validator": None,
        }
    named = own.child("input_validator_args")
    by_name = {name: _arguments_of(named, name) for name in named.values}
    return {"input_validator_arguments": (), "arguments_by_input_validator": by_name}


def _is_custom(own: YamlMapping, inherited: bool) -> bool:
    """Whether a grader of the package grades the group."""
    if not own.has("grading"):
        return inherited
    word = own.string("grading")
    if word not in ("default", "custom"):
        raise own.error("grading", f"grading must be default or custom, not {shown(word)}")
    return word == "custom"


def _default_grader(own: YamlMapping, flags: tuple[str, ...]) -> dict[str, Any]:
    """The default grader by its arguments. They replace those of the parent as a whole."""
    fresh = LegacyGrading()
    found: dict[str, Any] = {
        "verdicts": fresh.verdicts,
        "scores": fresh.scores,
        "ignore_sample": False,
        "accept_if_any_accepted": False,
    }
    for flag in flags:
        if flag in _VERDICT_MODES:
            found["verdicts"] = _VERDICT_MODES[flag]
        elif flag in _SCORE_MODES:
            found["scores"] = _SCORE_MODES[flag]
        elif flag in ("ignore_sample", "accept_if_any_accepted"):
            found[flag] = True
        else:
            known = [*_VERDICT_MODES, *_SCORE_MODES, "ignore_sample", "accept_if_any_accepted"]
            near = did_you_mean(flag, known)
            raise own.error("grader_flags", f"unknown grader flag {shown(flag)}: {near}")
    return found


def _flags(own: YamlMapping, above: CaseSettings) -> CaseSettings:
    changes: dict[str, Any] = {}
    if own.has("input_validator_flags"):
        name, flags = _named_flags(own, "input_validator_flags")
        changes["input_validator_arguments"] = () if name else flags
        changes["arguments_by_input_validator"] = {name: flags} if name else None
    if own.has("output_validator_flags"):
        name, flags = _named_flags(own, "output_validator_flags")
        changes["output_validator_arguments"] = flags
        changes["output_validator_name"] = name
    return replace(above, **changes) if changes else above


def _named_flags(own: YamlMapping, key: str) -> tuple[str, tuple[str, ...]]:
    """The name of a validator, or "" for all, and its arguments."""
    value = own.values[key]
    if not isinstance(value, YamlMapping):
        return "", split(own, key)
    value.refuse_unknown(frozenset({"name", "flags"}))
    return value.string("name"), split(value, "flags")


def split(own: YamlMapping, key: str) -> tuple[str, ...]:
    """A string of arguments, split as a shell would; raises JudgeError."""
    value = own.values.get(key)
    text = str(value) if _is_number(value) else own.string(key)
    try:
        return split_arguments(text)
    except ValueError as error:
        raise own.error(key, f"{key}: {error}") from error


def _bound(own: YamlMapping, text: str) -> Fraction | None:
    if text.lstrip("+-").lower() in ("inf", ".inf", "infinity"):
        return None
    return _number(own, "range", text)


def _number(own: YamlMapping, key: str, value: object) -> Fraction:
    """A decimal number, exactly."""
    try:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError
        number = Decimal(str(value).strip())
        # A fraction of a huge exponent would not fit into memory.
        if not number.is_finite() or not -MOST_DIGITS <= number.adjusted() <= MOST_DIGITS:
            raise ValueError
        if len(number.as_tuple().digits) > MOST_DIGITS:
            raise ValueError
        return Fraction(number)
    except (ValueError, ArithmeticError):
        raise own.error(key, f"{key} must be a number, not {shown(value)}") from None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
