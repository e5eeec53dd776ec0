"""Numbers in the rows of stored inputs beyond the bounds of their names."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case
from judge.verify.stated_rows import exceeded

STATEMENT = """
## Input
The first line has $n$. Each of the next $n$ lines has $d_i$, $t_i$ and $f_i$
($1 \\le d_i \\le 99$, $0 \\le t_i \\le 1000$, $1 \\le f_i \\le 50$).
"""


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (("1\n99 0 1\n", "2\n1 1000 50\n5 60 7\n"), ""),
        (("1\n100 0 1\n", "2\n1 1000 50\n5 60 7\n"), "data/0.in has 100 for d_i"),
        (("1\n60 0 1\n", "2\n1 1000 51\n5 60 7\n"), "data/1.in has 51 for f_i"),
        (("1\n0 99 1\n", "2\n1000 1 50\n60 5 7\n"), ""),  # the names may be in another order
        (("1\n100 0 1\n", "2\n1 1000 50 7\n5 60 7 8\n"), ""),  # some number has no name
        (("1\nx 100\n", "2\n1 1000 50\n5 60 7\n"), ""),
    ],
)
def test_numbers_beyond_the_bounds_of_a_name(
    tmp_path: Path, texts: tuple[str, ...], said: str
) -> None:
    (tmp_path / "problem.en.md").write_text(STATEMENT)
    (tmp_path / "data").mkdir()
    cases = [Case(str(at), "", tmp_path / "data") for at in range(len(texts))]
    for case, text in zip(cases, texts, strict=True):
        case.input_path.write_text(text)
    problem: Any = SimpleNamespace(folder=tmp_path, cases=cases)
    found = [*exceeded(problem)]
    assert [one.partition(",")[0] for one in found] == ([said] if said else [])
