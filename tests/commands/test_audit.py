"""``judge audit`` and ``judge board``: claims of posts, and the page of their leaderboards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contest import RIGHT, Contest, make_contest

SOURCE = RIGHT["lambda.py"]
SIZE = len(SOURCE.encode())
HOSTILE = "<script>pwned=1</script>|`"


@pytest.fixture(scope="module")
def posted(tmp_path_factory: pytest.TempPathFactory) -> Contest:
    """Posts that claim the truth, another size, and to be right."""
    contest = make_contest(tmp_path_factory.mktemp("posted"))
    author = f"author = '''{HOSTILE}'''\ndate = 2020-05-01\nexpect = ['AC', 'WA']\n"
    contest.solution("true.py", SOURCE, f"claimed = {SIZE}\n{author}")
    contest.solution("shorter.py", SOURCE + " ", f"claimed = {SIZE}\n{author}")
    contest.solution("wrong.py", "lambda n,k:[]", f"claimed = 13\n{author}")
    contest.solution("silent.py", SOURCE)
    return contest


def audited(contest: Contest, *more: str) -> tuple[int, str]:
    said = contest.judge("audit", "toy", "--sandbox", "none", *more)
    assert not said.err
    return said.status, said.out


@pytest.mark.long
def test_false_sizes_and_wrong_answers_are_told_and_end_with_1(posted: Contest) -> None:
    status, text = audited(posted)
    lines = {line.split()[0]: line for line in text.splitlines() if line.strip()}
    assert status == 1
    assert str(SIZE) in lines["shorter"] and str(SIZE + 1) in lines["shorter"]
    assert {"true", "shorter", "wrong"} <= set(lines) and "silent" not in text


@pytest.mark.long
def test_true_claims_end_with_0(posted: Contest) -> None:
    assert audited(posted, "--solution", "true")[0] == 0


def test_a_claim_of_several_languages_holds_for_each(contest: Contest) -> None:
    contest.solution("both.py", SOURCE, "claimed_language = 'JavaScript / Python 3'")
    contest.solution("other.py", SOURCE, "claimed_language = 'JavaScript / Ruby'")
    status, text = audited(contest)
    assert status == 1
    told = [line for line in text.splitlines() if line.startswith("false:")]
    assert told == ["false: other: claims JavaScript / Ruby, is run as Python 3"]


def test_a_problem_without_claims_is_refused(posted: Contest) -> None:
    said = posted.judge("audit", "toy", "--solution", "silent")
    assert said.status == 2 and "`judge import` writes claims" in said.err


def test_what_is_not_settled_has_its_reason(contest: Contest) -> None:
    plugin = """
        class Lost:
            def parse(self, text): return text
            def decode(self, text, instance, reading): return text
            def compare(self, instance, answer, best): raise ValueError("lost")
    """
    contest.use_package({"secret/1": (b"1\n", b"1\n")}, plugin)
    contest.solution("one.py", "print(1)", "claimed = 8\n")
    said = contest.judge("audit", "toy")
    assert "open:  one: judge error: secret/1: " in said.out and "lost" in said.out, said


@pytest.mark.long
def test_a_board_is_a_page_and_markdown_in_which_names_stay_text(posted: Contest) -> None:
    ran = posted.judge("run", "--sandbox", "none", "--report", "run.html")
    assert ran.status == 0, ran
    said = posted.judge("board", "toy", "--markdown", "-", "--report", "board.html")
    assert said.status == 0, said
    page = (posted.root / "board.html").read_text()
    assert "<script>" not in page and "pwned=1" in page
    cases = len([*(posted.problem / "data").rglob("*.in")])
    assert f"judged on {cases} cases on" in page
    winners, overall = said.out.split("### All languages, by bytes")
    assert "| # |" not in winners and "| # |" in overall, "each winner is the first of its language"
    for text in (said.out, page):
        assert "2020-05-01" in text and "wrong.py" not in text
    assert "<script>" not in said.out.replace("\\<", "") and str(SIZE) in said.out


@pytest.mark.long
def test_a_board_says_on_how_many_cases_a_run_was(contest: Contest) -> None:
    contest.solution("lambda.py", RIGHT["lambda.py"])
    contest.judge("run", "toy", "--case", "sample/1", "--report", "run.html")
    assert contest.judge("board", "toy", "--report", "board.html").status == 0
    cases = len([*(contest.problem / "data").rglob("*.in")])
    assert f"judged on 1 of {cases} cases on" in (contest.root / "board.html").read_text()


def test_a_board_without_a_run_names_the_fix(tmp_path: Path) -> None:
    said = make_contest(tmp_path).judge("board", "toy")
    assert said.status == 2 and said.err.count("\n") == 1 and "judge run" in said.err
