"""Stored answers are legal and best; stored outputs are what their folders say."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.common.errors import JudgeError
from judge.packages.case_files import LoadedCase
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Best
from judge.verify import stored_answers
from judge.verify.finding import Finding, Status
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import alter, declare, subject_of, unrun


def checked(contest: Contest) -> Finding:
    contest.solution("right.py", RIGHT["lambda.py"])
    return stored_answers.check(subject_of(contest, seconds=20))


def stored(contest: Contest, folder: str, output: str) -> None:
    (contest.problem / "data" / folder).mkdir(exist_ok=True)
    contest.case(f"{folder}/one", [5, 1, 8], 1, 8, "2")
    (contest.problem / "data" / folder / "one.out").write_text(output)


def test_a_file_of_a_sample_that_belongs_to_none_is_a_fault(contest: Contest) -> None:
    (contest.problem / "data" / "sample" / "9.in.statement").write_text("1\n")
    finding = stored_answers.check(unrun(contest))
    assert finding.status is Status.FAULT
    assert "belongs to a sample, but there is no 9.in" in finding.statement


@pytest.mark.long
def test_those_of_the_toy_are_in_order(contest: Contest) -> None:
    stored(contest, "valid_output", "2\n")
    stored(contest, "invalid_output", "0\n")
    finding = checked(contest)
    assert finding.status is Status.OK, finding
    said = "7 answers and 2 outputs are as declared; a search in 5 outputs finds nothing better"
    assert finding.statement == said


@pytest.mark.parametrize(
    ("best", "picks", "message"),
    [
        (8, "0", "data/secret/bad.ans: the stored answer scores 5, and the file says 8"),
        (8, "7", "data/secret/bad.ans: the stored answer is illegal: index out of range: [7]"),
        (13, "0 2", "data/secret/bad.ans: the stored answer is illegal: too many"),
    ],
)
def test_an_answer_file_must_contain_what_it_says(
    contest: Contest, best: int, picks: str, message: str
) -> None:
    contest.case("secret/bad", [5, 1, 8], 1, best, picks)
    with pytest.raises(JudgeError) as caught:
        checked(contest)
    assert message in str(caught.value)


@pytest.mark.long
def test_an_answer_that_no_solution_beats_but_a_search_is_a_fault(contest: Contest) -> None:
    contest.case("sample/low", [5, 1, 8, 2], 2, 7, "0 3")
    contest.solution("weak.py", "lambda n,k:[0,3]if len(n)==4 else[]\n", 'expect = "WA"\n')
    finding = stored_answers.check(subject_of(contest, seconds=20))
    assert finding.status is Status.FAULT
    assert "sample/low: the stored answer is not the best: " in finding.statement
    assert finding.statement.endswith("the stored answer 7")


@pytest.mark.long
def test_all_cases_are_tried_with_longer_outputs_before_any_is_searched(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_answers, "MOST_SEARCHED", 0)
    monkeypatch.setattr(stored_answers, "LONGER", 10)
    assert checked(contest).status is Status.OK
    alter(contest, "len(set(answer)) < len(answer)", "len(set(answer)) < len(answer) < 9")
    alter(contest, "len(answer) > instance.most", "instance.most < len(answer) < 9")
    finding = checked(contest)
    assert finding.status is Status.FAULT
    assert "the stored answer is not the best: '" in finding.statement


@pytest.mark.long
def test_the_search_needs_no_solution_where_the_plug_in_has_mutants(contest: Contest) -> None:
    contest.case("sample/low", [5, 1, 8, 2], 2, 7, "0 3")
    declare(contest)
    finding = stored_answers.check(unrun(contest, seconds=20))
    assert "sample/low: the stored answer is not the best: " in finding.statement


@pytest.mark.long
@pytest.mark.parametrize(
    ("folder", "output", "message"),
    [
        ("sample", "0\n", "data/sample/one.out is rejected by the plug-in (suboptimal"),
        ("secret", "none\n", "data/secret/one.out is rejected by the plug-in (undecodable"),
        ("valid_output", "7\n", "data/valid_output/one.out is rejected by the plug-in (illegal"),
        ("invalid_output", "3\n", "data/invalid_output/one.out is accepted by the plug-in"),
    ],
)
def test_an_output_against_its_folder_is_a_fault(
    contest: Contest, folder: str, output: str, message: str
) -> None:
    stored(contest, folder, output)
    finding = checked(contest)
    assert finding.status is Status.FAULT
    assert message in finding.statement


@pytest.mark.long
def test_an_output_that_beats_its_answer_is_a_fault(contest: Contest) -> None:
    stored(contest, "valid_output", "2\n")
    contest.case("valid_output/one", [5, 1, 8], 1, 5, "0")
    finding = checked(contest)
    assert "data/valid_output/one.out beats the stored answer beside it" in finding.statement


class Possible:
    """An answer is a number, or none where there is none: that is not looked at."""

    def parse(self, text: str) -> str:
        return text

    def decode(self, text: str, instance: object, reading: str) -> int | None:
        return None if text == "none" else int(text)

    def compare(self, instance: object, answer: int | None, best: int | None) -> bool | str:
        return answer is not None or best is None or "there is one"


@pytest.mark.parametrize(("stored", "is_told"), [(7, False), (8, False), (None, True)])
def test_an_answer_file_that_contradicts_what_is_accepted_beside_it(
    monkeypatch: pytest.MonkeyPatch, stored: int | None, is_told: bool
) -> None:
    printed = lambda subject, name: {"plain": "7"}  # noqa: E731
    monkeypatch.setattr(stored_answers.mutants, "right_outputs", printed)
    plugin = ProblemPlugin(Path("toy"), Possible())
    loaded = LoadedCase("some", Best(None, stored))
    subject: Any = SimpleNamespace(plugin=plugin, contexts={"secret/1": loaded})
    found = [*stored_answers.contradicted(subject)]
    wanted = (
        "'7' is accepted in secret/1, and beside that the answer in data/secret/1.ans is wrong: "
        "there is one"
    )
    assert found == ([wanted] if is_told else [])
