"""The rules on inputs that a statement gives: input validators keep each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from judge.model import Case, Problem
from judge.verify import (
    beyond_ends,
    bound_edges,
    column_ends,
    few_signs,
    interval_ends,
    later_parts,
    lesser_bounds,
    ordered_pairs,
    stated_counts,
    stated_first_lines,
    stated_graphs,
    stated_letters,
    stated_positives,
    stated_rows,
    stated_sums,
    stated_tests,
    stated_word_lengths,
    unkept_bounds,
    word_bounds,
    word_lengths,
)
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import Probe, StoredNumbers
from judge.verify.stated_orders import disordered, no_permutations

#: Each rule gets such a part of the time that is left for all: most take hardly any of it, as an
#: input has nothing of what they are for.
PART = 1 / 3


def broken(
    problem: Problem,
    stored: StoredNumbers,
    accepts: Callable[[Case, str], bool],
    probes: Sequence[Probe],
    whole: Deadline,
) -> Iterator[str]:
    """Messages: a bound of the validators that is not that of the statement, one that they keep in
    one place alone, a number that they do not compare with what it counts, a row in no order, a
    graph or a word that the statement rules out. ``accepts``: what they say of a text as the input
    of a case. ``probes``: inputs that they accept though they break a rule, most probably.
    ``whole``: the time of all rules."""
    folder = problem.folder
    yield from stated_counts.exceeded(stored, folder, problem.cases)
    yield from stated_first_lines.exceeded(folder, problem.cases)
    yield from stated_rows.exceeded(problem)
    yield from ordered_pairs.misjudged(problem, stored, accepts)
    deadline = whole.part(PART)
    yield from column_ends.refused(problem, stored, accepts, deadline)
    deadline = whole.part(PART)
    yield from beyond_ends.accepted(problem, stored, accepts, deadline)
    yield from stated_word_lengths.exceeded(folder, problem.cases)
    yield from no_permutations(stored, folder, accepts)
    yield from bound_edges.miscounted(stored, accepts)
    yield from stated_graphs.unruly(stored, folder, accepts)
    yield from stated_letters.foreign(stored, folder, accepts)
    yield from word_lengths.miscounted(stored, folder, accepts)
    deadline = whole.part(PART)
    yield from few_signs.foreign(stored, folder, accepts, deadline)
    deadline = whole.part(PART)
    yield from word_bounds.broken(stored, folder, accepts, deadline)
    yield from bound_edges.wrapped(stored, folder, accepts)
    yield from disordered(probes, stored, folder, accepts)
    deadline = whole.part(PART)
    yield from later_parts.uneven(problem, stored, accepts, deadline)
    deadline = whole.part(PART)
    yield from stated_tests.one_more(stored, folder, accepts, deadline)
    yield from stated_tests.greater_later(stored, folder, accepts, deadline)
    deadline = whole.part(PART)
    yield from bound_edges.unbounded(stored, folder, accepts, deadline)
    yield from bound_edges.off_by_one(stored, folder, accepts, deadline)
    deadline = whole.part(PART)
    yield from interval_ends.misjudged(stored, folder, accepts, deadline)
    deadline = whole.part(PART)
    yield from stated_positives.zeros(stored, folder, accepts, deadline)
    deadline = whole.part(PART)
    yield from unkept_bounds.unkept(stored, folder, accepts, deadline)
    deadline = whole.part(PART)
    yield from stated_sums.exceeded(stored, folder, accepts, deadline)
    deadline = whole.part(PART)
    yield from lesser_bounds.lesser(stored, folder, accepts, deadline)
