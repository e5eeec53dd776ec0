"""Rules of the legacy format that decide verdicts; checked before anything runs."""

from __future__ import annotations

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.common.yaml_lines import shown
from judge.model import Problem
from judge.packages.setting_place import place_of_arguments


def check_validator_names(problem: Problem) -> None:
    """Raise JudgeError for a case whose settings name an output validator that is not there: the
    format runs that one alone."""
    validators = [one for one in problem.output_validator.all if one.path is not None]
    seen = {""}
    for case in problem.cases:
        name = case.settings.output_validator_name
        if name in seen:
            continue
        seen.add(name)
        if not any(one.is_named(name) for one in validators):
            known = [one.path.name for one in validators if one.path is not None]
            said = f"output_validator_flags names {shown(name)}, which is no output validator"
            near = did_you_mean(name, known) if known else "the package has none"
            raise JudgeError(f"{said}: {near}", *place_of_arguments(problem, case))
