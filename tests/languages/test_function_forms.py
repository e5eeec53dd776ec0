"""The ways in which golfers write a function, in every language, and what comes back of each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from judge.model import Ended, Verdict
from tests.contest import Contest
from tests.languages.call_host import posted
from tests.languages.toy_solutions import FUNCTIONS, PROGRAMS

CURRIED, MUTATED = "--curried", "--mutated"
ROW: list[Any] = [[3, 1, -2, 7], 2]
BOARD: list[Any] = [[[3, 1], [-2, 7]], 'a "b"\n', 1.5]


@dataclass(frozen=True)
class Form:
    """A source, what its result must be, and what it must have printed."""

    file: str
    source: str
    result: str
    printed: str = ""
    arguments: list[Any] = None  # type: ignore[assignment]
    flags: tuple[str, ...] = ()


SORTED = "[-2, 1, 3, 7]"
FORMS = [
    Form("numpy.py", "class A:\n def tolist(s):return[2,9]\ndef f(n,k):return[A(),len]", '[[2, 9], "function"]'),
    Form("struct.rs", "struct Solution;\nimpl Solution {\n    pub fn pick(n: Vec<i32>, k: i32) -> i32 { Self::at(&n, k) }\n    fn at(n: &[i32], k: i32) -> i32 { n[k as usize] }\n}\n", "-2"),
    Form("lambda.rb", "->n,k{n[k]}", "-2"),
    Form("assigned.rb", "f=->(n,k){puts 1;n.map{_1*k}}\n", "[6, 2, -4, 14]", "1\n"),
    Form("def.rb", "def g(a)=a+1\n\ndef pick n,k\n  g k\nend\n", "3"),
    Form("named.rb", "def f(n,k)=k\ndef z(a)=a\n", "2"),
    Form("lazy.rb", "proc{|n,k|n.each_slice k}", "[[3, 1], [-2, 7]]"),
    Form("nil.rb", "->n,k{p k;nil}", "None", "2\n"),
    Form("curried.rb", "->n{->k{n[k]}}\n", "-2", flags=(CURRIED,)),
    Form("mutated.rb", "->n,k{n.sort!;0}\n", SORTED, flags=(MUTATED,)),
    Form("values.rb", "->b,s,x{[b,s,x]}", r'[[[3, 1], [-2, 7]], "a \"b\"\n", 1.5]', "", BOARD),
    Form("gems.rb", "->n,k{[!$\".any?(/rubygems/),Gem.class,RbConfig.class,Monitor.class]}", "[true, Module, Module, Class]"),
    Form("library.rb", "require'set'\n->n,k{begin;require'nosuch';rescue LoadError;Set[k]end}", "[2]"),
    Form("function.rb", "proc{|n|->k{n[k]}}", "function"),
    Form("sub.pl", "sub{my($n,$k)=@_;$$n[$k]}\n", "-2"),
    Form("scalar.pl", "$f=sub{print 5;[map$_*2,@{$_[0]}]};", "[6, 2, -4, 14]", "5"),
    Form("named.pl", "sub g{$_[0]+1}\nsub pick{my($n,$k)=@_;g($k)}", "3"),
    Form("list.pl", "sub{my($n,$k)=@_;@$n,$k}", "[3, 1, -2, 7, 2]"),
    Form("none.pl", "sub{print for@{$_[0]};()}", "void", "31-27"),
    Form("curried.pl", "sub{my$n=shift;sub{$$n[pop]}}\n", "-2", flags=(CURRIED,)),
    Form("mutated.pl", "sub{@{$_[0]}=sort{$a-$b}@{$_[0]};0}", SORTED, flags=(MUTATED,)),
    Form("values.pl", "sub{[@_]}", r'[[[3, 1], [-2, 7]], "a \"b\"\n", 1.5]', "", BOARD),
    Form("function.pl", "sub{my$n=shift;sub{$$n[pop]}}", "function"),
    Form("arrow.php", "fn($n,$k)=>$n[$k];\n", "-2"),
    Form("methods.php", "class S{function go($n,$k){return[$this->h($n,$k)];}function h($n,$k){return$n[$k];}}", "[-2]"),
    Form("static.php", "class S{static function go($n,$k){return[self::h($n,$k)];}static function h($n,$k){return$n[$k];}}", "[-2]"),
    Form("bare.php", "function($n,$k){echo 1;return array_filter($n,fn($x)=>$x>1);}", "[3, 7]", "1"),
    Form("tagged.php", "<?php function pick($n,$k){return [$k,true];}\n", "[2, true]"),
    Form("short.php", "<?function f($n,$k){return $k;}", "2"),
    Form("assigned.php", "$f=fn($n,$k)=>$k;", "2"),
    Form("generator.php", "function f($n,$k){yield $k;yield 9;}", "[2, 9]"),
    Form("curried.php", "fn($n)=>fn($k)=>$n[$k]", "-2", flags=(CURRIED,)),
    Form("mutated.php", "function(&$n,$k){sort($n);}", SORTED, flags=(MUTATED,)),
    Form("values.php", "fn($b,$s,$x)=>[$b,$s,$x]", r'[[[3, 1], [-2, 7]], "a \"b\"\n", 1.5]', "", BOARD),
    Form("function.php", "fn($n)=>fn($k)=>$n[$k]", "function"),
    Form("bare.lua", "function(n,k)print(#n)return n[k]end\n", "1", "4\n"),
    Form("assigned.lua", "f=function(n,k)return{k,n[1]}end", "[2, 3]"),
    Form("local.lua", "local function g(n,k)return k,nil end", "[2, None]"),
    Form("keys.lua", "function(n,k)return{[0]=k,n[1],n[2]}end", "{1: 3, 2: 1, 0: 2}"),
    Form("words.lua", "function(n,k)return{a=k}end", '{"a": 2}'),
    Form("nothing.lua", "function f(n,k)io.write(k)end", "void", "2"),
    Form("curried.lua", "function(n)return function(k)return n[k]end end", "1", flags=(CURRIED,)),
    Form("mutated.lua", "function(n)table.sort(n)end\n", SORTED, flags=(MUTATED,)),
    Form("values.lua", "function(b,s,x)return b[2][1]..s..x end", '-2a "b"\n1.5', "", BOARD),
    Form("function.lua", "function(n)return function(k)return n[k]end end", "function"),
    Form("words.sh", 'f(){ echo "$2"; for i in $1;{ echo $i;};}\n', "void", "2\n3\n1\n-2\n7\n"),
    Form("last.sh", 'g() { echo "$1+"; }\nfunction pick { g "$2"; false; }', "void", "2+\n"),
    Form("rows.sh", 'f(){ printf "<%s>" "$@";}', "void", '<3 1\n-2 7><a "b"\n><1.5>', BOARD),
    Form("plain.awk", "function g(n,k,  i,s){for(i in n)s=s n[i]k;return s}\n", "3212-2272"),
    Form("last.awk", "function g(x){return x+1}\nfunc pick(n,k){print 1;return g(k)}", "3", "1\n"),
    Form("prints.awk", "function f(n,k){print k}", "void", "2\n"),
    Form("empty.awk", "function f(n,k){return substr(k,9)}", ""),
    Form("mutated.awk", "function f(n,k){asort(n)}", SORTED, flags=(MUTATED,)),
    Form("values.awk", "function f(b,s,x){return b[2][1] s x}", '-2a "b"\n1.5', "", BOARD),
    Form("ansi.c", "int g(int x){if(x){return x;}return 2;}\nint pick(int*a,int n,int k){return g(k)+n;}", "6"),
    Form("kr.c", "f(a,n,k)int*a;{for(;n--;)printf(\"%d,\",a[n]);}\n", "void", "7,-2,1,3,"),
    Form("accumulator.c", "f(a,n,k)int*a;{a=a[1]+n;}", "5"),
    Form("mutated.c", "void f(int a[][2],int n,char*s,double d){a[0][1]=*s+d;}", "[[3, 98], [-2, 7]]", "", BOARD, (MUTATED,)),
    Form("text.c", "char*f(char*s){return s+2;}", '"b"\n', "", ['a "b"\n']),
    Form("auto.cpp", "// more\n[](auto a,auto b){std::cout<<1;return std::vector{a[b],b};}\n", "[-2, 2]", "1"),
    Form("curried.cpp", "auto f=[](std::vector<int>a){return[=](auto b){return a[b];};};", "-2", flags=(CURRIED,)),
    Form("class.cpp", "class Solution {\npublic:\n    int solve(std::vector<int>& n, int k) { return at(n, k) + m; }\n    int at(std::vector<int>& n, int k) { return n[k]; }\nprivate:\n    int m = 1;\n};\n", "-1"),
    Form("struct.cpp", "struct S{static int pick(std::vector<int>n,int k){return n[k];}};", "-2"),
    Form("helper.cpp", "struct D{int x;int twice(){return 2*x;}};\nint f(std::vector<int>n,int k){return D{n[k]}.twice();}", "-4"),
    Form("mutated.cpp", "void f(std::vector<int>&a,int k){a[0]=k;}\n", "[2, 1, -2, 7]", flags=(MUTATED,)),
    Form(
        "types.cpp",
        "#include <map>\nusing namespace std;\nmap<string,int> f(const vector<array<int,2>>&a,string s,double x)"
        "{return {{s.substr(0,1),a[1][0]},{\"z\",(int)(x*2)}};}",
        '[["a", -2], ["z", 3]]', "", BOARD,
    ),
    Form("map.rs", "use std::collections::*;fn f(a:Vec<i32>,k:i32)->(BTreeMap<i32,String>,HashMap<i8,i8>){(a.iter().map(|&x|(x,k.to_string())).collect(),HashMap::new())}", '[{-2: "2", 1: "2", 3: "2", 7: "2"}, {}]'),
    Form("closure.rs", "|a,k|{println!(\"1\");a.iter().filter(|&&x|x<k).count()};", "2", "1\n"),
    Form("curried.rs", "|a|move|k|a[k as usize]\n", "-2", flags=(CURRIED,)),
    Form("mutated.rs", "fn f(a:&mut Vec<i64>,k:i64){a.sort()}", SORTED, flags=(MUTATED,)),
    Form("types.rs", "use std::collections::HashMap;\nfn g(x:f64)->String{x.to_string()}\nfn pick(a:&[(i8,i64)],s:&str,x:f64)->Vec<(String,i64)>{vec![(g(x),a[1].1)]}", '[["1.5", 7]]', "", BOARD),
    Form("prints.java", "(a,b)->System.out.print(b)", "void", "2"),
    Form("lambda.java", "import java.util.stream.*;\n(a,b)->IntStream.of(a).map(i->i*b)\n", "[6, 2, -4, 14]"),
    Form("curried.java", "a->b->{System.out.print(1);return a[b];};", "-2", "1", flags=(CURRIED,)),
    Form("mutated.java", "(a,b)->Arrays.sort(a)", SORTED, flags=(MUTATED,)),
    Form("types.java", "int g(int[]a){return a[1];}\nstatic List<List<Object>>pick(List<int[]>a,String s,double d){return List.of(List.of(s,d,a.get(1)[1]));}", '[["a \\"b\\"\n", 1.5, 7]]', "", BOARD),
    Form("objects.java", "Object f(List<Map<String,List<Integer>>>a,Map b){return a.get(0).get(\"x\").get(1)+\"\"+b;}", "2{y=z}", "", [[{"x": [1, 2]}], {"y": "z"}]),
    Form("elements.vy", "ṘL", "void", "4\n"),
    Form("empty.vy", "s", "void", "[-2, 1, 3, 7]\n"),
]  # fmt: skip


def assert_answers(form: Form) -> None:
    """It is found, called and answers as the form says."""
    arguments = form.arguments or ROW
    with posted(form.file, form.source, arguments) as host:
        run = host.call(arguments, *form.flags)
    assert (run.ended, run.exit_status) == (Ended.EXITED, 0), run.stderr.decode()
    assert run.result is not None, run.stderr.decode()
    assert (run.result.decode(), run.stdout.decode()) == (form.result + "\n", form.printed)


#: Their hosts take a second and more to compile or to start.
SLOW_STARTS = frozenset({".java", ".rs", ".vy"})


def _case(form: Form) -> object:
    marks = [pytest.mark.long] if Path(form.file).suffix in SLOW_STARTS else []
    return pytest.param(form, id=form.file, marks=marks)


@pytest.mark.parametrize("form", [*map(_case, FORMS)])
def test_a_function_is_found_called_and_answers(form: Form) -> None:
    assert_answers(form)


@pytest.mark.long
def test_vyxal_is_read_in_its_own_code_page_too() -> None:
    with posted("page.vy", b"\xec?\xcaU'\xcfni0>;", ROW) as host:
        run = host.call(ROW)
    assert (run.stdout, run.result) == (b"[3, 0]\n", b"void\n"), run.stderr.decode()


@pytest.mark.long
def test_a_vyxal_program_reads_its_inputs_line_by_line(contest: Contest) -> None:
    judged = contest.judge_one("lines.vy", FUNCTIONS["function.vy"], 'kind = "program"')
    if judged.verdict is Verdict.SKIP:
        pytest.skip(judged.message)
    assert judged.verdict is Verdict.AC, judged.outcomes


@pytest.mark.long
@pytest.mark.parametrize("form", ["native", "argv"])
def test_vyxal_takes_its_flags(contest: Contest, form: str) -> None:
    judged = contest.judge_one("sum.vy", "s", f'kind = "program"\ninput = "{form}"\nflags = "-s"')
    if judged.verdict is Verdict.SKIP:
        pytest.skip(judged.message)
    runs = {o.case: o.run for o in judged.outcomes}
    of_5_1_8 = [run.stdout for case, run in runs.items() if run and "01-last" in case]
    assert of_5_1_8 == [b"14\n"]


@pytest.mark.long
def test_a_php_program_may_begin_with_a_short_tag(contest: Contest) -> None:
    source = PROGRAMS["program.php"]
    assert source.startswith("<?php\n")
    judged = contest.judge_one("short.php", source.replace("<?php", "<?"))
    if judged.verdict is Verdict.SKIP:
        pytest.skip(judged.message)
    assert judged.verdict is Verdict.AC, judged.outcomes
