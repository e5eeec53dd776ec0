"""Returned values that spell one string, and those that do not."""

from __future__ import annotations

import pytest

from judge.plugin.spellings import LONGEST, are_lines, listed_lines, listed_words, spelled


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('"ab c"', "ab c"),
        ('["a", " ", "b"]', "a b"),
        ("['a', '1']", "a1"),
        ("[h, 3]", "h3"),
        ('["1", "2"]', "12"),
        ("[104, 105]", "hi"),
        ("[49, 50]", "12"),
        ("[49]", "1"),
        ("[]", ""),
        ('["ab", "c d"]', "ab\nc d"),
        ('[["a", "b"], ["c"]]', "ab\nc"),
        ("[[104, 105], [106]]", "hi\nj"),
        ('["ab"]', "ab"),
        (r'["[z]", ",", "\\n", "#t"]', "[z]\n,\n\\n\n#t"),
        ("2020-02-29 00:00:00", "2020-02-29"),
        ("2020-02-29T00:00:00+00:00", "2020-02-29"),
        ("2020-02-29 00:00:00 +0000 UTC", "2020-02-29"),
    ],
)
def test_a_value_is_the_string_that_it_spells(text: str, meant: str) -> None:
    assert [*spelled(text)] == [meant]


def test_a_time_at_midnight_may_be_in_quotes() -> None:
    found = [*spelled('"2020-02-29T00:00:00.000Z"')]
    assert found == ["2020-02-29", "2020-02-29T00:00:00.000Z"]


@pytest.mark.parametrize(
    "text",
    [
        "ab",
        "a b",
        "",
        "12",
        "2020-02-29T12:00:00",
        "2020-02-29T00:00:00+01:00",
        "[1, 2]",
        "[1, 200]",  # no character has the code 1
        "[1.5, 104]",
        "[[1, 2], [3, 4]]",
        '{"a": "b"}',
        '["a", ["b", ["c"]]]',
        '["a"',
        f'["{"a" * LONGEST}"]',
    ],
)
def test_any_other_text_spells_nothing(text: str) -> None:
    assert [*spelled(text)] == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('[" *", "***"]', " *\n***"),
        ('["*", "*"]', "*\n*"),
        ('[" *\\n", "*\\n"]', " *\n*\n"),
        ('[[" ", "*"], ["*", "*"]]', " *\n**"),
        ('" *\\n***"', " *\n***"),
    ],
)
def test_a_list_may_be_the_lines_of_a_text(text: str, meant: str) -> None:
    assert [*listed_lines(text)] == [meant]
    assert are_lines((*meant.rstrip().split("\n"),), meant)
    assert not are_lines(("".join(meant.split()),), meant)
    assert not are_lines(meant, meant)
    assert not are_lines((*meant.split("\n"), "*"), meant)


def test_lines_may_be_in_a_tuple_or_a_list() -> None:
    assert are_lines(["a b"], "a b\n") and are_lines(("a b",), "a b\n")
    assert not are_lines(["a", "b"], "a b\n")


@pytest.mark.parametrize("text", ["[[]]", "[[], []]", '[["a"], []]', "[[], [3]]"])
def test_an_empty_row_is_not_lost_in_words(text: str) -> None:
    assert not [*listed_words(text)]


def test_words_of_rows_are_lines() -> None:
    assert [*listed_words('[["a", "b"], ["c"]]')] == ["a b\nc\n"]
    assert "\n" in [*listed_words("[]")]
