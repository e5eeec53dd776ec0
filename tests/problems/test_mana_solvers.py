"""The solvers of Mana troubles: the exact ones agree, the wrong ones are caught by the data."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
from _mana_support import (
    PACKAGE,
    ROOT,
    SOLUTIONS,
    contest_file,
    load,
    mana,
    run,
    run_python,
    secret,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from mana_problem import generate
from mana_problem.flow import Cheapest, Shortage, cheapest, possible
from mana_problem.game import check_play, requirements
from mana_problem.generate import at_boundary, small_case
from mana_problem.input import Situation, render

from judge.model import VARIANTS, Kind, Verdict
from judge.packages.load import load_problem
from judge.packages.loaded_problem import LoadedProblem
from judge.solutions.find import find_solutions
from judge.solutions.load import read_source
from tests.compiled import STRICT, compiled

NAMES = sorted(mana().table.lands)
FETCHABLE = sorted(name for name in NAMES if mana().table[name].types)
FETCHES = sorted(name for name in NAMES if mana().table[name].fetches)
#: Misreadings of what fetch lands and libraries do: M1 has neither.
M2_ONLY = {
    "wrong-shock-ignored",
    "wrong-fetch-free",
    "wrong-fetch-twice",
    "wrong-same-card-twice",
    "wrong-fetch-by-colour",
    "wrong-fetch-basics-only",
    "wrong-fetch-must",
    "wrong-tron-library",
    "greedy-basics-first",
}


@cache
def brute_force() -> Any:
    return load(SOLUTIONS / "brute-force.py", "mana_brute_force")


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Up to 4 lands on the battlefield, 4 fetch lands among them or not, 4 in the library."""
    board = draw(st.lists(st.sampled_from(FETCHES) | st.sampled_from(NAMES), max_size=4))
    library = draw(st.lists(st.sampled_from(FETCHABLE) | st.sampled_from(NAMES), max_size=4))
    cost = draw(st.text("WUBRGC1234", min_size=1, max_size=5))
    return Situation(tuple(board), tuple(library), draw(st.integers(1, 8)), cost)


@pytest.mark.long
@given(situations())
@settings(max_examples=400, deadline=None)
def test_the_flow_says_what_playing_every_game_says(case: Situation) -> None:
    won = brute_force().solve(case.battlefield, case.library, case.life, case.cost)
    assert possible(case, mana().table) == won


@pytest.mark.long
@given(st.integers(0, 2**32), st.integers(1, 6))
@settings(max_examples=300, deadline=None)
def test_the_least_life_is_exact(seed: int, size: int) -> None:
    case = small_case(Random(seed), size, mana().table)
    found = cheapest(case, mana().table)
    enough = [
        life
        for life in range(1, 21)
        if brute_force().solve(case.battlefield, case.library, life, case.cost)
    ]
    if isinstance(found, Cheapest):
        assert enough == list(range(found.life + 1, 21))
        check_play(
            Situation(case.battlefield, case.library, found.life + 1, case.cost),
            found.play,
            mana().table,
        )
    else:
        assert enough == []


@pytest.mark.long
@given(st.integers(0, 2**32), st.integers(1, 6))
@settings(max_examples=300, deadline=None)
def test_a_shortage_is_one_and_no_smaller(seed: int, size: int) -> None:
    """The demands it names cannot be met at any life; with as many fewer as it says, they can."""
    case = small_case(Random(seed), size, mana().table)
    short = cheapest(case, mana().table)
    if not isinstance(short, Shortage):
        return
    wanted = requirements(case.cost)
    assert short.needed == sum(wanted[kind] for kind in short.kinds) > short.available
    units = [kind if kind != "*" else "1" for kind in short.kinds for _ in range(wanted[kind])]
    assert not brute_force().solve(case.battlefield, case.library, 99, "".join(units))
    costs = {"".join(rest) for rest in _without(units, short.needed - short.available)}
    assert any(
        not cost or brute_force().solve(case.battlefield, case.library, 99, cost) for cost in costs
    )


def _without(units: list[str], number: int) -> list[list[str]]:
    if not number:
        return [units]
    return list(
        chain.from_iterable(
            _without(units[:index] + units[index + 1 :], number - 1)
            for index in range(len(units))
            if units[index] not in units[:index]
        )
    )


@pytest.mark.long
@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=200, deadline=None)
def test_a_case_moved_to_the_boundary_is_one_step_from_the_other_answer(
    seed: int, yes: bool
) -> None:
    case = small_case(Random(seed), 20, mana().table)
    found = cheapest(case, mana().table)
    if not isinstance(found, Cheapest) or not 1 <= found.life <= 19:
        return
    moved = at_boundary(Random(seed), case, mana().table, yes)
    assert possible(moved, mana().table) == yes
    if yes:
        poorer = Situation(moved.battlefield, moved.library, moved.life - 1, moved.cost)
        assert not possible(poorer, mana().table)


@pytest.mark.long
def test_three_exact_programs_and_the_plug_in_agree() -> None:
    """A sample; the full run is recorded in tests/bench/MANA.md."""
    script = ROOT / "tests/bench/mana_agree.py"
    small, large = (
        run([sys.executable, script, *arguments], "")
        for arguments in (("3000", "7"), ("1000", "34"))
    )
    assert "brute-force agree" in small[0] and "reference-prices agree" in large[0]


@pytest.mark.long
def test_the_agreement_script_notices_a_wrong_program(tmp_path: Path) -> None:
    for folder in ("judge", "tests/bench", "problems/mana", "solutions/mana"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    wrong = read_source(SOLUTIONS / "wrong-life-zero.py")
    (tmp_path / "solutions/mana/reference-flow.py").write_bytes(wrong)
    done = subprocess.run(
        [sys.executable, tmp_path / "tests/bench/mana_agree.py", "1000", "7"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and "reference-flow says YES" in done.stdout


# --- the secret data -----------------------------------------------------------------------


@pytest.mark.parametrize("group", ["m1", "m2"])
def test_a_group_has_a_file_of_the_contests_scale(group: str) -> None:
    text, answer = contest_file(group)
    instance = mana().parse(text)
    assert len(instance) >= 240 and mana().size(instance)[1] >= 30
    assert 0.35 <= answer.count("YES") / len(answer) <= 0.65


@pytest.mark.long
@pytest.mark.parametrize("group", ["m1", "m2", "edges-no-fetch", "edges-fetch"])
def test_the_reference_program_gives_the_secret_answers(group: str) -> None:
    for text, answer in secret(group):
        assert run_python("reference-flow", text) == answer
        assert mana().parse_answer("\n".join(answer), mana().parse(text)).score == len(answer)


@pytest.mark.long
def test_the_price_program_gives_the_secret_answers() -> None:
    binary = compiled(SOLUTIONS / "reference-prices.cpp", *STRICT)
    for text, answer in chain(*map(secret, ("m1", "m2", "edges-no-fetch", "edges-fetch"))):
        assert run([binary], text) == answer


def _expected_wrong() -> list[str]:
    """The wrong programs; output files are tested with the judge's commands."""
    loaded = LoadedProblem(load_problem(PACKAGE), mana())
    found = find_solutions(SOLUTIONS.parent, loaded, "*")
    return sorted(
        one.name for one in found if one.kind is Kind.PROGRAM and one.expect == {Verdict.WA}
    )


@pytest.mark.long
def test_there_are_at_least_ten_wrong_solutions() -> None:
    assert len(_expected_wrong()) >= 10 and set(_expected_wrong()) > M2_ONLY


@pytest.mark.parametrize("stem", _expected_wrong())
def test_the_secret_data_kill_a_wrong_solution(stem: str) -> None:
    """In M2 always, in M1 wherever the misreading shows there; elsewhere it must be right."""
    wrong = {
        group: sum(
            message != right
            for text, answer in secret(group)
            for message, right in zip(run_python(stem, text), answer, strict=True)
        )
        for group in ("m1", "m2")
    }
    assert wrong["m2"] > 0
    assert (wrong["m1"] == 0) == (stem in M2_ONLY)


def test_every_solution_has_a_manifest() -> None:
    sources = {path.stem: path.suffix for path in SOLUTIONS.glob("*.*") if path.suffix != ".toml"}
    manifests = [path for path in SOLUTIONS.glob("*.toml") if path.name != VARIANTS]
    assert set(sources) == {path.stem for path in manifests}
    for path in manifests:
        kind = "output" if sources[path.stem] == ".out" else "program"
        assert tomllib.loads(path.read_text())["kind"] == kind


@pytest.mark.long
def test_the_generator_writes_the_committed_files(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "mana")
    shutil.rmtree(tmp_path / "mana/data/secret")
    for group in ("m1", "m2", "edges-no-fetch", "edges-fetch"):
        (tmp_path / "mana/data/secret" / group).mkdir(parents=True)
    subprocess.run(
        [sys.executable, tmp_path / "mana/generators/secret.py"],
        check=True,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
    )
    written = {
        path.relative_to(tmp_path / "mana"): path.read_bytes()
        for path in (tmp_path / "mana/data/secret").rglob("*.*")
    }
    assert len(written) == 16
    assert written == {path: (PACKAGE / path).read_bytes() for path in written}


def test_a_brute_force_answer_does_not_depend_on_the_order_of_lands() -> None:
    case = Situation(("Arid Mesa", "Forest", "Shivan Reef"), ("Steam Vents", "Plains"), 4, "WG1")
    flipped = Situation(case.battlefield[::-1], case.library[::-1], case.life, case.cost)
    assert run_python("brute-force", render((case, flipped))) == ["YES", "YES"]


@pytest.mark.parametrize("size", [1, 2, 5, 10])
def test_in_a_chain_of_lands_each_makes_a_colour_of_its_own(size: int) -> None:
    rng, table = Random(size), mana().table
    for _ in range(20):
        case = generate.chain(rng, size, table)
        assert len(case.battlefield) + len(case.library) <= size
        assert len(case.battlefield) == len(case.cost)
        assert possible(replace(case, life=20), table)
        less = replace(case, life=20, battlefield=case.battlefield[1:])
        assert not possible(less, table)
