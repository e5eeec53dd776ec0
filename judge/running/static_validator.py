"""The static validator of a package: it reads the source of a submission and runs nothing of it.

It is called once for each group that has a static validation test case, in a sandbox.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from judge.checking.group_scores import ScoreFault, static_score
from judge.common.errors import JudgeError
from judge.languages.format_languages import code_of
from judge.model import Grade, Group, Problem, Solution, StaticResult, ValidatorProtocol, Verdict
from judge.running.external_checker import built_once, grade_of, limits_of
from judge.running.submitted_files import entry_point, files_of_submission
from judge.running.validator import Validator
from judge.sandbox.feedback import FEEDBACK
from judge.sandbox.layer import Layer


class StaticValidator:
    """The static validator of one problem, built when it is first needed. To be closed.

    ``folder`` is shared with other workers, which need not build it again.
    """

    def __init__(self, problem: Problem, layer: Layer, folder: Path) -> None:
        self._problem = problem
        self._layer = layer
        self._folder = folder
        self._own = Path(tempfile.mkdtemp(prefix="static-", dir=folder))
        self._own.chmod(0o755)
        self._validator: Validator | None = None

    def results(self, solution: Solution, built: Path) -> tuple[StaticResult, ...]:
        """One for each group; never raises. ``built``: where the solution was compiled."""
        groups = self._problem.static_groups
        try:
            files = files_of_submission(solution, self._problem, built)
            start = entry_point(solution, self._problem)
            return tuple(
                StaticResult(group.name, self._grade(group, solution, start, files))
                for group in groups
            )
        except (JudgeError, OSError) as error:
            fault = Grade(Verdict.JE, message=str(error))
            return tuple(StaticResult(group.name, fault) for group in groups)

    def _grade(
        self, group: Group, solution: Solution, start: str, files: Mapping[str, bytes]
    ) -> Grade:
        assert group.static is not None
        validator = self._opened()
        words = (code_of(solution.language), start, FEEDBACK, *group.static.arguments)
        command = replace(validator.session.command(words), files=files or None)
        result = validator.result(validator.session.run(command, validator.limits))
        grade = grade_of(result)
        try:
            if result.score_fault and self._problem.scoring:
                raise ScoreFault(result.score_fault)
            if not result.accepted:
                wrote = result.score is not None or result.multiplier is not None
                if wrote and self._problem.scoring:
                    raise ScoreFault("the static validator wrote a score, but did not accept")
                return grade
            score = static_score(self._problem, group, result.score, result.multiplier)
            return replace(grade, score=score)
        except ScoreFault as fault:
            return Grade(Verdict.JE, message=str(fault))

    def _opened(self) -> Validator:
        """Raises JudgeError where the package has a fault."""
        if self._validator is None:
            path = self._problem.static_validator
            assert path is not None
            what = "static validator"
            built = built_once(path, self._problem, self._layer, self._folder, what)
            protocol, limits = ValidatorProtocol.KATTIS, limits_of(self._problem)
            self._validator = Validator(
                built, protocol, self._layer, limits, self._own / "data", what
            )
        return self._validator

    def check(self) -> None:
        """Raise JudgeError if it cannot be built."""
        self._opened()

    def close(self) -> None:
        if self._validator is not None:
            self._validator.close()
        shutil.rmtree(self._own, ignore_errors=True)
