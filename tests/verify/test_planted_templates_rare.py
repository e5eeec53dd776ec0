"""Faults planted in new packages that show in rare, large or special instances alone: verify names
each of them. That the packages are healthy without them is tested beside the other plants."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.packages.new_package import write_new
from judge.verify import (
    answer_validators,
    checker,
    generator,
    input_validators,
    output_validator,
    references,
)
from judge.verify.check_pool import Check
from judge.verify.finding import Status
from tests.verify.test_planted_templates import (
    INPUTS,
    INTERACTOR,
    Plant,
    assert_found,
    subject_of,
    write_bare,
)

PLANTS = (
    Plant(
        "diff",
        "plugin.py",
        "answer == best",
        "answer[:30] == best[:30]",
        checker.check,
        "it accepts every long output that was changed (another last number)",
    ),
    Plant(
        "construct",
        "plugin.py",
        "for place in range(instance - 1)",
        "for place in range(instance - 1 if instance <= 500 else 0)",
        checker.check,
        "it accepts every long output that was changed (its later two thirds in another order)",
    ),
    Plant(
        "optimise",
        "plugin.py",
        "if sum(answer) !=",
        "if sum(answer[:30]) !=",
        references.check,
        "reference-levels fails on a random instance of size ",
    ),
    Plant(
        "diff",
        "plugin.py",
        "answer == best",
        "answer == best or len(instance) == 1",
        checker.check,
        "changes of the right output of secret/2-one, and hardly any of other cases",
    ),
    Plant(
        "diff",
        "plugin.py",
        "answer == best",
        "[(a, min(b, 2)) for a, b in answer] == [(a, min(b, 2)) for a, b in best]",
        checker.check,
        "a number greater by one in place of the greatest one of column 2",
    ),
    Plant(
        "optimise",
        "plugin.py",
        "return len(answer)",
        "return len(answer) + hash(str(answer)) % 2",
        checker.check,
        "",
    ),
    Plant(
        "decide",
        "plugin.py",
        "answer is best",
        "answer is best or instance.amount in instance.coins",
        checker.check,
        "it accepts NO in secret/5-a-coin-alone, where 'YES' is right",
    ),
    Plant(
        "decide",
        "plugin.py",
        "some + rng.choice((-1, 0, 0, 1))",
        "(some or coins[0])",
        references.check,
        "generate draws only instances with the answer True",
    ),
    Plant(
        "diff",
        "plugin.py",
        "tuple(rng.randint(0, most)",
        "tuple(rng.randint(0, most if rng.random() < 0.999 else 1500)",
        input_validators.check,
        "yields an input that is rejected by validate.py: a number is out of range",
    ),
    Plant(
        "diff",
        "plugin.py",
        "tuple(rng.randint(0, most) for _ in range(rng.randint(1, size + 1)))",
        "tuple(rng.sample(range(4 * size + 2), rng.randint(1, size + 1)))",
        generator.check,
        "no draw has equal numbers in a row, and 2 of 3 stored inputs have",
    ),
    Plant(
        "optimise",
        INPUTS,
        "> 10000",
        "> 5000",
        input_validators.check,
        "they accept no more than 5000 in line 1, and the statement names 10000",
    ),
    Plant(
        "decide",
        INPUTS,
        "re.fullmatch",
        "re.match",
        input_validators.check,
        "",
    ),
    Plant(
        "interactive",
        INTERACTOR,
        "range(MOST_GUESSES)",
        "range(10**6)",
        output_validator.check,
        "it takes any number of lines of one form, and the statement says 10",
    ),
)


@pytest.mark.long
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.kind}: {plant.new}")
def test_a_planted_fault_is_found(plant: Plant, tmp_path: Path) -> None:
    write_bare(plant.kind, tmp_path)
    assert_found(plant, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "old", "new", "check", "said"),
    [
        (INPUTS, "){0,99}\\n", "){0,99}\\n?", input_validators.check, "inputs with no line end"),
        (
            "answer_validators/validate.py",
            "sys.stdin.read()",
            'sys.stdin.read().strip() + "\\n"',
            answer_validators.check,
            "answers with no line end",
        ),
    ],
)
def test_white_space_that_is_overlooked_is_the_first_warning(
    file: str, old: str, new: str, check: Check, said: str, tmp_path: Path
) -> None:
    write_new("t", "decide", tmp_path / "problems", tmp_path / "solutions")
    path = tmp_path / "problems" / "t" / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    finding = check(subject_of(tmp_path))
    assert finding.status is Status.WARNING
    assert finding.statement.startswith(f"they accept {said}"), finding


@pytest.mark.long
def test_without_a_planted_fault_there_is_none(tmp_path: Path) -> None:
    write_new("t", "diff", tmp_path / "problems", tmp_path / "solutions")
    subject = subject_of(tmp_path)
    for check in (checker.check, generator.check, references.check):
        assert check(subject).status is not Status.FAULT
