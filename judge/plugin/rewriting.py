"""An output that ``decode`` refuses, written in other notations of the same values.

Where a plug-in's ``decode`` raises Undecodable, it is asked again with the same values in the
notations of ``judge.plugin.other_notations``. A text that ``decode`` reads stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from judge.plugin.contract import IllegalAnswer, Undecodable
from judge.plugin.other_notations import Rewriting, rewritings

A = TypeVar("A")

#: What ``int``, an index, a division or ``assert`` raise for a text that is no answer.
_REFUSING = (ValueError, LookupError, ArithmeticError, AssertionError)
#: What may be a fault of ``decode`` as well: it is one unless the same values in another notation
#: are read, or it speaks of a pattern that has not matched.
_DOUBTFUL = (AttributeError, TypeError)
_NO_MATCH = "'NoneType' object"


class UnexpectedError(Undecodable):
    """``decode`` raised what its contract does not allow; ``error`` is what remains of it if the
    text is read in no other notation."""

    def __init__(self, message: str, error: Exception) -> None:
        super().__init__(message)
        self.error = error


def refusal(
    raised: BaseException | None, message: str, fault: Exception, others: bool
) -> Undecodable | None:
    """What ``decode`` said of a text when it raised an exception without meaning to; None where it
    said nothing. ``fault`` is what a doubtful one is to be, if the text is read in no other
    notation; without ``others`` it is not read in any, and nothing was said."""
    if isinstance(raised, _REFUSING):
        return Undecodable(message)
    if isinstance(raised, _DOUBTFUL) and _NO_MATCH in str(raised):
        return Undecodable(message)
    is_doubtful = others and isinstance(raised, _DOUBTFUL)
    return UnexpectedError(message, fault) if is_doubtful else None


def decoded(decode: Callable[[str], A], text: str, others: bool = True) -> A:
    """What ``decode`` makes of an output, or of the first rewriting that it does not refuse. Raises
    what ``decode`` raises for the output itself, or Undecodable in place of a ValueError. Without
    ``others`` nothing is rewritten."""

    def refusing(text: str) -> A:
        try:
            return decode(text)
        except (Undecodable, IllegalAnswer):
            raise
        except Exception as error:
            refused = refusal(error, f"{type(error).__name__}: {error}", error, others)
            if refused is None:
                raise
            raise refused from error

    try:
        return refusing(text)
    except Undecodable as error:
        if not others:
            raise
        return decoded_otherwise(refusing, text, error)


def decoded_otherwise(decode: Callable[[str], A], text: str, refused: Undecodable) -> A:
    """The same of an output for which ``decode`` has raised ``refused``."""
    for other in rewritings(text):
        try:
            answer = decode(other.text)
        except Undecodable:
            continue
        if _keeps_groups(decode, other, answer) and _may_decide(decode, other, answer):
            return answer
    if isinstance(refused, UnexpectedError):
        raise refused.error from None
    raise refused


def _keeps_groups(decode: Callable[[str], A], other: Rewriting, answer: A) -> bool:
    if any(_is(decode, text, answer) is True for text in other.unlike):
        return False
    return other.deeper is None or _is(decode, other.deeper, answer) is not False


def _may_decide(decode: Callable[[str], A], other: Rewriting, answer: A) -> bool:
    """Whether nothing may mean no: not where no is the number 0, since a function that returns
    nothing has not computed a number, nor where every word is an answer, nor in a list of them."""
    if not other.is_decision:
        return True
    if any(
        _is(decode, text, answer) is not None for text in ("nothing\n", "NOTHING\n", other.text * 2)
    ):
        return False
    is_number = any(_is(decode, f"{bit}\n", answer) is True for bit in (0, 1))
    return not is_number or _is_truth(decode, 2)


def _is_truth(decode: Callable[[str], A], number: int) -> bool:
    """Whether a number means no more than yes, or nothing at all."""
    try:
        return bool(decode(f"{number}\n") == decode("1\n"))
    except Undecodable:
        return True
    except IllegalAnswer:  # it was read
        return False


def _is(decode: Callable[[str], A], text: str, answer: A) -> bool | None:
    """Whether a text is this answer; None for a text that is none."""
    try:
        return bool(decode(text) == answer)
    except (Undecodable, IllegalAnswer):
        return None
