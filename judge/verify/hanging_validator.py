"""An output validator that uses up its time on a stored output: it would do so on each output of
each solution, for minutes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from judge.common.scratch import temporary_folder
from judge.evaluation.plan import Plan
from judge.model import Ended
from judge.running import output_file
from judge.running.checkers import open_checker
from judge.running.external_checker import ExternalChecker
from judge.sandbox.layer import Layer
from judge.verify import stored_outputs
from judge.verify.finding import Finding, Status


def hanging(plan: Plan, layer: Layer, name: str) -> Finding | None:
    """The fault, under the name of a check, if the validator does not end on the first stored
    output, or answer file; None otherwise. Raises JudgeError, SandboxUnavailable, OSError."""
    [loaded] = plan.problems.values()
    problem = loaded.problem
    if problem.output_validator.path is None or problem.types & stored_outputs.DIALOGUES:
        return None
    if (trial := next(stored_outputs.stored(problem), None)) is None:
        return None
    short = stored_outputs.limited(loaded)
    with (
        temporary_folder() as folder,
        closing(open_checker(short, layer, Path(folder))) as checker,
    ):
        if not isinstance(checker, ExternalChecker):
            return None
        run = output_file.as_run(trial.output, problem.limits)
        checker.grade(trial.case, loaded.read_case(trial.case), run)
        if Ended.CPU_LIMIT not in checker.ends():
            return None
    seconds = short.problem.declared.validation_s
    said = (
        f"it does not end within {seconds:g} s of CPU time on {trial.what}: nothing else is checked"
    )
    return Finding(name, Status.FAULT, said)
