"""Mutants of a source in any language."""

from __future__ import annotations

import pytest

from judge.verify.mutation.source_text import source_mutants


def after(text: str) -> set[str]:
    """What each mutant makes of the one line that it changes."""
    return {one.after for one in source_mutants(text)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a<b", {"a<=b"}),
        ("a>=b", {"a>b"}),
        ("a==b", {"a!=b", "a<=b", "a>=b"}),
        ("a===b", {"a!==b"}),
        ("a&&b", {"a||b"}),
        ("a or b", {"a and b"}),
        ("f(7)", {"f(8)", "f(6)"}),
        ("f(0)", {"f(1)"}),
        ("a+=b", {"a-=b"}),
        ("max(a)", {"min(a)"}),
    ],
)
def test_operators_numbers_and_words_have_neighbours(text: str, found: set[str]) -> None:
    assert after(text + ":") - {"0"} == {one + ":" for one in found}


@pytest.mark.parametrize("text", ["x=>y:", "x->y:", "a<<b:", "a>>b:"])
def test_arrows_and_shifts_are_no_comparisons(text: str) -> None:
    assert after(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        '"a < 1":',
        "'a < 1':",
        "// a < 1",
        "# a < 1",
        '"""a\n< 1""":',
        "/* a\n< 1 */",
        "#include <vector>",
    ],
)
def test_strings_and_comments_are_left_alone(text: str) -> None:
    assert after(text) == set()


def test_conditions_are_forced() -> None:
    assert {"if (1) f();", "if (0) f();"} <= after("if (a(b)) f();")
    assert {"if 1:", "if 0:"} <= after("if a.b:\n    c()")
    assert {"while (1) {", "while (0) {"} <= after("while (n--) {\n  f();\n}")


def test_statements_are_dropped() -> None:
    assert "0;" in after("int main() {\n  f(a);\n}\n")
    assert "0" in after("f(a)\nprint(a)\n")
    assert not any(
        one.before == "def f(a):" and one.after == "0" for one in source_mutants("def f(a):\n  g()")
    )


def test_a_mutant_names_its_line_and_is_the_whole_source() -> None:
    [first, *_] = source_mutants("def f(a):\n    return a<b\n")
    assert (first.line, first.change) == (2, "return a<b → return a<=b")
    assert first.text == "def f(a):\n    return a<=b\n"


def test_no_mutant_comes_twice() -> None:
    text = "for (i = 0; i < n; i++) { if (a[i] > 0 && i != 1) s += a[i]; }\n"
    found = [one.text for one in source_mutants(text)]
    assert len(set(found)) == len(found) and text not in found
