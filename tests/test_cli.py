"""The real ``judge`` as a process: what it prints, how it ends, and what it refuses."""

from __future__ import annotations

import builtins
import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from judge import cli
from judge.common.errors import JudgeError, PythonChanged
from tests.contest import RIGHT, Contest, judge_environment, without_progress
from tests.processes import endless, executions_of_endless, processes_naming, wait_for

RIGHT_C = RIGHT["plain.c"]


@pytest.fixture
def report() -> None:
    """For tests that need the report to be drawn."""
    pytest.importorskip("judge.report.html.page")


@pytest.fixture
def trapped(contest: Contest) -> Contest:
    """A contest in which a solution would leave a trace if it ran."""
    contest.set_trap()
    return contest


@pytest.mark.long
def test_the_trap_snaps_when_anything_runs(trapped: Contest) -> None:
    trapped.run(sandbox="none")
    assert trapped.trap.exists()


# Bad input: one line, exit status 2, nothing run


def test_a_missing_answer_file(trapped: Contest) -> None:
    (trapped.problem / "data/secret/02-none.ans").unlink()
    assert trapped.run_refuses() == (
        "judge: problems/toy/data/secret/02-none.ans: "
        "is missing: every input needs one; "
        "judge answers problems/toy --from SOLUTION writes them\n"
    )


def test_an_answer_file_without_its_input(trapped: Contest) -> None:
    (trapped.problem / "data/secret/05.ans").write_text("1\n0\n")
    assert trapped.run_refuses() == (
        "judge: problems/toy/data/secret/05.ans: has no input file (.in) beside it: add one, or "
        "remove this file\n"
    )


def test_an_empty_data_folder(trapped: Contest) -> None:
    shutil.rmtree(trapped.problem / "data")
    (trapped.problem / "data").mkdir()
    assert trapped.run_refuses().startswith(
        "judge: problems/toy/data/secret: contains no test case"
    )


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("x: [1\n", "9: is not valid YAML: "),
        ("\tx: 1\n", "9: is not valid YAML: "),
        ("limts: {}\n", "9: unknown key 'limts': did you mean 'limits'?\n"),
        ("  memroy: 5\n", "9: unknown key 'memroy': did you mean 'memory'?\n"),
        ("  output: lots\n", "9: output must be a number above 0, not 'lots'\n"),
    ],
)
def test_a_malformed_problem_yaml(trapped: Contest, more: str, message: str) -> None:
    settings = trapped.problem / "problem.yaml"
    settings.write_text(settings.read_text() + more)
    line = trapped.run_refuses()
    place, _, _ = message.partition(":")
    assert line.startswith(f"judge: problems/toy/problem.yaml:{place}") or "YAML" in message
    assert message.partition(": ")[2] in line


@pytest.mark.parametrize("file", ["problem.yaml", "data/secret/01-last.yaml"])
def test_settings_that_are_not_utf_8(trapped: Contest, file: str) -> None:
    (trapped.problem / file).write_bytes(b"name: \xff\n")
    said = f"judge: problems/toy/{file}:1: is not UTF-8 text: save it as UTF-8\n"
    assert trapped.run_refuses() == said


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "raw", "message"),
    [
        ("sample/1.in", b"[1]\nmany\n", "2: column 1: expected a count"),
        ("sample/1.in", b"[1]\n\xff\n", "2: column 1: is not UTF-8 text"),
        ("secret/04-all.ans", b"3\n", "1: column 1: expected two lines, got 1"),
        ("secret/04-all.ans", b"\xff\n", "1: column 1: is not UTF-8 text"),
    ],
)
def test_a_malformed_input_or_answer_file(
    trapped: Contest, file: str, raw: bytes, message: str
) -> None:
    (trapped.problem / "data" / file).write_bytes(raw)
    assert trapped.run_refuses() == f"judge: problems/toy/data/{file}:{message}\n"


@pytest.mark.long
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: f"{t}\nraise OSError('no luck')\n", "cannot be imported: OSError: no luck\n"),
        (lambda t: t.replace("def score(", "def socre("), ": it has 'socre'\n"),
        (lambda t: t.replace("def parse(", "def parse(("), "cannot be imported: SyntaxError: "),
        (
            lambda t: t.replace("def parse(", "def parse(*"),
            ": class LargestSum: 'parse' has other parameters",
        ),
    ],
)
def test_a_broken_plugin(trapped: Contest, change: Callable[[str], str], message: str) -> None:
    plugin = trapped.problem / "plugin.py"
    plugin.write_text(change(plugin.read_text()))
    line = trapped.run_refuses()
    assert line.startswith("judge: problems/toy/") and message in line


@pytest.mark.long
@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        ('expect = "AC\n', "1: is not valid TOML: "),
        ('\nexpects = "AC"\n', "2: unknown key 'expects': did you mean 'expect'?\n"),
        ('expect = "BETER"\n', "1: unknown verdict 'BETER': did you mean 'BETTER'?\n"),
        ("base = 7\n", "1: base must be 0 or 1 "),
        ('kind = "programm"\n', "1: unknown kind 'programm': did you mean 'program'?\n"),
        ('language = "javascrpt"\n', "1: unknown language 'javascrpt': did you mean 'javascript'?"),
    ],
)
def test_a_broken_manifest(trapped: Contest, manifest: str, message: str) -> None:
    trapped.solution("some.py", "print(0)", manifest)
    assert trapped.run_refuses().startswith(f"judge: solutions/toy/some.toml:{message}")


@pytest.mark.long
def test_a_manifest_that_is_not_utf_8(trapped: Contest) -> None:
    (trapped.solutions / "00-trap.toml").write_bytes(b"\xff")
    assert (
        trapped.run_refuses()
        == "judge: solutions/toy/00-trap.toml:1: is not UTF-8 text: save it as UTF-8\n"
    )


@pytest.mark.long
def test_a_manifest_without_its_source(trapped: Contest) -> None:
    (trapped.solutions / "00-tarp.toml").write_text("")
    assert trapped.run_refuses() == (
        "judge: solutions/toy/00-tarp.toml: manifest without a solution: did you mean '00-trap'?\n"
    )


@pytest.mark.long
def test_a_solution_in_an_unknown_language(trapped: Contest) -> None:
    trapped.solution("some.xyz", "?")
    line = trapped.run_refuses()
    assert line.startswith("judge: solutions/toy/some.xyz: is in no known language (suffixes: .py")


@pytest.mark.long
def test_a_source_that_cannot_be_read(trapped: Contest) -> None:
    (trapped.solutions / "some.py").symlink_to("nowhere")
    assert trapped.run_refuses() == (
        "judge: solutions/toy/some.py: cannot be read: "
        "it is a link to nothing: remove it, or put the file there\n"
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("tyo", "no problem 'tyo' in problems: did you mean 'toy'?"),
        ("--solution 00-trapp", "no solution matches '00-trapp': did you mean '00-trap'?"),
        ("--case 02-noen", "no case of toy matches '02-noen': "),
        ("--problems nowhere", "nowhere: no such folder: name the folder of problems with"),
        ("--problems solutions", "solutions: contains no problem: a problem is a folder with"),
        ("toy --problems solutions", "solutions: contains no problem: a problem is a folder with"),
        ("--solutions nowhere", "no solution to judge: put sources into nowhere/toy"),
        ("--sandbox nome", "unknown sandbox 'nome': did you mean 'none'?"),
        ("--report problems", "problems: cannot be written: it is a folder"),
        ("--report problems/toy/plugin.py/x.html", "problems/toy/plugin.py/x.html: cannot be wri"),
        ("--report /proc/none/x.html", "/proc/none/x.html: cannot be written: "),
        ("--json problems", "problems: cannot be written: it is a folder"),
    ],
)
def test_a_choice_that_cannot_be_met(trapped: Contest, arguments: str, message: str) -> None:
    assert trapped.run_refuses(*arguments.split()).startswith(f"judge: {message}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("-j 0", "argument -j/--jobs: '0' is not a whole number from 1 to 1000000"),
        ("-j -1", "argument -j/--jobs: "),
        ("--jobs many", "argument -j/--jobs: 'many' is not a whole number from 1 to 1000000"),
        ("--time-limit 0", "argument --time-limit: '0' is not a number of seconds above 0"),
        ("--time-limit nan", "argument --time-limit: 'nan' is not a number of seconds above 0"),
        ("--time-limit inf", "argument --time-limit: 'inf' is not a number of seconds above 0"),
        ("--time-limit 1e7", "argument --time-limit: '1e7' is not a number of seconds above 0"),
        (
            "--memory-limit 1.5",
            "argument --memory-limit: '1.5' is not a whole number",
        ),
        ("--memory-limit 99999999999999999", "argument --memory-limit: '99999999999999999' is "),
        ("--give-up -1", "argument --give-up: '-1' is not a whole number from 0 to 1000000"),
        ("--isolation none", "argument --isolation: invalid choice: 'none'"),
        ("--report", "argument --report: expected one argument"),
        ("--json made/", "argument --json: 'made/' names a folder: name a file in it"),
        ("--csv problems/", "argument --csv: 'problems/' names a folder: name a file in it"),
        (
            "--json solutions/toy/00-trap.py",
            "argument --json: 'solutions/toy/00-trap.py' exists and is not a report: ",
        ),
        (
            "--report=problems/toy/problem.yaml",
            "argument --report: 'problems/toy/problem.yaml' exists and is not a report: ",
        ),
        ("--solutoin x", "unknown option '--solutoin': did you mean '--solution'?"),
        ("--reprot=x.html", "unknown option '--reprot': did you mean '--report'?"),
    ],
)
def test_a_bad_option(trapped: Contest, arguments: str, message: str) -> None:
    line = trapped.run_refuses(*arguments.split())
    assert line.startswith(f"judge run: {message}")
    assert line.endswith(" (see judge run --help)\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("rnu", "judge: unknown command 'rnu': did you mean 'run'?"),
        ("docter", "judge: unknown command 'docter': did you mean 'doctor'?"),
        ("zzz", "judge: unknown command 'zzz': known: "),
        ("show toy", "judge show: the following arguments are required: CASE"),
        ("show toy 1 2", "judge: an input of toy has no parts: leave 2 out"),
        ("show tyo 1", "judge: no problem 'tyo' in problems: did you mean 'toy'?"),
        ("show toy 9", "judge: no case of toy matches '9': known: sample/1, "),
        ("show toy 0*", "judge: 4 cases match '0*', name one: secret/01-last, secret/02-none, "),
        ("list --problems nowhere", "judge: nowhere: no such folder"),
        ("list --probelms x", "judge list: unknown option '--probelms': did you mean '--problems'"),
    ],
)
def test_a_bad_command(trapped: Contest, arguments: str, message: str) -> None:
    assert trapped.refuses(*arguments.split()).startswith(message)


@pytest.mark.parametrize("option", ["--solution", "--case"])
def test_a_second_pattern_does_not_replace_the_first(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli._parse(["run", option, "a*", option, "b*"])
    said = f"{option} is given twice, as 'a*' and 'b*': give one pattern for both"
    assert said in capsys.readouterr().err


@pytest.mark.long
def test_a_machine_without_a_sandbox(trapped: Contest, tmp_path: Path) -> None:
    pytest.importorskip("judge.report.html.page")
    (tmp_path / "path").mkdir()
    line = trapped.refuses("run", PATH=str(tmp_path / "path"), XDG_CACHE_HOME=str(tmp_path))
    assert line.startswith("judge: no sandbox (bubblewrap: bubblewrap is missing")
    assert "landlock: no C compiler to build the supervisor: install gcc" in line
    assert "apt-get install bubblewrap" in line and "--sandbox none" in line


@pytest.mark.long
def test_a_cache_folder_that_cannot_be_made(trapped: Contest, tmp_path: Path) -> None:
    """As for a user whose home is the root folder, in a container: no sandbox can be built."""
    (tmp_path / "file").touch()
    line = trapped.refuses("run", HOME=str(tmp_path), XDG_CACHE_HOME=str(tmp_path / "file"))
    folder = tmp_path / "file" / "judge"
    why = f"{folder}: cannot be written: Not a directory: name another folder in XDG_CACHE_HOME"
    assert line == f"judge: {why}\n"


@pytest.mark.long
def test_a_current_folder_that_is_gone(tmp_path: Path) -> None:
    script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" -m judge list'
    done = subprocess.run(
        ["/bin/sh", "-c", script, sys.executable],
        cwd=tmp_path,
        env=judge_environment(PYTHONPATH=str(Path(__file__).parents[1])),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    reason = "cannot be read (No such file or directory): go to another one"
    assert done.stderr == f"judge: the current folder {reason}\n"


# Commands that work


def test_help_is_no_error(contest: Contest) -> None:
    done = contest.judge("--help")
    assert (done.status, done.err) == (0, "")
    assert all(f"\n    {command}" in done.out for command in ("run", "list", "show", "doctor"))
    assert "--time-limit S" in contest.judge("run", "--help").out


def test_list_names_problems_and_solutions(contest: Contest) -> None:
    contest.solution("right.c", RIGHT_C)
    contest.solution("wrong.py", "lambda n,k:[]", 'expect = ["WA", "TLE"]')
    done = contest.judge("list")
    assert (done.status, done.err) == (0, "")
    first, columns, *rest = done.out.splitlines()
    assert first == "toy: Largest sum (5 cases)"
    assert columns.split() == ["solution", "size", "language,", "kind", "expected"]
    assert [line.split() for line in rest] == [
        ["right", str(len(RIGHT_C)), "B", "c", "program", "AC"],
        ["wrong", "13", "B", "python", "function", "TLE/WA"],
    ]


@pytest.mark.long
def test_list_into_a_closed_pipe_is_quiet(contest: Contest) -> None:
    for i in range(500):  # in all more than a pipe holds
        contest.solution(f"{i:0200}.py", "print(0)")
    judge = subprocess.Popen(
        [sys.executable, "-m", "judge", "list"],
        cwd=contest.root,
        env=judge_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert judge.stdout and judge.stderr
    judge.stdout.readline()
    judge.stdout.close()
    assert judge.stderr.read() == b""
    judge.wait(timeout=900)


@pytest.mark.long
def test_show_draws_a_case_and_its_best_answer(contest: Contest) -> None:
    done = contest.judge("show", "toy", "01-last")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "Largest sum, case secret/01-last: best score 8\n"
        "the largest stands last\n"
        "\n"
        "at most 1 of 5 1 <8>\n"
    )
    assert contest.judge("show", "toy", "secret/01-last").out == done.out
    assert contest.judge("show", "toy", "*/1").out.endswith("at most 2 of <3> -1 <4>\n")


# judge run


@pytest.mark.long
@pytest.mark.usefixtures("report")
def test_run_ends_with_0_when_every_verdict_is_as_expected(contest: Contest) -> None:
    contest.solution("right.c", RIGHT_C)
    contest.solution("wrong.py", "lambda n,k:[]", 'expect = "WA"')
    done = contest.judge("run", "--report", "out/r.html", "--json", "out/r.json")
    assert (done.status, done.err) == (0, "")
    head, columns, right, wrong, *rest = [line for line in done.out.splitlines() if line]
    assert head == "Largest sum: 2 solutions"
    assert columns.split() == "solution size verdict cases CPU time memory".split()
    assert right.split()[:5] == ["right", str(len(RIGHT_C)), "B", "AC", "5/5"]
    assert wrong.split()[:5] == ["wrong", "13", "B", "WA", "1/5"]
    assert wrong.endswith(" gap 8") and "gap" not in right
    why, smallest, summary, place = rest
    assert why.startswith("    sample/1: WA, legal, but ")
    assert smallest == f"smallest: {len(RIGHT_C)} B right (C)"
    assert summary.startswith("10 executions in ")
    assert summary.endswith("sandbox bubblewrap: all verdicts as expected")
    assert place == "report: out/r.html"
    assert (contest.root / "out/r.html").read_text().startswith("<!")
    assert json.loads((contest.root / "out/r.json").read_text())


@pytest.mark.long
@pytest.mark.usefixtures("report")
def test_run_ends_with_1_when_one_is_not_and_says_which_and_where(contest: Contest) -> None:
    contest.solution("right.c", RIGHT_C)
    contest.solution("wrong.py", "lambda n,k:[9]")
    contest.solution("broken.c", "int main(void) {\n  oops\n}\n")
    done = contest.judge("run")
    assert done.status == 1
    lines = done.out.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("! wrong  "))
    assert lines[at + 1] == "    expected AC; sample/1: WA, illegal: index out of range: [9]"
    at = next(i for i, line in enumerate(lines) if line.startswith("! broken  "))
    assert "broken.c" in lines[at + 1] and lines[at + 2] == "    expected AC"
    assert any(line.endswith("2 NOT as expected") for line in lines)
    [written] = (contest.root / "reports").glob("2*.html")
    assert lines[-1] == f"report: reports/{written.name}"


@pytest.mark.long
@pytest.mark.usefixtures("report")
def test_run_skips_what_has_no_toolchain_and_ends_with_0(contest: Contest, tmp_path: Path) -> None:
    (tmp_path / "path").mkdir()
    (tmp_path / "path" / "cc").symlink_to(shutil.which("cc") or "")
    contest.solution("right.c", RIGHT_C)
    contest.solution("other.js", RIGHT["arrow.js"])
    done = contest.judge("run", "--sandbox", "none", PATH=str(tmp_path / "path"))
    assert (done.status, done.err) == (0, "")
    assert "SKIP" in done.out and "node is not installed" in done.out


@pytest.mark.usefixtures("report")
def test_ctrl_c_before_anything_has_begun_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(arguments: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_parse", interrupted)
    assert cli.main(["list"]) == 130


def test_a_disk_that_fails_is_one_line_with_place_and_fix(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(arguments: list[str]) -> None:
        raise OSError(errno.EIO, "Input/output error", "/disk/file")

    monkeypatch.setattr(cli, "_parse", fails)
    assert cli.main(["list"]) == 2
    line = "judge: /disk/file: Input/output error: check that disk; see the kernel log\n"
    assert capsys.readouterr().err == line


def test_a_limit_that_allows_no_thread_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(arguments: list[str]) -> None:
        raise RuntimeError(text)

    monkeypatch.setattr(cli, "_parse", fails)
    text = cli.NO_THREAD
    assert cli.main(["list"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("judge: this process: no thread can be started: raise the limit `ulimit")
    text = "a mistake of ours"
    with pytest.raises(RuntimeError, match=text):
        cli.main(["list"])


@pytest.mark.long
def test_ctrl_c_writes_the_report_of_what_was_done_and_ends_with_130(
    contest: Contest, marker: str
) -> None:
    contest.solution("a-right.c", RIGHT_C)
    contest.solution(f"b-{marker}.py", endless(marker), 'input = "native"')
    arguments = ["run", "-j", "2", "--time-limit", "300", "--report", "r.html", "--json", "r.json"]
    judge = subprocess.Popen(
        [sys.executable, "-m", "judge", *arguments],
        cwd=contest.root,
        env=judge_environment(TMPDIR=str(contest.root)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )
    wait_for(lambda: executions_of_endless(marker) == 2)  # both workers run it
    os.killpg(judge.pid, signal.SIGINT)
    out, err = judge.communicate(timeout=900)
    assert judge.returncode == 130
    assert without_progress(err) == "interrupted: the report contains what was done\n"
    assert b"report: r.html" in out
    assert "a-right" in (contest.root / "r.html").read_text()
    assert "a-right" in (contest.root / "r.json").read_text()
    wait_for(lambda: not processes_naming(marker))
    assert list(contest.root.glob("judge-*")) == []


@pytest.mark.parametrize(("kind", "lines"), [(JudgeError, 2), (PythonChanged, 1)])
def test_a_change_of_python_is_told_once(
    kind: type[JudgeError],
    lines: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def breaks(argv: list[str]) -> None:
        del builtins.copyright
        raise kind("a method changes the rest")

    monkeypatch.setattr(cli, "_parse", breaks)
    assert cli.main(["doctor"]) == 2
    assert capsys.readouterr().err.count("\n") == lines


def test_a_machine_without_memory_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def too_large(*_: object) -> int:
        raise MemoryError

    monkeypatch.setattr("judge.commands.list.main", too_large)
    assert cli.main(["list"]) == 2
    fix = "free memory, or use fewer --jobs"
    assert capsys.readouterr().err == f"judge: this process: not enough memory: {fix}\n"
