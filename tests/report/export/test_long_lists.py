"""Files for programs of a run with very many outcomes are made a part at a time."""

from __future__ import annotations

import csv
import json
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from judge.model import Outcome, Results
from judge.report.export import csv_rows, json_write, junit
from tests.report.toy_results import usual

MANY = 3000


class Made(Sequence[Any]):
    """A list whose items are made when they are asked for."""

    def __init__(self, make: Callable[[int], Any]) -> None:
        self._make = make

    def __len__(self) -> int:
        return MANY

    def __getitem__(self, index: Any) -> Any:
        if index >= MANY:
            raise IndexError(index)
        return self._make(index)

    def __iter__(self) -> Iterator[Any]:
        return map(self._make, range(MANY))


@pytest.fixture
def many(tmp_path: Path) -> Results:
    """One solution that is wrong on every third case."""
    results = usual(tmp_path)
    found = results.problems[0]
    solved = next(one for one in found.solutions if len({o.verdict for o in one.outcomes}) > 1)
    wrong = next(one for one in solved.outcomes if one.verdict.value == "WA")
    right = next(one for one in solved.outcomes if one.verdict.value == "AC")

    def outcome(index: int) -> Outcome:
        return replace(wrong if index % 3 == 0 else right, case=f"secret/{index:04}")

    case = found.problem.cases[-1]
    cases: Any = Made(lambda index: replace(case, name=f"secret/{index:04}", group="secret"))
    outcomes: Any = Made(outcome)
    problem = replace(found.problem, cases=cases)
    solution = replace(solved, outcomes=outcomes)
    return replace(results, problems=(replace(found, problem=problem, solutions=(solution,)),))


def of_json(path: Path) -> list[tuple[str, bool]]:
    [solution] = json.loads(path.read_text())["problems"][0]["solutions"]
    return [(one["case"], one["verdict"] == "WA") for one in solution["outcomes"]]


def of_csv(path: Path) -> list[tuple[str, bool]]:
    rows = csv.DictReader(path.read_text().splitlines())
    return [(row["case"], row["verdict"] == "WA") for row in rows if row["group"] == "secret"]


def of_junit(path: Path) -> list[tuple[str, bool]]:
    [suite] = ElementTree.parse(path).getroot()
    found = [(str(one.get("name")), one.find("failure") is not None) for one in suite]
    assert suite.get("tests") == str(MANY + 1) and suite.get("failures") == str(MANY // 3 + 1)
    return found[1:]


@pytest.mark.long
@pytest.mark.parametrize(
    ("write", "read"),
    [(json_write.write_json, of_json), (csv_rows.write, of_csv), (junit.write, of_junit)],
)
def test_a_file_of_many_outcomes_takes_less_memory_than_it_is_long(
    many: Results,
    tmp_path: Path,
    write: Callable[[Results, Path], None],
    read: Callable[[Path], list[tuple[str, bool]]],
) -> None:
    path = tmp_path / "many"
    write(usual(tmp_path), path)  # what is loaded once does not count
    tracemalloc.start()
    try:
        write(many, path)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    rows = [(f"secret/{index:04}", index % 3 == 0) for index in range(MANY)]
    assert read(path) == rows
    assert most < path.stat().st_size * 0.75
