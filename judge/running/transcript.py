"""What a solution and an interactor said, in the form of the format's ``.interaction`` files: lines
of the judge begin with ``<``, lines of the submission with ``>``, and ``---`` is between passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from judge.sandbox.crossed_page import Turn

JUDGE, SUBMISSION = b"<", b">"
PASS = b"---"
#: How much is kept of the beginning and of the end of a transcript.
KEPT_BYTES = 30 * 2**10


def conversation(
    solution: bytes,
    solution_turns: Sequence[Turn],
    interactor: bytes,
    interactor_turns: Sequence[Turn],
) -> bytes:
    """The transcript of one pass."""
    spoken = _spoken(solution, solution_turns, interactor, interactor_turns)
    lines: list[bytes] = []
    for who, parts in groupby(spoken, key=lambda part: part[0]):
        lines += _lines(who, b"".join(text for _, text in parts))
    return b"".join(lines)


def exchange(given: bytes, output: bytes) -> bytes:
    """The transcript of a pass without conversation: its input, then its output."""
    return b"".join(_lines(JUDGE, given) + _lines(SUBMISSION, output))


def whole(passes: Sequence[bytes]) -> tuple[bytes, bool]:
    """The transcript of all passes, and whether its middle is left out because it is long."""
    text = (PASS + b"\n").join(passes)
    if len(text) <= 2 * KEPT_BYTES:
        return text, False
    head = text[:KEPT_BYTES].rpartition(b"\n")[0]
    tail = text[-KEPT_BYTES:].partition(b"\n")[2]
    left_out = len(text) - len(head) - len(tail)
    return head + b"\n... %d bytes left out ...\n" % left_out + tail, True


def _lines(who: bytes, text: bytes) -> list[bytes]:
    return [who + line + b"\n" for line in text.removesuffix(b"\n").split(b"\n")] if text else []


def _spoken(
    solution: bytes,
    solution_turns: Sequence[Turn],
    interactor: bytes,
    interactor_turns: Sequence[Turn],
) -> Iterator[tuple[bytes, bytes]]:
    """Who said what, in an order in which it can have been: nobody hears what is not said yet.

    Of two turns of which neither waited for the other the interactor's comes first.
    """
    said = heard = 0  # by the solution, by the interactor
    ours, theirs = iter(solution_turns), iter(interactor_turns)
    our, their = next(ours, None), next(theirs, None)
    while our or their:
        if their and (our is None or their.heard <= said or our.heard > heard):
            yield JUDGE, interactor[heard : their.end]
            heard, their = their.end, next(theirs, None)
        elif our:
            yield SUBMISSION, solution[said : our.end]
            said, our = our.end, next(ours, None)
