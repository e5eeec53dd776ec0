"""Instances that a plug-in makes are inputs that the validators accept."""

from __future__ import annotations

import pytest

from judge.verify import drawn_inputs
from judge.verify.deadline import Deadline
from judge.verify.finding import Status
from tests.contest import Contest
from tests.verify.test_input_validators import STRICT, checked, validator
from tests.verify.toy_subject import declare, unrun


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


def test_inputs_with_the_least_numbers_are_tried_first(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawn_inputs, "MOST_DRAWS", 80)
    monkeypatch.setattr(drawn_inputs, "MOST_DRAWING_S", 60.0)
    rare = "return Row(instance.numbers, -1 if rng.random() < 0.05 else instance.most)"
    declare(contest, f"\n    def mutate(self, rng, instance, numbers, words):\n        {rare}\n")
    tried = []

    def complaint(text: str) -> str:
        tried.append(text)
        return "is wrong" if text.endswith("\n-1\n") else ""

    said = drawn_inputs.rejected(unrun(contest, 600), complaint, Deadline(600))
    assert said.startswith("mutate yields an input that is wrong")
    assert len(tried) < 40
