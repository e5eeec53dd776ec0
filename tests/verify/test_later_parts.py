"""What input validators look at in some parts of an input alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case
from judge.verify.deadline import Deadline
from judge.verify.later_parts import uneven
from tests.verify.stated_inputs import stored_inputs

STATEMENT = "A number of at most 100."
TESTS = ("3\n2\n5 6\n1\n4\n1\n9\n", "1\n2\n1 1\n", "4\n1\n1\n1\n2\n3\n3 4 5\n2\n9 8\n")
ROW = ("5\n5 6 7 8 9\n", "3\n1 1 2\n", "9\n1 2 3 4 5 6 7 8 9\n")
WORDS = ("3\nabc\nbca\ncab\n", "4\nab\nba\nbc\ncc\n", "1\na\n", "6\na\nb\nab\nba\nac\nbc\n")
GRID = ("3\n.#.\n...\n##.\n", "4\n....\n.#.#\n####\n.##.\n")


def told(
    folder: Path, texts: tuple[str, ...], sound: Callable[[int, str], bool], statement: str
) -> list[str]:
    """What is said of a validator that asks this of each word but the first one of an input."""
    stored = stored_inputs(folder, statement, texts)

    def accepts(_: Case, text: str) -> bool:
        return all(sound(at, word) for at, word in enumerate(text.split()[1:]))

    problem: Any = SimpleNamespace(folder=folder, cases=[*stored.texts])
    found = uneven(problem, stored, accepts, Deadline(60))
    return [one.partition(":")[0] for one in found]


def is_number(word: str) -> bool:
    return word.isdecimal() and int(word) <= 100


@pytest.mark.parametrize(
    ("texts", "sound", "said"),
    [
        (TESTS, lambda at, word: at > 4 or is_number(word), "they accept 101 in the last word of"),
        (ROW, lambda at, word: at > 0 or is_number(word), "they accept 101 in line 2 as word 8"),
        (ROW, lambda at, word: at == 8 or word != "-1", "they accept -1 in line 2 as word 9"),
        (WORDS, lambda at, word: at > 0 or word.islower(), "they accept 'Q' at the end of a word"),
        (WORDS, lambda at, word: at == 5 or word.isalpha(), "they accept '7' at the end of a word"),
        (GRID, lambda at, word: at > 0 or len(word) < 5, "they accept one letter more in word 1"),
    ],
)
def test_a_part_that_is_not_looked_at_is_told(
    tmp_path: Path, texts: tuple[str, ...], sound: Callable[[int, str], bool], said: str
) -> None:
    [found] = told(tmp_path, texts, sound, STATEMENT)
    assert found.startswith(said) and ", and not in " in found


@pytest.mark.parametrize("texts", [TESTS, ROW, WORDS, GRID])
@pytest.mark.parametrize("sound", [lambda at, word: True, lambda at, word: word.isalpha()])
def test_parts_that_are_looked_at_alike_are_not(
    tmp_path: Path, texts: tuple[str, ...], sound: Callable[[int, str], bool]
) -> None:
    assert not told(tmp_path, texts, sound, STATEMENT)


@pytest.mark.parametrize(
    ("sound", "statement"),
    [
        (lambda at, word: at > 0 or int(word) <= 100, "Any integer."),
        (lambda at, word: at > 0 or word != "-1", "At most 100, or -1 for none."),
    ],
)
def test_what_a_statement_may_allow_is_not_tried(
    tmp_path: Path, sound: Callable[[int, str], bool], statement: str
) -> None:
    assert not told(tmp_path, ROW, sound, statement)


def test_words_of_a_few_kinds_may_differ_from_place_to_place(tmp_path: Path) -> None:
    texts = ("4\nadd\ndel\nadd\ndel\n", "3\nadd\nadd\ndel\n", "1\ndel\n")
    assert not told(tmp_path, texts, lambda at, word: at > 0 or word.islower(), STATEMENT)


def test_words_in_order_take_no_letter_that_may_break_it(tmp_path: Path) -> None:
    texts = ("4\nAB\nBA\nBC\nCC\n", "5\nAC\nB\nBB\nCAB\nCB\n")
    stored = stored_inputs(tmp_path, STATEMENT, texts)

    def accepts(_: Case, text: str) -> bool:
        words = text.split()[1:]
        return words == sorted(words) and all(map(str.isupper, words))

    problem: Any = SimpleNamespace(folder=tmp_path, cases=[*stored.texts])
    assert not [*uneven(problem, stored, accepts, Deadline(60))]
