"""Instances that a plug-in makes are inputs that the validators accept."""

from __future__ import annotations

import pytest

from judge.verify.finding import Status
from tests.contest import Contest
from tests.verify.test_input_validators import STRICT, checked, validator
from tests.verify.toy_subject import declare


@pytest.mark.long
@pytest.mark.parametrize(
    ("method", "arguments", "made"),
    [
        ("mutate", "rng, instance, numbers, words", "return Row(instance.numbers, -1)"),
        ("variants", "instance, rng", "yield 'other', Row(instance.numbers, -1)"),
    ],
)
def test_an_instance_that_is_made_from_another_one_is_valid(
    contest: Contest, method: str, arguments: str, made: str
) -> None:
    validator(contest, STRICT)
    declare(contest, f"\n    def {method}(self, {arguments}):\n        {made}\n")
    finding = checked(contest)
    assert finding.status is Status.FAULT, finding
    assert f"{method} yields an input that is rejected by v.py" in finding.statement
