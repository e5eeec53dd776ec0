"""Which function of a source the judge calls, where several are declared."""

from __future__ import annotations

import pytest

from judge.languages.callable_names import chosen_name, names_by_table
from judge.languages.candidates import other_candidates
from judge.languages.table import all_languages
from judge.model import Convention, Kind

INNER = "function f(a)local function g(t)if {}then return 1 end end return g(a)end"


@pytest.mark.parametrize(
    "compared",
    ['t=="f"', "t~='f'", '"f"==t', "t eq 'f'", 'case "f"', '"f" in t', 't != "f"'],
)
def test_a_word_that_is_compared_calls_nothing(compared: str) -> None:
    assert chosen_name(INNER.format(compared), ["f", "g"]) == "f"


@pytest.mark.parametrize("called", ["f(t)", "usort($t,'f')", 'feval("f",t)'])
def test_a_name_that_is_passed_is_called(called: str) -> None:
    assert chosen_name(INNER.format(called), ["f", "g"]) == "g"


def test_the_usual_name_is_tried_though_something_mentions_it() -> None:
    source, lua = INNER.format("t then --[[ as f does ]]"), all_languages()["lua"]
    first = Convention(name="g")
    others = other_candidates(source, lua, Kind.FUNCTION, first, frozenset())
    assert "f" in {other.convention.name for other in others}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("let rec g a b=if b=0 then a else g b(a mod b)let f n=g n 6", ["g", "f"]),
        ("let g x=let y=x in y let h=fun x->g x", ["g", "h"]),
        ("let f n=let rec g x=if x=0 then 0 else let z=x-1 in g z in g n", ["f"]),
        ('let g s="let x" let k n=n', ["g", "k"]),
        ("let inner a=a and letter b=b let in' c=c", ["inner", "in'"]),
    ],
)
def test_a_declaration_behind_another_in_a_line_counts_unless_it_is_local(
    source: str, names: list[str]
) -> None:
    assert names_by_table(source, all_languages()["ocaml"]) == names
