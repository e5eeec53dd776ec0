"""Texts that would notice a mutant, saved into the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Limits
from judge.packages.plugin_loader import load_plugin
from judge.verify.mutation import check
from judge.verify.mutation.save import save_texts
from judge.verify.mutation.trials import Observer, Trial
from tests.contest import RIGHT, Contest

INPUT, ANSWER = "[5, 1, 8]\n1\n", "8\n2\n"


@pytest.fixture(autouse=True)
def no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, every mutant is tried."""
    monkeypatch.setattr(check, "TIME_FACTOR", 100_000)


def saved(contest: Contest, *trials: Trial) -> list[str]:
    observer = Observer(load_plugin(contest.problem), Limits())
    return save_texts(trials, observer, contest.problem / "data")


def texts(contest: Contest, stem: str) -> dict[str, str]:
    path = contest.problem / "data" / stem
    return {one.suffix: one.read_text() for one in path.parent.glob(f"{path.name}.*")}


@pytest.mark.parametrize(
    ("output", "folder"),
    [("2", "valid_output"), ("0", "invalid_output"), ("0 2", "invalid_output")],
)
def test_an_output_is_saved_with_its_case(contest: Contest, output: str, folder: str) -> None:
    [stem] = saved(contest, Trial("secret/01-last, greedy", INPUT, ANSWER, output))
    assert stem == f"{folder}/mutant-01-01-last"
    assert texts(contest, stem) == {".in": INPUT, ".ans": ANSWER, ".out": output}


def test_a_refused_input_is_saved_alone_and_an_accepted_one_is_not(contest: Contest) -> None:
    trials = (
        Trial("data/secret/01-last.in", "five\n1\n"),
        Trial("data/secret/01-last.in", "[5]\n1\n"),
    )
    [stem] = saved(contest, *trials)
    assert stem.startswith("invalid_input/")
    assert texts(contest, stem) == {".in": "five\n1\n"}


def test_nothing_is_saved_twice_or_over_another_file(contest: Contest) -> None:
    trial = Trial("secret/01-last", INPUT, ANSWER, "2")
    assert len(saved(contest, trial, trial)) == 1
    assert saved(contest, trial) == []
    [second] = saved(contest, Trial("secret/01-last", INPUT, ANSWER, "0"))
    [third] = saved(contest, Trial("secret/01-last", INPUT, ANSWER, "1"))
    assert (second, third) == (
        "invalid_output/mutant-01-01-last",
        "invalid_output/mutant-02-01-last",
    )


@pytest.mark.long
def test_the_command_saves_what_would_notice_a_survivor(contest: Contest) -> None:
    contest.solution("reference-a.py", RIGHT["lambda.py"])
    data = contest.problem / "data"
    done = contest.judge("verify", "toy", "--seconds", "0.3", "--save", "--report", "r.html")
    assert "; saved " in done.out and "from data/" in done.out
    new = list(data.rglob("mutant-*.out"))
    assert new and all(path.with_suffix(".ans").exists() for path in new)
    assert Path(contest.root / "r.html").exists()
