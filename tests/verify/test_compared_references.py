"""What the references answer to draws, where answers are compared."""

from __future__ import annotations

from collections import Counter

import pytest

from judge.verify import compared_references


@pytest.mark.parametrize(
    ("answers", "special"),
    [
        (["None"] * 3 + ["(1, 2)", "(3,)"], "None"),
        (["None"] * 2 + ["(1, 2)", "(3,)"], None),
        (["None"] * 3 + [f"({number},)" for number in range(20)], None),
        (["None"] * 3, None),
        (["'yes'"] * 3 + ["'no'"] * 3, None),
        (["'abc'", "'abd'", "'abe'", "7"], None),
    ],
)
def test_an_answer_of_its_own_has_no_number_and_all_others_have(
    answers: list[str], special: str | None
) -> None:
    assert compared_references._special(Counter(answers)) == special
