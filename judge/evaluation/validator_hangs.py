"""Output validators that use up their time limit, and when they are not asked any more."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from judge.common.messages import counted
from judge.evaluation.tasks import Job

#: So many outputs of one solution, and so many in a row of any solutions, may cost the validator's
#: whole time limit. The second number is larger: other solutions are judged as long as it is not
#: known that all of them suffer.
MOST_OF_SOLUTION, MOST_IN_A_ROW = 2, 6


class ValidatorHangs:
    """What one worker has seen of the validators of all problems."""

    def __init__(self) -> None:
        self._of_solution: Counter[int] = Counter()
        self._in_a_row: Counter[Path] = Counter()

    def record(self, job: Job, hung: bool) -> None:
        """A validator has ended: by itself, or at its limit of CPU time."""
        if hung:
            self._of_solution[job.number] += 1
            self._in_a_row[job.problem.folder] += 1
        else:
            self._in_a_row[job.problem.folder] = 0

    def reason_to_stop(self, job: Job) -> str:
        """Why no more outputs of a solution are shown to the validator; empty if they are."""
        for count, most, whose in (
            (self._of_solution[job.number], MOST_OF_SOLUTION, " of this solution"),
            (self._in_a_row[job.problem.folder], MOST_IN_A_ROW, " in a row"),
        ):
            if count >= most:
                outputs = counted(count, "output") + whose
                return f"the output validator used up its time limit on {outputs}: not judged"
        return ""
