"""A plug-in that loops, dies, or takes the judge's own process with it is one line that names the
method."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from tests.contest import Contest, judge_environment
from tests.processes import processes_naming, wait_for

PLUGIN = """
import ctypes, os, signal, sys, threading, time
from judge.plugin import Goal
{top}
class Sums:
    goal = Goal.MAXIMISE
    def parse(self, text):
        {parse}
        return int(text)
    def decode(self, text, instance, reading):
        {decode}
        return int(text)
    def score(self, instance, answer):
        {score}
        return answer
    def generate(self, rng, size):
        {generate}
        return rng.randrange(9)
    def smaller(self, instance):
        {smaller}
        return []
    def render(self, instance):
        return str(instance)
    def parse_answer(self, text, instance):
        from judge.plugin import Best
        return Best(int(text), None)
    def draw(self, instance, answer):
        {draw}
        return "<svg></svg>"
    def sketch(self, instance, answer):
        {sketch}
        return "x"
"""
PARTS = ("top", "parse", "decode", "score", "generate", "smaller", "draw", "sketch")
LOOP = "while True: pass"
#: As a library crashes that is not written in Python.
CRASH = "__import__('ctypes').CDLL(None)['raise'](signal.SIGSEGV)"
ENDINGS = {
    LOOP: "took more than 0.3 s of CPU time",
    "os._exit(0)": "ended the judge's process, with exit status 0",
    "__import__('posix')._exit(0)": "ended the judge's process, with exit status 0",
    CRASH: "was ended by SIGSEGV",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "sys.exit(0)": "SystemExit: 0",
    "raise GeneratorExit": "GeneratorExit",
}


@pytest.fixture
def sums(contest: Contest) -> Contest:
    contest.use_package({"secret/1": (b"1\n", b"1\n"), "secret/2": (b"2\n", b"2\n")})
    (contest.problem / "judge.toml").write_text("plugin_time_limit = 0.3\n")
    contest.solution("echo.py", "print(input())\n")
    return contest


def use(contest: Contest, **parts: str) -> None:
    source = PLUGIN.format(**{**dict.fromkeys(PARTS, "pass"), **parts})
    (contest.problem / "plugin.py").write_text(source)


@pytest.mark.long
@pytest.mark.parametrize("code", [code for code in ENDINGS if "SIGSEGV" not in code])
@pytest.mark.parametrize("part", ["top", "parse"])
def test_before_anything_runs(sums: Contest, part: str, code: str) -> None:
    use(sums, **{part: code})
    done = sums.judge("run", "--sandbox", "none")
    assert "Traceback" not in done.err
    assert done.err.count("\n") == 1 and done.err.startswith("judge: "), done.err
    assert done.status == 2 and done.out == ""
    said = {"top": ("plugin.py",), "parse": ("1.in", "parse")}[part]
    for word in (*said, ENDINGS[code].replace("0.3", "0.6" if part == "top" else "0.3")):
        assert word in done.err


#: What the judge itself runs on, as its messages name it.
BROKEN = {
    "sys.modules.clear()": "sys.modules['sys']",
    "import builtins; builtins.len = None": "builtins.len",
    "import builtins; vars(builtins).clear()": "builtins.__name__",
    "sys.path.clear(); sys.meta_path.clear()": "sys.path",
    "os.chdir('/')": "the working folder",
    "os.fork = None": "os.fork",
}


@pytest.mark.parametrize("code", BROKEN)
def test_an_import_that_breaks_what_the_judge_runs_on_is_refused(sums: Contest, code: str) -> None:
    use(sums, top=code)
    done = sums.judge("run", "--sandbox", "none")
    assert done.status == 2 and done.out == ""
    assert "Traceback" not in done.err and done.err.count("\n") == 1, done.err
    assert "plugin.py" in done.err and "change" in done.err and BROKEN[code] in done.err


@pytest.mark.parametrize("code", BROKEN)
def test_a_method_that_breaks_it_is_refused_when_cases_are_read(sums: Contest, code: str) -> None:
    use(sums, parse=code)
    done = sums.judge("run", "--sandbox", "none")
    assert done.status == 2 and "Traceback" not in done.err, done.err
    assert done.err.count("\n") == 1 and "change" in done.err and BROKEN[code] in done.err


@pytest.mark.long
def test_what_a_method_leaves_behind_is_told_with_its_place(sums: Contest) -> None:
    """The next function that is called has it raise, and that is one of the judge's."""
    tracing = "sys.settrace(lambda *_: 1 / 0)"
    use(sums, parse=tracing)
    for command in (("run", "--sandbox", "none"), ("check", "toy")):
        done = sums.judge(*command)
        assert done.status == 2 and "Traceback" not in done.err, done.err
        assert done.err.count("\n") == 1 and "toy/plugin.py:" in done.err, done.err
        assert "raised ZeroDivisionError: division by zero outside of the plug-in's" in done.err
    use(sums, score=tracing)  # in a worker
    done = sums.judge("run", "--sandbox", "none")
    assert "JE the plug-in raised ZeroDivisionError: division by zero" in done.out and not done.err


@pytest.mark.long
@pytest.mark.parametrize("part", ["top", "parse"])
def test_standard_output_cannot_be_closed(sums: Contest, part: str) -> None:
    use(sums, **{part: "sys.__stdout__.close(); sys.__stderr__.close()"})
    done = sums.judge("run", "--sandbox", "none", "-q")
    assert done.status == 0 and "as expected" in done.out and done.err == ""


@pytest.mark.long
@pytest.mark.parametrize("part", ["top", "parse"])
def test_a_plugin_that_closes_standard_error_is_told_there(sums: Contest, part: str) -> None:
    use(sums, **{part: "os.close(2)"})
    done = sums.judge("run", "--sandbox", "none")
    assert done.status == 2 and "descriptor 2 (standard error)" in done.err


@pytest.mark.long
@pytest.mark.parametrize("part", ["top", "parse"])
def test_a_crash_of_the_judge_itself_is_told_in_one_line(sums: Contest, part: str) -> None:
    use(sums, **{part: CRASH})
    # Not by a fork of this process, in which plug-ins may have been called before.
    command = [sys.executable, "-m", "judge", "run", "--sandbox", "none"]
    done = subprocess.run(
        command, cwd=sums.root, env=judge_environment(), capture_output=True, timeout=300, text=True
    )
    assert done.returncode == -signal.SIGSEGV
    method = "import" if part == "top" else part
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("judge: "), done.stderr
    assert f"plugin.py: the plug-in's {method} crashed the judge" in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("part", ["top", "score"])
def test_a_thread_that_never_ends_ends_with_the_judge(sums: Contest, part: str) -> None:
    use(sums, **{part: "threading.Thread(target=time.sleep, args=(10**6,), name='t\\n').start()"})
    command = [sys.executable, "-m", "judge", "run", "--sandbox", "none", "--no-store", "-q"]
    done = subprocess.run(
        command, cwd=sums.root, env=judge_environment(), capture_output=True, timeout=300, text=True
    )
    assert done.returncode == 0 and "as expected" in done.stdout
    said = [line for line in done.stderr.splitlines() if "a thread that a plug-in began" in line]
    in_main = part == "top"  # where only workers call the method, nothing is said
    assert len(said) == in_main and all(line.startswith("judge: t⟨LF⟩: a") for line in said)


@pytest.mark.long
@pytest.mark.parametrize("code", ENDINGS)
@pytest.mark.parametrize("part", ["score"])
def test_in_a_worker(sums: Contest, part: str, code: str) -> None:
    use(sums, **{part: code})
    done = sums.judge("run", "--sandbox", "none", "-j", "1", "--json", "out.json")
    assert "Traceback" not in done.err
    written = (sums.root / "out.json").read_text()
    assert '"JE"' in written and '"verdict": "AC"' not in written
    assert f"the plug-in's {part} " in written and ENDINGS[code] in written
    assert done.status == 1


#: What nothing in the process can end, as it blocks or turns off what would tell it.
BEYOND_REACH = (
    "__import__('ctypes').CDLL(None)['raise'](signal.SIGSTOP)",
    "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 64)); time.sleep(999)",
    "[signal.setitimer(timer, 0) for timer in (0, 1, 2)]; time.sleep(999)",
)


@pytest.mark.long
@pytest.mark.parametrize("part", ["parse", "score"])
@pytest.mark.parametrize("code", BEYOND_REACH)
def test_a_call_beyond_reach_is_ended_from_outside(sums: Contest, part: str, code: str) -> None:
    use(sums, **{part: code})
    command = [sys.executable, "-m", "judge", "run", "--sandbox", "none", "--no-store", "-j", "1"]
    done = subprocess.run(
        command, cwd=sums.root, env=judge_environment(), capture_output=True, timeout=300, text=True
    )
    in_main = part == "parse"
    assert done.returncode == (-signal.SIGKILL if in_main else 1)
    said = done.stderr if in_main else done.stdout
    assert f"plugin.py: the plug-in's {part} took too long, and could not be interr" in said
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.parametrize("part", ["top", "parse", "score"])
def test_a_call_that_takes_all_memory_is_ended(sums: Contest, part: str) -> None:
    """Zeros that nobody touches take no memory of the machine."""
    use(sums, **{part: "taken = [bytes(2**30) for i in range(64)]"})
    command = [sys.executable, "-m", "judge", "run", "--sandbox", "none", "--no-store", "-j", "1"]
    done = subprocess.run(
        command, cwd=sums.root, env=judge_environment(), capture_output=True, timeout=300, text=True
    )
    assert done.returncode == (1 if part == "score" else 2)
    assert "MemoryError" in (done.stdout if part == "score" else done.stderr)
    assert "Traceback" not in done.stdout + done.stderr


#: Each starts the program {0} and leaves it.
LEAVING = (
    "os.fork() or os.execv({0}[0], {0})",
    "__import__('subprocess').Popen({0})",
)
#: These detach it as well: it is in another session, or nobody's child.
DETACHING = (
    "os.fork() or (os.setsid(), os.execv({0}[0], {0}))",
    "os.fork() or (os.setsid(), os.fork() or os.execv({0}[0], {0}), sys.exit())",
    "os.fork() or (os.fork() or os.execv({0}[0], {0}), sys.exit())",
)


@pytest.mark.long
@pytest.mark.parametrize("code", LEAVING + DETACHING)
def test_a_process_that_a_call_leaves_ends_with_the_worker(
    sums: Contest, code: str, marker: str
) -> None:
    started = [sys.executable, "-c", "import time; time.sleep(9999)", marker]
    use(sums, score=code.format(started))
    command = [sys.executable, "-m", "judge", "run", "--sandbox", "none", "--no-store", "-j", "1"]
    done = subprocess.run(
        command, cwd=sums.root, env=judge_environment(), capture_output=True, timeout=300, text=True
    )
    assert done.returncode == 0, done
    wait_for(lambda: not processes_naming(marker))


@pytest.mark.long
@pytest.mark.parametrize("part", ["top", "parse"])
@pytest.mark.parametrize("code", LEAVING + DETACHING)
def test_a_process_that_a_call_leaves_ends_with_the_judge(
    sums: Contest, part: str, code: str, marker: str
) -> None:
    started = [sys.executable, "-c", "import time; time.sleep(9999)", marker]
    use(sums, **{part: code.format(started)})
    command = [sys.executable, "-m", "judge", "run", "--sandbox", "none", "--no-store", "-j", "1"]
    done = subprocess.run(
        command, cwd=sums.root, env=judge_environment(), capture_output=True, timeout=300, text=True
    )
    assert done.returncode == 0, done
    assert processes_naming(marker) == []
    said = [line for line in done.stderr.splitlines() if "a process that a plug-in began" in line]
    assert all(line.startswith("judge: python") for line in said)
    assert said or code in DETACHING


@pytest.mark.long
@pytest.mark.parametrize("part", ["top", "parse"])
def test_what_a_call_writes_to_the_descriptor_is_no_result(sums: Contest, part: str) -> None:
    use(sums, **{part: "os.write(1, b'noise' * 9999); os.system('echo noise')"})
    command = [sys.executable, "-m", "judge", "check", "--sandbox", "none", sums.problem.name]
    done = subprocess.run(
        command, cwd=sums.root, env=judge_environment(), capture_output=True, timeout=300, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "2 cases" in done.stdout and "noise" not in done.stdout


@pytest.mark.long
@pytest.mark.parametrize("command", ["run", "grade", "verify"])
def test_no_plugin_is_blamed_for_what_the_judge_has_begun(sums: Contest, command: str) -> None:
    """Threads and processes look for toolchains while cases are read."""
    use(sums, parse="raise SystemError('no')")
    words = [sums.problem.name, *(["solutions/toy/echo.py"] if command == "grade" else [])]
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-m", "judge", command, "--sandbox", "none", *words],
            cwd=sums.root,
            env=judge_environment(),
            capture_output=True,
            timeout=300,
            text=True,
        )
        assert done.returncode in (1, 2), done
        assert "SystemError: no" in done.stdout + done.stderr, done
        assert "that a plug-in began" not in done.stderr, done


@pytest.mark.long
def test_a_process_that_a_draw_leaves_ends_with_the_verification(
    sums: Contest, marker: str
) -> None:
    started = [sys.executable, "-c", "import time; time.sleep(9999)", marker]
    use(sums, generate=LEAVING[0].format(started))
    done = sums.judge("verify", "--sandbox", "none", "--seconds", "1", "-j", "1")
    assert "Traceback" not in done.out + done.err
    wait_for(lambda: not processes_naming(marker))
