"""One worker's sandboxes, and the test of instances in them."""

from __future__ import annotations

from judge.hunting.reference import HuntContext, patient_limits
from judge.hunting.stress import Examiner
from judge.hunting.target import is_soft
from judge.running.bulk_runner import BulkRunner


class Hunter:
    """An examiner of one ground with sandboxes of its own: every worker has one."""

    def __init__(self, hunt_context: HuntContext) -> None:
        target, limits = hunt_context.target, hunt_context.target.problem.limits
        patient = patient_limits(limits, hunt_context.options.seconds)
        self.hunt_context = hunt_context
        #: The solution's and the reference's.
        self.bulk_runners = (
            BulkRunner(hunt_context.built, hunt_context.layer, limits, target.plugin),
            BulkRunner(hunt_context.reference, hunt_context.layer, patient, target.plugin),
        )
        self.examiner = Examiner(
            target.plugin,
            (target.solution, self.bulk_runners[0]),
            (hunt_context.reference.solution, self.bulk_runners[1]),
            hunt_context.stored,
            is_soft(target),
        )

    def close(self) -> None:
        for bulk_runner in self.bulk_runners:
            bulk_runner.close()
