"""One worker's sandboxes, and the test of instances in them."""

from __future__ import annotations

from judge.hunting.reference import HuntContext, patient_limits
from judge.hunting.stress import Examiner
from judge.hunting.target import is_soft
from judge.running.bulk_runner import BulkRunner


class Hunter:
    """An examiner of one ground with sandboxes of its own: every worker has one."""

    def __init__(self, ground: HuntContext) -> None:
        quarry, limits = ground.quarry, ground.quarry.problem.limits
        patient = patient_limits(limits, ground.options.seconds)
        self.ground = ground
        #: The solution's and the reference's.
        self.rallies = (
            BulkRunner(ground.prepared, ground.layer, limits, quarry.plugin),
            BulkRunner(ground.reference, ground.layer, patient, quarry.plugin),
        )
        self.examiner = Examiner(
            quarry.plugin,
            (quarry.solution, self.rallies[0]),
            (ground.reference.solution, self.rallies[1]),
            ground.stored,
            is_soft(quarry),
        )

    def close(self) -> None:
        for rally in self.rallies:
            rally.close()
