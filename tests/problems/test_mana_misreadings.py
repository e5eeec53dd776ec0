"""Whoever misreads a rule of Mana troubles fails on small situations of three stored files."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from _mana_support import PACKAGE, SOLUTIONS, mana
from misreadings import sources

from judge.solutions.variants import folder_variants

MOST_LANDS = 6
FEWEST_MISREADINGS = 40
FEWEST_FILES = 3


@cache
def small_files() -> tuple[tuple[tuple[Any, bool], ...], ...]:
    """The small situations of each stored file, each with the right answer of its answer file."""
    found = []
    for path in sorted((PACKAGE / "data").glob("s*/**/*.in")):
        instance = mana().parse(path.read_text(encoding="utf-8"))
        answers = path.with_suffix(".ans").read_text(encoding="utf-8").split()
        found.append(
            tuple(
                (case, answer == "YES")
                for case, answer in zip(instance, answers, strict=True)
                if len(case.battlefield) + len(case.library) <= MOST_LANDS
            )
        )
    return tuple(found)


def files_refuting(source: str) -> int:
    """How many files have a small situation that a solution gets wrong."""
    # The programs read standard input at once: only their functions are wanted.
    module: dict[str, Any] = {"__name__": "solution"}
    exec(compile(source.removesuffix("\nmain()\n"), "solution", "exec"), module)
    known = module["cards"]()

    def is_wrong(case: Any, right: bool) -> bool:
        board, library = list(case.battlefield), list(case.library)
        return bool(module["possible"](board, library, case.life, case.cost, known) != right)

    return sum(any(is_wrong(*entry) for entry in file) for file in small_files())


def all_sources() -> dict[str, str]:
    """The table's misreadings and the bundled ones."""
    bundled = {made.path.stem: made.text.decode() for made in folder_variants(SOLUTIONS)}
    return {**bundled, **sources("mana")}


def test_there_are_enough_misreadings() -> None:
    assert len(sources("mana")) >= FEWEST_MISREADINGS


def test_the_source_that_the_table_changes_is_right_itself() -> None:
    assert files_refuting((SOLUTIONS / "reference-flow.py").read_text(encoding="utf-8")) == 0


@pytest.mark.parametrize("name", sorted(all_sources()))
def test_three_stored_files_refute_a_misreading_with_small_situations(name: str) -> None:
    assert files_refuting(all_sources()[name]) >= FEWEST_FILES
