"""``judge prove`` as its user meets it, and what other commands say of a proof."""

from __future__ import annotations

import json

import pytest

from judge import cli
from tests.contest import RIGHT, Contest
from tests.proving.toy_proof import declare, wrong_on


@pytest.mark.long
def test_it_tells_what_is_proved_and_grade_and_the_leaderboard_show_it(
    toy: Contest, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    declare(toy)
    toy.solution("right.py", RIGHT["lambda.py"])
    toy.solution("planted.py", wrong_on(([1], 1)))
    monkeypatch.chdir(toy.root)
    assert cli.main(["prove", "toy", "planted", "--size", "2x2"]) == 1
    out = capfd.readouterr().out
    assert "wrong on number 8 of all 30 rows" in out
    assert "[1]\n1\n" in out and "the first one in order of simplicity" in out
    assert cli.main(["grade", "toy", "solutions/toy/right.py"]) == 0
    assert "proved" not in capfd.readouterr().out
    assert cli.main(["prove", "toy", "right", "--size", "2x2"]) == 0
    assert "right on all 30 rows of at most 2 numbers up to 2" in capfd.readouterr().out
    assert cli.main(["prove", "toy", "right", "--size", "2x2", "--seconds", "1e-6"]) == 3
    assert "not finished, the time is over: right on the first 0 of all 30" in (
        capfd.readouterr().out
    )
    assert cli.main(["grade", "toy", "solutions/toy/right.py"]) == 0
    assert "proved to 2 × 2" in capfd.readouterr().out
    cli.main(["run", "toy", "--solution", "[rp]*", "--rank", "--report", "page.html"])
    lines = capfd.readouterr().out.splitlines()
    rows = [row for row in lines if "proved to 2 × 2" in row]
    [head] = [row for row in lines if row.split()[-2:] == ["date", "proof"]]
    assert all(row.index("proved") == head.index("proof") for row in rows)
    assert any(" right " in row for row in rows) and not any("planted" in row for row in rows)
    page = (toy.root / "page.html").read_text()
    assert 'data-v="proved to 2 × 2">proved to 2 × 2</td>' in page and ">Proof<" in page


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "judge prove toy right --size 2x2 --resume\n"),
        (["--store", "own.sqlite"], "--size 2x2 --resume --store own.sqlite\n"),
        (["--no-store"], "nothing was stored: without --no-store, --resume goes on from here"),
    ],
)
def test_how_an_unfinished_proof_goes_on(
    toy: Contest,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    words: list[str],
    said: str,
) -> None:
    declare(toy)
    toy.solution("right.py", RIGHT["lambda.py"])
    monkeypatch.chdir(toy.root)
    assert cli.main(["prove", "toy", "right", "--size", "2x2", "--seconds", "1e-6", *words]) == 3
    assert said in capfd.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize("to", ["-", "out/proof.json"])
def test_the_result_as_json(
    toy: Contest, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], to: str
) -> None:
    declare(toy)
    toy.solution("planted.py", wrong_on(([1], 1)))
    monkeypatch.chdir(toy.root)
    words = ["prove", "toy", "planted", "--size", "2x2", "--no-store", "--json", to]
    assert cli.main(words) == 1
    out = capfd.readouterr().out
    facts = json.loads(out if to == "-" else (toy.root / to).read_text())
    assert (facts["end"], facts["proved"], facts["total"]) == ("refuted", 7, 30)
    assert facts["bound"] == [2, 2] and facts["solution"] == "planted"
    assert facts["counterexample"]["verdict"] == "WA" and not facts["counterexample"]["flaky"]
    assert facts["counterexample"]["best"] is not None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--size", "1x1", "--json", "a", "--store", "a"], "is named by --store and --json"),
        (["--size", "2-3"], "'2-3' is not a bound: whole numbers with x between them"),
        (["--size", "3"], "'3' is no bound of this problem: a bound is length x number"),
        ([], "the following arguments are required: --size"),
        (["--size", "1x1", "--resume", "--no-store"], "--resume reads the store"),
        (["--size", "1x1", "--reference", "none"], "no solution 'none' of toy"),
    ],
)
def test_wrong_usage_is_one_line(
    toy: Contest,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    words: list[str],
    said: str,
) -> None:
    declare(toy)
    toy.solution("right.py", RIGHT["lambda.py"])
    monkeypatch.chdir(toy.root)
    assert cli.main(["prove", "toy", "right", *words]) == 2
    [line] = capfd.readouterr().err.splitlines()
    assert said in line
