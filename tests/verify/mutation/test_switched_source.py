"""One source with many mutants, of which a number chooses one."""

from __future__ import annotations

import re

from judge.verify.mutation.source_text import SourceMutant, source_mutants
from judge.verify.mutation.switched_source import SwitchedSource, join_mutants

SOURCE = """int f(int a, int b) {
    if (a < b && b > 3) a = b + 1;
    a++;
    int c = a;
    return c == 7 ? a : b;
}
"""


def made(source: str = SOURCE) -> SwitchedSource:
    return join_mutants(source, dict(enumerate(source_mutants(source), 1)), "int judge_change;")


def test_every_mutant_of_an_expression_or_a_statement_is_in_it_once() -> None:
    found = made()
    assert found.text.startswith("int judge_change;\n")
    assert len(found.mutants) == len(source_mutants(SOURCE))
    for number in found.mutants:
        assert len(re.findall(rf"judge_change[!=]={number}\b", found.text)) in (1, 2)


def test_what_is_around_a_change_stays() -> None:
    found = join_mutants("x = a + f(b < c);\n", {3: mutant("x = a + f(b < c);\n", "<=")}, "")
    lines = [line for line in found.text.splitlines() if line]
    assert lines[0] == "x = a + f("
    assert lines[-1] == ");" and "b <= c" in lines and "b < c" in lines


def mutant(source: str, sign: str) -> SourceMutant:
    return next(one for one in source_mutants(source) if one.new == sign)


def test_a_line_of_the_compiler_is_blamed_on_the_mutant_in_it() -> None:
    found = made()
    lines = found.text.splitlines()
    for number, one in found.mutants.items():
        if "a <= b" in one.after:
            [at] = [at for at, line in enumerate(lines, 1) if line.strip() == "a <= b"]
            assert found.blamed([at]) == {number}
    assert found.blamed([1, 10**6]) == frozenset()


def test_a_declaration_is_not_left_out() -> None:
    assert not any(
        one.before == "int c = a;" and one.new == "0;" for one in made().mutants.values()
    )
    assert any(one.before == "a++;" and one.new == "0;" for one in made().mutants.values())
