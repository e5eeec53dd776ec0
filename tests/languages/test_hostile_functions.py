"""Functions that do not play fair, and sources that do not load: never an answer, always a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from judge.model import Ended
from judge.running.tool_session import CompileError
from tests.languages.call_host import Host, posted

#: By the second argument: 1 prints 10 MB, 2 ends the process, 3 closes the reply channel where the
#: language can; each returns an answer if it gets so far.
HOSTILE = {
    "h.rb": "->n,k{k==1 ? print('x'*10**7) : k==2 ? exit!(0) : (IO.for_fd(3).close);n}\n",
    "h.pl": "sub{my($n,$k)=@_;if($k==1){print'x'x1e7}elsif($k==2){exit}else{"
    "require POSIX;POSIX::close(3)}$n}\n",
    "h.php": "function($n,$k){if($k==1)echo str_repeat('x',10**7);else exit;return $n;}\n",
    "h.lua": "function(n,k)if k==1 then print(('x'):rep(10^7))else os.exit(true)end return n end\n",
    "h.sh": "f(){ case $2 in 1) printf '%010000000d' 0;; 2) exit 0;; *) exec 3>&- ;false;; esac;}\n",
    "h.awk": 'function f(n,k){if(k==1)printf "%010000000d",0;else exit 0;return 1}\n',
    "h.c": '#include <unistd.h>\nint f(int*a,int n,int k){if(k==1)printf("%010000000d",0);'
    "else if(k==2)exit(0);else close(3);return 1;}\n",
    "h.cpp": '#include <unistd.h>\nint f(std::vector<int>a,int k){if(k==1)printf("%010000000d",0);'
    "else if(k==2)exit(0);else close(3);return 1;}\n",
    "h.rs": 'extern "C"{fn close(n:i32)->i32;}\nfn f(n:Vec<i32>,k:i32)->i32{if k==1'
    '{print!("{}","x".repeat(10000000))}else if k==2{std::process::exit(0)}else{unsafe{close(3);}}1}\n',
    "h.java": '(n,k)->{if(k==1)System.out.print("x".repeat(10000000));else System.exit(0);'
    "return n;}\n",
}
CLOSES = ("h.rb", "h.pl", "h.c", "h.cpp", "h.rs")
BROKEN = {
    "b.rb": "->n,k{n[k",
    "b.pl": "sub{my($n,$k)=@_;$$n[$k",
    "b.php": "fn($n,$k)=>$n[$k",
    "b.lua": "function(n,k)return n[k end",
    "b.sh": "f(){ echo $(",
    "b.awk": "function f(n,k){return n[k}",
    "b.c": "f(a,n)int*a;{return a[n}",
    "b.cpp": "[](auto a,auto b){return a[b",
    "b.rs": "|a,b|a[b",
    "b.java": "(a,b)->a[b",
    "b.hs": "main = print (",
    "b.ml": "let () = print_int (",
}
COMPILED = (".c", ".cpp", ".rs", ".java", ".hs", ".ml")


@pytest.fixture(scope="module", params=HOSTILE)
def hostile(request: pytest.FixtureRequest) -> Iterator[tuple[str, Host]]:
    with posted(request.param, HOSTILE[request.param], [[3, 1], 1]) as host:
        yield request.param, host


def test_a_function_that_prints_too_much_is_stopped(hostile: tuple[str, Host]) -> None:
    assert hostile[1].call([[3, 1], 1]).ended is Ended.OUTPUT_LIMIT


@pytest.mark.parametrize("how", [2, 3])
def test_a_function_that_ends_early_or_hangs_up_has_not_answered(
    hostile: tuple[str, Host], how: int
) -> None:
    file, host = hostile
    if how == 3 and file not in CLOSES:
        pytest.skip(
            "a function of this language cannot reach the descriptor, or Bash has it closed"
        )
    run = host.call([[3, 1], how])
    assert run.ended is Ended.EXITED
    assert run.exit_status or not (run.result or b"").endswith(b"\n"), run


@pytest.mark.long
@pytest.mark.parametrize("file", BROKEN)
def test_a_source_that_does_not_load_says_where(file: str) -> None:
    kind = "program" if file.endswith((".hs", ".ml")) else "function"
    if not file.endswith(COMPILED):
        with posted(file, BROKEN[file], [[3, 1], 1], kind=kind) as host:
            run = host.call([[3, 1], 1])
        message = run.stderr.decode()
        assert run.exit_status and not run.result, run
    else:
        with (
            pytest.raises(CompileError) as error,
            posted(file, BROKEN[file], [[3, 1], 1], kind=kind),
        ):
            pass
        message = str(error.value)
    assert re.search(r"(?::|line )\d", message), message


@pytest.mark.parametrize("file", ["n.rb", "n.pl", "n.php", "n.lua", "n.sh", "n.awk"])
def test_a_source_without_a_function_says_so(file: str) -> None:
    source = {".awk": "END{}", ".php": "1", ".pl": "$x=1"}.get(file[1:], "x=1")
    with posted(file, source, [[3, 1], 1], kind="function") as host:
        run = host.call([[3, 1], 1])
    assert run.exit_status and b"no function found in the source" in run.stderr, run


def test_rows_of_several_lengths_are_no_c_array() -> None:
    with posted("r.c", "int f(int*a,int n){return 1;}", [[[1, 2], [3, 4]]]) as host:
        run = host.call([[[1, 2], [3]]])
    assert run.exit_status and b"rows of different lengths" in run.stderr


@pytest.mark.long
def test_a_list_of_another_length_is_no_tuple() -> None:
    source = "#include <utility>\nint f(std::vector<std::pair<int,int>>a){return 1;}"
    with posted("t.cpp", source, [[[1, 2]]]) as host:
        run = host.call([[[1, 2, 3]]])
    assert run.exit_status and b"another length" in run.stderr
