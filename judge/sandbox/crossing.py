"""A solution and an interactor whose standard streams are crossed, each in its own sandbox.

Who ended first is certain: each side's end is noted before the other side can see it (crossed.h).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from msgspec import Struct

from judge.model import Execution, Limits
from judge.sandbox.crossed_page import Page, Turn, page_descriptor
from judge.sandbox.held import MOST_WALL_LIMITS
from judge.sandbox.layer import Command, CrossedEnd, Session


class Party(Struct, frozen=True):
    """One of the two commands, and the session that runs it."""

    session: Session
    command: Command
    limits: Limits


class CrossedExecution(Struct, frozen=True):
    """Both executions. A side's turns show in which order the two spoke."""

    solution: Execution
    interactor: Execution
    #: Whether the interactor ended before the solution.
    interactor_first: bool
    solution_turns: Sequence[Turn]
    interactor_turns: Sequence[Turn]


def run_crossed(
    solution: Party, interactor: Party, accepts: Callable[[Execution], bool]
) -> CrossedExecution:
    """Run both to their ends. A solution that goes on when an interactor has ended that does not
    accept it is stopped. If this raises SandboxDied or anything else, both sessions are closed.
    """
    patience_s = MOST_WALL_LIMITS * (solution.limits.wall_s + interactor.limits.wall_s)
    try:
        with ExitStack() as stack:
            page = _started(solution, interactor, patience_s, stack)
            verdict_run = interactor.session.finish()
            if not accepts(verdict_run):
                page.set_stop()
            ran = solution.session.finish()
            return CrossedExecution(
                ran,
                verdict_run,
                0 < page.interactor.ended_ns < page.solution.ended_ns,
                page.solution.turns,
                page.interactor.turns,
            )
    except BaseException:
        solution.session.close()
        interactor.session.close()
        raise


def _started(solution: Party, interactor: Party, patience_s: float, stack: ExitStack) -> Page:
    """Start both; the page that they share is closed with ``stack``. Of the pipes between them they
    have the only copies."""
    shared = page_descriptor()
    stack.callback(os.close, shared)
    page = Page(shared)
    stack.callback(page.close)
    with ExitStack() as ours:
        pipes = [_pipe(ours), _pipe(ours)]
        (solution_input, to_solution), (interactor_input, to_interactor) = pipes
        ends = (
            CrossedEnd(interactor_input, to_solution, shared, True, patience_s),
            CrossedEnd(solution_input, to_interactor, shared, False, patience_s),
        )
        for party, end in zip((interactor, solution), ends, strict=True):
            party.session.start(party.command, party.limits, end)
    return page


def _pipe(stack: ExitStack) -> tuple[int, int]:
    ends = os.pipe()
    for end in ends:
        stack.callback(os.close, end)
    return ends
