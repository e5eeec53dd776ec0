"""Inputs that validators reject, and that a plug-in reads which refuses most others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.model import Case
from judge.verify import laxer_plugin
from judge.verify.deadline import Deadline
from tests.verify.stated_inputs import stored_inputs

STATEMENT = """
## Input
The first line has $n$, $k$ and $m$ ($1 \\le k \\le n \\le 10$). Each of the next $m$ lines has an
edge $u$ and $v$ ($1 \\le u < v \\le n$) and its length $d$ ($0 \\le d \\le 50$).
No two edges join the same pair.
"""
INPUTS = (
    "4 2 4\n1 2 7\n2 3 0\n3 4 50\n1 4 9\n",
    "3 1 2\n1 2 0\n2 3 4\n",
    "5 5 3\n1 5 1\n2 5 50\n2 3 0\n",
    "10 1 1\n1 2 8\n",
)
Rows = list[tuple[int, ...]]
RULES: dict[str, Callable[[Rows], bool]] = {
    "k": lambda rows: 1 <= rows[0][1] <= rows[0][0],
    "n": lambda rows: rows[0][0] <= 10,
    "m": lambda rows: rows[0][2] == len(rows) - 1,
    "order": lambda rows: all(u < v for u, v, _ in rows[1:]),
    "nodes": lambda rows: all(u >= 1 and v <= rows[0][0] for u, v, _ in rows[1:]),
    "twice": lambda rows: len({row[:2] for row in rows[1:]}) == len(rows) - 1,
    "least": lambda rows: all(d >= 0 for *_, d in rows[1:]),
    "most": lambda rows: all(d <= 50 for *_, d in rows[1:]),
}


def keeps(text: str, without: tuple[str, ...] = ()) -> bool:
    rows = [tuple(map(int, line.split())) for line in text.splitlines()]
    return all(rule(rows) for name, rule in RULES.items() if name not in without)


def said(folder: Path, *without: str, validators: tuple[str, ...] = ()) -> str:
    """What is said of a plug-in and of validators that do not keep these rules."""
    stored = stored_inputs(folder, STATEMENT, INPUTS)

    def accepts(_: Case, text: str) -> bool:
        return keeps(text, validators)

    def reads(text: str, _: bool) -> bool:
        return keeps(text, without)

    return laxer_plugin.overlooked(stored, folder, accepts, reads, Deadline(600))


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("k", "0 in line 1"),
        ("m", "a number that does not count what it counts"),
        ("twice", "a graph that the statement rules out"),
        ("order", "a graph that the statement rules out"),
        ("least", "-1 in line 2"),
        ("most", "51 in line 3"),
    ],
)
def test_a_rule_that_a_strict_plug_in_does_not_keep(tmp_path: Path, rule: str, wanted: str) -> None:
    assert said(tmp_path, rule).startswith(f"the plug-in reads {wanted}, and they reject it")


@pytest.mark.parametrize(("without", "validators"), [((), ()), (("least",), ("least",))])
def test_rules_that_it_keeps_or_that_validators_do_not_keep_are_none(
    tmp_path: Path, without: tuple[str, ...], validators: tuple[str, ...]
) -> None:
    assert said(tmp_path, *without, validators=validators) == ""


def test_a_plug_in_that_leaves_most_rules_to_the_validators_is_none(tmp_path: Path) -> None:
    assert said(tmp_path, "k", "m", "twice", "order", "least", "most") == ""
