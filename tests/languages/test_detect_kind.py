"""Program or function: told by the signs that the table of languages gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.languages import detect
from judge.languages.table import by_suffix
from judge.model import Kind
from tests.languages.toy_solutions import FUNCTIONS, PROGRAMS

FUNCTION, PROGRAM = Kind.FUNCTION, Kind.PROGRAM


@pytest.mark.parametrize(
    ("file", "source", "kind"),
    [
        ("a.rb", "def f n,k\nputs n\nend\n", FUNCTION),
        ("a.rb", "def f(n)=n\nputs f(gets)", PROGRAM),
        ("a.rb", "def f(n)=n\np f 3\n", PROGRAM),
        ("a.rb", "p 1", PROGRAM),
        ("a.pl", "sub f{\nprint 1;\n}\n", FUNCTION),
        ("a.pl", "sub f{@_}\nprint f(1);\n", PROGRAM),
        ("a.pl", "sub f{@_}print f<>", PROGRAM),
        ("a.php", "<?php function f($a){\necho 1;\n}\n", FUNCTION),
        ("a.php", "<?php function f($a){} echo f(fgets(STDIN));", PROGRAM),
        ("a.php", "<?=1+1;", PROGRAM),
        ("a.php", "<?echo 1;", PROGRAM),
        ("a.php", "<?function f($a){return 1;}", FUNCTION),
        ("a.php", "<?\n$f=fn($a)=>1;", FUNCTION),
        ("a.lua", "function f(a)\nprint(a)\nend", FUNCTION),
        ("a.lua", "function f(a) end\nprint(f(1))", PROGRAM),
        ("a.lua", "f=function(a)return a end", FUNCTION),
        ("a.sh", "# sums\nf() {\n  read x <<< $1\necho $x\n}\n", FUNCTION),
        ("a.sh", "f(){ :;}\nf", PROGRAM),
        ("a.sh", "f() (echo $1)", FUNCTION),
        ("a.awk", "function f(n)\n{\n  return n\n}\n", FUNCTION),
        ("a.awk", "function f(n){return n}{print f($1)}", PROGRAM),
        ("a.awk", "BEGIN{print 1}function f(n){}", PROGRAM),
        ("a.c", "f(n){return n;}main(){f(1);}", PROGRAM),
        ("a.c", "int f(int(*a)[2],int n){return n;}", FUNCTION),
        ("a.c", "int(*g)(int);main(){if(f(1)){}}", PROGRAM),
        ("a.cpp", "int f(int n){return n;}\nint main(){}", PROGRAM),
        ("a.cpp", "using namespace std;vector<int>f(map<int,int>a){return{};}", FUNCTION),
        ("a.cpp", "std::pair<int,int>*f(int(*g)(int)){return 0;}", FUNCTION),
        ("a.rs", "fn f(n:i32)->i32{n}\nfn main(){}", PROGRAM),
        ("a.rs", "pub fn f(n:i32)->i32{n}", FUNCTION),
        ("a.java", "class A{static int f(int n){return n;}}", FUNCTION),
        (
            "a.java",
            "interface A{static void main(String[]a){f(1);}static int f(int n){return n;}}",
            PROGRAM,
        ),
        ("a.java", "Map<List<int[]>,Integer[]>f(int[]a){return null;}", FUNCTION),
        ("a.java", "var x = a\n" + 60 * " " + ".b();", PROGRAM),  # it takes no time to see
        ("a.cpp", 99 * "a<b>" + "a<" + 99 * "b>", PROGRAM),
        ("a.hs", "f x = x", FUNCTION),
        ("a.hs", "n#k = n", FUNCTION),
        ("a.hs", "f x|x>2=3|1>0=[y|y<-[x]]", FUNCTION),
        ("a.hs", "main = interact id", PROGRAM),
        ("a.vy", "s", FUNCTION),
    ],
)
def test_program_or_function(file: str, source: str, kind: Kind) -> None:
    assert told(file, source) is kind


@pytest.mark.parametrize(("file", "source"), [*FUNCTIONS.items(), *PROGRAMS.items()])
def test_the_right_ones_are_what_their_names_say(file: str, source: str) -> None:
    assert told(file, source).value == Path(file).stem


def test_what_cannot_be_told_apart_is_not_called_detected() -> None:
    reasons = {detect.kind("s", "vyxal")[1], detect.kind("s/a/b/", "sed")[1]}
    assert reasons == {"the only kind in this language"}


def told(file: str, source: str) -> Kind:
    language = by_suffix(Path(file))
    assert language
    kind, why = detect.kind(source, language.name)
    assert "detected" in why or why == "the only kind in this language"
    return kind
