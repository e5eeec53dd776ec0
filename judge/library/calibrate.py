"""How fast this machine is, measured and kept in a store."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from pathlib import Path

from judge.evaluation.calibration import WORK, CalibrationResult, measure_pieces
from judge.evaluation.site import machine_class
from judge.model import Calibration
from judge.store.store import open_store


def measure_machine(store: Path) -> CalibrationResult:
    """Measure this machine and keep it in the store, in place of what was measured before; raises
    JudgeError."""
    with closing(open_store(store)) as opened:  # before the work: it may not be one
        pieces = measure_pieces()
        now = datetime.now().astimezone().isoformat(timespec="seconds")
        here = Calibration(machine_class(), WORK, tuple(piece.least for piece in pieces), now)
        opened.keep_calibration(here)
        known = opened.calibrations()
    others = {name: one for name, one in known.items() if name != here.machine}
    return CalibrationResult(here, pieces, others)
