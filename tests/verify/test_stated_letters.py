"""Letters that a statement does not allow, and input validators that accept them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.model import Case
from judge.verify import stated_letters
from tests.verify.stated_inputs import stored_inputs

WORDS = ("5\nabcab\n", "3\nbaj\n", "7\nabcdefg\n")
FIRST_TEN = "The letters are `a` to `j`."


def told(folder: Path, statement: str, signs: str, texts: tuple[str, ...] = WORDS) -> list[str]:
    """What is said of a validator that takes words of these signs."""
    stored = stored_inputs(folder, f"# Words\n\nWords.\n\n## Input\n\n{statement}\n", texts)

    def accepts(_: Case, text: str) -> bool:
        return re.fullmatch(rf"(?:\d+\n)?(?:[{signs}]+\n)+", text) is not None

    found = stated_letters.foreign(stored, folder, accepts)
    return [one.partition(":")[0].removeprefix("they accept ") for one in found]


@pytest.mark.parametrize(
    ("statement", "signs", "wanted"),
    [
        (FIRST_TEN, "a-j", ""),
        (FIRST_TEN, "a-k", "'k' in a word, and the statement has letters from a to j alone"),
        (FIRST_TEN, "a-jA-J", "'J' in a word, and the statement has letters from a to j alone"),
        ("Letters $a, b, \\dots, j$.", "a-z", "'k' in a word"),
        ("Letters a-j.", "a-z", "'k' in a word"),
        ("Lowercase letters a-z.", "a-z", ""),
        ("A word of lowercase letters.", "a-z", ""),
        ("A word of lower-case letters.", "a-zA-Z", "'Q' in a word, and the statement has small"),
        ("A word of small letters.", r"\w", "'Q' in a word, and the statement has small letters"),
        ("A word of small and capital letters.", r"\w", ""),
        ("Capital letters.", r"\w", ""),  # they speak of another word
        ("A word of letters.", r"\w", ""),
        ("Letters from a to c.", "a-z", ""),
    ],
)
def test_a_letter_beyond_those_of_the_statement_is_told(
    tmp_path: Path, statement: str, signs: str, wanted: str
) -> None:
    found = told(tmp_path, statement, signs)
    assert len(found) == bool(wanted) and "".join(found).startswith(wanted), found


@pytest.mark.parametrize(
    ("signs", "wanted"),
    [("#.", []), ("#.a-zA-Z", ["'Q' in a word, and the statement has the signs # . alone"])],
)
def test_signs_that_are_named_are_the_only_ones(
    tmp_path: Path, signs: str, wanted: list[str]
) -> None:
    texts = ("#.#..\n.....\n", "##\n..\n", "....\n#...\n")
    assert told(tmp_path, "Each cell is `#` or '.'.", signs, texts) == wanted


def test_signs_of_which_one_is_nowhere_are_no_rule(tmp_path: Path) -> None:
    texts = ("#####\n#####\n", "##\n##\n")
    assert told(tmp_path, "Each cell is `#` or `.`.", "#.a-zA-Z", texts) == []
