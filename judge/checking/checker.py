"""What turns an execution of a case into grades: one interface, whatever decides."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from judge.checking.answer import answer_bytes
from judge.checking.default_validator import Settings, difference, settings
from judge.checking.ending import crash_text, failure_grade
from judge.checking.grade import grade_output
from judge.common.errors import JudgeError
from judge.model import Case, Execution, FormatVersion, Grade, Reason, Verdict
from judge.packages.case_files import LoadedCase, read_answer
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import PLAIN_READING


class Checker(Protocol):
    """Grades the executions of one problem. A worker opens one for each problem and keeps it."""

    @property
    def readings(self) -> tuple[str, ...]:
        """The ways in which an output may be meant; a problem without a choice has one."""

    def grade(
        self, case: Case | None, loaded: LoadedCase, run: Execution, readings: Sequence[str] = ()
    ) -> dict[str, Grade]:
        """The grade of one execution under every reading, or under those given.

        Never raises: a fault of the package is the verdict JE. ``case`` is None for an instance
        that a hunt made, which has no files; only a checker of a plug-in grades those.
        """

    def series(self) -> AbstractContextManager[None]:
        """Around the grades of several executions and nothing that waits: what is done before and
        after a call of a plug-in is done once."""

    def close(self) -> None:
        """End what it keeps open, such as a validator's sandbox; never raises."""


class PluginChecker:
    """By the plug-in: the exact score of an answer, or its comparison with the stored one."""

    def __init__(self, plugin: ProblemPlugin, rescored: bool = False) -> None:
        """``rescored``: the best answers of cases were rescored before."""
        self._plugin = plugin
        self._rescored = rescored

    @property
    def readings(self) -> tuple[str, ...]:
        return self._plugin.readings

    def grade(
        self, case: Case | None, loaded: LoadedCase, run: Execution, readings: Sequence[str] = ()
    ) -> dict[str, Grade]:
        return grade_output(self._plugin, loaded, run, readings, self._rescored)

    def series(self) -> AbstractContextManager[None]:
        return self._plugin.series()

    def close(self) -> None:
        pass


class DefaultChecker:
    """By the default output validator of the package format, in this process.

    ``arguments`` are those for all cases; a case may add its own.
    """

    readings = (PLAIN_READING,)

    def __init__(
        self,
        arguments: Sequence[str] = (),
        version: FormatVersion = FormatVersion.V2025_09,
    ) -> None:
        self._arguments = tuple(arguments)
        self._version = version
        #: By the arguments of a case.
        self._chosen: dict[tuple[str, ...], Settings] = {}

    def grade(
        self, case: Case | None, loaded: LoadedCase, run: Execution, readings: Sequence[str] = ()
    ) -> dict[str, Grade]:
        assert case is not None, "an instance that is in no file needs a plug-in"
        graded = validated_end(run) or self._compared(case, answer_bytes(run))
        return dict.fromkeys(readings or self.readings, graded)

    def _compared(self, case: Case, output: bytes) -> Grade:
        try:
            wrong = difference(output, read_answer(case), self._settings(case))
        except JudgeError as error:
            return Grade(Verdict.JE, message=str(error))
        return Grade(Verdict.AC) if wrong is None else Grade(Verdict.WA, Reason.REJECTED, wrong)

    def _settings(self, case: Case) -> Settings:
        own = case.settings.output_validator_arguments
        if own not in self._chosen:
            self._chosen[own] = settings((*self._arguments, *own), self._version)
        return self._chosen[own]

    def series(self) -> AbstractContextManager[None]:
        return nullcontext()

    def close(self) -> None:
        pass


def validated_end(run: Execution) -> Grade | None:
    """The grade of an execution whose output no validator may see: it was stopped, or it crashed.

    In the package format a crash is a run-time error even after a right answer.
    """
    failed = failure_grade(run)
    if failed is None and (crash := crash_text(run)):
        return Grade(Verdict.RTE, message=crash)
    return failed
