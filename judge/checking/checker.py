"""What turns an execution of a case into grades: one interface, whatever decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from judge.checking.grade import grade_output
from judge.model import Case, Execution, Grade
from judge.packages.case_files import LoadedCase
from judge.plugin import Plugin


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

    def close(self) -> None:
        """End what it keeps open, such as a validator's sandbox; never raises."""


class ScoreChecker:
    """By the exact score that the plug-in computes."""

    def __init__(self, plugin: Plugin[Any, Any]) -> None:
        self._plugin = plugin

    @property
    def readings(self) -> tuple[str, ...]:
        return self._plugin.readings

    def grade(
        self, case: Case | None, loaded: LoadedCase, run: Execution, readings: Sequence[str] = ()
    ) -> dict[str, Grade]:
        return grade_output(self._plugin, loaded, run, readings)

    def close(self) -> None:
        pass
