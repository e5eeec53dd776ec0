"""What an outcome depends on, as digests: of the execution, and of its grades."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from judge.common.folders import HOSTS
from judge.evaluation.convention_trial import further_indices, small_indices
from judge.evaluation.grading_key import grading_parts, header_parts, program_parts
from judge.evaluation.request import Request
from judge.evaluation.site import Site
from judge.languages.argument_types import MOST_EXAMPLES
from judge.languages.included import included_files
from judge.languages.table import all_languages
from judge.languages.toolchain import Toolchain
from judge.model import Case, ExecutionKey, Input, Isolation, Kind, Limits, Problem, Solution
from judge.packages.loaded_problem import LoadedProblem
from judge.packages.problem_plugin import ProblemPlugin
from judge.running import calling
from judge.running.build import program_of

#: To be raised whenever the judge starts, feeds or measures executions in another way that is not
#: seen in the files of ``_execution_files``.
EXECUTION_PROTOCOL = 2
#: Digests of so many inputs stay in memory: solutions that take turns mostly need the same ones.
MOST_INPUTS = 16_384
#: The packages of the judge that such files are in.
EXECUTING = ("languages", "running", "sandbox")
_JUDGE = Path(__file__).parents[1]


class ExecutionKeys:
    """The keys of the executions of one run at ``site``.

    Plug-ins write the same input for solutions with the same
    convention: its digest is computed once for a problem, case and convention.
    """

    def __init__(
        self, problems: Mapping[str, LoadedProblem], site: Site, isolation: Isolation
    ) -> None:
        self._problems = problems
        self._site = site
        self._common = _digest(
            (EXECUTION_PROTOCOL, site.sandbox, isolation.value, site.machine, _execution_files())
        )
        self._packages: dict[Path, bytes] = {}
        self._solutions: dict[tuple[str, str], bytes] = {}
        #: By the case, and the number of what decides how it is written.
        self._inputs: dict[tuple[int, str], bytes] = {}
        self._forms: dict[tuple[object, ...], int] = {}
        self._form_of: dict[tuple[str, str], int] = {}

    def key(self, request: Request, index: int) -> ExecutionKey:
        """The key of a case; raises JudgeError where there is no input, and ToolMissing."""
        problem, case = request.problem, request.case(index)
        solution = self._solution(request)
        execution = [
            solution,
            self._input(request, index, case),
            case.settings.arguments,
            case.files_digest,
        ]
        settings = case.settings
        validation = settings.output_validator_arguments, settings.output_validator_name
        grading = [self._package(problem), case.digests, validation]
        if problem.validated_in_run:
            execution += grading
        return ExecutionKey(
            _digest(execution), _digest((*grading, request.solution.readings, request.readings))
        )

    def plugin_of(self, request: Request) -> ProblemPlugin:
        """What writes the inputs that keys depend on."""
        return self._problems[request.solution.problem].plugin

    def static_key(self, request: Request) -> ExecutionKey:
        """The key of what the static validator says of a source; raises as ``key`` does."""
        problem = request.problem
        validator = problem.static_validator
        grading = (
            self._package(problem),
            problem.scoring,
            program_parts(validator, problem, self._site) if validator else None,
            [repr((group.name, group.static)) for group in problem.static_groups],
        )
        return ExecutionKey(
            _digest(["static validation", self._solution(request)]), _digest(grading)
        )

    def _solution(self, request: Request) -> bytes:
        solution = request.solution
        name = solution.problem, solution.name
        if name not in self._solutions:
            parts = (
                self._common,
                _solution_parts(solution, self._site.toolchain(solution.language)),
                all_languages()[solution.language],
                _package_parts(request.problem, request.limits),
                _included(solution, request.problem),
                _headers(solution, request.problem),
                self._examples(request),
                _trial_parts(request),
            )
            self._solutions[name] = _digest(parts)
        return self._solutions[name]

    def _examples(self, request: Request) -> list[bytes]:
        """A function that is compiled with its host is compiled for the types of its calls."""
        language = all_languages()[request.solution.language]
        if request.solution.kind is not Kind.FUNCTION or not language.host_compile:
            return []
        most = min(len(request.cases), MOST_EXAMPLES)
        return [self._input(request, index, request.case(index)) for index in range(most)]

    def _input(self, request: Request, index: int, case: Case) -> bytes:
        """The digest of what the solution is given."""
        solution = request.solution
        plugin = self.plugin_of(request)
        native = solution.kind is not Kind.FUNCTION and solution.convention.input is Input.NATIVE
        if native and not plugin.offers("render"):
            return case.digests[:32]
        name = self._form(solution), case.name
        if name not in self._inputs:
            if len(self._inputs) >= MOST_INPUTS:
                self._inputs.clear()
            fed = calling.fed(solution, plugin, request.contexts[index].instance, case)
            self._inputs[name] = _digest(fed)
        return self._inputs[name]

    def _form(self, solution: Solution) -> int:
        """The number of what decides how cases are written for a solution: the same for many."""
        name = solution.problem, solution.name
        if name not in self._form_of:
            its = solution.convention
            form = (
                solution.problem,
                solution.kind is Kind.FUNCTION,
                its.arity,
                its.input,
                its.argument_order,
                its.rows,
                its.argument_names,
                its.field_names,
            )
            self._form_of[name] = self._forms.setdefault(form, len(self._forms))
        return self._form_of[name]

    def _package(self, problem: Problem) -> bytes:
        if problem.folder not in self._packages:
            self._packages[problem.folder] = _digest(grading_parts(problem, self._site))
        return self._packages[problem.folder]


def _trial_parts(request: Request) -> list[object]:
    """What decides on the convention of a solution where it is open: the candidates and the cases
    of its trial."""
    candidates = request.solution.candidates
    if not candidates:
        return []
    indices = (*small_indices(request.contexts), *further_indices(request.contexts))
    cases = (request.case(index).digests for index in indices)
    return [*candidates, *cases]


def _solution_parts(solution: Solution, toolchain: Toolchain) -> tuple[object, ...]:
    """What is run and how."""
    return (
        solution.digest,
        solution.path.name,
        solution.language,
        solution.kind,
        solution.convention,
        solution.encoding,
        solution.flags,
        solution.requires,
        toolchain,
    )


def _headers(solution: Solution, problem: Problem) -> list[tuple[str, str]]:
    """Of a submission: what it includes of the files around it."""
    if solution.program is None:
        return []
    return header_parts(program_of(solution, solution.program, problem))


def _included(solution: Solution, problem: Problem) -> list[tuple[str, bytes]]:
    """The files of the package that come with every submission in its language."""
    return sorted(included_files(problem, solution.language).items())


def _package_parts(problem: Problem, limits: Limits) -> tuple[object, ...]:
    """What a package says of how its submissions are built and run, but for time and memory."""
    declared = problem.declared
    return (
        sorted(problem.constants.items()),
        problem.allow_file_writing,
        sorted(kind.value for kind in problem.types),
        (declared.code_bytes, declared.compilation_s, declared.compilation_mib),
        (limits.output_bytes, limits.stderr_bytes, limits.processes, limits.disk_mib),
        limits.counts_files,
    )


def _execution_files() -> bytes:
    """The judge's own code that builds, starts, feeds and measures solutions, or runs beside them.
    The tables of languages are not part of it: each solution depends on one entry."""
    own = [path for name in EXECUTING for path in (_JUDGE / name).iterdir()]
    code = sorted(path for path in own if path.suffix in {".c", ".h", ".py"})
    hosts = sorted(path for path in HOSTS.iterdir() if path.is_file())
    files = ((path.name, hashlib.sha256(path.read_bytes()).digest()) for path in (*code, *hosts))
    return _digest(files)  # the ``repr`` of all their bytes takes longer than their digests


def _digest(parts: Iterable[object]) -> bytes:
    """SHA-256 of values whose ``repr`` is the same in every process."""
    return hashlib.sha256(repr(tuple(parts)).encode("utf-8", "backslashreplace")).digest()
