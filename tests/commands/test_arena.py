"""``judge arena`` as its user meets it."""

from __future__ import annotations

import json

import pytest

from judge import cli
from tests.arena.toy_game import BEST, contestant, declare, three
from tests.contest import Contest


@pytest.mark.long
def test_it_ranks_and_writes_every_game_and_the_page(
    toy: Contest, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    three(toy)
    monkeypatch.chdir(toy.root)
    words = ["arena", "toy", "--boards", "5", "--size", "9"]
    assert cli.main([*words, "--report", "out/page.html", "--json", "out/games.json"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("Largest sum: 3 contestants, 5 boards of size 9, seed 0, 30 games\n")
    assert "1.  best" in out and "opens" in out and "report: out/page.html" in out
    facts = json.loads((toy.root / "out/games.json").read_text())
    assert facts["roles"] == ["opens", "follows"] and len(facts["boards"]) == 5
    assert len(facts["games"]) == 30 and len(facts["pairings"]) == 6
    assert facts["standings"][0]["contestant"] == "best"
    page = (toy.root / "out/page.html").read_text()
    assert "moves: (" in page, "the toy does not draw games"
    assert cli.main([*words, "--jobs", "1", "--json", "-"]) == 0
    assert json.loads(capfd.readouterr().out) == facts


@pytest.mark.long
def test_a_forfeit_is_told_and_changes_the_exit_status(
    toy: Contest, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    declare(toy)
    contestant(toy, "best.py", BEST)
    outside = toy.root / "mine.py"
    outside.write_text("lambda role, heap: 'no'\n")
    monkeypatch.chdir(toy.root)
    words = ["arena", "toy", "--contestant", "b*", "--contestant", "mine.py", "--boards", "3"]
    assert cli.main([*words, "--report", "page.html"]) == 1
    out = capfd.readouterr().out
    assert out.count("forfeit: mine") == 2, "once for each role"
    assert "forfeit: mine (opens) on board 1 and in 2 more games: WA not a number" in out
    assert "WA, not a number" in (toy.root / "page.html").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--contestant", "bset"], "no contestant 'bset' of toy, and no such file: did you mean"),
        (["--contestant", "best"], "an arena needs two contestants, found 1"),
        (["--boards", "0"], "'0' is not a whole number from 1"),
        (["--report", "a", "--json", "a"], "is named by --report and --json"),
        (["--sandbox", "none "], "sandbox"),
    ],
)
def test_wrong_usage_is_one_line(
    toy: Contest,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    words: list[str],
    said: str,
) -> None:
    three(toy)
    monkeypatch.chdir(toy.root)
    assert cli.main(["arena", "toy", *words]) == 2
    [line] = capfd.readouterr().err.splitlines()
    assert said in line


def test_a_problem_without_a_game_is_refused(
    toy: Contest, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(toy.root)
    assert cli.main(["arena", "toy"]) == 2
    assert "an arena needs random_board, role_to_move" in capfd.readouterr().err
