"""Inputs made by changes of text alone."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from judge.hunting.constants import Group
from judge.hunting.text_change import changed_texts

TEXT = "9 3\ncup 4 7 red\nlamp 5 8 blue\nmap 5 9 red\n"
GROUP = Group((50, 77000), ("umbrella", "two words"))


@cache
def reached(text: str, group: Group = GROUP, within: range = range(1, 100)) -> frozenset[str]:
    """All texts that one change leads to, sooner or later."""
    seeds = map(Random, range(40000))
    return frozenset(t for rng in seeds for t in changed_texts(rng, text, group, within))


@pytest.mark.long
@pytest.mark.parametrize(
    "wanted",
    [
        TEXT.replace("4", "50"),
        TEXT.replace("9 3", "10 3"),
        TEXT.replace("4", "41"),  # so that the weights make 51
        TEXT.replace("cup", "umbrella"),
        TEXT.replace("blue", "red"),
        TEXT.replace("cup 4", "4 cup"),
        TEXT.replace("map 5 9 red", "cup 4 7 red"),
        "9 4\ncup 4 7 red\ncup 4 7 red\nlamp 5 8 blue\nmap 5 9 red\n",
        "9 2\ncup 4 7 red\nmap 5 9 red\n",
    ],
)
def test_a_change_leads_to(wanted: str) -> None:
    group = Group((51,), GROUP.words) if "41" in wanted else GROUP
    assert wanted in reached(TEXT, group)


@pytest.mark.long
def test_a_count_alone_in_its_line_and_one_before_its_items() -> None:
    assert "1\nFour Words\n3\nA B\nA B\nC\n5\n" in reached("1\nFour Words\n2\nA B\nC\n5\n")
    assert "4\n1 2 2 3\n" in reached("3\n1 2 3\n")


@pytest.mark.long
@pytest.mark.parametrize(
    "wanted",
    [
        TEXT.replace("7", "x").replace("9 red", "7 red").replace("x", "9"),  # falling
        "9 3\ncup 4 7 red\nlamp 6 8 blue\nmap 8 9 red\n",  # in equal steps
        "9 3\ncup 4 6 red\nlamp 5 8 blue\nmap 5 8 red\n",  # all even
        "9 3\nmap 5 9 red\nlamp 5 8 blue\ncup 4 7 red\n",  # lines
        "9 3\ncup 5 7 red\nlamp 6 8 blue\nmap 6 9 red\n",  # one more each
    ],
)
def test_a_column_becomes_a_row(wanted: str) -> None:
    assert wanted in reached(TEXT, Group((), ()))


@pytest.mark.long
def test_a_column_of_what_has_the_same_name() -> None:
    text = '{"a": 1, "b": 5}\n{"b": 2, "c": 8}\n{"a": 3, "b": 9}\n'
    fallen = text.replace("5", "x").replace("2", "y").replace("9", "2").replace("x", "9")
    assert fallen.replace("y", "5") in reached(text, Group((), ()))


@pytest.mark.long
def test_a_column_in_one_line() -> None:
    found = reached("[[4, 9], [2, 5], [3, 7]]\n", Group((), ()))
    assert {"[[2, 9], [3, 5], [4, 7]]\n", "[[4, 9], [4, 5], [4, 7]]\n"} < found
    assert "3\n2 4 7\n" in reached("3\n7 2 4\n", Group((), ()))


@pytest.mark.long
def test_numbers_stay_within_their_range() -> None:
    numbers = {int(word) for text in reached("5 6\n7\n") for word in text.split() if word.isdigit()}
    assert max(numbers) < 100
    assert min(numbers) > 0


@pytest.mark.long
def test_lines_of_words_and_of_words_with_numbers_in_them() -> None:
    assert "2\nSwamp\nW9\n" in reached("2\nSwamp\nW8\n", within=range(-9, 100))
    assert "a1b2 -3--4\n" not in reached("a1b2 -3--4\n\n--\nx7\n5 5\n")


@pytest.mark.long
def test_a_text_of_nothing_has_no_change() -> None:
    assert not {text for text in reached("") if text.strip()}
