"""Numbers in a text."""

from __future__ import annotations

from judge.common.text_places import NUMBER


def test_numbers_are_found_with_their_signs() -> None:
    assert NUMBER.findall("5-3 x-12y 007\n-0") == ["5", "-3", "-12", "007", "-0"]
    assert NUMBER.split("a1b22") == ["a", "b", ""]


def test_what_python_does_not_read_is_no_number() -> None:
    assert NUMBER.findall(f"1 {'9' * 4001} 2 {'8' * 4000}") == ["1", "2", "8" * 4000]
