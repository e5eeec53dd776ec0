"""Posted functions whose results have another shape than the output of a program: the lines of a
picture, a matrix of one column, a number with all its digits."""

from __future__ import annotations

import pytest

from tests.answers.judged_answers import assert_judged
from tests.contest import Contest

#: A triangle of so many lines; the plug-in takes any text for lines.
LINES = """
class Triangle:
    def parse(self, text):
        return int(text)

    def decode(self, text, instance, reading):
        return tuple(line.rstrip() for line in text.rstrip().split("\\n"))

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [instance]
"""
TRIANGLES = {
    "secret/1": (b"2\n", b" *\n**\n"),
    "secret/2": (b"3\n", b"  *\n **\n***\n"),
}
DRAWN = {
    "lines.py": "f=lambda n:[('*'*i).rjust(n)for i in range(1,n+1)]",
    "lines.hs": "f n=[replicate(n-i)' '++replicate i '*'|i<-[1..n]]",
    "lines.d": 'auto f(int n){return iota(1,n+1).map!(i=>" ".replicate(n-i)~"*".replicate(i));}',
    "cells.m": "@(n)arrayfun(@(i)[repmat(' ',1,n-i),repmat('*',1,i)],1:n,'uni',0)",
    "characters.js": "n=>[...Array(n)].map((_,i)=>[...' '.repeat(n-1-i)+'*'.repeat(i+1)])",
    "ends.pl": 'sub{my$n=pop;map{$"x($n-$_)."*"x$_."\\n"}1..$n}',
    "prints.erl": 'f(N)->[io:fwrite("~*s~n",[N,lists:duplicate(I,$*)])||I<-lists:seq(1,N)].',
    "prints.exs": 'fn n->for i<-1..n,do: IO.puts String.pad_leading(String.duplicate("*",i),n)end',
    "prints.pro": "f(N):-between(1,N,I),between(1,N,J),(I+J>N->write(*);write(' ')),J=N,nl,fail.",
}
DRAWN_WRONG = {
    "left.py": "f=lambda n:['*'*i for i in range(1,n+1)]",
    "words.js": "n=>[...Array(n)].map((_,i)=>[' '.repeat(n-1-i),'*'.repeat(i+1)])",
    "oks.erl": "f(N)->[ok||_<-lists:seq(1,N)].",
    "true.pro": "f(N):-N>0.",
}

#: A matrix, turned by a quarter to the right.
ROWS = """
from judge.plugin import Undecodable

class Turned:
    def parse(self, text):
        return text

    def decode(self, text, instance, reading):
        try:
            rows = tuple(tuple(map(int, line.split())) for line in text.splitlines())
        except ValueError:
            raise Undecodable("no rows of numbers")
        return rows

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [[list(map(int, line.split())) for line in instance.splitlines()]]
"""
TURNED = {
    "secret/1": (b"1 2 3\n", b"1\n2\n3\n"),
    "secret/2": (b"1 2\n3 4\n", b"3 1\n4 2\n"),
    "secret/3": (b"1\n2\n", b"2 1\n"),
}
RIGHT = {
    "turned.m": "@(m)rot90(m,-1)",
    "bound.R": "\\(m)do.call(rbind,lapply(seq_along(m[[1]]),\\(i)rev(sapply(m,`[`,i))))",
    "zip.py": "lambda m:zip(*m[::-1])",
}
WRONG = {
    "flat.py": "lambda m:[x for r in zip(*m[::-1])for x in r]",
    "left.m": "@(m)rot90(m)",
}

#: The mean of some numbers.
MEAN = """
from judge.plugin import Undecodable

class Mean:
    def parse(self, text):
        return tuple(map(float, text.split()))

    def decode(self, text, instance, reading):
        try:
            return float(text)
        except ValueError:
            raise Undecodable("no number")

    def compare(self, instance, answer, best):
        return abs(answer - best) < 1e-9

    def arguments(self, instance):
        return [list(instance)]
"""
MEANS = {
    "secret/1": (b"1 2 4\n", b"2.3333333333333333\n"),
    "secret/2": (b"0.5\n", b"0.5\n"),
    "secret/3": (b"7\n", b"7\n"),
}

#: Quotient and remainder.
TWO = """
from judge.plugin.answers import integers

class Division:
    def parse(self, text):
        return tuple(map(int, text.split()))

    def decode(self, text, instance, reading):
        return integers(text)

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return list(instance)
"""
DIVISIONS = {"secret/1": (b"17 5\n", b"3 2\n"), "secret/2": (b"4 2\n", b"2 0\n")}
DIVIDED = {
    "structure.c": "struct r{int q,r;};struct r f(int a,int b){struct r x={a/b,a%b};return x;}",
    "reals.c": "typedef struct{double q,r;}r;r f(int a,int b){return(r){a/b,a%b};}",
    "values.lisp": "(defun f(a b)(values(floor a b)(mod a b)))",
    "static.c": "int*f(int a,int b){static int r[2];*r=a/b;r[1]=a%b;return r;}",
    "allocated.c": "int*f(int a,int b){int*r=malloc(2*sizeof*r);*r=a/b;r[1]=a%b;return r;}",
}
DIVIDED_WRONG = {
    "static-wrong.c": "int*f(int a,int b){static int r[3];*r=a/b;r[1]=a%b;return r;}",
    "exchanged.c": "struct r{int q,r;};struct r f(int a,int b){struct r x={a%b,a/b};return x;}",
    "second.lisp": "(defun f(a b)(floor a b))",
}


#: Which numbers are greater than all before them.
TRUTHS = """
from judge.plugin import Undecodable

class Records:
    def parse(self, text):
        return tuple(map(int, text.split()))

    def decode(self, text, instance, reading):
        if {*text.split()} - {"true", "false"}:
            raise Undecodable("expected true and false")
        return text.split()

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [list(instance)]
"""
RECORDS = {
    "secret/1": (b"-5 3 1 3 4\n", b"true true false false true\n"),
    "secret/2": (b"-9 -9\n", b"true false\n"),
}
MARKED = {
    "truths.c": "#include <stdbool.h>\nbool*f(int*a,int n){bool*r=malloc(n);"
    "for(int i=0,m=-99;i<n;i++)if(r[i]=a[i]>m)m=a[i];return r;}",
    "nil.lisp": "(lambda(a)(let((m -99))(mapcar(lambda(x)(and(> x m)(setf m x)t))a)))",
    "scanned.hs": "zipWith(>)<*>scanl max(-99)",
    "compared.hs": "snd.foldl(\\(m,r)x->(max m x,r++[x>m]))(-99,[])",
}
MARKED_WRONG = {
    "truths-wrong.c": "#include <stdbool.h>\nbool*f(int*a,int n){bool*r=malloc(n);"
    "for(int i=0,m=0;i<n;i++)if(r[i]=a[i]>m)m=a[i];return r;}",
    "nil-wrong.lisp": "(lambda(a)(let((m 0))(mapcar(lambda(x)(and(> x m)(setf m x)t))a)))",
}

#: The divisors of each number, without itself.
DIVISORS = """
from judge.plugin.answers import groups

class Divisors:
    def parse(self, text):
        return tuple(map(int, text.split()))

    def decode(self, text, instance, reading):
        return groups(text)

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [list(instance)]
"""
OF_EACH = {
    "secret/1": (b"6 1 7\n", b"[[1,2,3],[],[1]]\n"),
    "secret/2": (b"1 1\n", b"[[],[]]\n"),
    "secret/3": (b"1\n", b"[[]]\n"),
}
_LOOP = "(loop for d from 1 below n when(zerop(mod n d))collect d)"
LISTED = {
    "loop.lisp": f"(lambda(a)(mapcar(lambda(n){_LOOP})a))",
    "mapped.hs": "map(\\n->[d|d<-[1..n-1],mod n d==0])",
}
LISTED_WRONG = {"loop-wrong.lisp": f"(lambda(a)(remove nil(mapcar(lambda(n){_LOOP})a)))"}

#: How often each number occurs; then the runs of equal numbers. The plug-ins read JSON alone.
JSON_ALONE = """
import json
from judge.plugin import Undecodable

class Counted:
    def parse(self, text):
        return tuple(map(int, text.split()))

    def decode(self, text, instance, reading):
        try:
            found = json.loads(text)
            return {**found} if KIND is dict else [[*row] for row in found]
        except (ValueError, TypeError):
            raise Undecodable("expected JSON")

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [list(instance)]
"""
COUNTED = {
    "secret/1": (b"1 1 2\n", b'{"1":2,"2":1}\n'),
    "secret/2": (b"1\n", b'{"1":1}\n'),
    "secret/3": (b"3 3 0\n", b'{"3":2,"0":1}\n'),
}
WITH_KEYS = {
    "library.php": "array_count_values",
    "loop.php": "function f($a){foreach($a as$x)@$r[$x]++;return$r;}",
    "loop.lua": "function f(a)local r={}for _,x in ipairs(a)do r[x]=(r[x]or 0)+1 end return r end",
}
WITHOUT_KEYS = {"values.php": "fn($a)=>array_values(array_count_values($a))"}
RUNS = {
    "secret/1": (b"1 1 2\n", b"[[1,1],[2]]\n"),
    "secret/2": (b"1 2 3\n", b"[[1],[2],[3]]\n"),
    "secret/3": (b"4\n", b"[[4]]\n"),
}
OF_ONE = {
    "split.R": "\\(a)split(a,cumsum(c(1,diff(a)!=0)))",
    "cells.m": "@(a)mat2cell(a,1,diff(find([1 diff(a)~=0 1])))",
}
NOT_OF_ONE = {"flat.R": "\\(a)a", "unique.R": "\\(a)as.list(unique(a))"}

#: Each number but the first times the first, and the even ones among them.
SCALED = """
import json
from judge.plugin import Undecodable

class Scaled:
    def parse(self, text):
        return tuple(map(int, text.split()))

    def decode(self, text, instance, reading):
        try:
            return [*json.loads(text)]
        except (ValueError, TypeError):
            raise Undecodable("expected a list")

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [instance[0], list(instance[1:])]
"""
SCALES = {
    "secret/1": (b"2 1 3\n", b"[2, 6]\n"),
    "secret/2": (b"1 1\n", b"[]\n"),
    "secret/3": (b"3 4 5\n", b"[12]\n"),
}
_IF_EVEN = "for _,x:=range a{if x*k%2==0{r=append(r,x*k)}};return"
REST = {
    "rest.go": f"func f(k int,a...int)(r []int){{{_IF_EVEN}}}",
    "all.go": f"func f(b...int)(r []int){{k,a:=b[0],b[1:];{_IF_EVEN}}}",
    "curried.go": f"func f(k int)func(...int)[]int{{return func(a...int)(r []int){{{_IF_EVEN}}}}}",
    "nil.clj": "(fn[k a](seq(filter even?(map #(* k %)a))))",
}
NO_REST = {
    "odd.go": f"func f(k int,a...int)(r []int){{{_IF_EVEN.replace('==', '!=')}}}",
    "first.clj": "(fn[k a](first(filter even?(map #(* k %)a))))",
}


@pytest.mark.long
def test_a_list_may_be_the_rest_of_the_arguments_and_nil_an_empty_one(contest: Contest) -> None:
    contest.use_package(SCALES, SCALED)
    assert_judged(contest, REST, NO_REST)


@pytest.mark.long
def test_a_map_may_have_the_keys_of_a_list(contest: Contest) -> None:
    contest.use_package(COUNTED, JSON_ALONE.replace("KIND", "dict"))
    assert_judged(contest, WITH_KEYS, WITHOUT_KEYS)


@pytest.mark.long
def test_vectors_in_a_list_may_be_lists_of_one(contest: Contest) -> None:
    contest.use_package(RUNS, JSON_ALONE.replace("KIND", "list"))
    assert_judged(contest, OF_ONE, NOT_OF_ONE)


@pytest.mark.long
def test_a_list_of_truths_may_be_of_nil_or_of_c(contest: Contest) -> None:
    contest.use_package(RECORDS, TRUTHS)
    assert_judged(contest, MARKED, MARKED_WRONG)


@pytest.mark.long
def test_nil_may_be_the_empty_list_in_a_list_of_nothing_else(contest: Contest) -> None:
    contest.use_package(OF_EACH, DIVISORS)
    assert_judged(contest, LISTED, LISTED_WRONG)


@pytest.mark.long
def test_two_results_may_be_a_structure_or_two_values(contest: Contest) -> None:
    contest.use_package(DIVISIONS, TWO)
    assert_judged(contest, DIVIDED, DIVIDED_WRONG)


@pytest.mark.long
def test_a_picture_may_be_a_list_of_lines_or_printed(contest: Contest) -> None:
    contest.use_package(TRIANGLES, LINES)
    assert_judged(contest, DRAWN, DRAWN_WRONG)


@pytest.mark.long
def test_a_matrix_of_one_column_has_rows(contest: Contest) -> None:
    contest.use_package(TURNED, ROWS)
    assert_judged(contest, RIGHT, WRONG)


@pytest.mark.long
def test_a_number_has_all_its_digits_and_a_rest_may_be_all(contest: Contest) -> None:
    contest.use_package(MEANS, MEAN)
    right = {"digits.d": "a=>a.sum/a.length", "rest.js": "(...a)=>eval(a.join`+`)/a.length"}
    wrong = {"rest-wrong.js": "(...a)=>eval(a.join`+`)/(a.length+1)"}
    assert_judged(contest, right, wrong)
