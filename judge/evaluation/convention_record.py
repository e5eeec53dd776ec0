"""What one candidate for a calling convention did on the cases on which it was tried."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct, field

from judge.checking.answer import NOTHING, VOID, answer_bytes
from judge.checking.grade import NO_ANSWER
from judge.model import RIGHT, Candidate, Ended, Execution, Grade, Reason

#: How an execution ends that meets no limit.
OWN_ENDS = frozenset({Ended.EXITED, Ended.SIGNALLED})
#: Why an answer is wrong that is legal.
_LEGAL = frozenset({Reason.SUBOPTIMAL, Reason.REJECTED})
_COMPLEX = re.compile(rb"[0-9+-][ij]\b|#C\(")
_LISTS_OF_NOTHING = re.compile(rb"(?:" + b"|".join((*NOTHING, VOID)) + rb"|[][(){}, \n])*")


class Trial(Struct, frozen=True):
    """One execution of one candidate, with its grade under each reading."""

    run: Execution
    grades: Mapping[str, Grade]


class Attempt(Protocol):
    """A candidate that is built, so that it can be tried."""

    def trial(self, index: int) -> Trial | None:
        """Execute and grade the case with this index; None if the machine was overloaded, and again
        the second time: that says nothing of the candidate."""

    def close(self) -> None:
        """End its sandbox."""


class Record(Struct):
    """What a candidate did so far; ``attempt`` is None for one that was not executed itself."""

    candidate: Candidate
    attempt: Attempt | None = None
    trials: dict[int, Trial] = field(default_factory=dict)
    #: The same on larger cases, if all small ones were accepted, and whether one of them is wrong.
    larger: dict[int, Trial] = field(default_factory=dict)
    refuted: bool = False

    @property
    def counts(self) -> tuple[int, int]:
        """How many cases are legal, and how many accepted, under the most favourable reading."""
        if not self.trials:
            return 0, 0
        readings = next(iter(self.trials.values())).grades
        return max(
            (
                sum(_legal(trial, reading) for trial in self.trials.values()),
                sum(trial.grades[reading].verdict in RIGHT for trial in self.trials.values()),
            )
            for reading in readings
        )

    def is_right_on(self, index: int) -> bool:
        """Whether a case is accepted, under any reading."""
        return _is_accepted(self.trials[index])

    @property
    def accepted(self) -> int:
        return self.counts[1]

    @property
    def met_limit(self) -> bool:
        """Whether an execution did not end by itself."""
        return any(trial.run.ended not in OWN_ENDS for trial in self.trials.values())

    @property
    def returned_nothing(self) -> bool:
        """Whether no call returned a value."""
        return all(trial.run.result in (*NOTHING, VOID) for trial in self.trials.values())

    @property
    def returned_no_content(self) -> bool:
        """Whether no call returned more than nothing, or lists of nothing, such as those of what a
        function that prints has returned."""
        results = [trial.run.result or b"" for trial in self.trials.values()]
        are_empty = all(_LISTS_OF_NOTHING.fullmatch(result) for result in results)
        # An empty list alone is a value that a function may mean to return.
        return are_empty and any(sign in result for result in results for sign in NOTHING)

    @property
    def gave_nothing(self) -> bool:
        """Whether no call came to an end: one with room for the result lacks an argument."""
        return all(trial.run.result is None for trial in self.trials.values())

    @property
    def came_to_no_end(self) -> bool:
        """Whether some call came to no end by itself: one that yields to a block has none to yield
        to, but where there is nothing to yield."""
        ran = [trial.run for trial in self.trials.values()]
        return any(run.result is None and run.ended in OWN_ENDS for run in ran)

    @property
    def printed_nothing(self) -> bool:
        """Whether it ended by itself without any output, whatever the case."""
        runs = [trial.run for trial in self.trials.values()]
        return all(run.exit_status == 0 and not run.stdout.strip() for run in runs)

    @property
    def always_the_same(self) -> bool:
        """Whether all cases got the same answer."""
        return len({answer_bytes(trial.run) for trial in self.trials.values()}) == 1

    @property
    def took_its_input(self) -> bool:
        """Whether every case got a legal answer, most the right one, and not always the same."""
        legal, accepted = self.counts
        most = len(self.trials) < 2 * accepted
        return legal == len(self.trials) and most and not self.always_the_same

    @property
    def shows_complex(self) -> bool:
        """Whether some answer has a complex number in it: another one may look real."""
        return any(_COMPLEX.search(answer_bytes(trial.run)) for trial in self.trials.values())

    @property
    def rank(self) -> tuple[int, int]:
        """What candidates are compared by. Unless all is legal, or an accepted answer is more than
        blank, there is no reason to leave the signs."""
        shown = any(
            answer_bytes(trial.run).strip() and _is_accepted(trial)
            for trial in self.trials.values()
        )
        all_legal = 1 < len(self.trials) == self.counts[0]
        return self.counts if shown or all_legal else (0, 0)


def _is_accepted(trial: Trial) -> bool:
    return any(grade.verdict in RIGHT for grade in trial.grades.values())


def _legal(trial: Trial, reading: str) -> bool:
    grade = trial.grades[reading]
    if grade.verdict in RIGHT:
        return True
    answer = answer_bytes(trial.run).strip()
    # A problem that reads any text as an answer can also read that there is none.
    no_answer = not answer or (trial.run.result in NO_ANSWER and answer == trial.run.result)
    return grade.reason in _LEGAL and not no_answer
