"""Posted answers to small problems: where the input is, temporary files of shells, and results that
differ in little from right ones."""

from __future__ import annotations

import pytest

from tests.answers.judged_answers import assert_judged
from tests.contest import Contest

PLUGIN = """
import json
from judge.plugin.answers import integers, nested, numbers

class Problem:
    def parse(self, text):
        return text

    def decode(self, text, instance, reading):
        return {reads}(text)

    def compare(self, instance, answer, best):
        return {compares}

    def arguments(self, instance):
        return [json.loads(instance)]
"""
EQUAL = PLUGIN.format(reads="{reads}", compares="answer == best")

#: Twice the even numbers among some, in their order.
DOUBLED = {
    "secret/1": (b"[1, 2, 3, 4]\n", b"[4, 8]\n"),
    "secret/2": (b"[]\n", b"[]\n"),
    "secret/3": (b"[7]\n", b"[]\n"),
    "secret/4": (b"[-2, 0, 5, 6, 2]\n", b"[-4, 0, 12, 4]\n"),
    "secret/5": (b"[10, 9]\n", b"[20]\n"),
}
DOUBLED_RIGHT = {
    "words.sh": "for x;do((x%2))||echo $[x*2];done",
    "words.zsh": "for x;((x%2))||<<<$[x*2]",
    "words.java": "interface M{static void main(String[]a){for(String s:a){int x=new Integer(s);"
    "if(x%2==0)System.out.println(x*2);}}}",
    "in-place.c": "int f(int*a,int n){int j=0;for(int i=0;i<n;i++)if(a[i]%2==0)a[j++]=a[i]*2;"
    "return j;}",
    "narrow.rs": "|a|a.into_iter().filter(|x:&i16|x%2==0).map(|x|x*2).collect::<Vec<i16>>()",
    "words.pl": "for(@ARGV){print$_*2,$/if$_%2==0}",
    "backwards.sh": "tr , '\\n'|tr -d '[] '|tac|while read x;do [ $x ]&&((x%2==0))&&"
    "echo $((x*2));done|tac",
    "file.sh": 't=$(mktemp);grep -oP -- "-?\\d*[02468](?!\\d)">$t;sed "s/$/*2/" $t|bc',
}
DOUBLED_WRONG = {
    "positive.sh": "for x;do((x%2<1&&x>0))&&echo $[x*2];done",
    "in-place-more.c": "int f(int*a,int n){int j=0;for(int i=0;i<n;i++)if(a[i]%2==0)a[j++]=a[i]*2;"
    "return n-j;}",
    "halves.zsh": "for x;((x%2))||<<<$[x/2]",
    "turned.sh": "tr , '\\n'|tr -d '[] '|tac|while read x;do [ $x ]&&((x%2==0))&&"
    "echo $((x*2));done",
}

#: The same rows again.
SAME = {
    "secret/1": (b"[[]]\n", b"[[]]\n"),
    "secret/2": (b"[]\n", b"[]\n"),
    "secret/3": (b"[[], [3]]\n", b"[[], [3]]\n"),
    "secret/4": (b"[[1, 2]]\n", b"[[1, 2]]\n"),
}
SAME_RIGHT = {
    "same.py": "lambda m:m",
    "same.js": "m=>m",
    "same.rb": "->m{m}",
    "same.hs": "main=interact(show.(read::String->[[Int]]))",
    "same.rs": "|m:Vec<Vec<i32>>|m",
    "same.c": 'f(int**m,int n,int*l){printf("[");for(int i=0;i<n;i++){printf(i?",[":"[");'
    'for(int j=0;j<l[i];j++)printf(j?",%d":"%d",m[i][j]);printf("]");}puts("]");}',
}
SAME_WRONG = {
    "full.py": "lambda m:[r for r in m if r]",
    "never-empty.py": "lambda m:m or[[]]",
    "none.py": "lambda m:[]if m==[[]]else m",
    "full.js": "m=>m.filter(x=>x.length)",
}

#: Mean and median.
MIDDLES = {
    "secret/1": (b"[1, 2, 6]\n", b"[3, 2]\n"),
    "secret/2": (b"[4, 1]\n", b"[2.5, 2.5]\n"),
    "secret/3": (b"[9, 1, 10, 3, 4]\n", b"[5.4, 4]\n"),
    "secret/4": (b"[-3, 7, 11]\n", b"[5, 7]\n"),
}
SORTED = "int c(const void*a,const void*b){return*(int*)a-*(int*)b;}\n"
MIDDLES_RIGHT = {
    "pointers.c": SORTED + "void f(int*a,int n,double*m,double*d){qsort(a,n,4,c);*m=0;"
    "for(int i=0;i<n;i++)*m+=a[i];*m/=n;*d=(a[n/2]+a[(n-1)/2])/2.;}",
    "statistics.py": "from statistics import*\nlambda a:(mean(a),median(a))",
    "values.scm": "(define(f a)(let*((b(sort a <))(n(length a)))(values(/(apply + a)n)"
    "(/(+(list-ref b(quotient n 2))(list-ref b(quotient(- n 1)2)))2))))",
}
MIDDLES_WRONG = {
    "whole.c": SORTED + "void f(int*a,int n,double*m,double*d){qsort(a,n,4,c);int s=0;*m=0;"
    "for(int i=0;i<n;i++)s+=a[i];*m+=s/n;*d=(a[n/2]+a[(n-1)/2])/2.;}",
    "upper.py": "lambda a:(sum(a)/len(a),sorted(a)[len(a)//2])",
    "text-order.js": "a=>[eval(a.join`+`)/a.length,(a.sort()[a.length>>1]+a[a.length-1>>1])/2]",
}
NEAR = PLUGIN.format(
    reads="numbers",
    compares="len(answer) == 2 and all(abs(x - y) < 1e-6 for x, y in zip(answer, best))",
)


#: How many letters each word has, in the order of the words.
LENGTHS = {
    "secret/1": (b'["ab", "c"]\n', b"[2, 1]\n"),
    "secret/2": (b'["x"]\n', b"[1]\n"),
    "secret/3": (b'["to", "bee", "q"]\n', b"[2, 3, 1]\n"),
}
LENGTHS_RIGHT = {
    "keyed.php": "function f($a){foreach($a as$w)$r[$w]=strlen($w);return$r;}",
    "listed.php": "fn($a)=>array_map(fn($w)=>strlen($w),$a)",
}
LENGTHS_WRONG = {
    "sorted.php": "function f($a){foreach($a as$w)$r[$w]=strlen($w);asort($r);return$r;}",
    "flipped.php": "function f($a){foreach($a as$w)$r[strlen($w)]=$w;return$r;}",
}


#: A list, and how many of its items go from its front to its end.
ROTATED = {
    "secret/1": (b"[[1, 2, 3, 4], 1]\n", b"[2, 3, 4, 1]\n"),
    "secret/2": (b"[[5], 0]\n", b"[5]\n"),
    "secret/3": (b"[[9, -8, 7], 2]\n", b"[7, 9, -8]\n"),
    "secret/4": (b"[[3, 3, 1, 2, 10], 3]\n", b"[2, 10, 3, 3, 1]\n"),
}
ROTATED_RIGHT = {
    "changes-the-second.py": "def f(k,a):\n while k:a.append(a.pop(0));k-=1",
    "curried-and-changes.js": "a=>k=>{for(;k--;)a.push(a.shift())}",
    "curried-the-other-way.js": "k=>a=>{for(;k--;)a.push(a.shift())}",
    "curried-and-prints.java": "a->k->{for(int i=0;i<a.length;)"
    "System.out.println(a[(i+++k)%a.length]);}",
    "curried-and-changes.java": "a->k->java.util.Collections.rotate(a,-k)",
    "curried-and-returns.java": "a->k->{java.util.Collections.rotate(a,-k);return a;}",
    "all-on-one-line.awk": '{for(i=0;i<NF-1;i++)printf$((i+$NF)%(NF-1)+1)" "}',
    "all-on-one-line.pl": '@a=<>=~/\\S+/g;$k=pop@a;push@a,shift@a while$k--;print"@a"',
    "the-items-and-a-number.pl": "sub f{my$k=pop;push@_,shift while$k--;@_}",
}
ROTATED_WRONG = {
    "backwards.py": "def f(k,a):\n while k:a.insert(0,a.pop());k-=1",
    "backwards.java": "a->k->java.util.Collections.rotate(a,k)",
    "once-too-few.js": "a=>k=>{for(;--k>0;)a.push(a.shift())}",
    "off-by-one.awk": '{for(i=0;i<NF-1;i++)printf$((i+$NF+1)%(NF-1)+1)" "}',
    "in-place.pl": "sub f{my$k=pop;shift while$k--;@_}",
}


@pytest.mark.long
def test_curried_functions_and_those_with_arguments_in_another_order_may_change_a_list(
    contest: Contest,
) -> None:
    plugin = EQUAL.format(reads="integers")
    whole = plugin.replace("return [json.loads(instance)]", "return json.loads(instance)")
    assert whole != plugin
    contest.use_package(ROTATED, whole)
    assert_judged(contest, ROTATED_RIGHT, ROTATED_WRONG)


@pytest.mark.long
def test_words_for_the_keys_of_an_array_need_not_count(contest: Contest) -> None:
    contest.use_package(LENGTHS, EQUAL.format(reads="integers"))
    assert_judged(contest, LENGTHS_RIGHT, LENGTHS_WRONG)


@pytest.mark.long
def test_numbers_may_be_words_and_shells_have_temporary_files(contest: Contest) -> None:
    contest.use_package(DOUBLED, EQUAL.format(reads="integers"))
    assert_judged(contest, DOUBLED_RIGHT, DOUBLED_WRONG)


@pytest.mark.long
def test_a_list_of_an_empty_list_is_not_the_empty_list(contest: Contest) -> None:
    contest.use_package(SAME, EQUAL.format(reads="nested"))
    assert_judged(contest, SAME_RIGHT, SAME_WRONG)


@pytest.mark.long
def test_a_c_function_adds_to_numbers_behind_pointers(contest: Contest) -> None:
    contest.use_package(MIDDLES, NEAR)
    assert_judged(contest, MIDDLES_RIGHT, MIDDLES_WRONG)
