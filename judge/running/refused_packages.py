"""What a package is refused for before anything of it runs, beyond what reading it refuses."""

from __future__ import annotations

from judge.languages.allowed import check_codes
from judge.languages.included import check_included
from judge.model import FormatVersion
from judge.packages.loaded_problem import LoadedProblem
from judge.running.checkers import check_arguments
from judge.running.validator_programs import check_readable, check_validators


def check_package(loaded: LoadedProblem, version: FormatVersion | None = None) -> None:
    """Raise JudgeError for wrong arguments of the default validator, a validator that may be the
    wrong one, a validator or grader that is no program here, and unknown languages in problem.yaml
    or ``include/``. ``version``: of the package as it is exported."""
    check_arguments(loaded)
    check_validators(loaded, version)
    check_readable(loaded.problem)
    check_codes(loaded.problem)
    check_included(loaded.problem)
