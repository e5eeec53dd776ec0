"""The two exact combat solvers, against each other and against brute force.

Neither solver's text is compared: optima are seldom unique. What they print is scored here, by
rules written once more, and the scores must agree.
"""

from __future__ import annotations

import functools
import importlib.util
import itertools
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.compiled import STRICT, compiled

ROOT = Path(__file__).resolve().parents[2]
PYTHON_SOURCE = ROOT / "solutions" / "combat" / "reference-python.py"
CPP_SOURCE = ROOT / "solutions" / "combat" / "reference-cpp.cpp"
BENCH_SOURCE = ROOT / "tests" / "bench" / "combat_references.py"

Creature = tuple[int, int]
Board = tuple[list[Creature], list[Creature]]
Blocks = list[tuple[int, int]]
Solver = Callable[[Board], Blocks]


def load(path: Path) -> ModuleType:
    """Import a file whose name is no identifier."""
    name = path.stem.replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def run_program(command: list[str], board: Board) -> Blocks:
    """Feed two lines of JSON to a program and read its lines of JSON pairs."""
    text = "".join(json.dumps(side) + "\n" for side in board)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [(blocker, attacker) for blocker, attacker in map(json.loads, done.stdout.splitlines())]


@pytest.fixture(scope="session")
def cpp_command() -> list[str]:
    return [compiled(CPP_SOURCE, *STRICT)]


@pytest.fixture(scope="session")
def by_cpp(cpp_command: list[str]) -> Solver:
    return functools.partial(run_program, cpp_command)


@pytest.fixture(scope="session")
def by_python() -> Solver:
    solve = load(PYTHON_SOURCE).solve
    return lambda board: solve(*board)


# The rules, stated naively


def splits(damage: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to deal out all points of damage."""
    if parts == 1:
        yield (damage,)
        return
    for first in range(damage + 1):
        for rest in splits(damage - first, parts - 1):
            yield (first, *rest)


def doubled_fight(attacker: Creature, gang: tuple[Creature, ...], by_points: bool) -> int:
    """Twice what one attacker and its blockers add to the defender's score, damage dealt worst.

    ``by_points`` deals out single points; otherwise every set of creatures that the damage can
    kill is tried, which stays possible when powers are large.
    """
    power, toughness = attacker
    if not gang:
        return -2 * (power + toughness) - power
    if by_points:
        worst = min(
            sum(p + t for (p, t), dealt in zip(gang, split, strict=True) if dealt < t)
            for split in splits(power, len(gang))
        )
    else:
        worst = sum(p + t for p, t in gang) - max(
            sum(p + t for p, t in dead)
            for size in range(len(gang) + 1)
            for dead in itertools.combinations(gang, size)
            if sum(t for _, t in dead) <= power
        )
    survives = sum(p for p, _ in gang) < toughness
    return 2 * worst - (2 * (power + toughness) if survives else 0)


def doubled_score(board: Board, blocks: Blocks, by_points: bool = False) -> int:
    """Twice the defender's score; fails unless the blocks are legal."""
    attackers, blockers = board
    blocking = [blocker for blocker, _ in blocks]
    assert len(set(blocking)) == len(blocking), "a creature blocks once"
    assert all(0 <= b < len(blockers) and 0 <= a < len(attackers) for b, a in blocks)
    idle = sum(p + t for b, (p, t) in enumerate(blockers) if b not in blocking)
    gangs = [tuple(blockers[b] for b, a in blocks if a == i) for i in range(len(attackers))]
    return 2 * idle + sum(
        doubled_fight(attacker, gang, by_points)
        for attacker, gang in zip(attackers, gangs, strict=True)
    )


def brute_force(board: Board, by_points: bool = True) -> int:
    """Twice the best score: all blockings, each against all damage."""
    attackers, blockers = board
    fight = functools.cache(doubled_fight)
    best = None
    for choice in itertools.product(range(-1, len(attackers)), repeat=len(blockers)):
        score = 2 * sum(p + t for (p, t), a in zip(blockers, choice, strict=True) if a < 0)
        for i, attacker in enumerate(attackers):
            gang = sorted(b for b, a in zip(blockers, choice, strict=True) if a == i)
            score += fight(attacker, tuple(gang), by_points)
        best = score if best is None else max(best, score)
    assert best is not None
    return best


def small_board(rng: Random) -> Board:
    """At most three attackers and four blockers, from narrow ranges (ties) and wide ones."""
    most = rng.choice([2, 4, 7])

    def side(limit: int) -> list[Creature]:
        count = rng.randint(0, limit)
        return [(rng.randint(0, most), rng.randint(1, most)) for _ in range(count)]

    return side(3), side(4)


def medium_board(rng: Random) -> Board:
    """At most five a side, numbers up to 50: damage cannot be enumerated, dead sets can."""
    most = rng.choice([3, 10, 50])

    def side(tallest: int) -> list[Creature]:
        count = rng.randint(1, 5)
        return [(rng.randint(0, most), rng.randint(1, tallest)) for _ in range(count)]

    return side(rng.choice([most, 2 * most])), side(most)


# What is promised

PUBLISHED: list[tuple[Board, list[Blocks]]] = [
    (([(2, 2), (3, 3)], [(1, 4), (1, 1), (0, 1)]), [[(0, 0), (1, 0), (2, 1)]]),
    (
        ([(3, 3), (3, 3)], [(2, 3), (2, 2), (2, 2)]),
        [[(1, 0), (2, 0)], [(1, 1), (2, 1)]],
    ),
    (([(3, 1), (7, 2)], [(0, 4), (1, 1)]), [[(1, 0)], [(0, 0), (1, 0)]]),
    (([(2, 2)], [(1, 1)]), [[]]),
]


@pytest.mark.long
@pytest.mark.parametrize(("board", "answers"), PUBLISHED)
def test_published_boards(
    board: Board, answers: list[Blocks], by_cpp: Solver, by_python: Solver
) -> None:
    best = brute_force(board)
    for blocks in [*answers, by_cpp(board), by_python(board)]:
        assert doubled_score(board, blocks, by_points=True) == best


def test_the_worked_example_has_its_published_scores() -> None:
    board = [(2, 2), (3, 3)], [(1, 4), (1, 1), (0, 1)]
    assert doubled_score(board, [(0, 0), (1, 0)]) == -3
    assert doubled_score(board, []) == -9
    assert brute_force(board) == -2


@pytest.mark.long
@pytest.mark.parametrize("board", [([], []), ([(3, 3)], []), ([], [(1, 1), (2, 2)])])
def test_empty_sides_print_nothing(board: Board, cpp_command: list[str]) -> None:
    assert run_program(cpp_command, board) == []
    assert run_program([sys.executable, str(PYTHON_SOURCE)], board) == []


@pytest.mark.long
def test_the_python_program_prints_what_its_function_finds(by_python: Solver) -> None:
    for seed in range(10):
        board = small_board(Random(seed))
        assert run_program([sys.executable, str(PYTHON_SOURCE)], board) == by_python(board)


def test_both_scorings_of_damage_agree() -> None:
    rng = Random(5)
    for _ in range(300):
        attacker = rng.randint(0, 7), rng.randint(1, 7)
        gang = tuple((rng.randint(0, 7), rng.randint(1, 7)) for _ in range(rng.randint(0, 4)))
        assert doubled_fight(attacker, gang, True) == doubled_fight(attacker, gang, False)


def assert_all_agree(boards: Iterator[Board], solvers: list[Solver], by_points: bool) -> None:
    for board in boards:
        best = brute_force(board, by_points)
        assert [doubled_score(board, solve(board)) for solve in solvers] == [best] * len(solvers), (
            board
        )


@pytest.mark.long
def test_small_boards_against_every_point_of_damage(by_cpp: Solver, by_python: Solver) -> None:
    boards = (small_board(Random(seed)) for seed in range(1000))
    assert_all_agree(boards, [by_cpp, by_python], by_points=True)


@pytest.mark.long
def test_wider_numbers_against_brute_force(by_cpp: Solver, by_python: Solver) -> None:
    boards = (medium_board(Random(f"medium {seed}")) for seed in range(200))
    assert_all_agree(boards, [by_cpp, by_python], by_points=False)


creatures = st.tuples(st.integers(0, 6), st.integers(1, 6))


@pytest.mark.long
@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.lists(creatures, max_size=3), st.lists(creatures, max_size=4))
def test_python_on_boards_that_shrink(attackers: list[Creature], blockers: list[Creature]) -> None:
    board = attackers, blockers
    blocks = _python_solve()(attackers, blockers)
    assert doubled_score(board, blocks, by_points=True) == brute_force(board)


@functools.cache
def _python_solve() -> Callable[[list[Creature], list[Creature]], Blocks]:
    solve: Callable[[list[Creature], list[Creature]], Blocks] = load(PYTHON_SOURCE).solve
    return solve


def assert_same_scores(board: Board, by_cpp: Solver, by_python: Solver) -> None:
    assert doubled_score(board, by_cpp(board)) == doubled_score(board, by_python(board)), board


FAMILIES: dict[str, Callable[[Random, int], Board]] = load(BENCH_SOURCE).FAMILIES


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES)
def test_the_two_agree_on_every_kind_of_board(
    family: str, by_cpp: Solver, by_python: Solver
) -> None:
    for size in (5, 7, 9):
        for seed in range(6):
            board = FAMILIES[family](Random(f"agree {family} {size} {seed}"), size)
            assert_same_scores(board, by_cpp, by_python)


@pytest.fixture(scope="session")
def by_programme() -> Solver:
    """The C++ reference without its search: its dynamic programme does what is left to do."""
    return functools.partial(run_program, [compiled(CPP_SOURCE, "-DWITHOUT_SEARCH", *STRICT)])


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES)
def test_the_dynamic_programme_agrees_where_no_search_comes_first(
    family: str, by_programme: Solver, by_python: Solver
) -> None:
    for size in (4, 6, 8):
        for seed in range(4):
            board = FAMILIES[family](Random(f"programme {family} {size} {seed}"), size)
            assert_same_scores(board, by_programme, by_python)


@pytest.mark.slow
@pytest.mark.parametrize("size", range(4, 13))
def test_the_two_agree_on_thousands_of_random_boards(
    size: int, by_cpp: Solver, by_python: Solver
) -> None:
    rng = Random(f"thousands {size}")
    for _ in range(600):
        attackers, blockers = (size, rng.randint(1, size)) if rng.random() < 0.3 else (size, size)
        wide = rng.choice([2, 7, 7, 20])
        board = (
            [(rng.randint(0, wide), rng.randint(1, wide)) for _ in range(attackers)],
            [(rng.randint(0, wide), rng.randint(1, wide)) for _ in range(blockers)],
        )
        assert_same_scores(board, by_cpp, by_python)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_the_two_agree_on_large_unkind_boards(
    family: str, by_cpp: Solver, by_python: Solver
) -> None:
    for size in (8, 10, 12):
        for seed in range(15):
            board = FAMILIES[family](Random(f"large {family} {size} {seed}"), size)
            assert_same_scores(board, by_cpp, by_python)


@pytest.mark.slow
def test_many_more_boards_against_brute_force(by_cpp: Solver, by_python: Solver) -> None:
    boards = (small_board(Random(f"more {seed}")) for seed in range(5000))
    assert_all_agree(boards, [by_cpp, by_python], by_points=True)
    boards = (medium_board(Random(f"more medium {seed}")) for seed in range(2000))
    assert_all_agree(boards, [by_cpp, by_python], by_points=False)
