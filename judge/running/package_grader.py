"""Graders of legacy packages: programs that make the result of a group from the results in it.

A grader is a stranger's program and runs in the sandbox, like a validator. It reads a line for each
result, such as ``AC 10``, and writes one such line.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from fractions import Fraction
from pathlib import Path

from judge.checking.ending import bad_end
from judge.checking.group_scores import GroupGrader, ScoreFault
from judge.common.errors import JudgeError
from judge.common.safe_text import one_line
from judge.model import Ended, Execution, LegacyGrading, Problem, Verdict
from judge.packages.score_file import NUMBER
from judge.running.external_checker import built_once, limits_of
from judge.running.validator import ProgramSession
from judge.sandbox import choose
from judge.sandbox.layer import Layer

#: The format has a code for these verdicts only.
_CODES = {
    Verdict.AC: "AC",
    Verdict.WA: "WA",
    Verdict.TLE: "TLE",
    Verdict.UNVERIFIED: "TLE",
    Verdict.RTE: "RTE",
    Verdict.MLE: "RTE",
    Verdict.OLE: "RTE",
}
_VERDICTS = {v.value: v for v in (*_CODES, Verdict.JE) if v is not Verdict.UNVERIFIED}
_RESULT = re.compile(rf"(?P<code>[A-Z]+)\s+(?P<score>{NUMBER.pattern})")
#: A score takes at most so many digits after its point on its way to a grader.
_DIGITS = 12
_SHOWN = 60


def check_graders(problems: Iterable[Problem], layer: Layer) -> None:
    """Raise JudgeError for a grader that is used and cannot be built, or fails on an accepted
    result and on a rejected one: no submission would get a verdict."""
    for problem in problems:
        rules = [one.scoring for one in problem.groups if isinstance(one.scoring, LegacyGrading)]
        with closing(PackageGraders(layer)) as graders:
            for rule in {one.arguments: one for one in rules if one.custom}.values():
                grade = graders.of(problem)
                if grade is None:
                    continue
                accepted = (Verdict.AC, rule.accept_score)
                rejected = (Verdict.WA, rule.reject_score)
                faults = [_fault(grade, rule.arguments, one) for one in (accepted, rejected)]
                if all(faults) and faults[0] is not None:
                    raise faults[0]


def _fault(
    grade: GroupGrader, arguments: tuple[str, ...], result: tuple[Verdict, Fraction]
) -> JudgeError | None:
    try:
        grade(arguments, [result])
    except ScoreFault as fault:
        cause = fault.__cause__  # of a grader that cannot be started
        return cause if isinstance(cause, JudgeError) else JudgeError(str(fault))
    return None


class PackageGraders:
    """The graders of problems, each built when it is first needed. To be closed."""

    def __init__(self, layer: Layer | None = None) -> None:
        self._layer = layer
        self._graders: dict[Path, PackageGrader] = {}

    def of(self, problem: Problem) -> GroupGrader | None:
        """The grader of a problem; None if it has none."""
        if problem.grader is None:
            return None
        if problem.grader not in self._graders:
            self._layer = self._layer or choose("auto")
            self._graders[problem.grader] = PackageGrader(problem, self._layer)
        return self._graders[problem.grader].grade

    def close(self) -> None:
        """Close all of them; never raises."""
        for grader in self._graders.values():
            grader.close()


class PackageGrader:
    """The grader of one problem, in a sandbox that stays open. To be closed."""

    def __init__(self, problem: Problem, layer: Layer) -> None:
        assert problem.grader is not None
        self._problem = problem
        self._path = problem.grader
        self._layer = layer
        self._folder = Path(tempfile.mkdtemp(prefix="grader-"))
        self._folder.chmod(0o755)
        self._session: ProgramSession | None = None

    def grade(
        self, arguments: tuple[str, ...], found: Sequence[tuple[Verdict, Fraction]]
    ) -> tuple[Verdict, Fraction]:
        """The result of a group; raises ScoreFault for a fault of the grader."""
        text = "".join(f"{_code(verdict)} {_decimal(score)}\n" for verdict, score in found)
        session = self._open()
        run = session.run(
            session.command(arguments, text.encode("ascii")), limits_of(self._problem)
        )
        return self._result(run)

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _open(self) -> ProgramSession:
        if self._session is None:
            try:
                built = built_once(self._path, self._problem, self._layer, self._folder, "grader")
            except JudgeError as error:
                raise ScoreFault(str(error)) from error
            self._session = ProgramSession(built, self._layer)
        return self._session

    def _result(self, run: Execution) -> tuple[Verdict, Fraction]:
        if run.ended is not Ended.EXITED or run.exit_status:
            raise ScoreFault(f"the grader {self._path.name} failed: {bad_end(run)}")
        text = run.stdout.decode("utf-8", "replace").strip()
        match = _RESULT.fullmatch(text)
        if match is None or match["code"] not in _VERDICTS:
            said = "must print a verdict and a score, such as AC 10"
            raise ScoreFault(f"the grader {self._path.name} {said}, not {one_line(text, _SHOWN)!r}")
        return _VERDICTS[match["code"]], Fraction(match["score"])


def _code(verdict: Verdict) -> str:
    if verdict not in _CODES:
        raise ScoreFault(f"a grader of the package has no word for {verdict.value}")
    return _CODES[verdict]


def _decimal(score: Fraction) -> str:
    """An exact decimal where there is a short one, as graders read floating-point numbers."""
    if score.denominator == 1:
        return str(score.numerator)
    return f"{float(score):.{_DIGITS}f}".rstrip("0")
