"""The language and the flags in the text around the sizes of a header."""

from __future__ import annotations

import pytest

from judge.posts.header_language import language_and_flags


@pytest.mark.parametrize(
    "before",
    ["C, ", "C – ", "C: 12 → ", "C (", "C, score: ", "C | 3 ", "C, 1,200 -> 48 ", "C ((((", "C at"],
)
def test_what_leads_to_a_size_is_no_part_of_the_name(before: str) -> None:
    assert language_and_flags(before, "", "") == ("C", ())


@pytest.mark.parametrize("sign", ["(", " ", "- ", ",", "( 1 "])
def test_a_header_of_many_signs_is_read_once(sign: str) -> None:
    name, _ = language_and_flags(f"C {sign * 1000}!", "", "")
    assert name.startswith("C")
