"""Where an execution's answer is: what was returned, else what was printed."""

from __future__ import annotations

from judge.model import Execution

#: What function hosts send for a function that returned nothing.
NOTHING = (b"None", b"undefined", b"null", b"nil")
#: The same for a function that can only print its answer, so that printing nothing is an answer.
VOID = b"void"


def answer_bytes(run: Execution) -> bytes:
    """The answer: what a function returned, else what it printed, if anything.

    A blank line is an answer: a function that prints an empty answer prints one.
    """
    if run.answer is not None:
        return run.answer
    returned = run.result
    if returned is None or returned == VOID or (returned in NOTHING and run.stdout):
        return run.stdout
    return returned


def answer_text(run: Execution) -> str:
    """``answer_bytes`` as text; bytes that are no UTF-8 are replaced."""
    return answer_bytes(run).decode("utf-8", "replace")
