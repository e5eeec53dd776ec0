"""Which parameters of a C function take what."""

from __future__ import annotations

from typing import Any

import pytest

from judge.languages.pointer_arguments import call_arguments, field_type


def test_a_call_before_the_declaration_is_passed_over_in_linear_time() -> None:
    """Each line behind the call once doubled the time."""
    lines = "".join(f"        b+=a[{number}];\n" for number in range(40))
    helper = f"int g(int*a){{int b=f(a,4);\n{lines}    return b;\n}}\n"
    posted = "int f(int*a,int n){int s=0;while(n--)s+=*a++;return s;}"
    alone = call_arguments(posted, "f", [[[1, 2, 3]]], 0)
    assert alone and call_arguments(helper + posted, "f", [[[1, 2, 3]]], 0) == alone


@pytest.mark.parametrize(
    ("source", "known"),
    [
        ("struct r{int q,r;};struct r f(int a,int b)", "int"),
        ("typedef struct { double x; double y; } p;p f(int a)", "double"),
        ("struct r{long a;int b;};", "int"),
        ("struct r{char*a;};", "int"),
        ("int f(int a)", "int"),
    ],
)
def test_the_fields_of_a_structure_that_is_returned_have_one_type(source: str, known: str) -> None:
    assert field_type(source) == known


ROWS = [[3, [[0, 1], [1, 2]]]]
MATRIX = [[[[0, 1], [1, 2]]]]
LIST = [[[1, 2], 2]]
CALLS = (
    ("void f(int h,int w,int m[h][w],int o[w][h]){}", MATRIX, "MATRIX(int, LENGTH(0))"),
    ("void f(int h,int w,int(*m)[w],int(*o)[h]){}", MATRIX, "MATRIX(int, LENGTH(0))"),
    ("f(h,w,m,o)int*m,*o;{}", MATRIX, "RESULT(int, 1)"),
    ("f(int*n,int l,int k,int*o){}", LIST, "RESULT(int, 1)"),
    ("f(n,e,m)int(*e)[2];{}", ROWS, "NUMBER(0), LIST(1, int), LENGTH(1)"),
    ("#define f(n,e,m)e[m-1][0]", ROWS, "NUMBER(0), ARRAYS(1, int), LENGTH(1)"),
    ("#define f(n,e,m)e[m-1]", ROWS, "NUMBER(0), ARRAY(1, int), LENGTH(1)"),
)


@pytest.mark.parametrize(("source", "examples", "passed"), CALLS)
def test_rooms_with_rows_and_macros_get_what_they_declare(
    source: str, examples: list[list[Any]], passed: str
) -> None:
    assert call_arguments(source, "f", examples, 0).endswith(passed)
