"""What the manifest says of a function reaches the hosts of all languages."""

from __future__ import annotations

from judge.model import Verdict
from tests.house import House

PICK = "n.each_index.sort_by{-n[_1]}.first(k).select{n[_1]>0}"


def test_curried_listed_mutated_and_printed_answers(house: House) -> None:
    house.keep_cases("1", "01-last")
    house.solution("curried.rb", f"->n{{->k{{{PICK}}}}}", 'arity = "curried"')
    house.solution("listed.rb", f"->((n,k)){{{PICK}}}", 'arity = "list"')
    house.solution("mutated.rb", f"->n,k{{n.replace {PICK};0}}", 'output = "mutated"')
    house.solution("printed.rb", f"->n,k{{p(*{PICK});9}}", 'output = "stdout"')
    house.solution(
        "flagged.c", "int f(int*n,int l,int k){return GONE;}", 'flags = "-DGONE=-1"\nexpect = "WA"'
    )
    house.solution("mixed.rs", "|a|a", 'arity = "list"\nexpect = "CE"')
    for judged in house.judged().values():
        if judged.verdict is not Verdict.SKIP:
            assert judged.as_expected, (judged.solution.name, judged.message, judged.outcomes)
