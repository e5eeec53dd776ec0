"""A faster reference for the many instances on which nothing fails. What fails against it is
examined against the hunt's own reference, which alone decides."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from judge.hunting.reference import (
    HuntContext,
    build_together,
    examples_for,
    reference_limits,
)
from judge.languages.table import all_languages
from judge.model import Solution
from judge.running.bulk_runner import BulkRunner

#: One is faster if it takes no more than this share of the other's time, on so many instances.
FASTER, SAMPLE = 0.7, 64


def faster_reference(
    context: HuntContext, own: BulkRunner, sample: Sequence[Any], folder: Path
) -> tuple[Solution, BulkRunner] | None:
    """The first other reference that compiles to a program which answers many instances at once and
    is faster than the hunt's ``own``; None if there is none."""
    target, limits = context.target, context.target.problem.limits
    generous = reference_limits(limits, context.options.seconds)
    sample = sample[-SAMPLE:]  # the largest ones
    for number, solution in enumerate(target.references):
        if solution == context.reference.solution or not _compiles(solution):
            continue
        examples = examples_for(solution, target, context.options)
        place = folder.with_name(f"{folder.name}-{number}")
        built = build_together(solution, target, context.layer, place, examples)
        if built is None:
            continue
        runner = BulkRunner(built, context.layer, generous, target.plugin)
        if _used_s(runner, sample) < FASTER * _used_s(own, sample) and runner.in_batches:
            return solution, runner
        runner.close()
    return None


def _compiles(solution: Solution) -> bool:
    entry = all_languages().get(solution.language)
    return bool(entry and entry.repeated)


def _used_s(runner: BulkRunner, sample: Sequence[Any]) -> float:
    before = runner.used_s
    for _ in runner.all(sample):
        pass
    return runner.used_s - before
