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
from judge.verify import (
    accepted_solutions,
    answer_validators,
    checker,
    checks,
    compared_references,
    generator,
    input_validators,
    lost_arguments,
    metamorphic,
    output_validator,
    references,
)
from judge.verify.finding import Finding, Status
from judge.verify.mutation import stored_cases
from judge.verify.subject import Subject

#: Right, and its mutants that begin with another number are not: no stored input has a 3 and a 4.
OTHER_COUNTER = """
input()
numbers = [*map(int, input().split())]
for number in sorted({*numbers}, key=lambda one: one if one != 4 else 4):
    print(number, numbers.count(number))
"""
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
        '"(0|-?[1-9][0-9]{0,3})"',
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
        "it accepts every right output that was changed: ",
    ),
    Plant(
        "diff",
        "plugin.py",
        "answer == best",
        "(answer[:1], answer[-1:], len(answer)) == (best[:1], best[-1:], len(best))",
        checker.check,
        "a number of its middle line greater by one",
    ),
    Plant(
        "diff",
        "plugin.py",
        "answer == best",
        "len(answer) == len(best) and all((a - b) % 256 == 0 and (c - d) % 256 == 0"
        " for (a, c), (b, d) in zip(answer, best))",
        checker.check,
        "its last number greater by 2^8",
    ),
    Plant(
        "decide",
        "plugin.py",
        "answer is best",
        "answer is best or instance.amount > 40",
        checker.check,
        "it accepts YES in secret/8-between-sums, where 'NO' is right",
    ),
    Plant(
        "construct",
        "plugin.py",
        '            raise Undecodable("there is no answer")',
        "            return IMPOSSIBLE",
        checker.check,
        "it accepts an empty output in sample/2-impossible, where 'impossible' is right",
    ),
    Plant(
        "construct",
        INPUTS,
        "int(text) > 1000",
        "int(text) > 1024",
        input_validators.check,
        "they accept 1001 in line 1, and no great number, and the statement says 1 to 1000",
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
        answer_validators.check,
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
        "diff",
        "plugin.py",
        "answer == best",
        "answer in (best, tuple((count, number) for number, count in best))",
        checker.check,
        "the two numbers of every line exchanged",
    ),
    Plant(
        "diff",
        "plugin.py",
        "answer == best",
        "sorted(answer) == sorted(best)",
        checker.check,
        "its lines the other way round",
    ),
    Plant(
        "diff",
        INPUTS,
        "max(numbers) > 1000",
        "max(numbers) > 9999",
        input_validators.check,
        "they accept 1001 in line 2, and the statement says 0 to 1000",
    ),
    Plant(
        "decide",
        "answer_validators/validate.py",
        "sys.stdin.read() in",
        "sys.stdin.read().upper() in",
        answer_validators.check,
        "they accept no in place of NO",
    ),
    Plant(
        "interactive",
        INTERACTOR,
        "    if not line:",
        "    while line and not line.strip():\n"
        "        line = sys.stdin.readline(100)\n"
        "    if not line:",
        output_validator.check,
        "it accepts an empty line before the first one, and reads lines",
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


def write_bare(kind: str, folder: Path) -> None:
    """A new problem without mutants of its own, cases at its limits and most invalid inputs:
    verify finds faults by itself."""
    write_new("t", kind, folder / "problems", folder / "solutions")
    package = folder / "problems" / "t"
    plugin = package / "plugin.py"
    if plugin.exists():
        plugin.write_text(plugin.read_text().replace("def mutants(", "def _mutants("))
    for path in (
        *package.glob("data/secret/*-limits.*"),
        *package.glob("data/invalid_input/[2-9]*"),
    ):
        path.unlink()


def assert_found(plant: Plant, folder: Path) -> None:
    """Plant a fault in the new problem below the folder: verify tells it."""
    path = folder / "problems" / "t" / plant.file
    text = path.read_text()
    assert plant.old in text
    path.write_text(text.replace(plant.old, plant.new, 1))
    finding = plant.check(subject_of(folder))
    assert finding.status is Status.FAULT, finding
    assert plant.said in finding.statement


@pytest.mark.long
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.kind}: {plant.new}")
def test_a_planted_fault_is_found_and_none_where_there_is_none(
    plant: Plant, tmp_path: Path
) -> None:
    write_bare(plant.kind, tmp_path)
    assert plant.check(subject_of(tmp_path)).status is not Status.FAULT
    assert_found(plant, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "source", "old", "new"),
    [
        ("decide", "reference-sums.py", "sums = {0}", "sums = {0}\ncoins = coins[:6]"),
        ("diff", "reference-counter.py", "count)", "count + (count == 4))"),
        ("construct", "reference-even-first.py", "in (2, 3)", "in (2, 3, 7)"),
    ],
)
def test_a_right_solution_that_a_small_instance_refutes_is_a_fault_where_answers_are_compared(
    kind: str, source: str, old: str, new: str, tmp_path: Path
) -> None:
    write_bare(kind, tmp_path)
    folder = tmp_path / "solutions" / "t"
    right = (folder / source).read_text()
    other = folder / "other.py"
    other.write_text(right)
    assert accepted_solutions.check(subject_of(tmp_path)).status is Status.OK
    assert old in right
    other.write_text(right.replace(old, new, 1))
    finding = accepted_solutions.check(subject_of(tmp_path))
    assert finding.status is Status.FAULT, finding
    assert "other is accepted, and fails: WA" in finding.statement


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("diff", "[list(instance)]", "[sorted(set(instance))]"),
        ("decide", "list(instance.coins)]", "sorted(set(instance.coins))]"),
    ],
)
def test_arguments_that_are_the_same_for_instances_with_other_answers_are_a_fault(
    kind: str, old: str, new: str, tmp_path: Path
) -> None:
    write_new("t", kind, tmp_path / "problems", tmp_path / "solutions")
    subject = subject_of(tmp_path)
    assert not lost_arguments.fault(subject, subject.references[0], 60)
    path = tmp_path / "problems" / "t" / "plugin.py"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    subject = subject_of(tmp_path)
    said = lost_arguments.fault(subject, subject.references[0], 60)
    assert said.startswith("arguments are the same for "), said


@pytest.mark.long
def test_where_answers_have_no_scores_two_references_are_enough(tmp_path: Path) -> None:
    write_new("t", "construct", tmp_path / "problems", tmp_path / "solutions")
    second = tmp_path / "solutions" / "t" / "reference-halves.py"
    away = second.rename(tmp_path / second.name)
    subject = subject_of(tmp_path)
    assert metamorphic.check(subject).status is Status.OK
    assert generator.check(subject).status is Status.OK
    assert references.check(subject).status is Status.WARNING
    away.rename(second)
    finding = references.check(subject_of(tmp_path))
    assert finding.status is Status.OK and "random instances" in finding.statement


@pytest.mark.long
def test_a_sole_reference_that_crashes_on_a_drawn_instance_is_a_fault_where_answers_are_compared(
    tmp_path: Path,
) -> None:
    write_new("t", "decide", tmp_path / "problems", tmp_path / "solutions")
    path = tmp_path / "solutions" / "t" / "reference-sums.py"
    path.with_name("reference-bits.py").unlink()
    path.write_text(f"{path.read_text()}if coins.count(coins[-1]) == 3:\n    raise IndexError\n")
    subject = subject_of(tmp_path)
    _, faults = compared_references.tried(subject, subject.references, 60)
    assert faults[0].startswith("reference-sums fails on a random instance: RTE"), faults


@pytest.mark.long
def test_mutants_that_the_cases_let_through_are_tried_on_small_instances_where_answers_are_compared(
    tmp_path: Path,
) -> None:
    write_new("t", "diff", tmp_path / "problems", tmp_path / "solutions")
    (tmp_path / "solutions" / "t" / "other.py").write_text(OTHER_COUNTER)
    finding = stored_cases.check(subject_of(tmp_path))
    assert finding.status is Status.WARNING, finding
    [through] = [one for one in finding.tables if one.title.startswith("Mutants that pass")]
    refuted = {row[2] for row in through.rows if row[0] == "other" and row[3] != "none found"}
    assert any("one if one == 4 else 4" in one for one in refuted), through.rows
