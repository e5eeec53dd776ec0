"""Measures how fast this machine is: CPU times of fixed pieces of work."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from judge.common.errors import JudgeError
from judge.model import Calibration
from judge.sandbox.build import program
from judge.sandbox.layer import SandboxUnavailable
from judge.sandbox.lifetime import ties

#: To be raised whenever ``calibration.c`` does something else: times of two works do not compare.
WORK = 1
SOURCE = Path(__file__).with_name("calibration.c")
PIECES = ("arithmetic", "branches", "memory")
#: How often each piece is done; the least time counts, because nothing makes a machine faster.
TRIES = 7


class PieceTimes(Struct, frozen=True):
    """CPU seconds of all tries of a piece."""

    piece: str
    seconds: tuple[float, ...]

    @property
    def least(self) -> float:
        return min(self.seconds)

    @property
    def spread(self) -> float:
        """The middle time divided by the least one: far above 1 on a machine that is busy."""
        return sorted(self.seconds)[len(self.seconds) // 2] / self.least


class CalibrationResult(Struct, frozen=True):
    """What was measured here, and what the store knows of other machines, by their class."""

    here: Calibration
    pieces: tuple[PieceTimes, ...]
    others: Mapping[str, Calibration]


def measure_pieces(tries: int = TRIES) -> tuple[PieceTimes, ...]:
    """Do every piece so many times, in turn; raises JudgeError."""
    try:
        worker = program(SOURCE)
    except SandboxUnavailable as error:
        raise JudgeError(str(error)) from error
    rounds = [[_cpu_s(worker, piece) for piece in range(len(PIECES))] for _ in range(tries)]
    by_piece = zip(*rounds, strict=True)
    return tuple(PieceTimes(name, times) for name, times in zip(PIECES, by_piece, strict=True))


def _cpu_s(worker: Path, piece: int) -> float:
    """The CPU seconds of one try; raises JudgeError."""
    words = [str(worker), str(piece)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, preexec_fn=ties()) as process:
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:  # a signal
            process.kill()
            raise
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise JudgeError(f"the piece of work {PIECES[piece]} ended with {process.returncode}")
    return max(usage.ru_utime + usage.ru_stime, 1e-6)
