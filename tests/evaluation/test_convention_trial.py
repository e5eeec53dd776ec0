"""Which calling conventions are tried where every text is a legal answer."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from judge.evaluation.convention_trial import trial_limit_s
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


#: Each positive number at its place, nothing at the others.
PLACES = """
import json

from judge.plugin import Undecodable

class Places:
    def parse(self, text):
        return tuple(json.loads(text))

    def arguments(self, instance):
        return [list(instance)]

    def size(self, instance):
        return (len(instance),)

    def decode(self, text, instance, reading):
        words = text.replace("[", " ").replace("]", " ").replace(",", " ").split()
        if len(words) != len(instance):
            raise Undecodable(f"{len(words)} entries")
        return tuple(int(word) if word.isdigit() else 0 for word in words)

    def compare(self, instance, answer, best):
        return answer == best

plugin = Places()
"""
FULL = ([3, 4, 5], [0, 4, 5], [3, 0, 5, 6], [7, 8, 0, 9], [3, 4, 0, 9, 5], [1, 2, 3, 4, 5, 0])
#: Only the last of many cases ends with nothing.
ALMOST_ALL_FULL = (*([*range(1, length)] for length in range(4, 16)), [*range(1, 16), 0])


def place_cases(lists: Iterable[list[int]]) -> dict[str, tuple[bytes, bytes]]:
    texts = [json.dumps(places).encode() for places in lists]
    return {f"secret/{number:02}": (text, text) for number, text in enumerate(texts)}


PLACE_CASES = place_cases(FULL)


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("holes.js", "a=>{r=[];a.map((x,i)=>x?r[i]=x:0);return r}"),
        ("holes.pl", "sub f{my($a)=@_;my@r;$$a[$_]and$r[$_]=$$a[$_]for 0..$#$a;\\@r}"),
        ("holes.rb", "->a{r=[];a.each_with_index{|x,i|r[i]=x if x>0};r}"),
        (
            "holes.php",
            "function f($a){$r=[];foreach($a as$i=>$x)if($x)$r[$i]=$x;return$r;}",
        ),
    ],
    ids=["holes.js", "holes.pl", "holes.rb", "holes.php"],
)
def test_a_list_that_ends_early_only_on_a_larger_case_is_as_long_as_its_argument(
    contest: Contest, file: str, source: str
) -> None:
    contest.use_package(PLACE_CASES, PLACES)
    contest.solution(file, source)
    [judged] = contest.judged().values()
    assert judged.verdict is Verdict.AC, [o.message for o in judged.outcomes]
    assert judged.solution.convention.result_length == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source"),
    [
        (
            "full.lua",
            "function(a)r={}for i,x in ipairs(a)do r[i]=x>0 and x or nil end return r end",
        ),
        ("full.js", "a=>{r=[];a.map((x,i)=>x?r[i]=x:0);return r}"),
    ],
    ids=["full.lua", "full.js"],
)
def test_a_list_that_ends_early_only_on_one_of_many_cases_is_as_long_as_its_argument(
    contest: Contest, file: str, source: str
) -> None:
    contest.use_package(place_cases(ALMOST_ALL_FULL), PLACES)
    contest.solution(file, source)
    [judged] = contest.judged().values()
    if judged.verdict is Verdict.SKIP:
        pytest.skip(judged.message)
    assert judged.verdict is Verdict.AC, [o.message for o in judged.outcomes]
    assert judged.solution.convention.result_length == 0


@pytest.mark.long
def test_a_list_that_is_short_of_its_right_items_stays_wrong(contest: Contest) -> None:
    contest.use_package(PLACE_CASES, PLACES)
    contest.solution("short.js", "a=>a.slice(0,5)")
    [judged] = contest.judged().values()
    assert judged.verdict is Verdict.AC, "the sixth of them is nothing"
    contest.solution("short.js", "a=>a.slice(0,4)")
    assert contest.judged()["short"].verdict is Verdict.WA


def test_a_host_may_take_longer_to_start_than_a_program_but_not_for_ever() -> None:
    assert trial_limit_s(0.0) == 1.0
    assert trial_limit_s(0.4) > 1.5 + 0.4, "a function in an interpreter that starts slowly"
    assert trial_limit_s(9.0) == 12.0


SORTS = "import json\nw=json.loads(input())\nprint(*sorted(w))\n"
VARIANT = """
source = "sorts.py"
expect = "WA"
[as-given]
note = "It sorts nothing."
replace = [["sorted(w)", "w"]]
"""


@pytest.mark.long
def test_a_variant_that_takes_its_input_as_it_is_made_to_is_called_in_no_other_way(
    contest: Contest,
) -> None:
    words = (["b", "a"], ["c", "d"], ["e", "f"], ["h", "g", "i"], ["k", "j", "l", "m"])
    cases = {
        f"secret/{number}": (json.dumps(one).encode(), " ".join(sorted(one)).encode())
        for number, one in enumerate(words)
    }
    contest.use_package(cases, PLUGIN)
    contest.solution("sorts.py", SORTS)
    contest.solution("copy.py", SORTS.replace("sorted(w)", "w"))
    (contest.solutions / "variants.toml").write_text(VARIANT, encoding="utf-8")
    judged = contest.judged()
    assert {name: its.verdict.value for name, its in judged.items()} == {
        "sorts": "AC",
        "copy": "WA",
        "as-given": "WA",
    }
    assert "more tried" in " ".join(judged["copy"].solution.settled)
    assert "tried" not in " ".join(judged["as-given"].solution.settled)
