"""What ``judge calibrate`` prints."""

from __future__ import annotations

from judge.common.safe_text import one_line
from judge.evaluation.calibration import CalibrationResult

#: A machine whose middle time is so many times its least one does something else as well.
UNEVEN = 1.15


def calibration_text(result: CalibrationResult) -> str:
    """The times of this machine, and how other machines compare."""
    lines = [f"{one_line(result.here.machine)}:"]
    lines += [f"  {piece.piece:<10} {piece.least * 1000:7.1f} ms" for piece in result.pieces]
    for name, other in sorted(result.others.items()):
        ratio = result.here.ratio(other)
        said = "calibrate it again" if ratio is None else f"the same takes ×{ratio:.2f} there"
        lines.append(f"{one_line(name)}: {said}")
    if max(piece.spread for piece in result.pieces) > UNEVEN:
        lines.append("note: the times vary: repeat this while the machine does nothing else")
    return "\n".join(lines)
