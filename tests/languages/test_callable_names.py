"""Which function of a source the judge calls, where several are declared."""

from __future__ import annotations

import pytest

from judge.languages.callable_names import chosen_name, in_order, names_by_table
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


LEADING = (
    ("f=nub\nimport Data.List", "import Data.List\nf=nub"),
    ("nub\n\nimport Data.List\n", "import Data.List\nnub\n\n"),
    (
        "import Data.Char\nf=nub.map ord\nimport Data.List",
        "import Data.Char\nimport Data.List\nf=nub.map ord",
    ),
)


@pytest.mark.parametrize(("posted", "ordered"), LEADING)
def test_lines_that_must_stand_above_all_code_are_moved_there(posted: str, ordered: str) -> None:
    assert in_order(posted, all_languages()["haskell"]).rstrip() == ordered.rstrip()


def test_lines_above_all_code_stay_as_they_are() -> None:
    posted = "import Data.List\n-- the answer\nimport Data.Char\n\nf=nub.map ord\n"
    assert in_order(posted, all_languages()["haskell"]) == posted
    assert in_order("f=1\nimport x", all_languages()["python"]) == "f=1\nimport x"
