"""Dialogues of generated samples, ``NAME.interaction``: what a solution and the output validator of
an interactive or multi-pass problem say to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.foreign_files import CASE_BYTES
from judge.languages.toolchain import ToolMissing
from judge.model import Case, Isolation, Problem, Solution, Verdict
from judge.packages.data_files import GROUP_FILES
from judge.packages.generated_data import GeneratedCase, GeneratedData
from judge.packages.generator_files import case_error
from judge.packages.generators import DIALOGUE
from judge.packages.load import load_problem
from judge.running.build import built_solution
from judge.running.external_checker import ExternalChecker
from judge.running.generate import GENERATOR_S, WITHOUT_ANSWERS, accepted_submission
from judge.running.interaction import Interaction
from judge.running.runner import Runner
from judge.running.tool_session import CompileError
from judge.sandbox.layer import Layer, MachineOverloaded, SandboxDied, SandboxUnavailable
from judge.solutions.package_submissions import read_submissions

SAMPLE = "sample"
#: Files that a sample shows in place of a dialogue.
_INSTEAD = ("out", "in.statement", "ans.statement")
_FIX = "write interaction, or copy one"


class Dialogues(Struct, frozen=True):
    """The names of the files that were made, and why there are no others."""

    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def make_dialogues(
    problem: Problem, data: GeneratedData, names: Sequence[str], store: Path, layer: Layer
) -> Dialogues:
    """Write the dialogues that samples lack below ``store``, where their files are. ``names``: all
    files there, by their paths."""
    wanted = [case for case in data.cases if _lacks_dialogue(problem, case, {*names})]
    if not wanted:
        return Dialogues()
    work = store.parent / "dialogues"
    work.mkdir(mode=0o755)
    made, notes = list[str](), list[str]()
    try:
        _copy_samples(problem, names, store, work / "data")
        cases = {case.name: case for case in _cases(problem, work)}
        with (
            closing(ExternalChecker(problem, layer, work)) as checker,
            closing(_Speakers(problem, layer, checker, work)) as speakers,
        ):
            for case in wanted:
                try:
                    spoken = speakers.dialogue(case, cases)
                except JudgeError as error:
                    said = f"no dialogue is made: {error.message}: {_FIX}"
                    notes.append(str(case_error(problem.folder, case, said)))
                    continue
                made.append(f"{case.name}.{DIALOGUE}")
                (store / made[-1]).write_bytes(spoken)
    except JudgeError as error:
        notes.append(f"no dialogue is made: {error}")
    return Dialogues(tuple(made), tuple(notes))


def _lacks_dialogue(problem: Problem, case: GeneratedCase, names: set[str]) -> bool:
    if case.root != SAMPLE or not problem.types & WITHOUT_ANSWERS:
        return False
    stored = problem.folder / "data"
    there = {
        suffix
        for suffix in ("in", DIALOGUE, *_INSTEAD)
        if f"{case.name}.{suffix}" in names or (stored / f"{case.name}.{suffix}").exists()
    }
    return there == {"in"}


def _copy_samples(problem: Problem, names: Sequence[str], store: Path, target: Path) -> None:
    """Write the samples as they will be, with the settings of their groups, to ``target``; raises
    JudgeError."""
    stored = problem.folder / "data"
    top = [*(stored / name for name in GROUP_FILES), *sorted((stored / SAMPLE).rglob("*"))]
    files = {path.relative_to(stored).as_posix(): path for path in top if path.is_file()}
    within = dict.fromkeys(files, problem.folder)
    for name in names:
        if name.startswith(f"{SAMPLE}/") or "/" not in name:
            files[name], within[name] = store / name, store
    for name, path in files.items():
        try:
            content = foreign_files.read(path, within[name], CASE_BYTES)
        except OSError as error:
            raise unreadable(error, path) from error
        (target / name).parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        (target / name).write_bytes(content)


def _cases(problem: Problem, work: Path) -> Sequence[Case]:
    """The samples in a folder ``data`` of its own; raises JudgeError."""
    return load_problem(problem.folder, answers=False, without_cases=True, data_in=work).cases


class _Speakers:
    """The solutions that take part in dialogues; each is built once, and its sandbox stays open."""

    def __init__(
        self, problem: Problem, layer: Layer, checker: ExternalChecker, work: Path
    ) -> None:
        self._problem = problem
        self._layer = layer
        self._checker = checker
        self._work = work
        self._runners: dict[str, Runner] = {}

    def dialogue(self, rule: GeneratedCase, cases: Mapping[str, Case]) -> bytes:
        """What is said about one sample; raises JudgeError."""
        solution = self._solution(rule)
        if rule.name not in cases:
            raise JudgeError("its input is not read")
        runner = self._runner(solution)
        together = Interaction(self._problem, runner, self._checker.open_validator())
        run, grade = together.judge(cases[rule.name])
        if grade.verdict is not Verdict.AC:
            said = f" ({grade.message})" if grade.message else ""
            raise JudgeError(f"{solution.name} gets {grade.verdict.value}{said}")
        if run.cut:
            raise JudgeError(f"that with {solution.name} is too long to be shown")
        return run.stdout

    def _solution(self, rule: GeneratedCase) -> Solution:
        if rule.solution is None:
            raise JudgeError("there is no solution")
        if rule.solution:
            known = read_submissions(self._problem).solutions
            path = self._problem.folder / rule.solution.lstrip("/")
            found = next((one for one in known if one.program == path), None)
        else:
            found = accepted_submission(self._problem)
        if found is None:
            what = rule.solution or "an accepted submission"
            raise JudgeError(f"there is no {what} that can be run")
        return found

    def _runner(self, solution: Solution) -> Runner:
        """Raises JudgeError for one that cannot be built."""
        if solution.name not in self._runners:
            folder = self._work / f"solution-{len(self._runners)}"
            try:
                built = built_solution(solution, self._problem, self._layer, folder)
            except (CompileError, ToolMissing, OSError) as error:
                first = (str(error).splitlines() or [""])[0]
                raise JudgeError(f"{solution.name} cannot be built: {first}") from error
            except (SandboxDied, SandboxUnavailable, MachineOverloaded) as error:
                raise JudgeError(f"{solution.name} cannot be built: {error}") from error
            limits = self._problem.limits
            most = max(limits.cpu_s, self._problem.declared.generator_s or GENERATOR_S)
            limits = replace(limits, cpu_s=most)
            self._runners[solution.name] = Runner(built, self._layer, limits, Isolation.SOLUTION)
        return self._runners[solution.name]

    def close(self) -> None:
        for runner in self._runners.values():
            runner.close()
