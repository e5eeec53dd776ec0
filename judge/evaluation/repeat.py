"""Executions that are repeated alone because their time says too little."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from judge.evaluation.tasks import CaseDone
from judge.model import Ended, Execution
from judge.sandbox.outside import may_be_from_outside

#: Shares of the CPU limit between which a time is close to it.
CLOSE_BELOW, CLOSE_ABOVE = 0.8, 1.2
#: After so many executions in a row that the machine holds up although they are alone, no more
#: are repeated.
OVERLOADS = 3


def is_close(run: Execution, limit_s: float) -> bool:
    """Whether an execution ended by itself between 0.8 and 1.2 of its CPU limit."""
    by_itself = run.exit_status is not None or run.signal is not None
    return by_itself and CLOSE_BELOW * limit_s <= run.cpu_s <= CLOSE_ABOVE * limit_s


def is_undecided(done: CaseDone, limit_s: float) -> bool:
    """Whether the time of an execution of this run does not say on which side of the limit it
    is."""
    return is_close(done.run, limit_s) and not done.executed_at


def is_doubtful(done: CaseDone, limit_s: float) -> bool:
    """Whether an execution is to be repeated, if the machine allows it."""
    run = done.run
    is_held_up = run.ended is Ended.OVERLOADED or may_be_from_outside(run)
    return is_held_up or is_undecided(done, limit_s)


def agree(tries: Sequence[CaseDone]) -> bool:
    """Whether all tries are on one side of the limit."""
    return len({ran.run.ended is Ended.CPU_LIMIT for ran in tries}) == 1


def is_decided(run: Execution, limit_s: float) -> bool:
    """Whether an execution was repeated alone, with all its times on one side of the limit."""
    return bool(run.tries_s) and len({time_s >= limit_s for time_s in run.tries_s}) == 1


def decided(tries: Sequence[CaseDone]) -> CaseDone:
    """The last try on the side of the limit where most are; it carries the times of all."""
    late = sum(ran.run.ended is Ended.CPU_LIMIT for ran in tries)
    side = [r for r in tries if (r.run.ended is Ended.CPU_LIMIT) is (2 * late > len(tries))]
    times = tuple(ran.run.cpu_s for ran in tries)
    return replace(side[-1], run=replace(side[-1].run, tries_s=times))


def repeat_alone(
    ran: CaseDone, limit_s: float, run_alone: Callable[[], CaseDone], in_vain: int
) -> tuple[CaseDone | None, int]:
    """Repeat one execution if its time says too little. The outcome where several tries decided,
    and how many executions the machine has held up in a row, after ``in_vain``.

    Where two tries fall on different sides of the limit, a third decides. An execution that is held
    up again stays as it is; after a few of them in a row no more are repeated.
    """
    if may_be_from_outside(ran.run):
        ran = run_alone()
    if ran.run.ended is Ended.OVERLOADED and in_vain < OVERLOADS:
        ran = run_alone()
        in_vain = in_vain + 1 if ran.run.ended is Ended.OVERLOADED else 0
    if not is_undecided(ran, limit_s):
        return None, in_vain
    tries = [ran]
    while len(tries) < 2 or (len(tries) == 2 and not agree(tries)):
        tries.append(run_alone())
    return decided(tries), in_vain
