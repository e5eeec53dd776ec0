"""Which calling conventions are tried where every text is a legal answer."""

from __future__ import annotations

import json

import pytest

from judge.model import Arity, Output, Verdict
from tests.contest import Contest

#: Sort words: whatever is printed can be read as an answer.
PLUGIN = """
import json

class Sorting:
    def parse(self, text):
        return tuple(json.loads(text))

    def arguments(self, instance):
        return [list(instance)]

    def decode(self, text, instance, reading):
        return tuple("".join(c if c.isalnum() else " " for c in text).split())

    def compare(self, instance, answer, best):
        return answer == best

plugin = Sorting()
"""
WORDS = (["b", "a"], ["q"], ["z", "y", "x"], ["m", "n", "l", "k"])
CASES = {
    f"secret/{number}": (json.dumps(words).encode(), " ".join(sorted(words)).encode())
    for number, words in enumerate(WORDS)
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source", "arity", "output"),
    [
        ("rest.py", "def f(*w):return sorted(w)", Arity.SPREAD, Output.RETURN),
        ("rest.pl", "sub f{sort@_}", Arity.SPREAD, Output.RETURN),
        ("list.py", "def f(w):return sorted(w)", Arity.LIST, Output.RETURN),
        (
            "untyped.c",
            "c(char**a,char**b){return strcmp(*a,*b);}f(w,n)char**w;{qsort(w,n,8,c);}",
            Arity.ARGS,
            Output.MUTATED,
        ),
    ],
    ids=["rest.py", "rest.pl", "list.py", "untyped.c"],
)
def test_a_way_under_which_all_is_right_is_found(
    contest: Contest, file: str, source: str, arity: Arity, output: Output
) -> None:
    """No answer of the first way is refused as a text: only that it is wrong speaks for others."""
    contest.use_package(CASES, PLUGIN)
    contest.solution(file, source)
    [judged] = contest.judged().values()
    convention = judged.solution.convention
    assert (convention.arity, convention.output) == (arity, output)
    assert judged.verdict is Verdict.AC
