"""Numbers in the rows of stored inputs beyond the bounds of their names."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.verify.group_limits import read_input
from judge.verify.stated_rows import exceeded, row_names
from tests.verify.stated_inputs import stored_inputs

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
    stored = stored_inputs(tmp_path, STATEMENT, texts)
    problem: Any = SimpleNamespace(folder=tmp_path, cases=[*stored.texts])
    found = [*exceeded(problem)]
    assert [one.partition(",")[0] for one in found] == ([said] if said else [])


CHAIN = (
    "## Input\nThe first line has $n$. Each of the next $n$ lines has $l_i$, $w_i$ and $r_i$ ({})."
)
ROWS = ("2\n1 9 4\n3 0 3\n", "1\n2 1 7\n")


def test_the_bounds_of_names_in_a_chain(tmp_path: Path) -> None:
    chain = "$1 \\le l_i \\le r_i \\le 9$, $0 \\le w_i \\le 9$"
    stored = stored_inputs(tmp_path, CHAIN.format(chain), (*ROWS, "1\n2 1 10\n"))
    problem: Any = SimpleNamespace(folder=tmp_path, cases=[*stored.texts])
    assert [one.partition(",")[0] for one in exceeded(problem)] == ["data/2.in has 10 for r_i"]


@pytest.mark.parametrize(
    ("section", "texts", "names"),
    [
        ("$n$ rows, each with $l_i$ and $r_i$", ("1\n3 4\n",), ("l", "r")),
        ("$n$ and $q$, then $q$ rows with $a$ and $b$", ("5 1\n3 4\n",), ("a", "b")),
        ("$n$ and $q$, then $q$ rows with $a$ and $b$", ("5 1\n3 4 5\n",), ()),
        ("$n$ and $q$, the $i$-th of $q$ rows has $a$ and $b$", ("5 1\n3 4\n",), ()),
        ("$n$ rows, each with $l_i$ and $r_i$", ("1\n3 4\n", "2\n3 4\n3\n"), ()),
    ],
)
def test_the_names_of_the_numbers_of_each_row(
    tmp_path: Path, section: str, texts: tuple[str, ...], names: tuple[str, ...]
) -> None:
    stored = stored_inputs(tmp_path, "", texts)
    problem: Any = SimpleNamespace(folder=tmp_path)
    every = [one for case in stored.texts if (one := read_input(problem, case)) is not None]
    assert row_names(section, every) == names
