"""Which conventions are left to try, by what a manifest settles."""

from __future__ import annotations

import pytest

from judge.languages.candidates import other_candidates
from judge.languages.table import all_languages
from judge.model import Convention, Kind


@pytest.mark.parametrize("fixed", [(), ("arity",), ("name", "output"), ("arity", "output", "name")])
@pytest.mark.parametrize(
    ("language", "source", "option"),
    [
        ("javascript", "(a,b)=>a*b", "--big-integers"),
        ("r", "function(a,b)c(a=b)", "--names"),
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
