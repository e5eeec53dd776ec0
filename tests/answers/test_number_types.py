"""Posted functions that take or return numbers of other types than the usual: complex, beyond 64
bits, or days; and structures of numbers that a function of C fills."""

from __future__ import annotations

import pytest

from tests.answers.judged_answers import MISSING, assert_judged, verdicts
from tests.contest import Contest

#: The product of two complex numbers, as two integers.
PRODUCT = """
from judge.plugin.answers import integers

class Product:
    def parse(self, text):
        return tuple(map(int, text.split()))

    def decode(self, text, instance, reading):
        return integers(text)

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return list(instance)
"""
PRODUCTS = {
    "secret/1": (b"1 2 3 4\n", b"-5 10\n"),
    "secret/2": (b"0 1 2 0\n", b"0 2\n"),
    "secret/3": (b"2 -3 1 -1\n", b"-1 -5\n"),
    "secret/4": (b"0 1 0 1\n", b"-1 0\n"),
}
MULTIPLIED = {
    "complex.py": "lambda a,b,c,d:complex(a,b)*complex(c,d)",
    "printed.py": "a,b,c,d=map(int,input().split())\nprint((a+b*1j)*(c+d*1j))",
    "complex.rb": "->a,b,c,d{Complex(a,b)*Complex(c,d)}",
    "complex.pl": "use Math::Complex;sub{my($a,$b,$c,$d)=@_;cplx($a,$b)*cplx($c,$d)}",
    "text.pl": "use Math::Complex;sub{my($a,$b,$c,$d)=@_;''.cplx($a,$b)*cplx($c,$d)}",
    "complex.scm": "(lambda(a b c d)(*(make-rectangular a b)(make-rectangular c d)))",
    "complex.rkt": "(lambda(a b c d)(*(make-rectangular a b)(make-rectangular c d)))",
    "complex.c": "#include<complex.h>\ndouble complex f(double a,double b,double c,double d)"
    "{return(a+b*I)*(c+d*I);}",
    "complex.hs": "import Data.Complex\nf a b c d=(a:+b)*(c:+d)",
    "complex.ml": "let f a b c d=Complex.(mul{re=a;im=b}{re=c;im=d})",
    "complex.m": "@(a,b,c,d)(a+b*i)*(c+d*i)",
    "complex.lisp": "(lambda(a b c d)(*(complex a b)(complex c d)))",
    "read.pl": "use Math::Complex;($a,$b,$c,$d)=split' ',<>;print cplx($a,$b)*cplx($c,$d)",
    "read.scm": "(let*((a(read))(b(read))(c(read))(d(read)))"
    "(display(*(make-rectangular a b)(make-rectangular c d))))",
    "read.rb": "a,b,c,d=gets.split.map &:to_i;puts Complex(a,b)*Complex(c,d)",
}
MULTIPLIED_WRONG = {
    "sum.py": "lambda a,b,c,d:complex(a,b)+complex(c,d)",
    "real.py": "lambda a,b,c,d:(complex(a,b)*complex(c,d)).real",
    "conjugate.m": "@(a,b,c,d)(a-b*i)*(c+d*i)",
    "real.scm": "(lambda(a b c d)(real-part(*(make-rectangular a b)(make-rectangular c d))))",
    "real.pl": "use Math::Complex;sub{my($a,$b,$c,$d)=@_;Re(cplx($a,$b)*cplx($c,$d))}",
    "read-real.pl": "use Math::Complex;($a,$b,$c,$d)=split' ',<>;print Re(cplx($a,$b)*cplx($c,$d))",
    "read-sum.scm": "(let*((a(read))(b(read))(c(read))(d(read)))"
    "(display(+(make-rectangular a b)(make-rectangular c d))))",
}

#: The powers of a complex number from the first on.
POWERS = """
from judge.plugin.answers import groups

class Powers:
    def parse(self, text):
        return tuple(map(int, text.split()))

    def decode(self, text, instance, reading):
        return groups(text)

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return list(instance)
"""
POWERS_CASES = {
    "secret/1": (b"2 -1 1\n", b"[[2, -1]]\n"),
    "secret/2": (b"1 1 4\n", b"[[1, 1], [0, 2], [-2, 2], [-4, 0]]\n"),
}
RAISED = {
    "list.py": "lambda a,b,n:[complex(a,b)**(k+1)for k in range(n)]",
    "row.m": "@(a,b,n)(a+b*i).^(1:n)",
}
RAISED_WRONG = {"conjugate.py": "lambda a,b,n:[complex(a,-b)**(k+1)for k in range(n)]"}

#: The product and the sum of two numbers.
BIG_CASES = {
    "secret/1": (b"3 4\n", b"12 7\n"),
    "secret/2": (
        b"123456789012345678901234567890 98765432109876543210\n",
        b"12193263113702179522496570642237463801111263526900 123456789111111111011111111100\n",
    ),
    "secret/3": (b"1 1\n", b"1 2\n"),
}
BIG = {
    "declared.scala": "def f(a:BigInt,b:BigInt)=(a*b,a+b)",
    "open.scala": "(a,b)=>Seq(a*b,a+b)",
    "generic.scala": "def f[T](a:T,b:T)(implicit n:Numeric[T])=Seq(n.times(a,b),n.plus(a,b))",
    "declared.d": "auto f(BigInt a,BigInt b){return [a*b,a+b];}",
    "open.d": "(a,b)=>[a*b,a+b]",
    "declared.cr": 'require "big"\ndef f(a : BigInt, b : BigInt)\n[a*b,a+b]\nend',
    "oneline.java": "import java.math.*;class A{static BigInteger[]f(BigInteger a,BigInteger b)"
    "{return new BigInteger[]{a.multiply(b),a.add(b)};}}",
}
BIG_WRONG = {"long.d": "auto f(long a,long b){return [a*b,a+b];}"}

#: A factorial, of which 128 bits hold those up to 33.
FACTORIALS = {
    "secret/1": (b"3\n", b"6\n"),
    "secret/2": (b"21\n", b"51090942171709440000\n"),
    "secret/3": (b"33\n", b"8683317618811886495518194401280000000\n"),
}
WIDE = {
    "wide.c": "__int128 f(int n){return n<2?1:n*f(n-1);}",
    "wide.cpp": "__int128 f(int n){return n<2?1:n*f(n-1);}",
}
WIDE_WRONG = {"long.c": "long f(int n){return n<2?1:n*f(n-1);}"}

#: The day so many days later, as any text.
LATER = """
class Later:
    def parse(self, text):
        day, count = text.split()
        return day, int(count)

    def decode(self, text, instance, reading):
        return text.strip()

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return list(instance)
"""
LATER_CASES = {
    "secret/1": (b"2020-02-28 1\n", b"2020-02-29\n"),
    "secret/2": (b"2021-03-01 -1\n", b"2021-02-28\n"),
}
DAYS = {
    "date.js": "(d,n)=>new Date(+new Date(d)+n*864e5)",
    "time.py": "from datetime import*\nf=lambda d,n:datetime.fromisoformat(d)+timedelta(n)",
    "date.php": 'fn($d,$n)=>(new DateTime($d))->modify("$n days")',
    "day.hs": "import Data.Time\nf d n=addDays n(read d)",
    "taken.hs": "import Data.Time.Calendar\nf :: Day -> Integer -> Day\nf d n = addDays n d",
    "piece.pl": "use Time::Piece;sub{my($d,$n)=@_;Time::Piece->strptime($d,'%F')+86400*$n}",
}
DAYS_WRONG = {
    "same.js": "(d,n)=>new Date(d)",
    "noon.pl": "use Time::Piece;sub{my($d,$n)=@_;Time::Piece->strptime($d,'%F')+86400*$n+43200}",
    "noon.js": "(d,n)=>new Date(+new Date(d)+n*864e5+432e5)",
}

#: Each number of a list with how often it follows itself.
RUNS_PLUGIN = """
from judge.plugin.number_lists import pairs

class Runs:
    def parse(self, text):
        return tuple(map(int, text.split()))

    def decode(self, text, instance, reading):
        return pairs(text)

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [list(instance)]
"""
RUNS_CASES = {
    "secret/1": (b"1 1 2\n", b"1 2\n2 1\n"),
    "secret/2": (b"5 5 5 5\n", b"5 4\n"),
    "secret/3": (b"0 0 0 1\n", b"0 3\n1 1\n"),
}
_RUN = "for(int i=0;i<n;i++)if(c&&o[c-1].v==a[i])o[c-1].n++;else o[c].v=a[i],o[c++].n=1;"
_HEAD = "typedef struct{double v;long n;}R;int f(int*a,int n,R*o)"
FILLED = {
    "count.c": "struct r{long v;int n;};"
    f"void f(int*a,int n,struct r*o,int*k){{int c=0;{_RUN}*k=c;}}",
    "returned.c": f"{_HEAD}{{int c=0;{_RUN}return c;}}",
    "size.c": "struct r{long v;size_t n;};"
    f"size_t f(const int*a,size_t n,struct r*o){{int c=0;{_RUN}return c;}}",
}
FILLED_WRONG = {
    "less.c": f"{_HEAD}{{int c=0;{_RUN}return c-1;}}",
    "exchanged.c": "struct r{int n;long v;};"
    f"void f(int*a,int n,struct r*o,int*k){{int c=0;{_RUN}*k=c;}}",
}


@pytest.mark.long
def test_a_complex_number_is_a_pair_of_numbers(contest: Contest) -> None:
    contest.use_package(PRODUCTS, PRODUCT)
    assert_judged(contest, MULTIPLIED, MULTIPLIED_WRONG)


@pytest.mark.long
def test_complex_numbers_of_a_list_are_pairs(contest: Contest) -> None:
    contest.use_package(POWERS_CASES, POWERS)
    assert_judged(contest, RAISED, RAISED_WRONG)


@pytest.mark.long
def test_integers_beyond_64_bits_reach_a_function_whole(contest: Contest) -> None:
    contest.use_package(BIG_CASES, PRODUCT)
    said = verdicts(contest, BIG, BIG_WRONG)
    assert {said[name] for name in BIG} <= {"AC", MISSING}
    assert not {said[name] for name in BIG_WRONG} & {"AC"}


@pytest.mark.long
def test_results_of_128_bits_are_whole(contest: Contest) -> None:
    contest.use_package(FACTORIALS, PRODUCT)
    assert_judged(contest, WIDE, WIDE_WRONG)


@pytest.mark.long
def test_a_time_at_midnight_is_its_day(contest: Contest) -> None:
    contest.use_package(LATER_CASES, LATER)
    assert_judged(contest, DAYS, DAYS_WRONG)


@pytest.mark.long
def test_structures_to_fill_have_fields_of_any_types(contest: Contest) -> None:
    contest.use_package(RUNS_CASES, RUNS_PLUGIN)
    assert_judged(contest, FILLED, FILLED_WRONG)
