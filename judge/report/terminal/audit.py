"""False claims as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.posts.audit import AuditedClaim
from judge.posts.choose_code import shown_size
from judge.report.terminal.phrases import columns, fitted

_HEAD = ("solution", "claimed", "measured", "characters", "verdict")


def audit_text(claims: Sequence[AuditedClaim]) -> str:
    """Claimed against measured sizes in a table, then each false claim, then a summary."""
    return "\n".join(_lines(claims))


def _lines(claims: Sequence[AuditedClaim]) -> Iterator[str]:
    rows = [_HEAD, *map(_row, claims)]
    widths = [max(columns(row[i]) for row in rows) for i in range(len(_HEAD))]
    for row in rows:
        cells = [
            cell.rjust(width) if 0 < i < 4 else fitted(cell, width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
    yield ""
    for claim in claims:
        name = claim.result.solution.name
        for fault in claim.faults:
            yield one_line(f"false: {name}: {fault}", 300)
        for left in claim.open:
            yield one_line(f"open:  {name}: {left}", 300)
    false = sum(bool(claim.faults) for claim in claims)
    unsettled = sum(bool(claim.open) and not claim.faults for claim in claims)
    said = f"{false} with a false claim" if false else "no claim is false"
    yield f"{counted(len(claims), 'solution')}: {said}" + (
        f", {unsettled} not settled" if unsettled else ""
    )


def _row(claim: AuditedClaim) -> tuple[str, ...]:
    solution = claim.result.solution
    claimed = solution.claim.size
    characters = solution.measured.characters if solution.measured else None
    return (
        one_line(solution.name, 60),
        "–" if claimed is None else shown_size(claimed),
        f"{solution.size:,}",
        "–" if characters is None else f"{characters:,}",
        claim.result.verdict.value,
    )
