"""Faults planted in new packages: `judge verify` names each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import RunOptions
from judge.packages.new_package import write_new
from judge.verify import checker, checks, input_validators, output_validator
from judge.verify.finding import Finding, Status
from judge.verify.subject import Subject

INPUTS, INTERACTOR = "input_validators/validate.py", "output_validator/interact.py"


@dataclass(frozen=True)
class Plant:
    """A change of a file of a new package, and a part of what must be said of it."""

    kind: str
    file: str
    old: str
    new: str
    check: Callable[[Subject], Finding]
    said: str


PLANTS = (
    Plant(
        "diff",
        "input_validators/validate.py",
        '"(0|[1-9][0-9]{0,3})"',
        '"(-?(?:0|[1-9][0-9]{0,3}))"',
        input_validators.check,
        "they accept -1 in line 2, and the statement says 0 to 1000",
    ),
    Plant(
        "construct",
        "plugin.py",
        "sorted(answer) != list(range(1, instance + 1))",
        "sum(answer) != instance * (instance + 1) // 2",
        checker.check,
        "huge numbers with the same sum",
    ),
    Plant(
        "diff",
        "plugin.py",
        "answer == best",
        "answer[:1] == best[:1]",
        checker.check,
        "it accepts every right output that was changed: ",
    ),
    Plant(
        "diff",
        "plugin.py",
        "answer == best",
        "answer[: len(best)] == best",
        checker.check,
        "its last line once more with other numbers",
    ),
    Plant(
        "diff",
        "plugin.py",
        "return pairs(text)",
        "return tuple(dict(pairs(text)).items())",
        checker.check,
        "its last line once more",
    ),
    Plant(
        "diff",
        "plugin.py",
        "answer == best",
        "len(answer) == len(best) and abs(answer[-1][1] - best[-1][1]) < 2",
        checker.check,
        "a greater number in place of the last one",
    ),
    Plant(
        "diff",
        INPUTS,
        "count != len(numbers)",
        "count > len(numbers)",
        input_validators.check,
        "which counts the numbers of line 2 in every stored input",
    ),
    Plant(
        "diff",
        "answer_validators/validate.py",
        "re.fullmatch(",
        "re.match(",
        input_validators.check_answers,
        "they accept some with a word at the end of the last line",
    ),
    Plant(
        "optimise",
        INPUTS,
        "sorted(set(values)) != values",
        "len(set(values)) != len(values)",
        input_validators.check,
        "they accept a row in line 2 that does not ascend",
    ),
    Plant(
        "optimise",
        INPUTS,
        "max(amount, *values) > 10000",
        "max(values) > 10000",
        input_validators.check,
        "they accept 15000 in line 1, and not 10001 in line 2",
    ),
    Plant(
        "optimise",
        "plugin.py",
        "Purse(amount, tuple(values))",
        "Purse(min(amount, 9000), tuple(values))",
        input_validators.check,
        "the plug-in reads 10000 as another number in the input",
    ),
    Plant(
        "construct",
        INPUTS,
        "int(text) > 1000",
        "int(text) > 1001",
        input_validators.check,
        "they accept 1001 in line 1 and no more, and the statement says 1000",
    ),
    Plant(
        "interactive",
        INTERACTOR,
        "guess == number",
        "abs(guess - number) <= 1",
        output_validator.check,
        "it accepts a number that differs by 1 from the last one",
    ),
    Plant(
        "interactive",
        INTERACTOR,
        "GUESSES = 10",
        "GUESSES = 11",
        output_validator.check,
        "it takes 11 lines of one form, and the statement says 10",
    ),
)


def subject_of(folder: Path) -> Subject:
    options = RunOptions(folder / "problems", folder / "solutions", ("t",))
    plan = checks.plan_runs(options)
    return checks.make_subject(plan, options, listen(evaluate_plan(plan, options)), 30.0, 0)


@pytest.mark.long
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.kind}: {plant.new}")
def test_a_planted_fault_is_found_and_none_where_there_is_none(
    plant: Plant, tmp_path: Path
) -> None:
    write_new("t", plant.kind, tmp_path / "problems", tmp_path / "solutions")
    assert plant.check(subject_of(tmp_path)).status is not Status.FAULT
    path = tmp_path / "problems" / "t" / plant.file
    text = path.read_text()
    assert plant.old in text
    path.write_text(text.replace(plant.old, plant.new, 1))
    finding = plant.check(subject_of(tmp_path))
    assert finding.status is Status.FAULT, finding
    assert plant.said in finding.statement
