"""``judge new``: a manifest from what is detected, that changes nothing as it stands."""

from __future__ import annotations

import tomllib

import pytest

from judge.packages.plugin_loader import load_plugin
from judge.solutions.load import load_solution
from tests.contest import RIGHT, Contest

ARROW = "n=>k=>[]"


def test_it_writes_what_is_detected_and_prints_it(contest: Contest) -> None:
    path = contest.solution("mine.js", ARROW)
    said = contest.judge("new", "toy", "solutions/toy/mine.js")
    written = path.with_suffix(".toml").read_text()
    assert (said.status, said.err) == (0, "")
    assert said.out == f"wrote solutions/toy/mine.toml\n{written}"
    for line in (
        '# language = "javascript"  # JavaScript (node), by the suffix .js',
        '# kind = "function"  # detected: it defines a function and reads no input',
        '# arity = "curried"  # detected: it returns a function of the next argument',
        '# output = "return"  # by default; or "stdout", "mutated"',
        "# base = 0  # or 1; by default inferred from all cases",
    ):
        assert line in written.splitlines()


@pytest.mark.parametrize("file", ["lambda.py", "reader.js", "plain.c"])
def test_what_it_writes_holds_with_and_without_its_signs(contest: Contest, file: str) -> None:
    path = contest.solution(file, RIGHT[file])
    readings = load_plugin(contest.problem).readings
    bare = load_solution(path, "toy", readings)
    assert contest.judge("new", "toy", f"solutions/toy/{file}").status == 0
    assert load_solution(path, "toy", readings) == bare
    manifest = path.with_suffix(".toml")
    rows = manifest.read_text().splitlines()[1:]
    manifest.write_text("\n".join(row.removeprefix("# ") for row in rows))
    assert tomllib.loads(manifest.read_text())["expect"] == "AC"
    settled = load_solution(path, "toy", readings)
    assert (settled.kind, settled.convention) == (bare.kind, bare.convention)


def test_it_overwrites_nothing(contest: Contest) -> None:
    path = contest.solution("mine.js", ARROW, "# my own")
    said = contest.refuses("new", "toy", "solutions/toy/mine.js")
    assert "solutions/toy/mine.toml: already exists: edit it, or remove it first" in said
    assert path.with_suffix(".toml").read_text() == "# my own"


def test_it_can_be_shown_and_not_written(contest: Contest) -> None:
    path = contest.solution("mine.js", ARROW)
    said = contest.judge("new", "toy", "solutions/toy/mine.js", "--show")
    assert said.status == 0 and said.out.startswith("# How mine.js is judged on toy.")
    assert not path.with_suffix(".toml").exists()


def test_an_output_file_names_its_case(contest: Contest) -> None:
    contest.solution("mine.out", "0 2\n")
    said = contest.judge("new", "toy", "solutions/toy/mine.out", "--show")
    assert '# case = "sample/1"' in said.out and "kind" not in said.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("toi", "solutions/toy/mine.js"), "did you mean 'toy'?"),
        (("toy", "solutions/toy/gone.js"), "gone.js: cannot be read: No such file"),
        (("toy", "solutions/toy/mine.xyz"), "mine.xyz: is in no known language (suffixes: .py,"),
        (("toy",), "a source is missing: write judge new toy FILE, or for a new package judge new"),
    ],
)
def test_what_it_cannot_do_is_said_in_one_line(
    contest: Contest, words: tuple[str, ...], told: str
) -> None:
    contest.solution("mine.js", ARROW)
    contest.solution("mine.xyz", ARROW)
    assert told in contest.refuses("new", *words)
