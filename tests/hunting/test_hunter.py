"""The worker of a hunt: how it has solution and reference answer."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from judge import sandbox
from judge.hunting import screening
from judge.hunting.hunter import Hunter
from judge.hunting.instances import FEW, stretch
from judge.hunting.reference import prepare_all
from judge.hunting.search import hunt_schedule
from judge.hunting.stress import ReadingTerms
from judge.hunting.target import plan_hunt
from tests.contest import RIGHT, Contest
from tests.hunting.toy_hunt import LAMBDA, SHY, options

pytestmark = pytest.mark.skipif(not shutil.which("c++"), reason="needs c++ (Debian: g++)")


@pytest.mark.long
@pytest.mark.parametrize("blind", [False, True], ids=["guided", "blind"])
def test_compiled_programs_answer_together_once_the_first_instances_are_right(
    toy: Contest, open_folder: Path, blind: bool
) -> None:
    toy.solution("right.cpp", RIGHT["plain.cpp"])
    toy.solution("other.c", RIGHT["plain.c"])
    chosen = options(toy, "right", against="other", blind=blind)
    context = prepare_all(plan_hunt(chosen), chosen, sandbox.choose("auto"), open_folder)
    schedule = hunt_schedule(context)
    with closing(Hunter(context)) as hunter:
        terms: ReadingTerms | None = None
        kept: dict[int, Any] = {}
        for index in range(FEW + 3):
            numbers = schedule.numbers(index, kept)
            done = hunter.examine(index, numbers, terms, lambda: False)
            terms, kept[index] = done.examination.terms, done.kept
            assert done.examination.tried
            together = [runner.in_batches for runner in hunter.bulk_runners]
            assert together == [index > FEW] * 2


@pytest.mark.long
@pytest.mark.parametrize("is_right", [True, False], ids=["right", "crashes"])
def test_a_faster_reference_screens_and_the_own_one_decides(
    toy: Contest, open_folder: Path, monkeypatch: pytest.MonkeyPatch, is_right: bool
) -> None:
    monkeypatch.setattr(screening, "FASTER", 10**9)  # whatever the machine does
    for own in (toy.root / "solutions" / "toy").glob("reference*"):
        own.unlink()
    toy.solution("rare.py", SHY)
    toy.solution("reference.py", LAMBDA)
    toy.solution("reference-plain.c", RIGHT["plain.c"] if is_right else "int main(){return 1;}")
    chosen = options(toy, "rare")
    context = prepare_all(plan_hunt(chosen), chosen, sandbox.choose("auto"), open_folder)
    assert context.reference.solution.name == "reference"
    with closing(Hunter(context)) as hunter:
        terms = hunter.examine(0, stretch(0), None, lambda: False).examination.terms
        done = hunter.examine(FEW + 1, stretch(FEW + 4), terms, lambda: False)
        screened = hunter.bulk_runners[2:]
        assert done.findings and len(screened) == 1
        assert (hunter._screening is not None) == is_right


@pytest.mark.long
def test_only_the_settled_reading_is_graded(toy: Contest, open_folder: Path) -> None:
    toy.solution("right.py", LAMBDA)
    chosen = options(toy, "right")
    context = prepare_all(plan_hunt(chosen), chosen, sandbox.choose("auto"), open_folder)
    with closing(Hunter(context)) as hunter:
        instances = [one for _, one in context.maker.rows(range(9))]
        first = hunter.examiner.look(instances, lambda: True)
        settled = hunter.examiner.look(instances, lambda: True, reading="0-indexed")
        assert len(first[-1].grades) > 1
        assert [one.grades for one in settled] == [
            {"0-indexed": one.grades["0-indexed"]} for one in first
        ]
