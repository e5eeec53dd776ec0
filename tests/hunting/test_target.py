"""What can be hunted, and what is refused before anything runs."""

from __future__ import annotations

import pytest

from tests.contest import RIGHT, Contest
from tests.hunting.toy_hunt import GREEDY

# Faults of others, in one line


@pytest.mark.long
def test_names_that_are_not_there(toy: Contest) -> None:
    assert "did you mean 'toy'" in toy.refuses("hunt", "toi", "reference-lambda")
    assert "did you mean 'reference-lambda'" in toy.refuses("hunt", "toy", "reference-lamda")
    assert "no solution 'x'" in toy.refuses("hunt", "toy", "reference-lambda", "--against", "x")
    assert "such as 2-5" in toy.refuses("hunt", "toy", "reference-lambda", "--size", "big")
    assert "put the smaller size first" in toy.refuses("hunt", "toy", "a", "--size", "5-2")


@pytest.mark.long
def test_without_a_reference(contest: Contest) -> None:
    contest.solution("greedy.py", GREEDY)
    contest.solution("reference-doubted.py", GREEDY, 'expect = ["AC", "TLE"]\n')
    line = contest.refuses("hunt", "toy", "greedy")
    assert "no reference in" in line and "--against" in line
    contest.solution("reference-lambda.py", RIGHT["lambda.py"])
    line = contest.refuses("hunt", "toy", "reference-lambda")
    assert "no reference besides reference-lambda in" in line


@pytest.mark.long
def test_an_output_is_no_target(toy: Contest) -> None:
    toy.solution("handed-in.out", "0\n", 'case = "01-last"\n')
    assert "is an output" in toy.refuses("hunt", "toy", "handed-in")


@pytest.mark.long
def test_a_source_from_anywhere_can_be_hunted(toy: Contest) -> None:
    path = toy.root / "mine.py"
    path.write_text(GREEDY)
    done = toy.judge("hunt", "toy", "mine.py", "--seconds", "120", "-j", "1")
    assert done.status == 1 and "mine against reference-lambda" in done.out


def test_cases_with_arguments_cannot_be_generated(toy: Contest) -> None:
    case = next((toy.root / "problems/toy/data/secret").rglob("*.in"))
    case.with_suffix(".yaml").write_text("args: [-n]\n")
    line = toy.refuses("hunt", "toy", "reference-lambda")
    assert f"arguments or files, such as secret/{case.stem}, and a hunt cannot generate" in line
