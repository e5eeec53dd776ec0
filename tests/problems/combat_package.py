"""Where the combat package lies and how the tests load its parts."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

from judge.packages.plugin_loader import name_package

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "problems" / "combat"
SOLUTIONS = ROOT / "solutions" / "combat"

Side = tuple[tuple[int, int], ...]
Board = tuple[Side, Side]


@dataclass(frozen=True)
class Case:
    name: str
    path: Path
    board: Board
    best: int  # doubled


name_package("combat_problem", PACKAGE)


@cache
def load(name: str) -> ModuleType:
    """A module of the package by its path inside it."""
    path = PACKAGE / name
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plugin() -> Any:
    return import_module("combat_problem.plugin").Combat()


@cache
def cases(folder: str) -> tuple[Case, ...]:
    combat = plugin()
    found = []
    for path in sorted((PACKAGE / "data" / folder).glob("*.in")):
        board = combat.parse(path.read_text())
        best = combat.parse_answer(path.with_suffix(".ans").read_text(), board)
        found.append(Case(path.stem, path, board, best.score))
    return tuple(found)


def blockings(board: Board) -> int:
    """How many there are."""
    return int((len(board[0]) + 1) ** len(board[1]))


def every_blocking(board: Board) -> list[tuple[tuple[int, int], ...]]:
    choices = product([None, *range(len(board[0]))], repeat=len(board[1]))
    return [tuple((b, a) for b, a in enumerate(c) if a is not None) for c in choices]
