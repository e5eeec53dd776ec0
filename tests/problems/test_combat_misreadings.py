"""Every misreading of combat in a table of many fails at least three small stored cases."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from combat_package import Case, cases, plugin

from judge.plugin import IllegalAnswer

FOLDER = Path(__file__).with_name("misreadings") / "combat"
Blocks = list[tuple[int, int]]
Solver = Callable[[list[list[int]], list[list[int]]], Blocks]
#: Creatures on a side of a case that is small.
SMALL = 6


@cache
def source() -> str:
    return (FOLDER / "reference-exact.py").read_text()


@cache
def table() -> dict[str, dict[str, Any]]:
    read = tomllib.loads((FOLDER / "variants.toml").read_text())
    return {name: entry for name, entry in read.items() if isinstance(entry, dict)}


def misread(name: str) -> str:
    text = source()
    for old, new in table()[name]["replace"]:
        assert text.count(old) == 1, f"{name}: {old!r} is not at exactly one place"
        text = text.replace(old, new)
    return text


def solver(text: str) -> Solver:
    names: dict[str, Any] = {"__name__": "solution"}
    exec(compile(text, "solution", "exec"), names)
    solve: Solver = names["solve"]
    return solve


@cache
def small_cases() -> tuple[Case, ...]:
    """The smallest first."""
    found = [c for c in cases("secret") if max(map(len, c.board)) <= SMALL]
    return tuple(sorted(found, key=lambda c: (len(c.board[1]), len(c.board[0]))))


def is_right(solve: Solver, case: Case) -> bool:
    attackers, blockers = plugin().arguments(case.board)
    blocks = tuple(sorted(solve(attackers, blockers)))
    try:
        return bool(plugin().score(case.board, blocks) == case.best)
    except IllegalAnswer:
        return False


def test_the_table_is_of_different_misreadings() -> None:
    texts = {misread(name) for name in table()}
    assert len(texts) == len(table()) >= 40


@pytest.mark.long
def test_the_source_of_the_table_is_right_on_every_small_case() -> None:
    solve = solver(source())
    assert [case.name for case in small_cases() if not is_right(solve, case)] == []


@pytest.mark.parametrize("name", sorted(table()))
def test_a_misreading_fails_three_small_cases(name: str) -> None:
    solve = solver(misread(name))
    failed = []
    for case in small_cases():
        if not is_right(solve, case):
            failed.append(case.name)
        if len(failed) == 3:
            return
    raise AssertionError(f"{name} fails only {failed}: add small cases that refute it")
