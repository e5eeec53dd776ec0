"""Posted answers to a problem whose answers are strings, and whose plug-in takes any text."""

from __future__ import annotations

import pytest

from tests.answers.judged_answers import MISSING, assert_judged, verdicts
from tests.contest import Contest

#: Each word reversed.
PLUGIN = """
class Words:
    def parse(self, text):
        return text.rstrip("\\n")

    def decode(self, text, instance, reading):
        return text.rstrip("\\n")

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [instance]
"""
CASES = {
    "secret/1": (b"abc de f\n", b"cba ed f\n"),
    "secret/2": (b"to, be\n", b",ot eb\n"),
}
RIGHT = {
    "characters.py": "f=lambda s:[*' '.join(w[::-1]for w in s.split())]",
    "generator.py": "def f(s):\n yield from' '.join(w[::-1]for w in s.split(' '))",
    "codes.js": "s=>[...s].reverse().join``.split` `.reverse().join` `.split``"
    ".map(c=>c.charCodeAt())",
    "characters.rb": "->s{s.split.map(&:reverse).join(' ').chars}",
    "split.pl": "sub f{[split//,join' ',map{~~reverse$_}split' ',$_[0]]}",
    "pieces.php": "fn($s)=>str_split(implode(' ',array_map('strrev',explode(' ',$s))))",
    "pieces.lua": "function f(s)local t={}for c in s:gsub('%S+',string.reverse):gmatch'.'do "
    "t[#t+1]=c end return t end",
    "characters.rs": "|s:&str|s.split(' ').map(|w|w.chars().rev().collect::<String>())"
    '.collect::<Vec<_>>().join(" ").chars().collect::<Vec<_>>()',
    "taken-apart.rs": "fn f(s:Vec<char>)->String{s.split(|c|*c==' ')"
    '.map(|w|w.iter().rev().collect::<String>()).collect::<Vec<_>>().join(" ")}',
    "iterator.rs": "|s:&'static str|s.split_inclusive(' ').flat_map(|w|"
    "w.trim().chars().rev().chain(w[w.trim().len()..].chars()))",
    "taken-apart.d": "auto f(dchar[]s){return s.split(' ').map!(w=>w.retro.array).join(\" \"d);}",
    "bytes.java": 'String f(byte[]s){String r="",w="";'
    "for(byte b:s)if(b==32){r+=w+' ';w=\"\";}else w=(char)b+w;return r+w;}",
    "joined.erl": 'f(S)->lists:join(32,[lists:reverse(W)||W<-string:split(S," ",all)]).',
    "cells.m": "@(s)num2cell(strjoin(cellfun(@flip,strsplit(s),'uni',0),' '))",
    "letters.pro": "f(S,R):-string_chars(S,C),g(C,[],R).\ng([],W,W).\n"
    "g([' '|T],W,R):-!,g(T,[],Q),append(W,[' '|Q],R).\ng([C|T],W,R):-g(T,[C|W],R).",
    "letters.R": "\\(s)strsplit(paste(sapply(strsplit(strsplit(s,' ')[[1]],''),"
    "\\(x)paste(rev(x),collapse='')),collapse=' '),'')[[1]]",
    "quoted.jq": '[split(" ")[]|explode|reverse|implode]|join(" ")',
}
WRONG = {
    "all.py": "f=lambda s:[*s[::-1]]",
    "words.py": "f=lambda s:[w[::-1]for w in s.split()]",
    "shown.py": "print([*' '.join(w[::-1]for w in input().split())])",
    "points.js": "s=>[...s].map(c=>c.charCodeAt())",
}


#: The words that occur twice or more. The plug-in takes a text apart at its blanks.
WORDS_PLUGIN = """
class Repeated:
    def parse(self, text):
        return text.split()

    def decode(self, text, instance, reading):
        return tuple(text.split())

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [instance]
"""
WORDS_CASES = {
    "secret/1": (b"a bee a c bee\n", b"a bee\n"),
    "secret/2": (b"x\n", b"\n"),
    "secret/3": (b"to be to\n", b"to\n"),
}
_TWICE = "[x for x in dict.fromkeys(a)if a.count(x)>1]"
WORDS = {
    "list.py": f"lambda a:{_TWICE}",
    "shown.py": f"a=input().split()\nprint({_TWICE})",
    "set.js": "a=>new Set(a.filter((x,i)=>a.indexOf(x)<i))",
    "lines.js": "s=>s.split`\\n`.filter((x,i,a)=>a.indexOf(x)<i).filter((x,i,a)=>a.indexOf(x)==i)",
    "inspected.rb": "a=gets.split;p a.uniq.select{a.count(_1)>1}",
    "library.hs": "import Data.List\nf a=nub a`intersect`(a\\\\nub a)",
}
WORDS_WRONG = {
    "quoted.py": "lambda a:[repr(x)for x in dict.fromkeys(a)if a.count(x)>1]",
    "joined.py": f"lambda a:''.join({_TWICE})",
    "order.py": f"lambda a:{_TWICE}[::-1]",
    "once.py": "a=input().split()\nprint([x for x in a if a.count(x)>1])",
}


@pytest.mark.long
def test_words_may_be_returned_or_shown_as_a_list(contest: Contest) -> None:
    contest.use_package(WORDS_CASES, WORDS_PLUGIN)
    assert_judged(contest, WORDS, WORDS_WRONG)


@pytest.mark.long
def test_a_string_may_be_returned_as_what_it_is_made_of(contest: Contest) -> None:
    contest.use_package(CASES, PLUGIN)
    assert_judged(contest, RIGHT, WRONG, manifests={"jq": 'flags = ["-R"]'})


#: How often each word occurs.
COUNTS_PLUGIN = """
import json
from judge.plugin import Undecodable

class Counts:
    def parse(self, text):
        return text.split()

    def decode(self, text, instance, reading):
        try:
            return dict(json.loads(text))
        except ValueError:
            raise Undecodable("expected a map")

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [instance]
"""
COUNTS_CASES = {
    "secret/1": (b"a true a\n", b'{"a": 2, "true": 1}\n'),
    "secret/2": (b"\n", b"{}\n"),
    "secret/3": (b"x nil\n", b'{"x": 1, "nil": 1}\n'),
}
COUNTED = {
    "table.R": "table",
    "maps.erl": "f(A)->lists:foldl(fun(X,M)->maps:update_with(X,fun(N)->N+1 end,1,M)end,#{},A).",
    "map.ml": "module M=Map.Make(String)\nlet f=List.fold_left(fun m x->"
    "M.update x(function None->Some 1|Some n->Some(n+1))m)M.empty",
}
COUNTED_WRONG = {"places.R": "\\(a)table(match(a,a))"}


@pytest.mark.long
def test_words_may_be_the_keys_of_a_map(contest: Contest) -> None:
    contest.use_package(COUNTS_CASES, COUNTS_PLUGIN)
    said = verdicts(contest, COUNTED, COUNTED_WRONG)
    assert all(said[name] in ("AC", MISSING) for name in COUNTED), said
    assert all(said[name] != "AC" for name in COUNTED_WRONG), said


#: Texts beyond ASCII, given back as they are.
UNCHANGED_CASES = {
    f"secret/{number}": (f"{text}\n".encode(),) * 2
    for number, text in enumerate(
        [
            "plain",
            "h\u00e9llo",
            '\u2603 \\ "\u65e5\u672c"',
            "x\U0001f600y",
            "tab\there",
            "\\u00e9\\n",
        ]
    )
}
UNCHANGED = {
    "pointer.c": "char*f(char*s){return s;}",
    "string.cpp": "string f(string s){return s;}",
    "list.hs": "f s=foldr(:)[]s",
    "table.lua": "return function(s)return s end",
    "value.ml": "let f s=s",
    "value.scm": "(lambda(s)s)",
    "value.lisp": "(lambda(s)s)",
    "value.pl": "sub{$_[0]}",
    "owned.rs": "fn f(s:&str)->String{s.to_string()}",
    "value.awk": "function f(s){return s}",
    "value.erl": "f(S)->lists:reverse(lists:reverse(S)).",
    "value.exs": "& &1",
    "value.sh": 'f(){ echo "$1";}',
    "value.pro": "f(S,S).",
}


@pytest.mark.long
def test_functions_get_texts_beyond_ascii_as_they_are(contest: Contest) -> None:
    contest.use_package(UNCHANGED_CASES, PLUGIN)
    wrong = {"cut.c": "char*f(char*s){s[1]=0;return s;}", "twice.hs": 'f s=s++""++s'}
    assert_judged(contest, UNCHANGED, wrong)
