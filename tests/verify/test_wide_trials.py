"""Accepted solutions on inputs that no generator draws, and plug-ins that such inputs refute."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import RunOptions
from judge.packages.new_package import write_new
from judge.verify import checks, wide_trials
from judge.verify.plugin_calls import ask
from judge.verify.subject import Subject
from judge.verify.wide_inputs import wide_instances

COUNTER = """
from collections import Counter

input()
for number, count in sorted(Counter(map(int, input().split())).items()):
    print(number, count % 256)
"""
TABLE = "amount, values = int(input()), list(map(int, input().split()))\n"


def subject_of(folder: Path) -> Subject:
    options = RunOptions(folder / "problems", folder / "solutions", ("t",))
    plan = checks.plan_runs(options)
    return checks.make_subject(plan, options, listen(evaluate_plan(plan, options)), 30.0, 0)


def said(folder: Path) -> str:
    subject = subject_of(folder)
    right = [*subject.references]
    right += [
        one for one in subject.solution_results if one not in right and _is_right(one.verdict)
    ]
    return wide_trials.fault(subject, right, 600)


def _is_right(verdict: object) -> bool:
    return str(getattr(verdict, "value", verdict)) == "AC"


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.long
@pytest.mark.parametrize("kind", ["optimise", "decide", "diff", "construct"])
def test_a_healthy_package_is_healthy(kind: str, tmp_path: Path) -> None:
    write_new("t", kind, tmp_path / "problems", tmp_path / "solutions")
    assert said(tmp_path) == ""


@pytest.mark.long
def test_inputs_have_great_numbers_constants_and_long_rows(tmp_path: Path) -> None:
    write_new("t", "diff", tmp_path / "problems", tmp_path / "solutions")
    reference = tmp_path / "solutions" / "t" / "reference-counter.py"
    reference.write_text(f"{reference.read_text()}NEVER = 613\n")
    subject = subject_of(tmp_path)
    texts = [ask(subject.plugin.render, one) for one in wide_instances(subject, subject.references)]
    numbers = [{*map(int, text.splitlines()[1].split())} for text in texts]
    assert {256, 613, 1000} <= set().union(*numbers)
    assert any(len(text.split()) == 258 for text in texts)


def _score_in_8_bits(folder: Path) -> None:
    path = folder / "problems" / "t" / "plugin.py"
    edited(path, "if sum(answer) != instance.amount:", "if (sum(answer) - instance.amount) % 256:")


def _score_of_thirty(folder: Path) -> None:
    edited(folder / "problems" / "t" / "plugin.py", "return len(answer)", "return len(answer[:30])")


def _crash_at_one_amount(folder: Path) -> None:
    path = folder / "solutions" / "t" / "reference-table.py"
    edited(path, "last = ", "assert amount != 4321\nlast = ")


def _solution_in_8_bits(folder: Path) -> None:
    source = (folder / "solutions" / "t" / "reference-table.py").read_text()
    assert TABLE in source
    other = folder / "solutions" / "t" / "other.py"
    other.write_text(source.replace(TABLE, f"{TABLE}amount %= 256\n"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("plant", "wanted"),
    [
        (_score_in_8_bits, "reference-table is beaten by "),
        (_score_of_thirty, "the scores of draws grow with the words of the answer up to 30"),
        (_crash_at_one_amount, "reference-table gets RTE"),
        (_solution_in_8_bits, "other is accepted, and gets WA (wrong sum: "),
    ],
)
def test_what_only_great_numbers_show_is_a_fault(
    plant: Callable[[Path], None], wanted: str, tmp_path: Path
) -> None:
    write_new("t", "optimise", tmp_path / "problems", tmp_path / "solutions")
    (tmp_path / "solutions" / "t" / "reference-levels.py").unlink()
    for stored in (tmp_path / "problems" / "t" / "data").glob("secret/3-limits.*"):
        stored.unlink()  # its amount is great
    plant(tmp_path)
    assert said(tmp_path).startswith(wanted)


@pytest.mark.long
def test_a_count_in_8_bits_is_a_fault_where_answers_are_compared(tmp_path: Path) -> None:
    write_new("t", "diff", tmp_path / "problems", tmp_path / "solutions")
    (tmp_path / "solutions" / "t" / "other.py").write_text(COUNTER)
    assert said(tmp_path).startswith("other is accepted, and gets WA")


@pytest.mark.long
def test_inputs_that_the_validators_reject_show_nothing(tmp_path: Path) -> None:
    write_new("t", "optimise", tmp_path / "problems", tmp_path / "solutions")
    _crash_at_one_amount(tmp_path)
    path = tmp_path / "problems" / "t" / "input_validators" / "validate.py"
    edited(
        path, "amount, *values =", "if text.startswith('4321'):\n    reject('')\namount, *values ="
    )
    assert said(tmp_path) == ""
