"""Phrases that every form of the report uses."""

from fractions import Fraction
from typing import Any

import pytest

from judge.common.score_format import ScoreFormat
from judge.model import Ended, Limits, Outcome, Reason, Verdict
from judge.report.phrases import in_words, name_and_version
from tests.report.toy_results import make_run


@pytest.mark.parametrize(
    ("title", "printed", "shown"),
    [
        ("Python 3", "Python 3.11.7", ("Python", "3.11.7")),
        ("Ruby", "ruby 3.1.2p20 (2022-04-12)", ("Ruby", "3.1.2p20 (2022-04-12)")),
        ("JavaScript (node)", "v20.1.0", ("JavaScript (node)", "v20.1.0")),
        ("C", "cc (Debian 12.2.0) 12.2.0", ("C", "cc (Debian 12.2.0) 12.2.0")),
        ("Perl", "perl", ("Perl", "perl")),
    ],
)
def test_a_version_does_not_repeat_the_language(
    title: str, printed: str, shown: tuple[str, str]
) -> None:
    assert name_and_version(title, printed) == shown


def outcome(verdict: Verdict, reason: Reason | None = None, **more: Any) -> Outcome:
    facts: dict[str, Any] = {"message": "", "score": None, "best": None, "gap": None, "run": None}
    return Outcome("toy", "it", "one", verdict, reason, **(facts | more))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (
            outcome(Verdict.WA, Reason.SUBOPTIMAL, score=4905, best=5179, gap=274),
            "Legal, but 137 below the best (2452.5 of 2589.5)",
        ),
        (
            outcome(Verdict.WA, Reason.SUBOPTIMAL, score=8, best=2, gap=6),
            "Legal, but 3 above the best (4 against 1)",
        ),
        (outcome(Verdict.WA, Reason.SUBOPTIMAL), "Legal, but not best"),
        (
            outcome(Verdict.WA, Reason.ILLEGAL, message="index: there is no word 7"),
            "Illegal: index: there is no word 7",
        ),
        (
            outcome(Verdict.WA, Reason.UNDECODABLE, message="no number"),
            "No answer can be read: no number",
        ),
        (
            outcome(Verdict.TLE, run=make_run(ended=Ended.CPU_LIMIT), message="CPU time: 2.01 s"),
            "Over the limit of 2 s of CPU time (CPU time: 2.01 s)",
        ),
        (
            outcome(Verdict.TLE, run=make_run(ended=Ended.WALL_LIMIT)),
            "Over the limit of 6 s of wall time",
        ),
        (outcome(Verdict.MLE), "Over the limit of 256 MiB of memory"),
        (outcome(Verdict.OLE), "Over the limit of 8 MiB of output"),
        (outcome(Verdict.RTE, message="exit status 1"), "exit status 1"),
        (outcome(Verdict.AC), ""),
    ],
)
def test_a_reason_is_a_sentence_with_its_numbers(wrong: Outcome, words: str) -> None:
    assert in_words(wrong, ScoreFormat(Fraction(1, 2)), Limits()) == words
