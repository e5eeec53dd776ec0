"""``judge verify`` as its user meets it."""

from __future__ import annotations

import re

import pytest

from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import alter, declare, two_references

QUICK = ("--seconds", "0.05", "-j", "1", "--report", "out/page.html")


@pytest.mark.long
def test_a_healthy_problem_ends_with_0_and_a_page(contest: Contest) -> None:
    declare(contest)
    two_references(contest)
    contest.solution("wrong.py", "lambda n,k:[]\n", 'expect = "WA"\nnote = "<script>"\n')
    done = contest.judge("verify", "toy", *QUICK, "--seed", "7")
    assert (done.status, done.err) == (0, ""), done
    lines = done.out.splitlines()
    assert lines[0] == "ok      verdicts            3 solutions as expected in 15 executions"
    warnings = [line for line in lines if line.startswith("warning ")]
    # It has no input validators.
    named = {line.split()[1] for line in warnings}
    assert "input" in named and not any("FAULT" in line for line in lines)
    assert lines[-1] == "report: out/page.html"
    page = (contest.root / "out/page.html").read_text()
    assert f"Healthy, with {len(warnings)} warnings" in page
    assert "Content-Security-Policy" in page and "<script>" not in page
    assert page.count("<script") == page.count('<script type="application/json"')
    assert "<dt>Seed</dt><dd>7</dd>" in page and "<dt>Toolchains</dt>" in page


@pytest.mark.long
def test_faults_end_with_1_and_stand_in_lines_and_page_and_a_better_answer_is_kept(
    contest: Contest,
) -> None:
    two_references(contest)
    contest.case("secret/low", [1, 5, 7], 1, 1, "0")
    alter(
        contest,
        "return Row(tuple(rng",
        "raise OSError('<b>no\\nchance</b>')\n        return Row(tuple(rng",
    )
    done = contest.judge("verify", "toy", *QUICK)
    assert done.status == 1 and "Traceback" not in done.out + done.err
    [line] = [row for row in done.out.splitlines() if row.startswith("FAULT   generator")]
    assert "generate raised OSError: <b>no chance</b>" in line
    page = (contest.root / "out/page.html").read_text()
    assert "checks found a fault" in page
    assert "&lt;b&gt;no chance" in page and "<b>no" not in page
    assert (
        "toy/secret/low: the stored answer is not the best: 7 instead of 1; witness: " in done.out
    )
    assert (contest.root / "reports/better/toy/secret/low.ans").exists()


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("verify", "toi"), "did you mean 'toy'?"),
        (("verify",), "required: PROBLEM"),
        (("verify", "toy", "--seconds", "-1"), "not a number of seconds"),
        (("verify", "toy", "--solution", "ref"), "no solution matches 'ref'"),
        (("verify", "toy", "--sed", "1"), "did you mean '--seed'?"),
    ],
)
def test_wrong_words_are_refused_in_one_line(
    contest: Contest, arguments: tuple[str, ...], message: str
) -> None:
    two_references(contest)
    assert message in contest.refuses(*arguments)


def test_a_wrong_multiplier_is_refused_before_anything_runs(contest: Contest) -> None:
    two_references(contest)
    path = contest.problem / "problem.yaml"
    path.write_text(path.read_text() + "  time_multipliers:\n    ac_to_time_limit: x\n")
    assert "problem.yaml:10: ac_to_time_limit must be a number" in contest.refuses("verify", "toy")


@pytest.mark.long
def test_what_has_not_changed_is_not_repeated(contest: Contest) -> None:
    declare(contest)
    two_references(contest)
    first = contest.judge("verify", "toy", *QUICK)
    assert "unchanged:" not in first.out
    again = contest.judge("verify", "toy", *QUICK)
    # Checks that were out of time are repeated.
    assert re.search(r"\nunchanged: 2 solutions, [1-9]\d* checks; --fresh repeats", again.out)
    contest.solution("reference-b.py", RIGHT["lambda.py"])
    third = contest.judge("verify", "toy", *QUICK)
    assert "\nunchanged: 1 solution, 0 checks;" in third.out
    alter(contest, "return Row(tuple(rng", "raise OSError\n        return Row(tuple(rng")
    broken = contest.judge("verify", "toy", *QUICK)
    assert broken.status == 1 and "unchanged:" not in broken.out


@pytest.mark.long
def test_an_answer_file_that_the_plug_in_refuses_is_a_fault(contest: Contest) -> None:
    two_references(contest)
    (contest.problem / "data" / "sample" / "1.ans").write_text("many\n")
    done = contest.judge("verify", "toy", *QUICK)
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith("FAULT   data ") and "sample/1.ans" in done.out
