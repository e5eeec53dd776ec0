"""A hunt shows no failure whose input the package's input validators refuse."""

from __future__ import annotations

import pytest

from tests.contest import Contest
from tests.hunting.toy_hunt import GREEDY, caught

#: Reads the list and accepts it if CONDITION holds.
VALIDATOR = """import json, sys
numbers = json.loads(sys.stdin.readline())
if CONDITION: sys.exit(42)
print('too few numbers', file=sys.stderr)
sys.exit(43)
"""


def add_validator(contest: Contest, source: str) -> None:
    path = contest.problem / "input_validators/strict.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(source)


@pytest.mark.long
def test_a_reduction_ends_at_the_smallest_valid_input(toy: Contest) -> None:
    add_validator(toy, VALIDATOR.replace("CONDITION", "len(numbers) > 2"))
    result = caught(toy, "greedy.py", GREEDY, failures=1)
    (failure,) = result.failures
    assert len(failure.counterexample.instance.numbers) == 3 and failure.minimal


@pytest.mark.long
def test_what_the_validators_refuse_is_left_out_and_told(toy: Contest) -> None:
    toy.solution("greedy.py", GREEDY)
    hunted = toy.judge("hunt", "toy", "greedy", "--failures", "1", "-j", "1", "--seconds", "120")
    [line] = [line for line in hunted.out.splitlines() if "--only" in line]
    arguments = line.split()[1:]
    add_validator(toy, VALIDATOR.replace("CONDITION", "len(numbers) > 999"))
    refused = toy.judge(*arguments)
    assert refused.status == 0 and "1 failure is left out" in refused.out
    assert "it survived" in refused.out and "repeat it with" not in refused.out
    assert refused.err.count("\n") == 1
    assert "is no valid input, strict.py says: too few numbers; make generate" in refused.err


@pytest.mark.long
def test_validators_that_fail_hide_no_failure(toy: Contest) -> None:
    add_validator(toy, "while True: pass\n")
    settings = toy.problem / "problem.yaml"
    settings.write_text(settings.read_text() + "  validation_time: 1\n")
    result = caught(toy, "greedy.py", GREEDY, failures=1)
    assert result.failures
    (warning,) = result.warnings
    assert warning.startswith("the input validators cannot be asked: strict.py: ")
