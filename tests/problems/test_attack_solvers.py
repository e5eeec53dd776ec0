"""The exact solvers agree; misreadings and the documented algorithms are found out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from attack_package import PACKAGE, SOLUTIONS, bench, plugin, secret, solution
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.plugin import IllegalAnswer
from judge.solutions import variants
from tests.compiled import STRICT, compiled

WRONG = sorted(made.path.stem for made in variants.folder_variants(SOLUTIONS))
DOCUMENTED = ("documented-chains", "documented-new-approach")


def score_of(solver: ModuleType, instance: Any, board: Any) -> int | None:
    """What a solver's answer is worth; None when it is illegal."""
    try:
        return int(plugin.score(instance, tuple(sorted(solver.solve(board)[1]))))
    except IllegalAnswer:
        return None


@pytest.mark.long
def test_the_branch_and_bound_solves_every_secret_case() -> None:
    exact = solution("reference-bnb")
    for name, instance, best in secret():
        assert score_of(exact, instance, plugin.arguments(instance)[0]) == best, name


@pytest.mark.long
@settings(max_examples=400, deadline=None)
@given(st.integers(0, 10**9))
def test_the_branch_and_bound_agrees_with_the_brute_force(seed: int) -> None:
    instance = bench("attack_agreement").small(Random(seed))
    claim = bench("attack_agreement").claim
    assert claim(instance, solution("reference-bnb")) == claim(instance, solution("brute-force"))


@pytest.fixture(scope="module")
def min_cut() -> Callable[[Any], int | None]:
    """What the compiled solver's answer to an instance is worth."""
    binary = compiled(SOLUTIONS / "reference-min-cut.cpp", *STRICT)

    def score(instance: Any) -> int | None:
        text = plugin.render(instance)
        done = subprocess.run([binary], input=text, capture_output=True, text=True, check=True)
        try:
            return int(plugin.score(instance, plugin.decode(done.stdout, instance, "0-indexed")))
        except IllegalAnswer:
            return None

    return score


@pytest.mark.long
def test_the_minimum_cuts_solve_every_secret_case(min_cut: Callable[[Any], int | None]) -> None:
    for name, instance, best in secret():
        assert min_cut(instance) == best, name


@pytest.mark.long
def test_the_minimum_cuts_agree_with_the_branch_and_bound(
    min_cut: Callable[[Any], int | None],
) -> None:
    for seed in range(300):
        instance = plugin.generate(Random(f"min-cut {seed}"), seed % 12 + 1)
        board = plugin.arguments(instance)[0]
        assert min_cut(instance) == solution("reference-bnb").solve(board)[0], seed


@pytest.mark.long
def test_cp_sat_agrees_with_the_branch_and_bound() -> None:
    claim = bench("attack_agreement").claim
    for seed in range(150):
        make = bench("attack_agreement").small if seed % 10 else bench("attack_agreement").large
        instance = make(Random(f"agreement {seed}"))
        exact = claim(instance, solution("reference-bnb"))
        assert claim(instance, solution("reference-cpsat")) == exact, seed


@pytest.mark.long
def test_cp_sat_solves_every_small_secret_case() -> None:
    for name, instance, best in small_cases():
        if len(instance.attackers) <= 5:
            board = plugin.arguments(instance)[0]
            assert score_of(solution("reference-cpsat"), instance, board) == best, name


@pytest.mark.slow
def test_cp_sat_solves_every_secret_case() -> None:
    for name, instance, best in secret():
        board = plugin.arguments(instance)[0]
        assert score_of(solution("reference-cpsat"), instance, board) == best, name


@pytest.mark.long
def test_the_sandbox_shows_or_tools_to_a_solution_that_requires_them(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "judge", "run", "attack", "--solution", "reference-cpsat"]
    command += [
        "--case",
        "sample/*",
        "--time-limit",
        "60",  # OR-Tools take a second of a busy machine to be imported
        "--store",
        str(tmp_path / "store"),
        "--report",
        str(tmp_path / "a.html"),
    ]
    found = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    root = PACKAGE.parents[1]
    done = subprocess.run(
        command, cwd=root, env={**os.environ, "PATH": found}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"reference-cpsat.* AC +5/5", done.stdout)


def small_cases() -> list[tuple[str, Any, int]]:
    return [case for case in secret() if len(case[1].attackers) <= 8]


def failures(stem: str) -> list[str]:
    """Small secret cases, read from the file's own text, that a solution gets wrong."""
    solver, found = solution(stem), []
    prepare = getattr(solver, "once", lambda board: board)
    for name, instance, best in small_cases():
        board = prepare(json.loads(plugin.render(instance)))
        if score_of(solver, instance, board) != best:
            found.append(name)
    return found


def test_there_are_at_least_eight_misreadings() -> None:
    assert len(WRONG) >= 8


@pytest.mark.parametrize("stem", WRONG)
def test_the_secret_data_kills_each_misreading_twice(stem: str) -> None:
    assert len(failures(stem)) >= 2


def test_it_is_the_misreading_that_kills_and_not_the_search() -> None:
    assert failures("budget-search") == []


@pytest.mark.parametrize("stem", DOCUMENTED)
def test_a_documented_algorithm_fails_on_its_counterexamples(stem: str) -> None:
    paths = sorted((PACKAGE / "generators" / "counterexamples").glob(f"{stem}--*.in"))
    assert len(paths) >= 5
    message = (PACKAGE / "FINDINGS.md").read_text(encoding="utf-8")
    stored = {plugin.render(instance) for _, instance, _ in secret()}
    for path in paths:
        text = path.read_text(encoding="utf-8")
        instance = plugin.parse(text)
        assert text in stored, f"{path.stem} is no secret case"
        assert path.stem in message, f"FINDINGS.md does not tell of {path.stem}"
        board = plugin.arguments(instance)[0]
        best = solution("brute-force").solve(board)[0]
        assert score_of(solution(stem), instance, board) != best, path.stem


@pytest.mark.parametrize("stem", DOCUMENTED)
def test_a_documented_algorithm_is_right_without_any_restriction(stem: str) -> None:
    """Then everybody attacks where most wanted: the stages are not wrong for a silly reason."""
    for seed in range(100):
        rng = Random(seed)
        worker_pool = [
            {"name": "Ox", "power": 1, "colors": [], "must_attack": rng.randint(0, 2),
             "must_attack_defender": {str(rng.randrange(2)): rng.randint(1, 3)}}
            for _ in range(rng.randint(1, 9))
        ]  # fmt: skip
        board = {"defenders": [{"name": "A"}, {"name": "B"}], "attackers": worker_pool}
        instance = plugin.parse(json.dumps(board))
        best = solution("reference-bnb").solve(board)[0]
        assert score_of(solution(stem), instance, board) == best


@pytest.mark.parametrize("stem", sorted(path.stem for path in SOLUTIONS.glob("*.py")))
def test_a_manifest_stands_beside_each_solution(stem: str) -> None:
    manifest = tomllib.loads((SOLUTIONS / f"{stem}.toml").read_text(encoding="utf-8"))
    assert (manifest["kind"], manifest["base"]) == ("program", 0)
    expect = {"reference-bnb": "AC", "reference-cpsat": "AC", "brute-force": "TLE"}
    assert manifest["expect"] == expect.get(stem, "WA")
    needs_ortools = re.search(r"^from ortools", (SOLUTIONS / f"{stem}.py").read_text(), re.M)
    assert manifest.get("requires", []) == (["ortools"] if needs_ortools else [])


@pytest.mark.parametrize("stem", ["reference-bnb", "brute-force", "budget-search", *DOCUMENTED])
def test_a_solution_is_a_program(stem: str, run_program: Any) -> None:
    board = '{"defenders": [{"name": "A"}], "attackers": [{"name": "Ox", "power": 1, "colors": [], '
    assert run_program(SOLUTIONS / f"{stem}.py", board + '"must_attack": 1}]}') == "0 0\n"


@pytest.fixture
def run_program() -> Any:
    def run(path: Path, text: str) -> str:
        command = [sys.executable, "-I", str(path)]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        return done.stdout

    return run
