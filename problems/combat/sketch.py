"""Board and answer of combat as plain text, and the terms of the score."""

from __future__ import annotations

import textwrap

from .rules import Blocks, Board, Creature, decimal, survivors, worst_damage, worth


def sums(board: Board, answer: Blocks) -> list[tuple[str, str, str]]:
    """The terms of the score: (name, how, signed amount), the total last."""
    to_attackers, to_defenders, player = worst_damage(board, answer)
    rows, total = [], -player
    for name, side, damage, sign in (
        ("Defender keeps", board[1], to_defenders, 1),
        ("Attacker keeps", board[0], to_attackers, -1),
    ):
        left = survivors(side, damage)
        total += 2 * sign * worth(left)
        shown = " + ".join(f"{p}/{t}" for p, t in left) or "nothing"
        rows.append((name, shown, decimal(2 * sign * worth(left))))
    rows.append(("Player takes", f"{player}, halved", decimal(-player)))
    return [*rows, ("Score", "", decimal(total))]


def splits(board: Board, answer: Blocks) -> list[tuple[str, str]]:
    """How each blocked attacker splits its damage in the worst case: (name, how)."""
    taken = worst_damage(board, answer)[1]
    rows = []
    for a, (power, _) in enumerate(board[0]):
        gang = [b for b, blocked in answer if blocked == a]
        shares = [
            f"{taken[b]} to B{b}{', which dies' if taken[b] >= board[1][b][1] else ''}"
            for b in gang
            if taken[b]
        ]
        if gang:
            rows.append((f"A{a}", f"deals {power}: {', '.join(shares)}" if shares else "deals 0"))
    return rows


def sketch(board: Board, answer: Blocks | None) -> str:
    """The picture as lines of at most 80 columns."""
    blocks = dict(answer or ())
    damage = ((), (), 0) if answer is None else worst_damage(board, answer)
    lines = ["Attacking" if board[0] else "Attacking: no creature"]
    for a, creature in enumerate(board[0]):
        by = [f"B{b}" for b, blocked in blocks.items() if blocked == a]
        what = f"blocked by {' '.join(by)}" if by else f"{creature[0]} to the player"
        lines += _row(f"A{a}", creature, what, None if answer is None else damage[0][a])
    lines.append("Defending" if board[1] else "Defending: no creature")
    for b, creature in enumerate(board[1]):
        what = f"blocks A{blocks[b]}" if b in blocks else "does not block"
        lines += _row(f"B{b}", creature, what, None if answer is None else damage[1][b])
    for name, how, amount in [] if answer is None else sums(board, answer):
        text = f"{name}: {how} = {amount}" if how else f"{name}: {amount}"
        lines += textwrap.wrap(text, 80, subsequent_indent="    ")
    return "".join(line + "\n" for line in lines)


def _row(name: str, creature: Creature, what: str, taken: int | None) -> list[str]:
    start = f"  {name:<4}{creature[0]}/{creature[1]}"
    if taken is None:
        return [start]
    end = f", takes {taken}" if taken else ""
    end += ", dies" if taken >= creature[1] else ""
    return textwrap.wrap(f"{start:<12} {what}{end}", 80, subsequent_indent=" " * 15)
