"""Which checker grades a problem: the only place that chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path

from judge.checking.checker import Checker, DefaultChecker, PluginChecker
from judge.checking.default_validator import settings
from judge.common.errors import JudgeError
from judge.languages.program import program_of_package
from judge.model import Problem
from judge.packages.loaded_problem import LoadedProblem
from judge.packages.setting_place import place_of_arguments
from judge.running.external_checker import ExternalChecker
from judge.sandbox import choose
from judge.sandbox.layer import Layer


class CheckerKind(Enum):
    """What decides whether an answer is right."""

    PLUGIN = "the plug-in"
    DEFAULT = "the format's default validator"
    VALIDATOR = "the package's output validator"


def checker_kind(loaded: LoadedProblem) -> CheckerKind:
    """Which checker a problem has: its plug-in, if it has one, unless the validator takes part in
    the run."""
    return _kind(loaded.problem, loaded.plugin.own is not None)


def _kind(problem: Problem, has_plugin: bool) -> CheckerKind:
    if problem.validated_in_run:
        return CheckerKind.VALIDATOR
    if has_plugin:
        return CheckerKind.PLUGIN
    own = problem.output_validator.path
    return CheckerKind.DEFAULT if own is None else CheckerKind.VALIDATOR


def has_validator(problem: Problem) -> bool:
    """Whether a validator of the package checks the outputs of a problem."""
    decides = _kind(problem, bool(problem.plugin)) is CheckerKind.VALIDATOR
    return decides and problem.output_validator.path is not None


def checker_languages(loaded: LoadedProblem) -> frozenset[str]:
    """The names of the languages that the checker of a problem is written in; raises JudgeError."""
    problem = loaded.problem
    if checker_kind(loaded) is not CheckerKind.VALIDATOR:
        return frozenset()
    paths = [validator.path for validator in problem.output_validator.all if validator.path]
    return frozenset(program_of_package(path, problem).language for path in paths) - {""}


def check_arguments(loaded: LoadedProblem) -> None:
    """Raise JudgeError for arguments that the default validator does not have."""
    if checker_kind(loaded) is not CheckerKind.DEFAULT:
        return
    shared = loaded.problem.output_validator.arguments
    groups = {case.settings.output_validator_arguments: case for case in loaded.problem.cases}
    for own, case in groups.items():
        try:
            settings((*shared, *own), loaded.problem.version)
        except JudgeError as error:
            place = place_of_arguments(loaded.problem, case)
            raise JudgeError(f"{case.name}: {error}", *place) from error


def open_checker(
    loaded: LoadedProblem, layer: Layer | None = None, folder: Path | None = None
) -> Checker:
    """The checker of a problem; raises JudgeError.

    ``layer`` and ``folder`` are for a checker that runs a program: the sandbox, by default the
    best of this machine, and a folder to build in, by default a temporary one.
    """
    return _OPENERS[checker_kind(loaded)](loaded, layer, folder)


def _plugin(loaded: LoadedProblem, layer: Layer | None, folder: Path | None) -> Checker:
    return PluginChecker(loaded.plugin)


def _default(loaded: LoadedProblem, layer: Layer | None, folder: Path | None) -> Checker:
    return DefaultChecker(loaded.problem.output_validator.arguments, loaded.problem.version)


def _validator(loaded: LoadedProblem, layer: Layer | None, folder: Path | None) -> Checker:
    return ExternalChecker(loaded.problem, layer or choose("auto"), folder)


_OPENERS: Mapping[CheckerKind, Callable[[LoadedProblem, Layer | None, Path | None], Checker]] = {
    CheckerKind.PLUGIN: _plugin,
    CheckerKind.DEFAULT: _default,
    CheckerKind.VALIDATOR: _validator,
}
