"""New answers beside the package's answer validators, before they become files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.model import Case, Problem
from judge.running.input_validator import opened
from judge.sandbox.layer import Layer


def rejected_answers(
    problem: Problem, cases: Sequence[Case], answers: Sequence[bytes], layer: Layer
) -> Iterator[tuple[Case, str]]:
    """The cases whose answer an answer validator does not accept, and what it says; raises
    JudgeError if one cannot be built."""
    paths = problem.answer_validators
    if not paths:
        return
    with opened(problem, paths, layer, "answer validator") as [validators]:
        for case, answer in zip(cases, answers, strict=True):
            arguments = case.settings.answer_validator_arguments
            for validator in validators:
                result = validator.check_answer(case.input_path, answer, arguments)
                if not result.accepted:
                    said = result.message.strip().split("\n")[0]
                    yield case, f"answer_validators/{validator.name} rejects it: {said}"
