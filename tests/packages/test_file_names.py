from __future__ import annotations

from pathlib import Path

import pytest

from judge.packages.file_names import NAME, allowed, left_out


@pytest.mark.parametrize(
    ("name", "like_it"),
    [
        ("3 b.in", "3_b.in"),
        ("übung é.ans", "ubung_e.ans"),
        ("-x.in", "_x.in"),
        ("日本.in", "__.in"),
        ("a\nb\udcff.in", "a_b_.in"),
        ("v+w.py", "v_w.py"),
    ],
)
def test_a_name_that_would_be_right(name: str, like_it: str) -> None:
    assert not NAME.fullmatch(name) and NAME.fullmatch(like_it)
    assert allowed(name) == like_it


def test_the_first_is_told_with_what_would_be_right_and_the_others_by_name() -> None:
    said = left_out([Path("data/secret") / name for name in ("a b.ans", "a b.in", "ü.in")])
    assert said.endswith("rename it, such as to a_b.ans; nor are a b.in, ü.in")
    assert left_out([Path("ü.in")]).endswith("such as to u.in")
