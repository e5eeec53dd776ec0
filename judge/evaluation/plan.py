"""Options -> Plan: which solutions on which cases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge import sandbox
from judge.common.errors import JudgeError, near_path
from judge.common.messages import counted, did_you_mean, listed, others_too
from judge.common.safe_text import plain
from judge.evaluation.measured_limit import bounding
from judge.evaluation.probes import Probes, likely_languages
from judge.evaluation.request import Request
from judge.languages.included import all_included
from judge.model import GIVE_UP, Case, Isolation, Limits, Problem, Solution
from judge.packages.case_files import LoadedCase, digest_of
from judge.packages.case_reader import CaseReader, CaseView, are_many
from judge.packages.file_names import left_out
from judge.packages.generator_files import missing_cases
from judge.packages.generators import has_generators, read_generators
from judge.packages.limits import NOT_NAMED
from judge.packages.load import select_cases
from judge.packages.loaded_problem import LoadedProblem, load_problems
from judge.running.refused_packages import check_package
from judge.running.validator_programs import validator_doubts
from judge.solutions.cases import cases_of, check_case
from judge.solutions.find import find_solutions
from judge.solutions.package_submissions import read_submissions


class RunOptions(Struct, frozen=True):
    """The options of one run. ``None`` means the default of the problem or the machine."""

    problems_root: Path
    solutions_root: Path
    names: tuple[str, ...] = ()
    solution: str = "*"
    case: str = "*"
    workers: int | None = None
    time_limit_s: float | None = None
    memory_limit_mib: int | None = None
    sandbox: str = "auto"
    isolation: Isolation = Isolation.SOLUTION
    give_up: int = GIVE_UP
    stop_at_first: bool = False
    #: Whether everything is executed, even what the store has the outcome of.
    fresh: bool = False
    #: Where it is executed: ``local``, ``local:N`` or the address of a scheduler; empty for the
    #: workers of this process.
    cluster: str = ""
    command: str = "judge run"


class Plan(Struct, frozen=True):
    """Everything that will be judged. Making it has found every fault of the packages, but for
    files of cases that are read while others run."""

    requests: tuple[Request, ...]
    #: By name.
    problems: Mapping[str, LoadedProblem]
    #: What is said of the packages' submissions before anything runs, each in a line.
    notes: tuple[str, ...] = ()
    #: Files among the submissions that are none, each by its path.
    ignored: tuple[str, ...] = ()
    #: ``evaluate`` waits for their answers.
    probes: Probes | None = None

    @property
    def readers(self) -> Mapping[str, CaseReader]:
        """What reads cases while others run, by the problem."""
        views = ((one.problem.name, one.contexts) for one in self.requests)
        return {name: view.reader for name, view in views if isinstance(view, CaseView)}

    @property
    def runs(self) -> int:
        return sum(len(request.cases) for request in self.requests)


def make_plan(
    options: RunOptions,
    tell: Callable[[int], object] = lambda _: None,
    probes: Probes | None = None,
) -> Plan:
    """Read problems, solutions and cases; raises JudgeError before anything runs. ``tell`` is
    called with numbers of cases as they are read; ``probes`` may have begun before."""
    sandbox.check_name(options.sandbox)
    probes = probes or Probes(options.sandbox)
    probes.ask_toolchains(likely_languages(options.solutions_root, options.names, options.solution))
    problems = {
        one.name: _as_run(one, options)
        for one in load_problems(options.problems_root, options.names)
    }
    for one in problems.values():
        check_package(one)
    brought = {name: read_submissions(one.problem) for name, one in problems.items()}
    found = {
        name: find_solutions(options.solutions_root, one, options.solution, brought[name])
        for name, one in problems.items()
    }
    probes.ask_toolchains(s.language for chosen in found.values() for s in chosen)
    requests: list[Request] = []
    for name in problems:
        problems[name], its = _requests(problems[name], found[name], options.case, tell)
        requests += its
    if not requests:
        raise _nothing_to_run(options, problems.values())
    return Plan(
        tuple(requests),
        problems,
        (
            *(note for one in brought.values() for note in one.notes),
            *(note for one in problems.values() for note in data_notes(one.problem)),
            *(note for one in problems.values() for note in _measuring(one.problem, options)),
        ),
        tuple(name for one in brought.values() for name in one.ignored),
        probes,
    )


def plan_solutions(
    loaded: LoadedProblem,
    solutions: Sequence[Solution],
    options: RunOptions,
    probes: Probes | None = None,
) -> Plan:
    """The plan of these solutions of one problem; raises JudgeError before anything runs. What
    ``options`` says of folders and names is not used; ``probes`` may have begun before."""
    sandbox.check_name(options.sandbox)
    as_run = _as_run(loaded, options)
    check_package(as_run)
    for solution in solutions:
        check_case(solution, as_run.problem)
    probes = probes or Probes(options.sandbox)
    probes.ask_toolchains(one.language for one in solutions)
    as_run, requests = _requests(as_run, solutions, options.case, lambda _: None)
    if not requests:
        said = f"no case that {options.case!r} matches is answered by " if solutions else ""
        named = listed(solution.name for solution in solutions)
        raise JudgeError(said + (named or f"{loaded.name}: no solution to judge"))
    return Plan(
        tuple(requests),
        {as_run.name: as_run},
        (*data_notes(as_run.problem), *_measuring(as_run.problem, options)),
        probes=probes,
    )


def _requests(
    loaded: LoadedProblem,
    solutions: Sequence[Solution],
    pattern: str,
    tell: Callable[[int], object],
) -> tuple[LoadedProblem, list[Request]]:
    """The problem with digests of its cases, and each solution on those of the chosen cases that it
    answers; raises JudgeError. Of very many cases only the first have been read then."""
    picked = pick_cases(loaded.problem, pattern)
    if solutions and are_many(loaded.problem.cases):
        return _requests_of_many(loaded, solutions, picked, tell)
    every = len(picked) == len(loaded.problem.cases)
    names = None if every else {case.name for case in picked}
    loaded, read = loaded.read_all(names if solutions else (), tell)
    problem, readings = loaded.problem, loaded.plugin.readings
    if not solutions:
        return loaded, []
    contexts = [one for one in read if one is not None]
    cases = problem.cases
    if names is not None:
        cases = tuple(case for case in cases if case.name in names)
    return loaded, [
        Request(problem, one, readings, its, _contexts_of(its, cases, contexts), problem.limits)
        for one in solutions
        if (its := cases_of(one, cases))
    ]


def _requests_of_many(
    loaded: LoadedProblem,
    solutions: Sequence[Solution],
    picked: Sequence[Case],
    tell: Callable[[int], object],
) -> tuple[LoadedProblem, list[Request]]:
    """The same, where cases are read while others run. Only those that were read have digests."""
    reader = CaseReader(loaded, picked)
    reader.read_first(tell)
    problem, readings = reader.with_digests(loaded.problem), loaded.plugin.readings
    cases = problem.cases if len(picked) == len(problem.cases) else reader.cases()
    every = CaseView(reader)
    return replace(loaded, problem=problem), [
        Request(problem, one, readings, its, _view_of(its, cases, every), problem.limits)
        for one in solutions
        if (its := cases_of(one, cases))
    ]


def _view_of(its: Sequence[Case], cases: Sequence[Case], every: CaseView) -> CaseView:
    """Those of some cases; solutions that answer all share one view."""
    if its is cases:
        return every
    names = {case.name for case in its}
    return CaseView(every.reader, [i for i, case in enumerate(cases) if case.name in names])


def _contexts_of(
    its: Sequence[Case], cases: Sequence[Case], contexts: list[LoadedCase]
) -> Sequence[LoadedCase]:
    """Those of some cases; solutions that answer all share one list."""
    if its is cases:
        return contexts
    names = {case.name for case in its}
    return [one for case, one in zip(cases, contexts, strict=True) if case.name in names]


def _measuring(problem: Problem, options: RunOptions) -> tuple[str, ...]:
    """What is said of submissions that run first, because the time limit follows from them."""
    first = bounding(problem) if options.time_limit_s is None else ()
    if not first:
        return ()
    named = listed(solution.name for solution in first)
    said = f"{NOT_NAMED}: it is measured first, on {named}; --time-limit gives one"
    return (str(JudgeError(said, problem.folder / "problem.yaml")),)


def data_notes(problem: Problem) -> tuple[str, ...]:
    """What is said of what is wrong in problem.yaml without deciding anything, of validators that
    are not run, and of cases that are not judged, as ``data`` lacks them or does not name them as
    the format wants."""
    settings = problem.folder / "problem.yaml"
    wrong = problem.metadata.faults
    more = others_too(len(wrong))
    faults = (str(JudgeError(f"{one.said}{more}", settings, one.line)) for one in wrong[:1])
    unread = problem.left_out
    names = (str(JudgeError(left_out(unread), path)) for path in unread[:1])
    doubts = map(str, validator_doubts(problem))
    return (*faults, *names, *doubts, *_missing_data(problem))


def _missing_data(problem: Problem) -> tuple[str, ...]:
    if not has_generators(problem.folder):
        return ()
    try:
        missing = missing_cases(problem, read_generators(problem.folder, problem.constants))
    except JudgeError as error:
        return (str(error),)
    if not missing:
        return ()
    said = f"lacks {counted(len(missing), 'case')} of generators.yaml, such as {missing[0]}"
    command = f"judge generate {near_path(problem.folder)}"
    return (str(JudgeError(f"{said}: run {command}", problem.folder / "data")),)


def pick_cases(problem: Problem, pattern: str) -> Sequence[Case]:
    """The cases that a glob selects; raises JudgeError when it selects none."""
    chosen = select_cases(problem.cases, pattern)
    if not chosen:
        hint = did_you_mean(pattern, [case.name for case in problem.cases])
        raise JudgeError(f"no case of {problem.name} matches {pattern!r}: {plain(hint, 200)}")
    return chosen


def _as_run(loaded: LoadedProblem, options: RunOptions) -> LoadedProblem:
    """With the limits of this run."""
    included = digest_of(all_included(loaded.problem))
    limits = _limits(loaded.problem.limits, options)
    problem = replace(loaded.problem, limits=limits, included_digest=included)
    return replace(loaded, problem=problem)


def _limits(limits: Limits, options: RunOptions) -> Limits:
    if options.time_limit_s is not None:
        limits = replace(limits, cpu_s=options.time_limit_s)
    if options.memory_limit_mib is not None:
        limits = replace(limits, memory_mib=options.memory_limit_mib)
    return limits


def _nothing_to_run(options: RunOptions, loaded: Collection[LoadedProblem]) -> JudgeError:
    def named(pattern: str) -> list[str]:
        found = (find_solutions(options.solutions_root, p, pattern) for p in loaded)
        return [solution.name for chosen in found for solution in chosen]

    names = named("*")
    if not names:
        where = ", ".join(str(options.solutions_root / p.name) for p in loaded)
        return JudgeError(
            f"no solution to judge: put sources into {where}, or into submissions/accepted of the "
            "package"
        )
    if chosen := named(options.solution):
        only = plain(", ".join(chosen), 200)
        return JudgeError(f"no case that {options.case!r} matches is answered by {only}")
    return JudgeError(
        f"no solution matches {options.solution!r}: {did_you_mean(options.solution, names)}"
    )
