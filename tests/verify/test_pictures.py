"""Pictures of a plug-in that can be drawn, and those that cannot."""

from __future__ import annotations

import pytest

from judge.verify import pictures
from judge.verify.finding import Status
from tests.contest import Contest
from tests.verify.toy_subject import alter, declare, unrun

DRAWN = """
    def draw(self, instance, answer):
        return f"<p>{len(instance.numbers)} {answer}</p>"

    def sketch(self, instance, answer):
        return f"{instance.numbers} {answer}\\n"

    def draw_pair(self, instance, theirs, best):
        return f"<p>{theirs} {best}</p>"
"""


def test_pictures_that_can_be_drawn(contest: Contest) -> None:
    declare(contest)
    declare(contest, DRAWN)
    finding = pictures.check(unrun(contest, seconds=60))
    assert finding.status is Status.OK, finding
    assert "of draw and draw_pair and sketch" in finding.statement


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<p>{len(instance.numbers)} {answer}", "{answer[0]}", "the plug-in's draw raised"),
        ("<p>{len(instance.numbers)}", "<p style='color:red'>", 'draw has "style="'),
        ("{instance.numbers} {answer}\\n", "", "sketch draws nothing"),
        ("<p>{theirs} {best}", "<p>{1 // len(theirs)}", "the plug-in's draw_pair raised"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_a_fault(
    contest: Contest, old: str, new: str, said: str
) -> None:
    declare(contest)
    declare(contest, DRAWN)
    alter(contest, old, new)
    finding = pictures.check(unrun(contest, seconds=60))
    assert finding.status is Status.FAULT
    assert said in finding.statement.replace("'style='", '"style="')


def test_the_largest_stored_cases_are_drawn_too(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "MOST_INSTANCES", 1)
    monkeypatch.setattr(pictures, "SIZES", ())
    declare(contest, DRAWN)
    alter(contest, "<p>{len(instance.numbers)} {answer}", "<p>{[1] [len(instance.numbers) > 4]}")
    contest.case("secret/9-large", [5, 6, 7, 8, 1], 2, 15, "3 2")
    finding = pictures.check(unrun(contest, seconds=60))
    assert finding.status is Status.FAULT
    assert "9-large" in finding.statement
