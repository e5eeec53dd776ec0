"""Posted functions whose values are of types that a library makes: sets, sequences, texts."""

from __future__ import annotations

import pytest

from tests.answers.judged_answers import assert_judged
from tests.contest import Contest

#: The numbers that are in both lists, each once.
PLUGIN = """
from judge.plugin import Undecodable

class Both:
    def parse(self, text):
        return [[*map(int, line.split())] for line in text.split("\\n")[:2]]

    def decode(self, text, instance, reading):
        try:
            found = [*map(int, text.split())]
        except ValueError:
            raise Undecodable("expected numbers")
        if len({*found}) < len(found):
            raise Undecodable("a number is there twice")
        return frozenset(found)

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return instance
"""
CASES = {
    "secret/1": (b"1 2 3 3\n2 3 4\n", b"2 3\n"),
    "secret/2": (b"1\n\n", b"\n"),
    "secret/3": (b"5 5 -9\n5 5\n", b"5\n"),
}
_SET = "module S=Set.Make(Int)\n"
RIGHT = {
    "set.hs": "import Data.Set\nf a b=intersection(fromList a)(fromList b)",
    "int-set.hs": "import Data.IntSet\nf a b=intersection(fromList a)(fromList b)",
    "sequence.hs": "import Data.List\nimport qualified Data.Sequence as S\n"
    "f a b=S.fromList$nub a`intersect`b",
    "elements.ml": f"{_SET}let f a b=S.elements S.(inter(of_list a)(of_list b))",
    "set.ml": f"{_SET}let f a b=S.inter a(S.of_list b)",
    "truths.go": "func f(a,b []int)map[int]bool{s:=map[int]bool{};for _,x:=range a{for _,y:="
    "range b{if x==y{s[x]=true}}};return s}",
    "handle.m": "@intersect",
}
WRONG = {
    "union.hs": "import Data.Set\nf a b=union(fromList a)(fromList b)",
    "list.ml": "let f a b=List.filter(fun x->List.mem x b)a",
    "untrue.go": "func f(a,b []int)map[int]bool{s:=map[int]bool{};for _,x:=range a{s[x]=false};"
    "for _,x:=range b{s[x]=true};return s}",
}

#: How often each letter of a word stands beside itself, in the order of the word.
RUNS = """
class Runs:
    def parse(self, text):
        return text.strip()

    def decode(self, text, instance, reading):
        return text.split()

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [instance]
"""
WORDS = {"secret/1": (b"aab\n", b"a 2 b 1\n"), "secret/2": (b"zzz\n", b"z 3\n")}
_IMPORT = "import qualified Data.%s as T\n"
_GSUB = (
    "function f(s)local n=0 return s:gsub('()(.)',function(i,c)n=n+1 if s:sub(i+1,i+1)==c then "
    "return''end local m=n n=0 return c..' '..m..' 'end)"
)
TEXTS = {
    "bytes.hs": _IMPORT % "ByteString.Char8"
    + "f s=T.unwords[T.pack(T.head g:' ':show(T.length g))|g<-T.group s]",
    "text.hs": _IMPORT % "Text"
    + "f s=[(T.head g,T.length g)|g<-T.group s]>>= \\(c,n)->c:' ':shows n\" \"",
    "statements.c": "#define f(s)for(char*p=s,*q;*p;p=q){for(q=p;*q==*p;q++);"
    'printf("%c %ld ",*p,q-p);}',
    "counted.lua": f"{_GSUB} end",
}
TEXTS_WRONG = {
    "statements-wrong.c": "#define f(s)for(char*p=s,*q;*p;p=q){for(q=p;*q==*p;q++);"
    'printf("%c %ld ",*p,q-s);}',
    "two.lua": f"{_GSUB},2 end",
}


@pytest.mark.long
def test_a_set_may_be_of_the_library(contest: Contest) -> None:
    contest.use_package(CASES, PLUGIN)
    assert_judged(contest, RIGHT, WRONG)


@pytest.mark.long
def test_a_text_may_be_of_the_library_and_a_macro_statements(contest: Contest) -> None:
    contest.use_package(WORDS, RUNS)
    assert_judged(contest, TEXTS, TEXTS_WRONG)
