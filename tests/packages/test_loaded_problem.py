"""A problem is loaded with its plug-in; cases are read when they are asked for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from judge.common.errors import JudgeError
from judge.common.score_format import ScoreFormat
from judge.packages.loaded_problem import load_problems
from judge.packages.plugin_loader import load_plugin
from tests.contest import Contest


@pytest.mark.long
def test_it_holds_the_problem_and_its_plugin(contest: Contest) -> None:
    [toy] = load_problems(contest.root / "problems")
    assert (toy.name, toy.problem.folder) == ("toy", contest.problem)
    assert type(toy.plugin.own) is type(load_plugin(contest.problem).own)


def test_scores_are_shown_in_the_unit_of_the_plugin(contest: Contest) -> None:
    plugin = contest.problem / "plugin.py"
    before = plugin.read_text()
    after = before.replace("unit = Fraction(1)", "unit = Fraction(1, 4)")
    assert after != before
    plugin.write_text(after)
    [toy] = load_problems(contest.root / "problems", ["toy"])
    assert toy.scores == ScoreFormat(Fraction(1, 4))


def test_a_bad_case_is_refused_only_when_it_is_read(contest: Contest) -> None:
    (contest.problem / "data/secret/01-last.in").write_text("[1\n")
    [toy] = load_problems(contest.root / "problems")
    good = [case for case in toy.problem.cases if case.name != "secret/01-last"]
    assert list(toy.read_cases(good)) == [case.name for case in good]
    with pytest.raises(JudgeError, match=r"01-last\.in"):
        toy.read_cases(toy.problem.cases)


def test_a_case_has_instance_answer_and_size(contest: Contest) -> None:
    [toy] = load_problems(contest.root / "problems")
    case = next(case for case in toy.problem.cases if case.name == "secret/01-last")
    loaded = toy.read_case(case)
    assert loaded.instance == toy.plugin.parse("[5, 1, 8]\n1\n")
    assert loaded.best.score == 8
    assert loaded.size == tuple(toy.plugin.size(loaded.instance))
