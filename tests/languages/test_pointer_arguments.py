"""Which parameters of a C function take what."""

from __future__ import annotations

from judge.languages.pointer_arguments import call_arguments


def test_a_call_before_the_declaration_is_passed_over_in_linear_time() -> None:
    """Each line behind the call once doubled the time."""
    lines = "".join(f"        b+=a[{number}];\n" for number in range(40))
    helper = f"int g(int*a){{int b=f(a,4);\n{lines}    return b;\n}}\n"
    posted = "int f(int*a,int n){int s=0;while(n--)s+=*a++;return s;}"
    alone = call_arguments(posted, "f", [[[1, 2, 3]]], 0)
    assert alone and call_arguments(helper + posted, "f", [[[1, 2, 3]]], 0) == alone
