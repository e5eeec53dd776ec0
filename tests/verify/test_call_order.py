"""A plug-in that keeps something between calls grades an output otherwise in another order."""

from __future__ import annotations

import pytest

from judge.verify import call_order
from judge.verify.deadline import Deadline
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import alter, subject_of

SUM = "return sum(instance.numbers[pick] for pick in answer)"
KEPT = "self.__dict__.setdefault('kept', {})"


@pytest.mark.long
def test_grades_that_depend_on_earlier_calls_are_a_fault(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    subject = subject_of(contest)
    for new, is_told in (
        (SUM, False),
        (f"return {KEPT}.setdefault((instance, answer), {SUM[7:]})", False),
        (f"return {KEPT}.setdefault(answer, {SUM[7:]})", True),  # whatever the instance
        (f"{KEPT}[len({KEPT})] = 1\n        {SUM} + len({KEPT}) // 300", True),  # in the end
    ):
        alter(contest, SUM, new)
        said = call_order.depending(subject, Deadline(600))
        assert ("the plug-in keeps something between calls" in said) == is_told, (new, said)
        alter(contest, new, SUM)
