"""Arguments whose rows are passed as something else than lists of lists."""

from __future__ import annotations

from typing import Any

import pytest

from judge.common.errors import JudgeError
from judge.model import Convention, Rows
from judge.running.arrangements import arranged, as_text, can_arrange, items

PAIRS, MORE = [[2, 3], [4, 5]], [[6, 7]]


@pytest.mark.parametrize(
    ("convention", "found"),
    [
        (Convention(), [PAIRS, MORE]),
        (Convention(rows=Rows.COLUMNS), [[2, 4], [3, 5], [6], [7]]),
        (Convention(rows=Rows.TRANSPOSED), [[[2, 4], [3, 5]], [[6], [7]]]),
        (Convention(rows=Rows.FLAT), [[2, 3, 4, 5], [6, 7]]),
        (Convention(rows=Rows.SLASHES), [["2/3", "4/5"], ["6/7"]]),
        (Convention(rows=Rows.TUPLES), [[(2, 3), (4, 5)], [(6, 7)]]),
        (
            Convention(field_names=("p", "t")),
            [[{"p": 2, "t": 3}, {"p": 4, "t": 5}], [{"p": 6, "t": 7}]],
        ),
        (Convention(argument_names=("a", "d")), [{"a": PAIRS, "d": MORE}]),
        (
            Convention(argument_names=("a", "d"), rows=Rows.FLAT, argument_order=(1, 0)),
            [{"a": [6, 7], "d": [2, 3, 4, 5]}],
        ),
    ],
)
def test_rows_and_arguments_are_arranged(convention: Convention, found: list[Any]) -> None:
    assert arranged([PAIRS, MORE], convention) == found


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ([[], MORE], [[], [], [6], [7]]),
        ([[], []], [[], [], [], []]),
        ([PAIRS, 9], [[2, 4], [3, 5], 9]),
        ([PAIRS, [8], []], [[2, 4], [3, 5], [8], []]),
        ([PAIRS, "a"], [[2, 4], [3, 5], "a"]),
    ],
)
def test_an_empty_list_has_columns_where_every_other_list_has_rows(
    arguments: list[Any], found: list[Any]
) -> None:
    assert arranged(arguments, Convention(rows=Rows.COLUMNS)) == found


@pytest.mark.parametrize(
    ("arguments", "convention", "told"),
    [
        ([[1, 2], 3], Convention(rows=Rows.FLAT), "no list of rows, which rows arranges"),
        ([7], Convention(field_names=("a",)), "no list of rows, which field_names arranges"),
        ([[[1, 2], [3]]], Convention(rows=Rows.COLUMNS), "rows of different lengths"),
        ([PAIRS], Convention(rows=Rows.FIELDS), 'no object, whose values rows = "fields" passes'),
        ([PAIRS], Convention(field_names=("a",)), "have 2 items, and field_names has 1"),
        ([PAIRS], Convention(argument_names=("a", "d")), "1 argument, and argument_names has 2"),
        ([PAIRS, 1], Convention(argument_order=(0,)), "2 arguments, and argument_order has 1"),
    ],
)
def test_what_cannot_be_arranged_is_named(
    arguments: list[Any], convention: Convention, told: str
) -> None:
    with pytest.raises(JudgeError) as caught:
        arranged(arguments, convention)
    assert told in str(caught.value)
    assert not can_arrange([arguments], convention)


def test_rows_that_are_tuples_are_written_in_parentheses() -> None:
    rows = arranged([[[2, 3], [4, 5]], 7, []], Convention(rows=Rows.TUPLES))
    assert [as_text(one) for one in rows] == ["[(2, 3), (4, 5)]", "7", "[]"]
    assert as_text(tuple(rows)) == "([(2, 3), (4, 5)], 7, [])"
    assert [*items(rows)] == ["2", "3", "4", "5", "7"]


def test_the_values_of_an_object_are_arguments_of_their_own() -> None:
    arguments = [7, {"most": 2, "rows": PAIRS}]
    assert arranged(arguments, Convention(rows=Rows.FIELDS)) == [7, 2, PAIRS]
    objects = [{"most": 2, "name": "a"}, {"most": 3, "name": "b"}]
    assert arranged([objects], Convention(rows=Rows.FIELDS)) == [[[2, "a"], [3, "b"]]]


@pytest.mark.parametrize("rows", [Rows.COLUMNS, Rows.TRANSPOSED])
def test_a_matrix_that_has_another_width_in_each_case_is_not_turned(rows: Rows) -> None:
    convention = Convention(rows=rows)
    assert can_arrange([[[[1, 2], [3, 4]]], [[[5, 6]]], [[]]], convention)
    assert not can_arrange([[[[1, 2], [3, 4]]], [[[5, 6, 7]]]], convention)
