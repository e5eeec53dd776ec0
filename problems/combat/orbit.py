"""What boards have in common that differ in the order of creatures alone.

Nothing here comes from the enumeration, which is compared with it.
"""

from __future__ import annotations

from judge.plugin import Bound

from .rules import Board

#: The highest number if the bound does not say.
USUAL = 2


def orbit(board: Board, bound: Bound) -> Board | None:
    """Both sides sorted; None for a board beyond the bound."""
    most = bound if len(bound) > 1 else bound * 2
    highest = most[2] if len(most) > 2 else USUAL
    if len(board[0]) > most[0] or len(board[1]) > most[1]:
        return None
    if any(number > highest for side in board for creature in side for number in creature):
        return None
    return tuple(sorted(board[0])), tuple(sorted(board[1]))
