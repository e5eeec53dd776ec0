"""Posted functions that answer a question, and return nothing where the answer is no."""

from __future__ import annotations

import pytest

from tests.answers.judged_answers import assert_judged
from tests.contest import Contest

#: Whether two of some numbers have a sum.
PLUGIN = """
from judge.plugin.answers import decision

class Pairs:
    def parse(self, text):
        *numbers, total = map(int, text.split())
        return tuple(numbers), total

    def decode(self, text, instance, reading):
        return decision(text)

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [list(instance[0]), instance[1]]
"""
CASES = {
    "secret/1": (b"1 3 2 5\n", b"YES\n"),
    "secret/2": (b"5 10\n", b"NO\n"),
    "secret/3": (b"2 4 3\n", b"NO\n"),
}
LUA = "function(a,k)local s={}for _,x in ipairs(a)do if s[k-x]then return 1 end s[x]=1 end end"
RIGHT = {
    "python.py": "def f(a,k):\n for i,x in enumerate(a):\n  if k-x in a[:i]:return 1",
    "perl.pl": "sub{my($a,$k)=@_;my%s;grep{my$h=$s{$k-$_};$s{$_}=1;$h}@$a}",
    "lua.lua": LUA,
    "php.php": "function f($a,$k){foreach($a as$i=>$x)if(in_array($k-$x,array_slice($a,$i+1)))"
    "return 1;}",
    "ruby.rb": "->a,k{a.combination(2).find{|x|x.sum==k}}",
}
WRONG = {
    "twice-perl.pl": "sub{my($a,$k)=@_;grep{my$x=$_;grep{$x+$_==$k}@$a}@$a}",
    "twice-lua.lua": LUA.replace("if s", "s[x]=1 if s"),
    "never-lua.lua": "function(a,k)end",
    "silent-lua.lua": "function(a,k)if #a>2 then print(1)end end",
}


@pytest.mark.long
def test_to_return_nothing_is_no(contest: Contest) -> None:
    contest.use_package(CASES, PLUGIN)
    assert_judged(contest, RIGHT, WRONG)
