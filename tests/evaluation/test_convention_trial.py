"""Which calling conventions are tried where every text is a legal answer."""

from __future__ import annotations

import json

import pytest

from judge.model import Arity, Input, Output, Verdict
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


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source", "form"),
    [
        ("waits.py", "l=input()\nwhile'['==l[0]:0\nprint(*sorted(l.split()))", Input.LINES),
        ("warns.pl", "$_=<>;while(/\\[/){print 1x9999}print join' ',sort split", Input.LINES),
    ],
    ids=["waits.py", "warns.pl"],
)
def test_a_limit_under_the_first_form_of_input_leaves_the_others(
    contest: Contest, file: str, source: str, form: Input
) -> None:
    contest.use_package(CASES, PLUGIN)
    contest.solution(file, source)
    [judged] = contest.judged(time_limit_s=0.5).values()
    assert judged.solution.convention.input is form
    assert judged.verdict is Verdict.AC


@pytest.mark.long
def test_what_meets_a_limit_in_every_form_is_given_up_soon(contest: Contest) -> None:
    contest.use_package(CASES, PLUGIN)
    contest.solution("loops.py", "import sys\nsys.stdin.read()\nwhile 1:0")
    [judged] = contest.judged(time_limit_s=0.5).values()
    assert judged.verdict is Verdict.TLE
    assert judged.solution.convention.input is Input.NATIVE


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("room.py", "def f(w,r):r+=sorted(w)"),
        ("room.js", "(w,r)=>{r.push(...w.sort())}"),
        ("room.php", "function f($w,&$r){sort($w);$r=$w;}"),
        ("named.py", "def f(o):return sorted(o['words'])"),
        ("keyword.py", "def f(*,words):return sorted(words)"),
        ("keyword.rb", "->words:{words.sort}"),
    ],
    ids=lambda value: value if "." in value[:12] else "",
)
def test_room_for_a_result_and_names_of_arguments_are_found(
    contest: Contest, file: str, source: str
) -> None:
    contest.use_package(CASES, PLUGIN)
    contest.solution(file, source)
    [judged] = contest.judged().values()
    assert judged.verdict is Verdict.AC
