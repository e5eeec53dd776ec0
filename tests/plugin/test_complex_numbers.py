"""Complex numbers in an output are the pairs of their parts."""

from __future__ import annotations

import pytest

from judge.plugin.complex_numbers import pairs_of_complex, reals_as_pairs


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("-1", "(-1 0)"),
        ("2.5 3e2", "(2.5 0) (3e2 0)"),
        ("i", "(0 1)"),
        ("[-i, 4]", "[(0 -1), (4 0)]"),
        ("1+i", "1+i"),
        ("-5+10i 7", "-5+10i (7 0)"),
        ('"3" x1', '"3" x1'),
        ("in", "in"),
    ],
)
def test_a_number_alone_is_a_complex_one(text: str, pairs: str) -> None:
    assert reals_as_pairs(text) == pairs


def test_both_together_are_pairs_of_numbers() -> None:
    shown = pairs_of_complex(reals_as_pairs("-5+10i\n-1\n+i\n2i"))
    assert shown == "(-5 +10)\n(-1 0)\n(0 +1)\n(0 2)"
