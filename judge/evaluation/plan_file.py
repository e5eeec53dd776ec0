"""One file on the command line -> Plan: a source on the chosen cases, or an output on one."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from judge import sandbox
from judge.common.errors import JudgeError, unreadable
from judge.common.foreign_files import SOURCE_BYTES
from judge.common.messages import listed
from judge.evaluation.plan import Plan, RunOptions, pick_cases
from judge.evaluation.probes import Probes
from judge.evaluation.request import Request
from judge.languages.table import all_languages, by_suffix
from judge.model import Case, Isolation, Kind, Problem, ProblemResult, Results, Solution
from judge.packages.load import split_target
from judge.packages.loaded_problem import LoadedProblem, load_problems
from judge.running import output_file
from judge.running.refused_packages import check_package
from judge.solutions.cases import cases_of
from judge.solutions.load import OUTPUT_LANGUAGE, OUTPUT_SUFFIX, load_solution, load_text
from judge.solutions.package_rules import as_package_asks

#: Suffixes of output files, and the name that stands for standard input.
SUFFIXES = frozenset({".out", ".txt", ".ans"})
STANDARD_INPUT = "-"


class GradeOptions(Struct, frozen=True):
    """What is graded: ``target`` is PROBLEM[/GROUP[/CASE]], ``file`` a path or ``-``."""

    problems_root: Path
    target: str
    file: str
    sandbox: str = "auto"
    workers: int | None = None
    isolation: Isolation = Isolation.SOLUTION
    #: What replaces the manifest's values: ``kind``, ``language``, ``encoding``.
    declared: Mapping[str, str] = field(default_factory=dict)
    command: str = "judge grade"
    #: Names of cases to run before the others.
    first: frozenset[str] = frozenset()


def plan_source(options: GradeOptions) -> tuple[Plan, RunOptions]:
    """Read problem, file and cases; raises JudgeError for a wrong target, file, manifest or
    package."""
    sandbox.check_name(options.sandbox)
    name, pattern = split_target(options.problems_root, options.target)
    if not name:
        raise JudgeError("name what to grade against: PROBLEM, PROBLEM/GROUP or PROBLEM/GROUP/CASE")
    probes = _first_probes(options)
    [loaded] = load_problems(options.problems_root, [name])
    return plan_file_of(loaded, pattern, options, probes)


def _first_probes(options: GradeOptions) -> Probes | None:
    """What can be asked while the problem is read; None for a file that may not be a source."""
    language = by_suffix(Path(options.file))
    if language is None:
        return None
    probes = Probes(options.sandbox)
    probes.ask_toolchains([language.name])
    return probes


def plan_file_of(
    loaded: LoadedProblem, pattern: str, options: GradeOptions, probes: Probes | None = None
) -> tuple[Plan, RunOptions]:
    """``plan_source`` for a problem that is loaded; ``pattern`` selects the cases. What ``options``
    says of the target is not used; ``probes`` may have begun before."""
    problem = loaded.problem
    check_package(loaded)
    solution = None if _is_plain(options) else _solution(options, loaded)
    if solution is None or solution.kind is Kind.OUTPUT:
        cases: Sequence[Case] = (_answered(problem, pattern or "*", solution),)
        solution = _with_output(options.file, problem, solution)
    else:
        cases = pick_cases(problem, pattern or "*")
    chosen = RunOptions(
        options.problems_root,
        solution.path.parent,
        workers=options.workers,
        # Nothing is executed for an output: no sandbox is needed.
        sandbox="none" if solution.kind is Kind.OUTPUT else options.sandbox,
        isolation=options.isolation,
        command=options.command,
    )
    probes = probes or Probes(chosen.sandbox)
    probes.ask_toolchains([solution.language])
    contexts = tuple(loaded.read_sound_cases(cases).values())
    readings = loaded.plugin.readings
    request = Request(
        problem, solution, readings, cases, contexts, problem.limits, first=options.first
    )
    return Plan((request,), {loaded.name: loaded}, probes=probes), chosen


def with_whole_outputs(results: Results) -> Results:
    """With outputs as they were graded, where only their start was kept: their files are known."""
    return replace(results, problems=tuple(map(_with_whole_output, results.problems)))


def _with_whole_output(result: ProblemResult) -> ProblemResult:
    solutions = []
    for one in result.solutions:
        if one.solution.kind is Kind.OUTPUT and one.solution.source is not None:
            run = output_file.as_run(one.solution.source, result.problem.limits)
            outcomes = tuple(replace(o, run=run) for o in one.outcomes)
            one = replace(one, outcomes=outcomes)
        solutions.append(one)
    return replace(result, solutions=tuple(solutions))


def _is_plain(options: GradeOptions) -> bool:
    """Whether it is an output without a manifest; one that ends in ``.out`` may have one. Standard
    input is one, too, unless its language is named."""
    if options.file == STANDARD_INPUT:
        return "language" not in options.declared
    suffix = Path(options.file).suffix
    return suffix in SUFFIXES and suffix != OUTPUT_SUFFIX


def _solution(options: GradeOptions, loaded: LoadedProblem) -> Solution:
    path, declared = Path(options.file), options.declared
    if options.file == STANDARD_INPUT:
        return as_package_asks(_from_standard_input(declared, loaded), loaded.problem)
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise JudgeError(
            "is a pipe or a device, and a source is read more than once: save it", path
        )
    known = path.suffix == OUTPUT_SUFFIX or by_suffix(path) or "language" in declared
    if path.is_file() and not known and not path.with_suffix(".toml").exists():
        suffixes = ", ".join(e for entry in all_languages().values() for e in entry.suffixes)
        raise JudgeError(
            f"is neither an output ({', '.join(sorted(SUFFIXES))}, or {STANDARD_INPUT} for "
            f"standard input) nor a source in a known language ({suffixes})",
            path,
        )
    readings, rules = loaded.plugin.readings, loaded.problem.rules
    solution = load_solution(path, loaded.name, readings, rules, declared)
    return as_package_asks(solution, loaded.problem)


def _from_standard_input(declared: Mapping[str, str], loaded: LoadedProblem) -> Solution:
    language = all_languages().get(declared["language"])
    path = Path("standard-input").with_suffix(language.suffixes[0] if language else "")
    source, readings = _read(STANDARD_INPUT, SOURCE_BYTES), loaded.plugin.readings
    return load_text(source, path, loaded.name, readings, loaded.problem.rules, declared)


def _answered(problem: Problem, pattern: str, solution: Solution | None) -> Case:
    """The one case that the target selects; the manifest may narrow the choice."""
    chosen = pick_cases(problem, pattern)
    if solution and len(chosen) > 1:
        chosen = cases_of(solution, chosen) or chosen
    if len(chosen) == 1:
        return chosen[0]
    targets = listed([f"{problem.name}/{case.name}" for case in chosen])
    raise JudgeError(
        f"an output answers one case, and {len(chosen)} are selected, name one: {targets}"
    )


def _with_output(file: str, problem: Problem, solution: Solution | None) -> Solution:
    """An output file, or standard input, as a solution that holds what was printed."""
    data = _read(file, problem.limits.output_bytes + 1)
    name = "standard input" if file == STANDARD_INPUT else Path(file).name
    if solution is None:
        solution = Solution(
            problem.name,
            name,
            Path(file),
            OUTPUT_LANGUAGE,
            Kind.OUTPUT,
            len(data),
            digest=hashlib.sha256(data).hexdigest(),
        )
    return replace(solution, name=name, source=data)


def _read(file: str, most: int) -> bytes:
    try:
        if file != STANDARD_INPUT:
            with Path(file).open("rb") as stream:
                return stream.read(most)
        if sys.stdin is None:
            raise JudgeError("standard input is closed: give an output, or name a file")
        return sys.stdin.buffer.read(most)
    except OSError as error:
        raise unreadable(error, Path(file)) from error
