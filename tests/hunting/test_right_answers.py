"""The quick grade says what a checker says, or nothing."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from judge.checking.checker import PluginChecker
from judge.hunting.reference_answers import ReferenceAnswer
from judge.hunting.right_answers import right_grade
from judge.model import Ended, Execution, Grade, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Best, Goal, IllegalAnswer, Undecodable

BEST = 5


class Picks:
    """The sum of a list of numbers; one with a 9 is illegal, and a 7 breaks the plug-in."""

    goal = Goal.MAXIMISE
    strict = True

    def decode(self, text: str, instance: Any, reading: str) -> list[int]:
        try:
            return [int(word) for word in text.split()]
        except ValueError as error:
            raise Undecodable("not a number") from error

    def score(self, instance: Any, answer: list[int]) -> int | Fraction:
        if 9 in answer:
            raise IllegalAnswer("no nine")
        return sum(answer) if 7 not in answer else 1 // 0


def ended(printed: str, status: int = 0, note: str = "") -> Execution:
    return Execution(
        Ended.EXITED, status, None, printed.encode(), b"", None, 0.1, 0.1, 1.0, note=note
    )


def quick(run: Execution, output: bytes, answer: Any, is_read_alike: bool) -> Grade | None:
    reference = ReferenceAnswer(output, Best(BEST, answer))
    plugin = ProblemPlugin(Path("picks"), Picks(), goal=Goal.MAXIMISE)
    return right_grade(plugin, None, run, "as printed", reference, is_read_alike)


@pytest.mark.parametrize(
    "run",
    [
        ended("2 3"),
        ended("5"),
        ended("1 4\n"),
        ended("4"),
        ended("6"),
        ended("9"),
        ended("7"),
        ended("five"),
        ended("2 3", status=1),
        ended("2 3", note="the function ended its process instead of returning"),
    ],
)
def test_whatever_has_a_quick_grade_has_the_same_one_from_a_checker(run: Execution) -> None:
    found = quick(run, b"2 3\n", [2, 3], is_read_alike=True)
    plugin = ProblemPlugin(Path("picks"), Picks(), goal=Goal.MAXIMISE)
    loaded = LoadedCase(None, Best(BEST, [2, 3]))
    wanted = PluginChecker(plugin, True).grade(None, loaded, run, ("as printed",))["as printed"]
    is_plain = wanted.verdict in (Verdict.AC, Verdict.JE) and not run.exit_status
    assert found == (wanted if is_plain else None)


def test_the_text_of_the_reference_is_only_its_answer_under_the_same_reading() -> None:
    """Here the text is said to be the reference's, whose answer was another one."""
    run = ended("4")
    assert quick(run, b"4", (5,), is_read_alike=True) is not None
    assert quick(run, b"4", (5,), is_read_alike=False) is None


def test_an_answer_from_the_store_has_no_value_to_compare_with() -> None:
    found = quick(ended("1 4"), b"2 3", None, is_read_alike=True)
    assert found == Grade(Verdict.AC, score=BEST, gap=0)
