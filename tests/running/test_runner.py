"""Solution x Case -> Execution, with real tools in the real sandbox, and in none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge import sandbox
from judge.common.errors import JudgeError
from judge.languages.table import all_languages
from judge.languages.toolchain import find_toolchain
from judge.model import Case, Ended, Execution, Isolation, Limits, Verdict
from judge.packages.load import load_problem
from judge.packages.plugin_loader import load_plugin
from judge.running import compile, tool_session
from judge.running.compile import prepare
from judge.running.runner import Runner
from judge.sandbox.layer import Command, Layer, SandboxDied, Session, View
from judge.solutions.load import load_solution
from tests.contest import RIGHT, Contest, verdicts

ALL = {"1": "AC", "01-last": "AC", "02-none": "AC", "03-ties": "AC", "04-all": "AC"}


@pytest.fixture
def no_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine with all tools but node."""
    for tool in ("python3", "cc", "c++", "bwrap"):
        found = shutil.which(tool)
        assert found
        (tmp_path / "path").mkdir(exist_ok=True)
        (tmp_path / "path" / tool).symlink_to(found)
    find_toolchain.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    yield
    find_toolchain.cache_clear()


def run_one(contest: Contest, file: str, source: str, layer: Layer | None = None) -> Execution:
    """One run of a new solution on the sample case [3, -1, 4], at most 2."""
    path = contest.solution(file, source)
    plugin = load_plugin(contest.problem)
    solution = load_solution(path, "toy", plugin.readings)
    layer = layer or sandbox.choose("auto")
    built = prepare(solution, layer, contest.root / f"made-{path.stem}")
    runner = Runner(built, layer, Limits(cpu_s=10), isolation=Isolation.SOLUTION)
    try:
        return runner.run(plugin, plugin.parse("[3, -1, 4]\n2\n"))
    finally:
        runner.close()


# Every notation


@pytest.mark.long
def test_a_right_solution_in_every_notation_is_accepted(contest: Contest) -> None:
    for file, source in RIGHT.items():
        contest.solution(file.replace(".", "-", 1) + "." + file.split(".")[1], source)
    judged = contest.judged()
    assert len(judged) == len(RIGHT)
    assert {name: verdicts(j) for name, j in judged.items()} == dict.fromkeys(judged, ALL)


@pytest.mark.long
@pytest.mark.parametrize("name", ["{source}", "{hosts} {flags}", "a b", "-x", "ä'\"$(x)"])
def test_a_file_may_have_any_name(contest: Contest, name: str) -> None:
    contest.keep_cases("01-last")
    contest.solution(f"{name}.py", RIGHT["lambda.py"])
    contest.solution(f"{name}1.c", RIGHT["plain.c"])
    judged = contest.judged()
    assert [set(verdicts(j).values()) for j in judged.values()] == [{"AC"}, {"AC"}]


@pytest.mark.long
def test_the_same_holds_without_a_sandbox_and_with_a_new_one_for_every_case(
    contest: Contest,
) -> None:
    for file in ("lambda.py", "reader.js", "plain.c"):
        contest.solution(file.replace("plain", "compiled"), RIGHT[file])
    for options in ({"sandbox": "none"}, {"isolation": Isolation.CASE}):
        judged = contest.judged(**options)
        assert {name: verdicts(j) for name, j in judged.items()} == dict.fromkeys(judged, ALL)


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("named.py", "def last(n, k): 1/0\ndef solve(n, k): return [0, 2]\ndef other(n, k): 1/0"),
        ("last.py", "def helper(x): return x\ndef pick(n, k): return helper([0, 2])"),
        ("remark.py", "# why\nlambda n, k: [0, 2]  # because"),
        ("remark.js", "// why\n(n, k) => [0, 2] // because"),
        ("assigned.js", "pick = (n, k) => [0, 2]"),
        ("expression.js", "function (n, k) { return [0, 2] }"),
        ("line.js", "g = x => x + 1; f = (n, k) => [0, g(1)]"),
        ("line.js", "function g(x) { return x } let f = (n, k) => [0, g(2)]; f.x = 1"),
        ("late.js", "const two = 2\nfunction pick(n, k) { return [0, two] }\nconst x = 1;"),
    ],
)
def test_the_function_is_found_however_it_is_posted(
    contest: Contest, file: str, source: str
) -> None:
    run = run_one(contest, file, source)
    assert (run.ended, run.exit_status, run.result) == (Ended.EXITED, 0, b"[0, 2]")


@pytest.mark.parametrize(("file", "source"), [("none.py", "f = 1"), ("none.js", "const x = 1")])
def test_a_source_without_a_function_fails_and_says_so(
    contest: Contest, file: str, source: str
) -> None:
    (contest.solutions / "none.toml").write_text('kind = "function"')
    run = run_one(contest, file, source)
    assert run.exit_status and b"no function found" in run.stderr


# What comes back


@pytest.mark.parametrize(
    ("file", "source", "stdout", "result"),
    [
        ("a.py", "def f(n, k):\n print('noise')\n return [0, 2]", b"noise\n", b"[0, 2]"),
        ("a.js", "function f(n, k) { console.log('noise'); return [0, 2] }", b"noise\n", b"[0, 2]"),
        ("a.py", "def f(n, k):\n yield 0\n yield (i for i in [2])", b"", b"[0, [2]]"),
        ("a.js", "function* f(n, k) { yield 0; yield [2] }", b"", b"[0, [2]]"),
        ("a.py", "lambda n, k: map(str, {0: 2})", b"", b'["0"]'),
        ("a.js", "(n, k) => new Set([0, 2])", b"", b"[0, 2]"),
        ("a.py", "lambda n, k: None", b"", b"None"),
        ("a.js", "(n, k) => {}", b"", b"undefined"),
        ("a.js", "(n, k) => null", b"", b"null"),
        ("a.js", "(n, k) => [NaN, undefined, null]", b"", b"[NaN, undefined, null]"),
        ("a.py", "lambda n, k: float('nan')", b"", b"NaN"),
        ("a.py", "lambda n, k: '0 2'", b"", b"0 2"),
        ("a.js", "(n, k) => '0 2'", b"", b"0 2"),
        ("a.js", "(n, k) => ['0', 2]", b"", b'["0", 2]'),
        ("a.py", "lambda n, k: True", b"", b"true"),
        ("a.py", "lambda n, k: 1 + 2j", b"", b"(1+2j)"),
    ],
)
def test_a_result_comes_back_as_text_apart_from_what_is_printed(
    contest: Contest, file: str, source: str, stdout: bytes, result: bytes
) -> None:
    if "console" in source:
        (contest.solutions / "a.toml").write_text('kind = "function"')
    run = run_one(contest, file, source)
    assert (run.stdout, run.result, run.exit_status) == (stdout, result, 0)


def test_a_function_is_called_with_the_numbers_themselves(contest: Contest) -> None:
    assert run_one(contest, "a.py", "lambda *a: repr(a)").result == b"([3, -1, 4], 2)"
    assert run_one(contest, "b.js", "(...a) => JSON.stringify(a)").result == b"[[3,-1,4],2]"


def test_a_program_reads_the_case_and_has_no_result(contest: Contest) -> None:
    run = run_one(contest, "a.py", "import sys\nprint(sys.stdin.read(), end='')")
    assert (run.stdout, run.result) == (b"[3, -1, 4]\n2\n", None)


@pytest.mark.parametrize(
    ("file", "source", "says"),
    [
        ("a.py", "lambda n, k: n[99]", b"IndexError"),
        ("a.js", "(n, k) => n.x.y", b"TypeError"),
        ("a.py", "import sys\nsys.exit('sorry')", b"sorry"),
    ],
)
def test_what_fails_leaves_its_last_words(
    contest: Contest, file: str, source: str, says: bytes
) -> None:
    run = run_one(contest, file, source)
    assert (run.ended, run.exit_status) == (Ended.EXITED, 1)
    assert says in run.stderr


@pytest.mark.long
def test_a_function_that_prints_and_returns_nothing_is_judged_by_its_print(
    contest: Contest,
) -> None:
    judged = contest.judge_one("a.py", RIGHT["def.py"].replace("return", "print(*") + ")")
    assert judged.verdict is Verdict.AC


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source"),
    [
        (
            "a.py",
            "S = []\ndef f(n, k):\n S.append(1)\n n.sort()\n n.clear()\n"
            " return [] if len(S) == 1 else 'kept'",
        ),
        (
            "b.js",
            "let s = 0; function f(n, k) { n.push(9); n.length = 0; return s++ ? 'kept' : [] }",
        ),
    ],
)
@pytest.mark.parametrize("name", ["auto", "none"])
def test_a_function_that_spoils_its_arguments_does_not_disturb_the_next_case(
    contest: Contest, file: str, source: str, name: str
) -> None:
    contest.keep_cases("1", "02-none")
    judged = contest.judge_one(file, source, sandbox=name)
    assert verdicts(judged) == {"1": "WA", "02-none": "AC"}
    assert judged.outcomes[0].score == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "manifest"),
    [
        ("n=>async k=>[0,2].slice(0,k)", ""),
        ("(n,k)=>new Promise(f=>setTimeout(f,1,[0,2]))", ""),
        ("async(n,k)=>{n.splice(0,9,0,2)}", 'output = "mutated"'),
    ],
)
@pytest.mark.parametrize("sandbox", ["auto", "none"])
def test_a_promise_is_waited_for_also_by_a_host_that_forks(
    contest: Contest, source: str, manifest: str, sandbox: str
) -> None:
    judged = contest.judge_one("a.js", source, manifest, sandbox=sandbox, case="sample/1")
    assert verdicts(judged) == {"1": "AC"}


# Compiling


@pytest.mark.long
@pytest.mark.parametrize("file", ["bad.c", "bad.cpp"])
def test_what_does_not_compile_is_ce_with_the_compilers_words(contest: Contest, file: str) -> None:
    judged = contest.judge_one(file, "int main(void) {\n  return undeclared;\n}\n")
    assert (judged.verdict, judged.outcomes) == (Verdict.CE, ())
    assert f"{file}:2:" in judged.message and "undeclared" in judged.message


@pytest.mark.long
def test_a_compiler_that_is_bombed_hits_a_limit(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool_session, "COMPILE_LIMITS", Limits(cpu_s=0.3, memory_mib=2048))
    bomb = """
        template<int N> constexpr int f(int x) { return N ? f<N - 1>(x) + f<N - 1>(x + 1) : x; }
        constexpr int y = [] { int x = 0; while (x < 1'000'000) x += f<9>(x) * 0 + 1; return x; }();
        int main() {}
    """
    judged = contest.judge_one("bomb.cpp", bomb)
    assert judged.verdict is Verdict.CE
    assert judged.message.startswith("the compiler hit its ")


@pytest.mark.long
def test_a_compiler_sees_neither_answers_nor_the_judges_files(contest: Contest) -> None:
    answer = (contest.problem / "data/secret/01-last.ans").resolve()
    judged = contest.judge_one("peek.c", f'#include "{answer}"\nint main(void) {{}}\n')
    assert judged.verdict is Verdict.CE
    assert "No such file" in judged.message


def test_a_compiler_that_the_sandboxs_user_may_not_start_is_the_judges_fault(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = all_languages()["c"]
    command = ("/usr/share", *entry.compile[1:])  # a folder: there, and no program
    monkeypatch.setattr(compile, "all_languages", lambda: {"c": replace(entry, compile=command)})
    judged = contest.judge_one("plain.c", RIGHT["plain.c"])
    assert judged.verdict is Verdict.JE
    assert "may not run the compiler" in judged.message


# What is missing


def test_a_missing_toolchain_skips_with_its_name_and_package(
    contest: Contest, no_node: None
) -> None:
    judged = contest.judge_one("some.js", RIGHT["arrow.js"], sandbox="none")
    assert (judged.verdict, judged.outcomes) == (Verdict.SKIP, ())
    assert judged.message == ("node is not installed: JavaScript (node) needs it (Debian: nodejs)")
    assert judged.as_expected


@pytest.mark.long
def test_a_required_module_that_is_missing_skips_with_its_name(contest: Contest) -> None:
    judged = contest.judge_one(
        "some.py", RIGHT["lambda.py"], 'requires = ["json", "no_such_thing"]'
    )
    assert judged.verdict is Verdict.SKIP
    assert "no_such_thing" in judged.message and "pip install" in judged.message


@pytest.mark.long
def test_a_required_module_that_is_there_is_no_hindrance(contest: Contest) -> None:
    judged = contest.judge_one("some.py", RIGHT["lambda.py"], 'requires = ["json"]')
    assert judged.verdict is Verdict.AC


# Sandboxes that die


class Mortal:
    """A layer whose sessions die a given number of times, then work without a sandbox."""

    name = "mortal"
    protections = ()
    keeps_hosts = False

    def __init__(self, deaths: int) -> None:
        self.plain = sandbox.choose("none")
        self.hosts_folder = self.plain.hosts_folder
        self.keeps_hosts = self.plain.keeps_hosts
        self.deaths = deaths
        self.opened = self.closed = 0

    def program_folder(self, view: View) -> str:
        return self.plain.program_folder(view)

    def open(self, view: View) -> Session:
        self.opened += 1
        return MortalSession(self, self.plain.open(view))


class MortalSession:
    def __init__(self, layer: Mortal, session: Session) -> None:
        self.layer, self.session = layer, session

    def run(self, command: Command, limits: Limits) -> Execution:
        if self.layer.deaths:
            self.layer.deaths -= 1
            raise SandboxDied("hit by a bus")
        return self.session.run(command, limits)

    def close(self) -> None:
        self.layer.closed += 1
        self.session.close()


@pytest.mark.parametrize("deaths", [0, 1, 2])
def test_a_sandbox_that_dies_twice_is_opened_anew(contest: Contest, deaths: int) -> None:
    layer = Mortal(deaths)
    run = run_one(contest, "a.py", "print('0 2')", layer)
    assert (run.ended, run.stdout) == (Ended.EXITED, b"0 2\n")
    assert layer.opened == layer.closed == deaths + 1


def test_a_sandbox_that_dies_three_times_is_the_judges_fault(contest: Contest) -> None:
    run = run_one(contest, "a.py", "print('0 2')", Mortal(3))
    assert run.ended is Ended.SANDBOX_FAILED
    assert run.note == "the sandbox died 3 times: hit by a bus"


@pytest.mark.long
@pytest.mark.parametrize(("isolation", "opened"), [(Isolation.SOLUTION, 1), (Isolation.CASE, 3)])
def test_a_sandbox_is_kept_for_a_solution_or_opened_for_every_case(
    contest: Contest, isolation: Isolation, opened: int
) -> None:
    layer = Mortal(0)
    plugin = load_plugin(contest.problem)
    solution = load_solution(contest.solution("a.py", "print(0)"), "toy", plugin.readings)
    built = prepare(solution, layer, contest.root / "made")
    runner = Runner(built, layer, Limits(), isolation=isolation)
    for _ in range(3):
        runner.run(plugin, plugin.parse("[1]\n1\n"))
    runner.close()
    assert layer.opened == layer.closed == opened


# Several cases in one message


@pytest.mark.long
def test_a_case_that_cannot_be_read_ends_a_message_before_it_is_sent(contest: Contest) -> None:
    layer, plugin = sandbox.choose("auto"), load_plugin(contest.problem)
    source = contest.solution("a.py", RIGHT["program.py"], 'kind = "program"\ninput = "native"\n')
    solution = load_solution(source, "toy", plugin.readings)
    built = prepare(solution, layer, contest.root / "made")
    runner = Runner(built, layer, Limits(cpu_s=10), Isolation.SOLUTION)
    case, read = load_problem(contest.problem).cases[0], plugin.parse("[3, -1, 4]\n2\n")

    def cases() -> Iterator[tuple[Any, Case]]:
        yield read, case
        raise JudgeError("is gone")

    alone = runner.run(plugin, read, case)
    assert runner.run_together(plugin, cases()) == []
    assert runner.run(plugin, read, case).stdout == alone.stdout != b""
    runner.close()
