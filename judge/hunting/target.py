"""What a hunt is about: a problem, a solution, and references that may be better."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from judge import sandbox
from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.model import Kind, Problem, Solution, TimeRule
from judge.packages.loaded_problem import LoadedProblem, load_problems
from judge.packages.problem_plugin import ProblemPlugin
from judge.running import calling
from judge.solutions.find import find_solutions
from judge.solutions.load import load_solution
from judge.solutions.references import PREFIX, reference_solutions

#: A hunt in messages, and the methods of a plug-in that it needs.
HUNT = "a hunt"
METHODS = ("generate", "smaller", "render")


#: The least and the largest size that is generated, unless the user says others.
USUAL_SIZES = (1, 10)


class HuntOptions(Struct, frozen=True):
    """The options of a hunt. ``sizes`` are the least and the largest that are generated."""

    problems_root: Path
    solutions_root: Path
    problem: str
    solution: str
    against: str | None = None
    seconds: float = 60.0
    seed: int = 0
    sizes: tuple[int, int] = USUAL_SIZES
    failures: int = 3
    workers: int = 1
    sandbox: str = "auto"
    only: int | None = None
    #: Whether neither the source nor what the solution does guides the search.
    blind: bool = False


class Target(Struct, frozen=True):
    """A problem with its plug-in, the solution under test, and possible references."""

    loaded: LoadedProblem
    solution: Solution
    references: tuple[Solution, ...]

    @property
    def problem(self) -> Problem:
        return self.loaded.problem

    @property
    def plugin(self) -> ProblemPlugin:
        return self.loaded.plugin


def plan_hunt(options: HuntOptions) -> Target:
    """Find problem, solution and references; raises JudgeError before anything runs."""
    return find_target(options, HUNT, *METHODS)


def find_target(options: HuntOptions, what: str, *methods: str) -> Target:
    """``plan_hunt`` for a search that needs these methods of the plug-in; messages say ``what`` it
    is."""
    [loaded] = load_problems(options.problems_root, [options.problem])
    return target_in(loaded, options, None, what, methods)


def target_in(
    loaded: LoadedProblem,
    options: HuntOptions,
    given: Solution | None = None,
    what: str = HUNT,
    methods: Sequence[str] = METHODS,
) -> Target:
    """``find_target`` in a problem that is loaded, by default for a hunt; ``given`` is the solution
    if it is not one that ``options`` name."""
    sandbox.check_name(options.sandbox)
    if loaded.problem.validated_in_run:
        raise JudgeError(
            f"{what} needs a plug-in that decides, and here the output validator takes part in the "
            "run",
            loaded.problem.folder,
        )
    special = next(
        (c for c in loaded.problem.cases if c.settings.arguments or c.settings.files), None
    )
    if special:
        said = (
            f"cases have arguments or files, such as {special.name}, and {what} cannot generate "
            "them"
        )
        raise JudgeError(said, loaded.problem.folder)
    loaded.plugin.need(what, *methods)
    known = find_solutions(options.solutions_root, loaded, "*")
    solution = given or _named(options.solution, known, loaded)
    if options.against is not None:
        return Target(loaded, solution, (_named(options.against, known, loaded),))
    hunted = solution.path.resolve()
    others = reference_solutions(other for other in known if other.path.resolve() != hunted)
    if not others:
        folder = options.solutions_root / loaded.name
        known_reference = bool(reference_solutions(known))
        which = f"no reference besides {solution.name}" if known_reference else "no reference"
        raise JudgeError(
            f"{which} in {folder}: name a correct solution with --against, or begin the name "
            f"of one with {PREFIX}"
        )
    return Target(loaded, solution, others)


def _named(name: str, known: Sequence[Solution], loaded: LoadedProblem) -> Solution:
    """A solution of the problem by its name, or any source file by its path."""
    found = next((s for s in known if name in (s.name, s.path.name)), None)
    if found is None and Path(name).is_file():
        found = load_solution(Path(name), loaded.name, loaded.plugin.readings)
    if found is None:
        hint = did_you_mean(name, [s.name for s in known])
        raise JudgeError(f"no solution {name!r} of {loaded.name}, and no such file: {hint}")
    calling.check(found, loaded.plugin)
    if found.kind is Kind.OUTPUT:
        raise JudgeError("is an output file, which answers only its own case", found.path)
    return found


def has_terms(target: Target) -> bool:
    """Whether the terms are open: the reading, or whether the solution may be slow."""
    readings = target.solution.readings or target.plugin.readings
    return len(readings) > 1 or is_soft(target)


def is_soft(target: Target) -> bool:
    return target.problem.rules.time is TimeRule.SOFT
