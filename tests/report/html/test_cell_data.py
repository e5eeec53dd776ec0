"""Which cells of a page come with drawings and outputs, where there are very many."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge.common.foreign_files import InsideFolders
from judge.model import ProblemResult
from judge.report.html import problem_view
from judge.report.html.problem_view import view_of_problem
from tests.report.toy_results import (
    loaded,
    make_judged,
    make_problem,
    make_results,
    make_solution,
    printed,
)


def blocks(tmp_path: Path, *answers: int) -> list[dict[str, Any]]:
    """What the page has of each case, if one solution printed these answers."""
    problem = make_problem(tmp_path)
    judged = make_judged(problem, make_solution(tmp_path, "one"), printed(*answers))
    result = ProblemResult(problem, (judged,))
    view = view_of_problem(result, loaded(make_results(result))[problem.name])
    return [one for block in view.blocks for one in json.loads(zlib.decompress(b64decode(block)))]


@pytest.mark.long
def test_beyond_a_number_of_cells_accepted_answers_have_facts_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problem_view, "MOST_ACCEPTED", 2)
    found = blocks(tmp_path, 1, 1, 0, 0)
    assert [one["cells"]["v"] for one in found] == [["AC"], ["AC"], ["AC"], ["AC"]]
    assert [bool(one["drawings"]) for one in found] == [True, True, False, False]
    assert [one["cells"]["whole"] for one in found] == [[True], [True], [False], [False]]
    assert "repeats the execution" in found[3]["dropped"]
    assert all(one["cells"]["cpu"][0] is not None for one in found)


def test_other_answers_beyond_it_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problem_view, "MOST_ACCEPTED", 1)
    found = blocks(tmp_path, 1, 1, 0, 1)
    assert [one["cells"]["v"] for one in found] == [["AC"], ["AC"], ["AC"], ["WA"]]
    assert [bool(one["drawings"]) for one in found] == [True, False, False, True]
    assert [one["cells"]["whole"] for one in found] == [[True], [False], [False], [True]]


def test_what_is_not_drawn_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problem_view, "MOST_ACCEPTED", 1)
    problem = make_problem(tmp_path)
    judged = make_judged(problem, make_solution(tmp_path, "one"), printed(1, 1, 0, 0))
    known = tuple(replace(outcome, size=(7,)) for outcome in judged.outcomes)
    result = ProblemResult(problem, (replace(judged, outcomes=known),))
    problem.cases[3].input_path.unlink()
    view = view_of_problem(result, loaded(make_results(result))[problem.name])
    assert [column.size for group in view.groups for column in group.columns][3] == "7"


def test_cases_that_nobody_ran_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run of very many cases may be interrupted after a few."""
    monkeypatch.setattr(problem_view, "MOST_ACCEPTED", 0)
    read: list[str] = []
    monkeypatch.setattr(InsideFolders, "read", lambda _, path, most: read.append(Path(path).name))
    problem = make_problem(tmp_path)
    judged = make_judged(problem, make_solution(tmp_path, "one"), printed(1, 1, 0, 0))
    result = ProblemResult(problem, (replace(judged, outcomes=judged.outcomes[:2]),))
    view_of_problem(result, loaded(make_results(result))[problem.name])
    assert set(read) == {case.input_path.name for case in problem.cases[:2]}
