"""Newer Python notation is written as older one, and means the same."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.solutions.older_python import for_older_python

NEWER = '''"""A module."""
from dataclasses import dataclass
from itertools import chain, pairwise

Word = int | str


@dataclass(frozen=True, slots=True)
class Point:
    x: int | None = None


def name(value: Word, most: int):
    match value:
        case 0 | 1:
            return "small"
        case 2 if most > 2:
            return "two"
        case None:
            return "none"
        case _:
            pass
    if isinstance(value, int | float):
        return list(zip([value], [most], strict=True))
    return list(pairwise(value))
'''


def older(tmp_path: Path, text: str) -> bytes:
    path = tmp_path / "module.py"
    path.write_text(text)
    return for_older_python(path)


def test_it_means_the_same(tmp_path: Path) -> None:
    text = older(tmp_path, NEWER)
    ast.parse(text, feature_version=(3, 9))
    for word in (
        b"match",
        b"strict",
        b"slots",
        b"int | float",
        b"int | str",
        b"import chain, pair",
    ):
        assert word not in text
    now: dict[str, object] = {"__name__": __name__}
    then: dict[str, object] = {"__name__": __name__}
    for space, source in ((now, NEWER.encode()), (then, text)):
        exec(compile(source, "module", "exec", dont_inherit=True), space)
    for value, most in ((0, 1), (1, 1), (2, 3), (2, 2), (None, 1), (7, 1), ("abc", 0)):
        assert then["name"](value, most) == now["name"](value, most)  # type: ignore[operator]


def test_what_needs_no_change_stays_as_it_is(tmp_path: Path) -> None:
    text = "flags = 1 | 2  # a comment\nnames = {'a'} | {'b'}\nprint(zip([1], [2]))\n"
    assert older(tmp_path, text) == text.encode()


def test_annotations_are_no_longer_evaluated(tmp_path: Path) -> None:
    text = older(tmp_path, '"""Doc."""\n\ndef f(x: int | None) -> list[int] | None: ...\n')
    assert text.startswith(b'"""Doc."""\nfrom __future__ import annotations\n')


def test_a_pattern_that_is_no_value_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=r"module.py:2: this match needs Python 3.10"):
        older(tmp_path, "x = [1]\nmatch x:\n    case [y]:\n        pass\n")
