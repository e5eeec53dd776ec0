"""The constants of a source, whatever its language."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from judge.hunting.arithmetic import folded
from judge.hunting.constants import Constants, source_constants


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("a.py", '# 5\ndef f(n): return n == 0x2B or n[17] == "Taiga"\n'),
        ("a.js", "n=>n==43||n[17]=='Taiga' // 5\n"),
        ("a.cpp", '/* 5 */ int f(int n) { return n == 43L || n == 17u || s == "Taiga"; }\n'),
        ("a.rb", "f=->n{n==43||n[17]=='Taiga'} # 5\n"),
        ("a.unknown", "43 17 'Taiga'"),
    ],
)
def test_numbers_and_strings_count_and_comments_do_not(file: str, source: str) -> None:
    found = source_constants(Path(file), source)
    assert {43, 17, 42, 44, 16, 18} <= set(found.all.numbers) and 5 not in found.all.numbers
    assert file == "a.unknown" or found.all.words == ("Taiga",)


def test_numbers_where_arithmetic_overflows_are_always_there() -> None:
    assert {127, 2**15, 65535, 2**31} <= set(source_constants(Path("a.py"), "").all.numbers)


def test_a_list_in_one_string_is_told_apart_and_code_in_a_string_is_read() -> None:
    found = source_constants(Path("a.js"), 'x="Tundra,Bayou"; eval("n>91")')
    assert {"Tundra", "Bayou", "Tundra,Bayou"} <= set(found.all.words)
    assert 91 in found.all.numbers


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("a.py", "name == 'Grizzly' + ' ' + \"Bears\""),
        ("a.py", "name == ('Grizzly '\n    'Bears')"),
        ("a.js", "name=='Grizzly'+` Bears`"),
        ("a.php", "<?php $n == 'Grizzly' . ' Bears';"),
        ("a.cpp", 'x == "Grizzly " "Bears"s;'),
        ("a.cpp", r'text.find("\"name\": \"Grizzly Bears\"")'),
        ("a.py", """'"name": "Grizzly Bears"' in text"""),
    ],
)
def test_strings_that_are_joined_or_in_quotes_are_words(file: str, source: str) -> None:
    found = source_constants(Path(file), source + "\nother = 'Ox', 'Elf'")
    assert "Grizzly Bears" in found.all.words
    assert not any("Ox" in word and "Elf" in word for word in found.all.words)


def test_what_stands_together_is_chosen_together() -> None:
    source = "a = 1000, 2000, 3000, 4000, 5000, 6000, 7000\nb = 31 and 'Ox'\n"
    found = source_constants(Path("a.py"), source)
    chosen = [found.chosen(Random(seed)) for seed in range(200)]
    assert any(
        31 in one.numbers and one.words == ("Ox",) and 1000 not in one.numbers for one in chosen
    )
    assert found.all in chosen and not any(
        1000 in one.numbers and 31 in one.numbers for one in chosen if one != found.all
    )


def test_sizes_are_the_numbers_of_a_range() -> None:
    assert source_constants(Path("a.py"), "13, 401, 13").sizes(5, 20) == (12, 13, 14)
    assert source_constants(Path("a.py"), "91 == x").sizes(5, 20) == (7, 13)  # a product
    assert Constants().count == 0


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("a.py", "if n == 1 << 12: pass", 4096),
        ("a.py", "f((1 << 16) - 1)", 65535),
        ("a.js", "x=>x==6*6+1", 37),
        ("a.cpp", "if (x == (5 << 3) + 2 && y) return;", 42),
        ("a.c", "c == 'Q'", 81),
        ("a.py", "s == 'Z'", 90),
    ],
)
def test_expressions_and_characters_have_values(name: str, text: str, value: int) -> None:
    assert value in source_constants(Path(name), text).all.numbers


def test_what_is_no_expression_of_numbers_has_no_value() -> None:
    for text in ("", "3", "(3)", "3 <", "1 << 10**9", "9**9**9", "3 < 4", "()", "((3"):
        assert list(folded(text)) == []


def test_words_that_stand_there_twice_are_more_promising() -> None:
    source = 'NAMES = "Ash,Elm,Oak".split(",")\nwrong = names[0] == "Elm"\n'
    words = source_constants(Path("one.py"), source).all.words
    assert words.count("Elm") > words.count("Oak") == 1
