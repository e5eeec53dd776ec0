"""An answer to the combat problem in every language of the further tables, judged in the sandbox.

The answers are the files of ``combat/``, all with the same algorithm: every blocking is tried, and
for each the damage that hurts most. Where that would be out of proportion, the answer is legal but
seldom best. A language that this machine lacks is skipped.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import RunOptions, make_plan
from judge.languages.table import all_languages, by_suffix
from judge.model import SolutionResult, Verdict
from tests.languages.toy_solutions import FUNCTIONS, PROGRAMS

ROOT = Path(__file__).parents[2]
ANSWERS = sorted(Path(__file__).with_name("combat").iterdir())
#: Languages whose answer blocks nothing, or what comes first.
LEGAL = frozenset({"sed", "bc", "dc", "brainfuck", "uiua"})
#: The others take long to start or to compile.
QUICK = frozenset("zsh sed jq bc dc sqlite brainfuck scheme typescript lisp".split())
#: Far above what any needs, on a machine of any speed.
TIME_LIMIT_S = 60.0


def judged(folder: Path, answers: list[Path]) -> dict[str, SolutionResult]:
    """The results on the samples, by the name of the language."""
    solutions = folder / "solutions" / "combat"
    solutions.mkdir(parents=True)
    for answer in answers:
        shutil.copy(answer, solutions / f"{language_of(answer)}{answer.suffix}")
    options = RunOptions(
        ROOT / "problems",
        folder / "solutions",
        names=("combat",),
        case="sample/*",
        workers=2,
        time_limit_s=TIME_LIMIT_S,
    )
    results = listen(evaluate_plan(make_plan(options), options))
    return {one.solution.language: one for problem in results.problems for one in problem.solutions}


def language_of(answer: Path) -> str:
    found = by_suffix(answer)
    assert found is not None, answer
    return found.name


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SolutionResult]:
    chosen = [answer for answer in ANSWERS if language_of(answer) in QUICK]
    return judged(tmp_path_factory.mktemp("combat"), chosen)


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SolutionResult]:
    chosen = [answer for answer in ANSWERS if language_of(answer) not in QUICK]
    return judged(tmp_path_factory.mktemp("combat"), chosen)


def check(result: SolutionResult) -> None:
    if result.verdict is Verdict.SKIP:
        pytest.skip(result.message)
    right = result.solution.language not in LEGAL
    said = [result.message, *(outcome.message for outcome in result.outcomes)]
    assert result.verdict is (Verdict.AC if right else Verdict.WA), said
    by_case = {outcome.case: outcome.verdict for outcome in result.outcomes}
    assert set(by_case.values()) <= {Verdict.AC, Verdict.WA}, said


@pytest.mark.long
@pytest.mark.parametrize("name", [n for n in map(language_of, ANSWERS) if n in QUICK])
def test_an_answer_to_combat_is_judged(quick: dict[str, SolutionResult], name: str) -> None:
    check(quick[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in map(language_of, ANSWERS) if n not in QUICK])
def test_an_answer_that_is_slow_to_build_is_judged(
    slow: dict[str, SolutionResult], name: str
) -> None:
    check(slow[name])


def test_every_language_that_can_be_installed_has_an_answer() -> None:
    toys = [by_suffix(Path(file)) for file in (*FUNCTIONS, *PROGRAMS)]
    answered = {language_of(answer) for answer in ANSWERS} | {toy.name for toy in toys if toy}
    elsewhere = {"python", "javascript", "c", "cpp"}  # in contest.py
    needed = {name for name, entry in all_languages().items() if not entry.unavailable}
    assert needed - elsewhere == answered - elsewhere
