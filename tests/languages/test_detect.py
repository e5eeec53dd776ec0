"""How a posted function takes its arguments, from its text alone."""

from __future__ import annotations

import pytest

from judge.languages.detect import arity, kind, output
from judge.model import Arity, Kind, Output


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("lambda a,b:a", Arity.ARGS),
        ("lambda a,b=0:a", Arity.ARGS),
        ("lambda*a:a", Arity.ARGS),
        ("lambda a:a[0]", Arity.LIST),
        ("lambda a:lambda b:a", Arity.CURRIED),
        ("f=lambda a:lambda b:a", Arity.CURRIED),
        ("def f(a):\n return a[0]", Arity.LIST),
        ("def f(a):\n def g(b):return b\n return g", Arity.CURRIED),
        ("def f(a):\n return lambda b:b", Arity.CURRIED),
        ("def f(a,b):return a\ng=lambda x:x", Arity.ARGS),  # f is what is called
        ("def h(a,b):return a\ng=lambda x:x", Arity.LIST),
        ("h=lambda x:x\ndef g(a,b):return h(a)", Arity.ARGS),
        ("\ufefflambda a:lambda b:a", Arity.CURRIED),
        ("f=sorted", Arity.ARGS),
        ("lambda a:(", Arity.ARGS),
        ("", Arity.ARGS),
    ],
)
def test_of_python(source: str, expected: Arity) -> None:
    assert arity(source, "python")[0] is expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("(a,b)=>a", Arity.ARGS),
        ("(a,b,c=[1,2])=>a", Arity.ARGS),
        # A quote that is never closed; not in a time that doubles with each escape.
        (f"a=>b=>a.split(/'{'.'.join(['d'] * 99).replace('.', chr(92))}/)", Arity.CURRIED),
        ("(...a)=>a", Arity.ARGS),
        ("()=>0", Arity.ARGS),
        ("a=>a[0]", Arity.LIST),
        ("(a)=>a[0]", Arity.LIST),
        ("([a,b])=>a", Arity.LIST),
        ("({a,b})=>a", Arity.LIST),
        ("a=>b=>a", Arity.CURRIED),
        ("(a) => (b) => a", Arity.CURRIED),
        ("async a=>a", Arity.LIST),
        ("async(a,b)=>a", Arity.ARGS),
        ("f=a=>b=>a", Arity.CURRIED),
        ("f=(a,b)=>a", Arity.ARGS),
        ("const f = a => b => a;", Arity.CURRIED),
        ("function f(a){return a[0]}", Arity.LIST),
        ("function(a){return arguments[1]}", Arity.ARGS),
        ("function*(a,b){}", Arity.ARGS),
        ("var f=function(a,b){return a}", Arity.ARGS),
        ("g=x=>x;f=(a,b)=>g(a)", Arity.ARGS),
        ("f=(a,b)=>g(a);g=x=>x", Arity.ARGS),  # f is what is called
        ("h=(a,b)=>g(a);g=x=>x", Arity.ARGS),  # the last that no other calls
        ("f=x=>x;(a,b)=>f(a)", Arity.ARGS),  # the one without a name
        ("f=x=>x\n\na=>b=>f(a)", Arity.CURRIED),
        ("g=x=>x,(a,b)=>g(a)", Arity.ARGS),
        ("let g=x=>x,h=(a,b)=>g(a)", Arity.ARGS),
        ("f=a=>\nb=>a", Arity.CURRIED),
        ("f=a=>a[0]\nb=x=>y=>x", Arity.LIST),
        ("(a,b)=>{g=x=>x;return g(a)}", Arity.ARGS),
        ("function f(a,b){\n  const g = x => x\n  return g(a)\n}", Arity.ARGS),
        ("// a=>b\n(a,b)=>a", Arity.ARGS),
        ("(a,b)=>')'+`)`+a", Arity.ARGS),
        ("a=>')'", Arity.LIST),
        ("a=>/[)]/.test(a)||')'", Arity.ARGS),  # brackets that do not match: no guess
        ("f=a=>a.map(x=>x)", Arity.LIST),
        ("1+1", Arity.ARGS),
        ("", Arity.ARGS),
    ],
)
def test_of_javascript(source: str, expected: Arity) -> None:
    assert arity(source, "javascript")[0] is expected


def test_it_says_why() -> None:
    assert arity("a=>b=>a", "javascript")[1] == (
        "detected: it returns a function of the next argument"
    )
    assert arity("a=>a", "javascript")[1] == (
        "detected: one parameter, which gets all arguments as one list"
    )
    assert arity("(a,b)=>a", "javascript")[1] == "by default"
    assert arity("sub {}", "perl") == (Arity.ARGS, "by default")


@pytest.mark.parametrize(
    ("language", "source", "expected"),
    [
        ("python", "def f(a):\n for i in a:print(i)", Output.STDOUT),
        ("python", "from re import*\nlambda a:[print(i)for i in a]", Output.STDOUT),
        ("python", "def f(a):\n if a:return\n print(a)", Output.STDOUT),
        ("python", "def f(a):\n print(9)\n return a", Output.RETURN),
        ("python", "def f(a):\n print(9)\n yield a", Output.RETURN),
        ("python", "f=lambda a:a\nprint(f(1))", Output.RETURN),
        ("python", "def g(a):print(a)\ndef f(a):return a", Output.RETURN),
        ("javascript", "a=>a.map(x=>console.log(x))", Output.STDOUT),
        ("javascript", "a=>a\n  .map(x=>console.log(x))", Output.STDOUT),
        ("javascript", "function f(a){for(x of a)process.stdout.write(x)}", Output.STDOUT),
        ("javascript", "a=>{console.log(9);return a}", Output.RETURN),
        ("javascript", "f=a=>a\nconsole.log(f(1))", Output.RETURN),
        ("ruby", "->a{a.each{|x|puts x}}", Output.STDOUT),
        ("ruby", "->a{a.map{|p|y-=p;p}}", Output.RETURN),
        ("perl", "sub{print for@_}", Output.STDOUT),
        ("perl", "sub{sprintf'%d',@_}", Output.RETURN),
        ("php", "function f($a){foreach($a as$x)echo$x;}", Output.STDOUT),
        ("php", "fn($a)=>print_r($a,1)", Output.RETURN),
        ("c", 'f(a,n)int*a;{for(;n--;)printf("%d ",a[n]);}', Output.STDOUT),
        ("c", 'f(int n){printf("9");return n;}', Output.RETURN),
        ("c", 'h(n){return n+1;}f(a,n)int*a;{for(;n--;)printf("%d ",h(a[n]));}', Output.STDOUT),
        (
            "c",
            'h(n){return n+1;}f(a,n)int(*a)[2];{for(;n--;)printf("%d ",a[n][1]);}',
            Output.STDOUT,
        ),
        ("c", 'h(n){printf("%d",n);}f(int n){return n/2;}', Output.RETURN),
        ("lua", "function(a)print(a)end", Output.RETURN),  # its host can tell
    ],
)
def test_a_function_that_only_prints_answers_so(
    language: str, source: str, expected: Output
) -> None:
    assert output(source, language)[0] is expected


@pytest.mark.parametrize(
    ("source", "language", "expected"),
    [
        ("Math.Max", "csharp", Kind.FUNCTION),
        ("Enumerable.Sum;\n", "csharp", Kind.FUNCTION),
        ("strings.ToUpper", "go", Kind.FUNCTION),
        ("::maxOf", "kotlin", Kind.FUNCTION),
        ("List<Int>::sum", "kotlin", Kind.FUNCTION),
        ("cumulativeFold!max", "d", Kind.FUNCTION),
        ("std.algorithm.max", "d", Kind.FUNCTION),
        ('reduce!"a+b"', "d", Kind.FUNCTION),
        ("->Math.max(Int32, Int32)", "crystal", Kind.FUNCTION),
        ("max", "ocaml", Kind.FUNCTION),
        ("&sum", "raku", Kind.FUNCTION),
        ("&[max]", "raku", Kind.FUNCTION),
        ("Math.max", "scala", Kind.FUNCTION),
        ("table", "r", Kind.FUNCTION),
        ("cat(scan())", "r", Kind.PROGRAM),
        ("import sugar\n(n:seq[int],k:int)=>n", "nim", Kind.FUNCTION),
        ("array_sum", "php", Kind.FUNCTION),
        ("fmt.Println()", "go", Kind.PROGRAM),
        ("read_line()", "ocaml", Kind.PROGRAM),
        ("echo 1;", "php", Kind.PROGRAM),
        ("class A{static void Main(){System.Console.WriteLine(1);}}", "csharp", Kind.PROGRAM),
        ("import std;void main(){writeln(max(1,2));}", "d", Kind.PROGRAM),
        ("puts gets.to_s", "crystal", Kind.PROGRAM),
    ],
)
def test_a_function_of_the_library_alone_is_one(source: str, language: str, expected: Kind) -> None:
    assert kind(source, language)[0] is expected
