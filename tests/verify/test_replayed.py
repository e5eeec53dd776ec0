"""What a right contestant said, with changes that only careless interactors overlook."""

from __future__ import annotations

import pytest

from judge.verify.replayed import LONGER, longer_words


def test_letters_are_put_behind_the_first_word_of_the_last_line() -> None:
    assert longer_words("? 1 2\n! 2\n") == {LONGER: "? 1 2\n!thisisnoanswer 2\n"}


@pytest.mark.parametrize("said", ["", "12\n", "1 2\n", "? 1 2\n5\n"])
def test_lines_that_begin_with_a_number_are_left(said: str) -> None:
    assert longer_words(said) == {}
