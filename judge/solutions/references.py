"""Which solutions are references: those that define what is right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.model import Kind, Solution, Verdict

#: The name of a reference starts with this.
PREFIX = "reference"


def reference_solutions(
    solutions: Iterable[Solution], stand_ins: Sequence[Solution] = ()
) -> tuple[Solution, ...]:
    """The sources called ``reference…`` that are expected to be accepted, and nothing else.

    An output file is none: it answers only its own case. Where there are fewer than two,
    ``stand_ins`` that are expected to be accepted follow.
    """
    named = tuple(one for one in solutions if one.name.startswith(PREFIX) and _is_right(one))
    others = tuple(one for one in stand_ins if one not in named and _is_right(one))
    return named if len(named) > 1 else named + others


def _is_right(solution: Solution) -> bool:
    runs = solution.kind is not Kind.OUTPUT and not solution.skipped
    return runs and solution.expect == {Verdict.AC}
