"""A problem's ``judge.toml``."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.model import FlagsRule, Rules, TimeRule
from judge.packages import judge_toml
from tests.contest import Contest


def test_a_problem_without_one_has_the_usual_rules(tmp_path: Path) -> None:
    assert judge_toml.load_rules(tmp_path) == Rules(FlagsRule.FREE, TimeRule.HARD)


def test_what_it_says_holds(tmp_path: Path) -> None:
    (tmp_path / "judge.toml").write_text('flags_rule = "difference"\ntime = "soft"\n')
    assert judge_toml.load_rules(tmp_path) == Rules(FlagsRule.DIFFERENCE, TimeRule.SOFT)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('\nflag_rule = "free"\n', "judge.toml:2: unknown key 'flag_rule': did you mean 'flags_ru"),
        ('time = "sotf"\n', "judge.toml:1: unknown time 'sotf': did you mean 'soft'?"),
        ("time = 2\n", "judge.toml:1: time must be a string in quotes"),
        ("time = soft\n", "judge.toml:1: is not valid TOML: "),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "judge.toml").write_text(text)
    with pytest.raises(JudgeError) as caught:
        judge_toml.load_rules(tmp_path)
    assert said in str(caught.value)


def test_a_mistake_stops_a_run_before_anything_runs(contest: Contest) -> None:
    contest.set_trap()
    (contest.problem / "judge.toml").write_text('flags = "free"\n')
    assert "problems/toy/judge.toml:1: unknown key 'flags'" in contest.run_refuses()
