"""Posted answers, byte for byte: every way to write one gets the verdict and size that it must.

A file of ``answers/`` is a table for one language, or for one problem. A row of it says

    file      name with its ending; the manifest gets the same stem
    source    the answer as posted (or ``base64``, where it is no UTF-8 text)
    manifest  optional: what stands in ``<stem>.toml``
    verdict   what it must get; several parted by blanks where the machine decides
    size      bytes that count
    reading   optional: how its outputs must be understood
    says      optional: part of what is said of a case that is not accepted

A table is for the toy problem (name at most k of some numbers, by index, so that their sum is
largest; called with the list and k) unless its ``problem`` names one of ``problems/``, of which the
samples are then run.
"""

from __future__ import annotations

import base64
import functools
import pickle
import tomllib
from pathlib import Path
from typing import Any

import pytest

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import RunOptions, make_plan
from judge.model import SolutionResult, Verdict
from tests.compiled import built_folder, made_once
from tests.contest import make_contest

ROOT = Path(__file__).parents[2]
TABLES = sorted((ROOT / "tests" / "answers").glob("*.toml"))
TOY = "toy"


def rows() -> list[tuple[str, str, dict[str, Any]]]:
    """(problem, unique stem, row) of every table."""
    found = []
    for table in TABLES:
        read = tomllib.loads(table.read_text(encoding="utf-8"))
        for row in read["answer"]:
            stem = f"{table.stem}-{Path(row['file']).stem}"
            found.append((read.get("problem", TOY), stem, row))
    return found


ROWS = rows()
#: Plenty: some languages take a second of a busy machine to start.
CPU_S = 10.0


@functools.cache
def judged(problem: str) -> dict[str, SolutionResult]:
    """All answers to a problem, by their stems. One process of the tests judges them, in one batch,
    for all."""
    kept = built_folder() / f"answers-{problem}.pickle"
    folder = kept.with_suffix("")
    made_once(kept, lambda made: made.write_bytes(pickle.dumps(judge_answers(problem, folder))))
    found: dict[str, SolutionResult] = pickle.loads(kept.read_bytes())
    return found


def judge_answers(problem: str, folder: Path) -> dict[str, SolutionResult]:
    contest = make_contest(folder)
    contest.keep_cases("1", "02-none", "04-all")
    solutions = contest.root / "solutions" / problem
    solutions.mkdir(exist_ok=True)
    for own, stem, row in ROWS:
        if own == problem:
            source = row["source"].encode() if "source" in row else base64.b64decode(row["base64"])
            path = solutions / f"{stem}{Path(row['file']).suffix}"
            path.write_bytes(source)
            path.with_suffix(".toml").write_text(row.get("manifest", ""), encoding="utf-8")
    problems_root = contest.root / "problems" if problem == TOY else ROOT / "problems"
    case = "*" if problem == TOY else "sample/*"
    options = RunOptions(
        problems_root,
        contest.root / "solutions",
        names=(problem,),
        case=case,
        workers=2,
        time_limit_s=CPU_S,
    )
    results = listen(evaluate_plan(make_plan(options), options))
    return {j.solution.name: j for p in results.problems for j in p.solutions}


@pytest.mark.long
@pytest.mark.parametrize(("problem", "stem", "row"), ROWS, ids=[stem for _, stem, _ in ROWS])
def test_an_answer_gets_its_verdict_and_size(problem: str, stem: str, row: dict[str, Any]) -> None:
    own = judged(problem)[stem]
    if own.verdict is Verdict.SKIP:
        pytest.skip(own.message)
    message = [f"{o.case} {o.verdict.value} {o.message}" for o in own.outcomes if o.message]
    assert own.verdict.value in row["verdict"].split(), (own.message, message)
    assert own.solution.size == row["size"]
    if "reading" in row:
        assert own.reading == row["reading"], own.reading_why
    if "says" in row:
        assert any(row["says"] in line for line in message), message


@pytest.mark.long
def test_there_are_many_and_each_has_a_name_of_its_own() -> None:
    assert len(ROWS) >= 60
    assert len({stem for _, stem, _ in ROWS}) == len(ROWS)
