"""A hunt from a program: its target, its options and what it found."""

from __future__ import annotations

import os

from msgspec import Struct

from judge.common import interrupts
from judge.common.errors import JudgeError
from judge.evaluation.settled_convention import with_convention
from judge.hunting import search
from judge.hunting.result import Failure, HuntResult
from judge.hunting.save_case import save_failures
from judge.hunting.search import Progress
from judge.hunting.target import HuntOptions, Target, target_in
from judge.library.problem_folder import as_problem
from judge.library.run_keywords import solutions_root
from judge.library.source import AnySource, Source, one_solution
from judge.packages.loaded_problem import LoadedProblem


class HuntReport(Struct, frozen=True):
    """What a hunt found; ``str`` and a notebook show the text that ``judge hunt`` prints."""

    target: Target
    options: HuntOptions
    result: HuntResult

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Instances on which the solution fails, confirmed and reduced; none if it survived."""
        return self.result.failures

    def save(self) -> tuple[str, ...]:
        """Add each failure to the package as a secret case; the names of the cases. Raises
        JudgeError for those that are refused, when all others are saved."""
        names, refused = save_failures(self.target, self.options, self.result)
        if refused:
            raise JudgeError("; ".join(map(str, refused)))
        return tuple(names.values())

    def __str__(self) -> str:
        from judge.report.terminal import hunt as hunt_text

        return hunt_text.report(self.target, self.options, self.result, {})

    def _repr_html_(self) -> str:
        from judge.report.html.notebook import render_text

        return render_text(str(self))


def hunt(
    problem: LoadedProblem | str | os.PathLike[str],
    source: AnySource,
    *,
    against: str | None = None,
    seconds: float = 60.0,
    seed: int = 0,
    sizes: tuple[int, int] = (1, 10),
    failures: int = 3,
    only: int | None = None,
    workers: int | None = None,
    sandbox: str = "auto",
    solutions: str | os.PathLike[str] | None = None,
) -> HuntReport:
    """Search for the smallest inputs on which a source fails, as ``judge hunt`` does; raises
    JudgeError.

    ``source``: a text, the path of a file, or the name of a solution of the problem. ``against``: a
    correct solution to compare with, by default the fastest reference. ``sizes``: the least and the
    largest size of instances. ``only``: try only this instance of the seed. ``solutions``: the
    folder of solutions, by default ``solutions`` beside the folder of problems. Ctrl-C ends the
    hunt: the result then has what was found.
    """
    loaded = as_problem(problem)
    given = one_solution(loaded, source) if isinstance(source, Source) else None
    options = HuntOptions(
        loaded.problem.folder.parent,
        solutions_root(loaded, solutions),
        loaded.name,
        given.name if given else os.fspath(source),  # type: ignore[arg-type]
        against,
        seconds,
        seed,
        sizes,
        failures,
        workers or os.cpu_count() or 1,
        sandbox,
        only,
    )
    target = with_convention(target_in(loaded, options, given), sandbox)
    return HuntReport(target, options, hunt_target(target, options, lambda tried: None))


def hunt_target(target: Target, options: HuntOptions, progress: Progress) -> HuntResult:
    """Hunt; SIGINT, SIGTERM and SIGHUP end it early. ``progress`` is called with the number of
    instances tried since the last call. Raises JudgeError, and KeyboardInterrupt if a signal came
    before there was anything to keep."""
    with interrupts.stoppable() as stopped:
        return search.hunt(target, options, stopped, progress)
