"""Functions of strings, fractions, truth values and large numbers, in languages that have types."""

from __future__ import annotations

import shutil

import pytest

from judge.model import Verdict
from tests.contest import Contest
from tests.languages.call_host import posted
from tests.languages.test_function_forms import MUTATED, ROW, Form, assert_answers

POWER = [1.5, 2]
LARGE = [3000000000]
SUM = "4500000001500000000"
WORDS = ["one two three", 2]
JOINED = "three--two--one"
ROWS = [[[1, 2], [3]]]
BOARD = [[[3, 1], [-2, 7]]]
TWO_ROWS = [[4, 5, 6, 7], [5, 6]]
NAMES = [["bb", "a", "ab"]]

FORMS = [
    Form("pointers.c", "f(a,b,p,q)int*p,*q;{*p=b;*q=a;}", "2 5", arguments=[5, 2]),
    Form("bytes.go", "func f(s []byte,k int)[]byte{return append(s[k:],s[:k]...)}", "c dab", arguments=["abc d", 2]),
    Form("runes.go", "func f(w [][]rune)[]rune{return w[1]}", "ä", arguments=[["b", "ä"]]),
    Form("small.go", "func f(n []byte)[]byte{return n[1:]}", "[5]", arguments=[[4, 5]]),
    Form("counts.cpp", "std::map<char,int>f(std::string s){std::map<char,int>m;for(char c:s)m[c]++;return m;}", '[["a", 2], ["b", 1]]', arguments=["aba"]),
    Form("characters.cpp", "auto f(std::vector<char>s){return std::set<char>(s.begin(),s.end());}", '["a", "b"]', arguments=["aba"]),
    Form("small.cpp", "auto f(std::vector<int>s){return std::vector<char>(s.begin(),s.end());}", "[3, 4]", arguments=[[3, 4]]),
    Form("references.cpp", "void f(int a,int b,int&p,int&q){p=b;q=a;}", "[2, 5]", arguments=[5, 2]),
    Form("power.hs", "f x n=x^n", "2.25", arguments=POWER),
    Form("operator.hs", "(^)", "2.25", arguments=POWER),
    Form("typed.hs", "f::Float->Int->Float\nf x n=product$replicate n x", "2.25", arguments=POWER),
    Form("section.hs", "(`div`2).((*)=<<(+1))", SUM, arguments=LARGE),
    Form("text.hs", "s#k=foldl1(\\r w->w++replicate k '-'++r)$words s", JOINED, arguments=WORDS),
    Form("float.java", "float f(float x,int n){float r=1;while(n-->0)r*=x;return r;}", "2.25", arguments=POWER),
    Form("reference.java", "Math::pow", "2.25", arguments=POWER),
    Form("method.java", "String::length", "13", arguments=WORDS[:1]),
    Form("big.java", "import java.math.*;\nBigInteger f(BigInteger n){return n.multiply(n.add(BigInteger.ONE)).shiftRight(1);}", SUM, arguments=LARGE),
    Form("huge.java", "java.math.BigInteger f(java.math.BigInteger n){return n.negate();}", f"-{10**25}", arguments=[10**25]),
    Form("decimal.java", "import java.math.*;\nBigDecimal f(BigDecimal x,int n){return x.pow(n);}", "2.25", arguments=POWER),
    Form("signature.pl", "sub f($s,$k){join'-'x$k,reverse split/ /,$s}", JOINED, arguments=WORDS),
    Form("prototype.pl", "sub f(\\@$){$_[0][$_[1]]}", "-2"),
    Form("large.pl", "sub f{use bigint;my$n=shift;$n*($n+1)/2}", SUM, arguments=LARGE),
    Form("macro.c", "#include <math.h>\n#define f(n) ((long)(n)*((n)+1)/2)", SUM, arguments=LARGE),
    Form("lists.c", "#define f(a,n,k) (a[k]*n)", "-8"),
    Form("rows.c", "int f(int**g,int n,int*c){int s=0;for(int i=0;i<n;i++)for(int j=0;j<c[i];)s=s*10+g[i][j++];return s;}", "123", arguments=ROWS),
    Form("texts.c", "c(char**a,char**b){return strcmp(*a,*b);}f(w,n)char**w;{qsort(w,n,8,c);}", '["a", "ab", "bb"]', arguments=NAMES, flags=(MUTATED,)),
    Form("truth.c", "#include <stdbool.h>\nbool f(int*a,int n){return n>3;}", "1", arguments=ROW[:1]),
    Form("view.cpp", "#include <string_view>\n#include <string>\nstd::string f(std::string_view s,int k){auto p=s.rfind(32);return p==s.npos?std::string(s):std::string(s.substr(p+1))+std::string(k,45)+f(s.substr(0,p),k);}", JOINED, arguments=WORDS),
    Form("size.rs", '|s,k|s.split(\' \').rev().collect::<Vec<_>>().join(&"-".repeat(k))', JOINED, arguments=WORDS),
    Form("fraction.rs", "|x:f64,n|x.powf(n)", "2.25", arguments=POWER),
    Form("path.rs", "f64::powi", "2.25", arguments=POWER),
    Form("float.ml", "let f x n=x**float n", "2.25", arguments=POWER),
    Form("structure.c", "typedef struct{int p,t;}C;\nint f(C*a,int n){int s=0;for(int i=0;i<n;i++)s+=a[i].p*a[i].t;return s;}", "-11", arguments=BOARD),
    Form("named.c", "struct C{long p;long t;};long f(struct C*a,int n){return a[n-1].t;}", "7", arguments=BOARD),
    Form("second.c", "int*f(int*a,int n,int*b,int m){int*r=malloc(m*4);for(int i=0;i<m;i++)r[i]=b[i]*n;return r;}", "[20, 24]", arguments=TWO_ROWS),
    Form("none.c", "int*f(int*a,int n,int*b,int m){return calloc(m,4);}", "[]", arguments=[[1, 2], []]),
    Form("structure.cpp", "#include <vector>\nstruct C{int p;long t;};int f(std::vector<C> const&a){int s=0;for(auto&c:a)s+=c.p*c.t;return s;}", "-11", arguments=BOARD),
    Form("constructor.cpp", "#include <vector>\nstruct C{int p,t;C(int p,int t):p(p),t(t){}};auto f(std::vector<C>a){return a.back().t;}", "7", arguments=BOARD),
    Form("results.cpp", "#include <vector>\nstruct B{int b,a;};std::vector<B> f(std::vector<int>n,int k){return {{k,n[0]},{1,2}};}", "[[2, 3], [1, 2]]"),
    Form("optional.cpp", "#include <optional>\n#include <vector>\nstd::vector<std::optional<int>> f(std::vector<int>n,int k){return {k,{}};}", "[2, null]"),
    Form("room.cpp", "#include <vector>\nint f(std::vector<int>n,int k,std::vector<int>&r){r={n[0],k};return 2;}", "[3, 2]"),
    Form("record.java", "record C(int p,int t){}\nint f(C[] a){return a[0].p()*a[1].t();}", "21", arguments=BOARD),
    Form("class.java", "class C{int p,t;C(int p,int t){this.p=p;this.t=t;}}\nint f(java.util.List<C> a){return a.get(1).p;}", "-2", arguments=BOARD),
    Form("results.java", "record B(int blocker,int attacker){}\njava.util.List<B> f(int[] n,int k){return java.util.List.of(new B(k,n[0]));}", "[[2, 3]]"),
    Form("optional.java", "java.util.List<java.util.Optional<Integer>> f(int[] n,int k){return java.util.List.of(java.util.Optional.of(k),java.util.Optional.empty());}", "[2, null]"),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS, ids=[form.file for form in FORMS])
def test_it_is_called_with_the_types_that_it_takes(form: Form) -> None:
    assert_answers(form)


def test_rows_of_different_lengths_are_no_block_in_c() -> None:
    source = "int f(int(*g)[2],int n){return **g;}"
    with posted("block.c", source, ROWS) as host:
        run = host.call(ROWS)
    assert run.exit_status == 1
    assert b"rows of different lengths as int **, with their lengths" in run.stderr


@pytest.mark.long
@pytest.mark.skipif(shutil.which("bc") is None, reason="needs bc")
def test_a_program_gets_the_end_that_its_language_demands(contest: Contest) -> None:
    """Without the end of the line bc would read the input as the rest of the last line. As it is,
    it reads the input as more lines of the program."""
    contest.keep_cases("01-last")
    contest.solution("posted.bc", b'print 0,"\\n"')
    judged = contest.judged()["posted"]
    assert judged.solution.size == 12
    assert {outcome.verdict for outcome in judged.outcomes} == {Verdict.WA}
    assert {outcome.run.stdout for outcome in judged.outcomes if outcome.run} == {b"0\n1\n"}
