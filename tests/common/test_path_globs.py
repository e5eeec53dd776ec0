"""Globs of the package format: what they match, and what they refuse."""

from __future__ import annotations

import pytest

from judge.common.path_globs import GlobFault, read_glob


@pytest.mark.parametrize(
    ("glob", "path", "matched"),
    [
        ("accepted", "accepted/a.py", True),
        ("accepted/", "accepted/a.py", True),
        ("accept", "accepted/a.py", False),
        ("accepted/*", "accepted/a.py", True),
        ("accepted/*.py", "accepted/a.cpp", False),
        ("accepted/*.py", "accepted/a.py/main.c", True),
        ("*.py", "accepted/a.py", False),  # a star stays within one name
        ("accepted/a.{py,cpp}", "accepted/a.cpp", True),
        ("accepted/a.{py,cpp}", "accepted/a.c", False),
        ("{a,b{c,d}}/x", "bd/x", True),
        ("secret/*{ 4 }{ 2 }", "secret/42", True),
        ("secret/*{,0,1}{0,2}", "secret/12", True),
        ("secret/*{,0,1}{0,2}", "secret/13", False),
        ("a+b.(c)", "a+b.(c)", True),
        ("a.c", "abc", False),
        ("a", "", False),
        ("*", "", True),
    ],
)
def test_a_glob_matches_a_path_and_what_lies_below(glob: str, path: str, matched: bool) -> None:
    assert read_glob(glob).matches(path) is matched


def test_a_glob_can_be_asked_for_the_path_itself() -> None:
    assert read_glob("secret/g*").names("secret/g1")
    assert not read_glob("secret/g*").names("secret/g1/sub")


@pytest.mark.parametrize("glob", ["a/**", "[ab]", "a?", "{a", "a}", "{" * 99])
def test_what_the_format_lacks_is_refused(glob: str) -> None:
    with pytest.raises(GlobFault):
        read_glob(glob)


def test_no_glob_takes_exponential_time() -> None:
    assert not read_glob("*{a,aa}" * 60 + "b").matches("a" * 250)
