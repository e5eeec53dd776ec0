"""An answer that beats the stored one is kept as a witness, outside the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.evaluation import better_answer
from tests.contest import RIGHT, Contest

TAKES_5 = "lambda n,k:[1]\n"
TAKES_7 = "lambda n,k:[2]\n"
PLACE = Path("reports/better/toy/secret/low.ans")


def beaten(contest: Contest) -> None:
    """The toy with one case, of which the stored answer is not best."""
    contest.keep_cases()
    contest.case("secret/low", [1, 5, 7], 1, 1, "0")


@pytest.mark.long
def test_run_says_so_and_writes_the_witness_in_the_problem_s_format(contest: Contest) -> None:
    beaten(contest)
    contest.solution("right.py", RIGHT["lambda.py"])
    said = contest.judge("run", "toy", "--report", "r.html")
    assert said.status == 1
    line = (
        "toy/secret/low: the stored answer is not the best: 7 instead of 1; "
        f"witness: {PLACE} (found by right)"
    )
    assert line in said.out.splitlines()
    assert (contest.root / PLACE).read_text() == "7\n2\n"
    assert "found by right" in (contest.root / PLACE).with_suffix(".txt").read_text()
    assert (contest.problem / "data/secret/low.ans").read_text() == "1\n0\n"


@pytest.mark.long
def test_grade_keeps_it_too_of_a_source_and_of_an_output(contest: Contest) -> None:
    beaten(contest)
    path = contest.solution("right.py", TAKES_5)
    assert f"witness: {PLACE} (found by right)" in contest.judge("grade", "toy", str(path)).out
    assert (contest.root / PLACE).read_text() == "5\n1\n"
    (contest.root / "mine.txt").write_text("2")
    assert f"witness: {PLACE} (found by mine.txt)" in contest.judge("grade", "toy", "mine.txt").out
    assert (contest.root / PLACE).read_text() == "7\n2\n"


@pytest.mark.long
def test_a_lesser_witness_never_replaces_a_better_one(contest: Contest, tmp_path: Path) -> None:
    beaten(contest)
    contest.solution("lesser.py", TAKES_5)
    contest.solution("right.py", TAKES_7)
    kept = tmp_path / "kept"
    path = kept / "toy/secret/low.ans"
    for name, holds in (("lesser", "5\n1\n"), ("right", "7\n2\n"), ("lesser", "7\n2\n")):
        plan = contest.plan(solution=name)
        [witness] = better_answer.better_answers(contest.run(solution=name), plan)
        said = better_answer.save_better_answers(witness, kept)
        assert path.read_text() == holds
    assert said.endswith("(saved by an earlier run; found by lesser too)")
    [witness] = better_answer.better_answers(contest.run(), contest.plan())
    assert witness.outcome.solution == "right"


@pytest.mark.long
def test_what_is_no_answer_file_any_more_is_replaced(contest: Contest, tmp_path: Path) -> None:
    beaten(contest)
    contest.solution("right.py", TAKES_7)
    [witness] = better_answer.better_answers(contest.run(), contest.plan())
    path = tmp_path / "kept/toy/secret/low.ans"
    path.parent.mkdir(parents=True)
    path.write_text("nonsense")
    better_answer.save_better_answers(witness, tmp_path / "kept")
    assert path.read_text() == "7\n2\n"


@pytest.mark.long
def test_a_folder_that_cannot_be_written_is_told(contest: Contest, tmp_path: Path) -> None:
    beaten(contest)
    contest.solution("right.py", TAKES_7)
    [witness] = better_answer.better_answers(contest.run(), contest.plan())
    (tmp_path / "file").write_text("")
    with pytest.raises(JudgeError, match="cannot be written"):
        better_answer.save_better_answers(witness, tmp_path / "file")


@pytest.mark.long
def test_an_output_longer_than_what_is_kept_of_it_is_told(contest: Contest, tmp_path: Path) -> None:
    beaten(contest)
    contest.solution("right.py", "print(' ' * 70000 + '2')\n", 'kind = "program"\nbase = 0\n')
    [witness] = better_answer.better_answers(contest.run(), contest.plan())
    assert "its output was too long to keep (found by right)" in better_answer.save_better_answers(
        witness, tmp_path
    )
    assert not (tmp_path / "toy").exists()


@pytest.mark.long
def test_there_is_none_where_no_answer_is_beaten(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    assert better_answer.better_answers(contest.run(), contest.plan()) == []
