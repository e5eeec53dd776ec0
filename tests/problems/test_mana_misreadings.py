"""Whoever misreads a rule of Mana troubles fails on small situations of three stored files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from _mana_support import PACKAGE, SOLUTIONS, mana

from judge.solutions.variants import folder_variants

FOLDER = Path(__file__).with_name("misreadings") / "mana"
SOURCE = "reference-flow.py"
SOURCES = {
    made.path.stem: made.text.decode()
    for folder in (FOLDER, SOLUTIONS)
    for made in folder_variants(folder)
}
MOST_LANDS = 6
#: Six lands cost at most nine life: three fetch lands, each of which finds a shock land.
LARGER = {"life-to-zero-at-ten": 7}
#: What misses a limit that solutions set themselves takes as many lands as there may be.
ANY_SIZE = (
    "cards-at-most-twelve",
    "fetches-at-most-four",
    "generic-at-most-31",
    "lands-at-most-24",
    "life-enough-above-fifteen",
    "mana-at-most-99",
)
FEWEST_MISREADINGS = 40
MOST_OF_ALL = 34
FEWEST_FILES = 3


@cache
def small_files(most: int = MOST_LANDS) -> tuple[tuple[tuple[Any, bool], ...], ...]:
    """The small situations of each stored file, each with the right answer of its answer file."""
    found = []
    for path in sorted((PACKAGE / "data").glob("s*/**/*.in")):
        instance = mana().parse(path.read_text(encoding="utf-8"))
        answers = path.with_suffix(".ans").read_text(encoding="utf-8").split()
        found.append(
            tuple(
                (case, answer == "YES")
                for case, answer in zip(instance, answers, strict=True)
                if len(case.battlefield) + len(case.library) <= most
            )
        )
    return tuple(found)


def files_refuting(source: str, most: int = MOST_LANDS) -> int:
    """How many files have a small situation that a solution gets wrong."""
    # The programs read standard input at once: only their functions are wanted.
    module: dict[str, Any] = {"__name__": "solution"}
    exec(compile(source.removesuffix("\nmain()\n"), "solution", "exec"), module)
    known = module["cards"]()

    def is_wrong(case: Any, right: bool) -> bool:
        board, library = list(case.battlefield), list(case.library)
        return bool(module["possible"](board, library, case.life, case.cost, known) != right)

    return sum(any(is_wrong(*entry) for entry in file) for file in small_files(most))


def test_there_are_enough_misreadings() -> None:
    assert len(SOURCES) >= FEWEST_MISREADINGS


@pytest.mark.long
def test_the_source_that_the_table_changes_is_right_itself() -> None:
    source = (FOLDER / SOURCE).read_text(encoding="utf-8")
    assert source == (SOLUTIONS / SOURCE).read_text(encoding="utf-8")
    assert files_refuting(source) == 0


@pytest.mark.parametrize("name", sorted(SOURCES.keys() - set(ANY_SIZE)))
def test_three_stored_files_refute_a_misreading_with_small_situations(name: str) -> None:
    most = LARGER.get(name, MOST_LANDS)
    assert files_refuting(SOURCES[name], most) >= FEWEST_FILES


@pytest.mark.long
@pytest.mark.parametrize("name", ANY_SIZE)
def test_three_stored_files_refute_a_limit_of_a_solution(name: str) -> None:
    assert files_refuting(SOURCES[name], MOST_OF_ALL) >= FEWEST_FILES
