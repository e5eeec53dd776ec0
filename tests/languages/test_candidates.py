"""Which conventions are left to try, by what a manifest settles."""

from __future__ import annotations

import pytest

from judge.languages.candidates import other_candidates
from judge.languages.table import all_languages
from judge.model import Arity, Convention, Kind


@pytest.mark.parametrize("fixed", [(), ("arity",), ("name", "output"), ("arity", "output", "name")])
@pytest.mark.parametrize(
    ("language", "source", "option"),
    [
        ("javascript", "(a,b)=>a*b", "--big-integers"),
        ("r", "function(a,b)c(a=b)", "--names"),
        ("octave", "@(a,b)a+b*i", "--complex-numbers"),
        ("perl", "use Math::Complex;sub{cplx(@_)}", "--complex-numbers"),
        ("c", "struct r{int*p;int n;}f(int*a,int n){}", "--whole-structures"),
    ],
)
def test_options_of_a_host_are_tried_unless_the_manifest_settles_the_call(
    language: str, source: str, option: str, fixed: tuple[str, ...]
) -> None:
    others = other_candidates(
        source, all_languages()[language], Kind.FUNCTION, Convention(), frozenset(fixed)
    )
    tried = option in {other.convention.host_option for other in others}
    assert tried is ("arity" not in fixed)


@pytest.mark.parametrize(
    ("language", "source"),
    [("octave", "@(a,b)a+b"), ("perl", "sub{pop}"), ("c", "int f(int*a,int n){}")],
)
def test_options_of_a_host_are_tried_only_for_sources_that_show_a_sign_of_them(
    language: str, source: str
) -> None:
    entry = all_languages()[language]
    others = other_candidates(source, entry, Kind.FUNCTION, Convention(), frozenset())
    assert not {other.convention.host_option for other in others} & {*entry.host_options}


def test_a_program_that_may_be_a_function_is_called_with_the_options_of_its_host() -> None:
    source = "use Math::Complex;sub{cplx(@_)}"
    perl = all_languages()["perl"]
    others = other_candidates(source, perl, Kind.PROGRAM, Convention(), frozenset())
    assert "--complex-numbers" in {other.convention.host_option for other in others}


@pytest.mark.parametrize(
    ("language", "source", "tried"),
    [
        ("lisp", "(lambda(&rest a)(apply'+ a))", True),
        ("scheme", "(lambda a(apply + a))", True),
        ("scheme", "(define (f . a) (apply + a))", True),
        ("scheme", "(lambda(a)(apply + a))", False),
    ],
)
def test_a_function_of_any_number_of_arguments_may_get_the_items_of_a_list(
    language: str, source: str, tried: bool
) -> None:
    entry = all_languages()[language]
    others = other_candidates(source, entry, Kind.FUNCTION, Convention(), frozenset())
    assert (Arity.SPREAD in {other.convention.arity for other in others}) is tried
