"""SIGTERM and SIGHUP end a command as Ctrl-C does; what a killed judge leaves is swept later."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from judge.common import interrupts, scratch
from judge.common.errors import JudgeError
from judge.common.scratch import OWNER, sweep, temporary_folder
from tests.contest import RIGHT, Contest, judge_environment, without_progress
from tests.processes import endless, executions_of_endless, processes_naming, wait_for

#: Far longer than any of these commands takes.
PATIENCE_S = 900


def started(contest: Contest, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "judge", *arguments],
        cwd=contest.root,
        env=judge_environment(TMPDIR=str(contest.root)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )


def running(contest: Contest, marker: str) -> subprocess.Popen[bytes]:
    """A run that has judged ``a-right`` and is held up by a solution that never ends."""
    contest.solution("a-right.py", RIGHT["lambda.py"])
    contest.solution(f"b-{marker}.py", endless(marker))
    words = ["run", "-j", "1", "--time-limit", "300", "--report", "r.html", "--json", "r.json"]
    judge = started(contest, *words)
    wait_for(lambda: executions_of_endless(marker))
    return judge


#: Starts the judge, which gets Ctrl-C where that module is looked for or at its end.
EARLY = """
import atexit, os, runpy, signal, sys
class Finder:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
atexit.register(os.kill, os.getpid(), signal.SIGINT)
sys.argv = ["judge", "--version"]
runpy.run_module("judge", run_name="__main__", alter_sys=True)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    "module", ["judge.cli", "judge.commands.arguments", "judge.common.streams", "no.such.module"]
)
def test_ctrl_c_before_a_command_begins_or_after_it_is_done_says_nothing(module: str) -> None:
    script = [sys.executable, "-c", EARLY.format(module=module)]
    done = subprocess.run(script, capture_output=True, env=judge_environment())
    assert (done.returncode, done.stderr) == (-signal.SIGINT, b"")


@pytest.mark.long
@pytest.mark.parametrize("whole_group", [False, True])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_writes_the_report_of_what_was_done(
    contest: Contest, marker: str, number: signal.Signals, whole_group: bool
) -> None:
    judge = running(contest, marker)
    (os.killpg if whole_group else os.kill)(judge.pid, number)
    out, err = judge.communicate(timeout=PATIENCE_S)
    assert judge.returncode == 128 + number
    assert without_progress(err) == "interrupted: the report contains what was done\n"
    assert b"report: r.html" in out
    assert "a-right" in (contest.root / "r.html").read_text()
    assert "a-right" in (contest.root / "r.json").read_text()
    wait_for(lambda: not processes_naming(marker))
    assert list(contest.root.glob("judge-*")) == []


@pytest.mark.long
def test_the_same_request_twice_is_one(contest: Contest, marker: str) -> None:
    """``timeout`` sends its signal to the process, and to its group at once."""
    judge = running(contest, marker)
    # It finds both when it goes on: on a busy machine, time could pass between them otherwise.
    judge.send_signal(signal.SIGSTOP)
    os.killpg(judge.pid, signal.SIGTERM)
    judge.send_signal(signal.SIGHUP)
    judge.send_signal(signal.SIGCONT)
    judge.communicate(timeout=PATIENCE_S)
    assert judge.returncode in (129, 143) and (contest.root / "r.html").exists()


@pytest.mark.long
def test_a_second_signal_ends_at_once_and_leaves_no_process() -> None:
    code = (
        "import os, subprocess, sys, time\n"
        "from judge.common import interrupts\n"
        "os._exit = None\n"  # as a plug-in's call may have left it
        "with interrupts.handled():\n"
        "    child = subprocess.Popen(['sleep', '1000'])\n"
        "    try:\n"
        "        print(child.pid, flush=True)\n"
        "        time.sleep(1000)\n"
        "    except KeyboardInterrupt: print('first', flush=True)\n"
        "    time.sleep(1000)\n"
    )
    judge = subprocess.Popen(
        [sys.executable, "-c", code], env=judge_environment(), stdout=subprocess.PIPE
    )
    assert judge.stdout
    child = int(judge.stdout.readline())
    judge.send_signal(signal.SIGTERM)
    assert judge.stdout.readline() == b"first\n"
    time.sleep(2 * interrupts.SAME_S)
    judge.send_signal(signal.SIGHUP)
    assert judge.wait(timeout=PATIENCE_S) == 129
    judge.stdout.close()
    wait_for(lambda: not Path(f"/proc/{child}").exists() or "Z" in state(child))


#: A text is run by ``exec``, as Python does while it loads data classes, when the signal comes.
IN_EXEC = """
import os, signal, sys
from judge.common import interrupts
with interrupts.handled() as asked:
    try:
        exec("os.kill(os.getpid(), signal.SIGTERM)\\nfor _ in range(1000): pass")
    except KeyboardInterrupt:
        sys.exit(128 + asked.first)
"""


@pytest.mark.long
def test_a_signal_that_python_s_own_code_meets_keeps_its_status(tmp_path: Path) -> None:
    (tmp_path / "loading.py").write_text(IN_EXEC)
    script = [sys.executable, "-m", "loading"]  # the end differs from that of a text or a file
    done = subprocess.run(script, cwd=tmp_path, env=judge_environment())
    assert done.returncode == 128 + signal.SIGTERM


#: Builds what never ends, in a command that goes on after a signal to tell what it has.
BUILDS = """
import sys
from msgspec.structs import replace
from pathlib import Path
from judge import sandbox
from judge.common import interrupts
from judge.running import tool_session
from judge.sandbox.layer import View
limits = replace(tool_session.COMPILE_LIMITS, wall_override_s=900, idle_s=None)
with interrupts.handled() as asked:
    try:
        with interrupts.stoppable():
            words = ("/bin/sh", "-c", "sleep 900; true", sys.argv[1])
            layer, view = sandbox.choose("auto"), View(Path(sys.argv[2]))
            tool_session.compile_in_sandbox(words, layer, view, limits)
    except KeyboardInterrupt:
        sys.exit(128 + asked.first)
"""


@pytest.mark.long
def test_a_signal_does_not_wait_for_a_compiler(open_folder: Path, marker: str) -> None:
    inside = f"child-{marker}"
    script = [sys.executable, "-c", BUILDS, inside, str(open_folder)]
    judge = subprocess.Popen(script, env=judge_environment())
    wait_for(lambda: len(processes_naming(f"sleep 900; true {inside}")) > 1)
    judge.send_signal(signal.SIGTERM)
    assert judge.wait(timeout=600) == 128 + signal.SIGTERM
    wait_for(lambda: not processes_naming(inside))


#: Measures a machine with a piece of work that never ends.
MEASURES = """
import sys
from pathlib import Path
from judge.common import interrupts
from judge.evaluation import calibration
calibration.program = lambda source: Path(sys.argv[1])
with interrupts.handled() as asked:
    try:
        calibration.measure_pieces()
    except KeyboardInterrupt:
        sys.exit(128 + asked.first)
"""


@pytest.mark.long
def test_a_calibration_leaves_no_process(tmp_path: Path, marker: str) -> None:
    work = tmp_path / marker
    work.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(900)\n")
    work.chmod(0o755)
    judge = subprocess.Popen([sys.executable, "-c", MEASURES, str(work)], env=judge_environment())
    wait_for(lambda: len(processes_naming(marker)) > 1)
    judge.send_signal(signal.SIGHUP)
    assert judge.wait(timeout=PATIENCE_S) == 129
    wait_for(lambda: not processes_naming(marker))


def state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def has_begun(contest: Contest) -> bool:
    """Whether a hunt has built its reference."""
    try:
        return any(contest.root.glob("judge-*/reference-*"))
    except FileNotFoundError:  # another folder has gone away meanwhile
        return False


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_hunt_tells_what_it_has(contest: Contest, number: signal.Signals) -> None:
    contest.solution("right.py", RIGHT["def.py"])
    contest.solution("reference-a.py", RIGHT["lambda.py"])
    judge = started(contest, "hunt", "toy", "right", "--seconds", "600", "-j", "1")
    wait_for(lambda: has_begun(contest))
    judge.send_signal(number)
    out, err = judge.communicate(timeout=PATIENCE_S)
    assert judge.returncode == 128 + number and err == b""
    assert b"interrupted after" in out or out == b""


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_grading_tells_the_cases_that_were_judged(
    contest: Contest, marker: str, number: signal.Signals
) -> None:
    contest.keep_cases("01-last", "02-none")
    first = (contest.problem / "data/secret/01-last.in").read_text().splitlines()[0]
    path = contest.root / f"{marker}.py"
    path.write_text(f"if eval(input()) == {first}: print(2); exit()\n" + endless(marker))
    words = ["grade", "toy", path.name, "-j", "1", "--input", "native"]
    judge = started(contest, *words)
    wait_for(lambda: executions_of_endless(marker))
    judge.send_signal(number)
    out, _ = judge.communicate(timeout=PATIENCE_S)
    assert judge.returncode == 128 + number
    assert b"AC after 1 case:" in out and b"1 of 2 cases passed" in out and b"**AC**" not in out


# What a killed judge leaves


@pytest.mark.long
def test_a_killed_judge_s_folder_is_swept_by_the_next_start(contest: Contest, marker: str) -> None:
    judge = running(contest, marker)
    [left] = contest.root.glob("judge-*")
    judge.kill()
    wait_for(lambda: is_free(left, marker))
    judge.communicate(timeout=PATIENCE_S)
    assert left.exists()
    (contest.solutions / f"b-{marker}.py").unlink()
    assert started(contest, "run", "--report", "s.html").wait(timeout=PATIENCE_S) == 0
    assert not left.exists()


def is_free(folder: Path, marker: str) -> bool:
    """Whether no worker holds the folder; each ends when what it runs ends."""
    for pid in processes_naming(marker):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    with (folder / OWNER).open() as owner, suppress(BlockingIOError):
        fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def test_only_what_nobody_holds_is_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with temporary_folder() as kept:
        Path(kept, "file").touch()
        elsewhere = tmp_path_factory.mktemp("elsewhere")
        (elsewhere / OWNER).touch()
        (tmp_path / "judge-link").symlink_to(elsewhere)
        abandoned, other, new = (tmp_path / f"judge-{name}" for name in ("old", "theirs", "new"))
        for folder in (abandoned, other, new):
            folder.mkdir()
        (abandoned / OWNER).touch()
        (abandoned / "out").symlink_to(elsewhere)
        (other / OWNER).symlink_to(elsewhere / OWNER)
        (tmp_path / "judge-file").touch()
        sweep(tmp_path)
        left = {path.name for path in tmp_path.iterdir()}
        assert left == {Path(kept).name, "judge-link", "judge-theirs", "judge-new", "judge-file"}
        assert [path.name for path in elsewhere.iterdir()] == [OWNER]
    assert not Path(kept).exists()


def test_another_user_s_folder_is_left_alone(tmp_path: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can give a folder away")
    folder = tmp_path / "judge-theirs"
    folder.mkdir()
    (folder / OWNER).touch()
    os.chown(folder, 65534, 65534)
    sweep(tmp_path)
    assert folder.exists()


@pytest.mark.long
def test_judges_that_start_together_do_not_sweep_each_other(tmp_path: Path) -> None:
    code = (
        "import os, sys\nfrom pathlib import Path\nfrom judge.common.scratch import "
        "temporary_folder\n"
        "for _ in range(60):\n"
        "    with temporary_folder() as folder: Path(folder, 'x').write_text('x')\n"
    )
    judges = [
        subprocess.Popen([sys.executable, "-c", code], env=judge_environment(TMPDIR=str(tmp_path)))
        for _ in range(4)
    ]
    assert [judge.wait(timeout=300) for judge in judges] == [0] * 4
    assert list(tmp_path.iterdir()) == []


def test_a_folder_swept_before_its_lock_was_taken_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    lock = fcntl.flock
    taken: list[int] = []

    def late(number: int, how: int) -> None:
        if not taken:
            taken.append(number)
            sweep(tmp_path)
        lock(number, how)

    monkeypatch.setattr(scratch.fcntl, "flock", late)
    with temporary_folder() as folder:
        assert (Path(folder) / OWNER).exists()


def test_a_folder_that_cannot_be_used_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "gone"))
    with pytest.raises(JudgeError, match="gone: cannot hold temporary files: No such file"):
        temporary_folder().__enter__()
