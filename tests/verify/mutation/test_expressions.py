"""Where the expression around a sign begins and ends."""

from __future__ import annotations

import pytest

from judge.verify.mutation.expressions import Expressions, level_of

SOURCE = """
#define N 9 + 1
int f(){ x = a[i+1] + b*(c - d) < e && g(h, "s < t", 3%4) || !k; /* p / q */
for(int i=0;i<=n;i++) s += min(a, b); return u>v; if(w) k--; else y=z==0?o:-1; }
"""


@pytest.mark.parametrize(
    ("sign", "place", "expression"),
    [
        ("+", 1, "i+1"),
        ("*", 0, "b*(c - d)"),
        ("-", 0, "c - d"),
        (" <", 0, "a[i+1] + b*(c - d) < e"),
        ("&&", 0, 'a[i+1] + b*(c - d) < e && g(h, "s < t", 3%4)'),
        ("||", 0, 'a[i+1] + b*(c - d) < e && g(h, "s < t", 3%4) || !k'),
        ("%", 0, "3%4"),
        ("<=", 0, "i<=n"),
        ("++", 0, "i++"),
        ("+=", 0, "s += min(a, b)"),
        ("min", 0, "min(a, b)"),
        (">", 0, "u>v"),
        ("--", 0, "k--"),
        ("==", 0, "z==0"),
    ],
)
def test_brackets_may_be_put_around_an_expression(sign: str, place: int, expression: str) -> None:
    start = -1
    for _ in range(place + 1):
        start = SOURCE.index(sign, start + 1)
    start, sign = start + sign.startswith(" "), sign.strip()
    found = Expressions(SOURCE).around(start, level_of(sign))
    assert found is not None
    assert SOURCE[slice(*found)] == expression


def test_there_is_none_in_a_comment_or_a_line_for_a_preprocessor() -> None:
    expressions = Expressions(SOURCE)
    assert expressions.around(SOURCE.index("/ q"), 0) is None
    assert expressions.around(SOURCE.index("+ 1"), 0) is None
