"""Which function of a source the judge calls, where several are declared."""

from __future__ import annotations

import pytest

from judge.languages.callable_names import chosen_name
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
