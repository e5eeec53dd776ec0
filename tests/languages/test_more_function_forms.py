"""The ways in which golfers write a function, in the languages of the further tables."""

from __future__ import annotations

import pytest

from tests.languages.test_function_forms import (
    BOARD,
    CURRIED,
    MUTATED,
    SORTED,
    Form,
    assert_answers,
)

OBJECT = {"x": 3, "ys": [1, 2], "name": "a", "none": None}
FORMS = [
    Form("last.go", "func g(a int)int{return a+1}\nfunc pick(n []int,k int)int{return g(k)}", "3"),
    Form("import.go", "import\"sort\"\nfunc f(n []int,k int){sort.Ints(n)}", SORTED, flags=(MUTATED,)),
    Form("literal.go", "func(n []int)func(int)int{return func(k int)int{return n[k]}}", "-2", flags=(CURRIED,)),
    Form("arrow.ts", "(n:number[],k:number):number=>n[k]", "-2"),
    Form("named.ts", "const g=(a:number)=>a+1\nfunction pick(n:number[],k:number){return g(k)}", "3"),
    Form("named.d", "int g(int a){return a+1;}\nauto pick(int[] n,int k){return n.map!(x=>g(x)*k);}", "[8, 4, -2, 16]"),
    Form("lambda.d", "(n,k)=>n[k]", "-2"),
    Form("arrow.raku", "->@n,$k {@n[$k]}", "-2"),
    Form("placeholder.raku", "{@^a[$^b]}", "-2"),
    Form("sub.raku", "sub g($a){$a+1}\nsub pick(@n,$k){say 1;g $k}", "3", "1\n"),
    Form("curried.raku", "->@n {->$k {@n[$k]}}", "-2", flags=(CURRIED,)),
    Form("values.raku", "->$b,$s,$x {[$b,$s,$x]}", r'[[[3, 1], [-2, 7]], "a \"b\"\n", 1.5]', "", BOARD),
    Form("function.r", "function(n,k)n[k+1]", "-2"),
    Form("assigned.r", "g=function(a)a+1\npick<-function(n,k){cat(1);n*g(k)}", "[9, 3, -6, 21]", "1"),
    Form("short.r", "\\(n,k)sort(n)", SORTED),
    Form("curried.r", "function(n)function(k)n[k+1]", "-2", flags=(CURRIED,)),
    Form("rows.r", "function(n,k)list(c(1),c(2,3))", "[[1], [2, 3]]"),
    Form("values.r", "function(b,s,x)list(b,s,x)", r'[[[3, 1], [-2, 7]], "a \"b\"\n", 1.5]', "", BOARD),
    Form("handle.m", "@(n,k)n(k+1)", "-2"),
    Form("function.m", "function r=f(n,k)\nr=g(n)*k;\nend\nfunction r=g(a)\nr=sort(a);\nend", "[-4, 2, 6, 14]"),
    Form("fn.clj", "(fn[n k](n k))", "-2"),
    Form("short.clj", "#(sort %)", SORTED, arguments=[[3, 1, -2, 7]]),
    Form("defn.clj", "(defn g[a](inc a))(defn pick[n k](println 1)(g k))", "3", "1\n"),
    Form("without-import.go", "func f(n []int,k int){sort.Ints(n)}", SORTED, flags=(MUTATED,)),
    Form("return.rs", "fn f(k:i32)->&'static str{if k>1{return\"many\"}\"one\"}", "many", arguments=[2]),
    Form("text.erl", "f(S)->lists:reverse(S).", "cba", arguments=["abc"]),
    Form("texts.erl", "f(S,K)->[S,\"x\",K].", '["abc", "x", 1]', arguments=["abc", 1]),
    Form("literal.erl", "f(1)->\"one\";f(_)->\"more\".", "more", arguments=[2]),
    Form("numbers.erl", "f(N)->[10|N].", "[10, 65]", arguments=[[65]]),
    Form("map.erl", "f(O)->maps:get(\"x\",O)+length(maps:get(\"ys\",O)).", "5", arguments=[OBJECT]),
    Form("dict.pro", "f(O,R):-sum_list(O.ys,S),R is O.x+S.", "6", arguments=[OBJECT]),
    Form("fails.pro", "f(1,2).", "false", arguments=[7]),
    Form("object.r", "function(o)o$x+sum(o$ys)", "6", arguments=[OBJECT]),
    Form("object.scm", "(lambda(o)(cdr(assoc \"x\" o)))", "3", arguments=[OBJECT]),
    Form("object.lisp", "(lambda(o)(cdr(assoc \"x\" o :test 'equal)))", "3", arguments=[OBJECT]),
    Form("decides.pro", "f(A,A).", "true", arguments=[3, 3]),
    Form("fn.exs", "fn n,k->Enum.at(n,k)end", "-2"),
    Form("capture.exs", "&Enum.sort/1", SORTED, arguments=[[3, 1, -2, 7]]),
    Form("def.exs", "def g(a), do: a+1\ndef pick(_n,k), do: g(k)", "3"),
    Form("curried.exs", "fn n->fn k->Enum.at(n,k)end end", "-2", flags=(CURRIED,)),
    Form("fun.erl", "fun(N,K)->lists:nth(K+1,N)end.", "-2"),
    Form("bare.erl", "g(A)->A+1.\npick(N,K)->io:put_chars(\"1\"),[g(X)||X<-N,X>K].", "[4, 8]", "1"),
    Form("lambda.scm", "(lambda(n k)(list-ref n k))", "-2"),
    Form("define.scm", "(define(g a)(+ a 1))\n(define(pick n k)(display 1)(g k))", "3", "1"),
    Form("curried.scm", "(lambda(n)(lambda(k)(list-ref n k)))", "-2", flags=(CURRIED,)),
    Form("values.scm", "(lambda(b s x)(list b s x))", r'[[[3, 1], [-2, 7]], "a \"b\"\n", 1.5]', "", BOARD),
    Form("lambda.rkt", "(λ(n k)(list-ref n k))", "-2"),
    Form("define.rkt", "#lang racket\n(define(g a)(+ a 1))\n(define(pick n k)(display 1)(g k))", "3", "1"),
    Form("values.rkt", "(lambda(b s x)(list b s x))", r'[[[3, 1], [-2, 7]], "a \"b\"\n", 1.5]', "", BOARD),
    Form("lambda.lisp", "(lambda(n k)(nth k n))", "-2"),
    Form("defun.lisp", "(defun g(a)(+ a 1))(defun pick(n k)(princ 1)(g k))", "3", "1"),
    Form("mutated.lisp", "(lambda(n k)(setf(car n)k))", "[2, 1, -2, 7]", flags=(MUTATED,)),
    Form("last.pro", "g(A,B):-B is A+1.\npick(_,K,R):-g(K,R).", "3"),
    Form("choice.pro", "f(N,_,X):-member(X,N),X<3.", "1"),
    Form("fun.kt", "fun pick(n:List<Int>,k:Int)=n.map{it*k}", "[6, 2, -4, 14]"),
    Form("lambda.kt", "{n,k->n[k]}", "-2"),
    Form("array.kt", "{n:IntArray,k:Int->n[k]to k}", "[-2, 2]"),
    Form("def.scala", "def f(n:Seq[Int],k:Int)=n.map(_*k)", "[6, 2, -4, 14]"),
    Form("curried.scala", "n=>k=>n(k)", "-2", flags=(CURRIED,)),
    Form("array.scala", "(n:Array[Int],k:Int)=>(n(k),k)", "[-2, 2]"),
    Form("template.d", "T f(T)(T n,int k){return n[k..$];}", "[-2, 7]"),
    Form("sorted.jelly", "Ṣ", "void", "[-2, 1, 3, 7]\n"),
    Form("sorted.ua", "⍆⊙◌", SORTED),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=[form.file for form in FORMS])
def test_a_function_is_found_called_and_answers(form: Form) -> None:
    assert_answers(form)
