"""Right outputs that are arrangements, with a number in place of another."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import ne
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from judge.verify import arrangements, mutants
from judge.verify.deadline import Deadline

RIGHT = {"small": "2 1 3\n", "large": "[4, 1, 3, 10, 2, 5, 9, 6, 8, 7]\n"}


def numbers(text: str) -> list[int]:
    return [int(word) for word in re.findall("[0-9]+", text)]


def said(
    monkeypatch: pytest.MonkeyPatch,
    is_accepted: Callable[[list[int]], bool],
    outputs: Mapping[str, str] = RIGHT,
) -> str:
    monkeypatch.setattr(mutants, "right_outputs", lambda _, name: {"plain": outputs[name]})
    plugin = SimpleNamespace(readings=("plain",))
    subject: Any = SimpleNamespace(plugin=plugin, contexts=dict(outputs), rng=Random)
    return arrangements.overlooked(
        subject, lambda one: is_accepted(numbers(one.mutant.text)), Deadline(60)
    )


def test_a_checker_that_looks_at_each_number_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(monkeypatch, lambda row: sorted(row) == [*range(1, len(row) + 1)]) == ""


@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        (lambda row: all(1 <= one <= len(row) for one in row), arrangements.REPEATED),
        (lambda row: sum(row) == len(row) * (len(row) + 1) // 2, arrangements.MOVED),
        (lambda row: {*row} == {*range(min(row), max(row) + 1)}, arrangements.SHIFTED),
        (lambda row: {*row} in ({1, 2, 3}, {*range(1, 11)}), arrangements.TWICE),
    ],
)
def test_one_that_looks_at_the_range_or_the_sum_alone_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, rule: Callable[[list[int]], bool], kind: str
) -> None:
    assert f"those with {kind} are accepted: small, '" in said(monkeypatch, rule)


@pytest.mark.parametrize(
    "outputs",
    [
        {"small": "2 1 3\n", "large": "[4, 1, 3, 12, 2, 5, 9, 6, 8, 7]\n"},  # no arrangement
        {"small": "2 1\n", "large": RIGHT["large"]},  # one is not enough
        {"small": "2 1 3\n", "large": "1 4 3 2\n"},  # there may be other rules
    ],
)
def test_nothing_is_said_where_it_may_be_no_arrangement(
    monkeypatch: pytest.MonkeyPatch, outputs: Mapping[str, str]
) -> None:
    assert said(monkeypatch, lambda row: True, outputs) == ""


GROUPS = {"small": "[[2], [1, 3]]", "large": "[[4, 1, 3, 10], [2, 5], [9, 6, 8, 7]]"}


@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        (
            lambda row: {*row} == {*range(1, max(row) + 1)} and max(row) in (3, 10),
            arrangements.ADDED,
        ),
        (lambda row: len({*row}) == len(row) and {*row} <= {*range(1, 11)}, arrangements.DROPPED),
    ],
)
def test_numbers_in_groups_are_each_in_one(
    monkeypatch: pytest.MonkeyPatch, rule: Callable[[list[int]], bool], kind: str
) -> None:
    assert f"those with {kind} are accepted: small, '" in said(monkeypatch, rule, GROUPS)
    # A row alone may be a walk that comes to a place again, or a choice of some places.
    assert said(monkeypatch, lambda row: rule(row) and all(map(ne, row, row[1:]))) == ""
