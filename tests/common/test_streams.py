"""Whatever becomes of standard output and standard error: one line, no traceback, an own status."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.contest import RIGHT, Contest, Said, judge_environment, make_contest, without_progress
from tests.forked_judge import forked_judge
from tests.processes import skip_without_standard_names, wait_for

WRONG = "lambda n,k:[]"
#: Every command, as words that work in the contest below, and its exit status there; all of them
#: print something.
COMMANDS = {
    "run --case sample/1 --report r.html": 0,
    "list": 0,
    "show toy 01-last": 0,
    "report --runs": 0,
    "rescore --report r.html": 0,
    "compare one.json one.json": 0,
    "grade toy/sample/1 solutions/toy/right.py": 0,
    "hunt toy wrong --seconds 1 --failures 1 -j 1": 1,
    "rank --from one.json": 0,
    "size solutions/toy/right.py": 0,
    "verify plain --problems P --solutions S --report v.html": 0,
    "new toy solutions/toy/right.py --show": 0,
    "doctor": 0,
}


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Contest:
    """A contest with a right and a wrong solution, a store, and a report as JSON."""
    contest = make_contest(tmp_path_factory.mktemp("full"))
    contest.solution("right.py", RIGHT["lambda.py"])
    contest.solution("reference-b.py", RIGHT["program.py"])
    contest.solution("wrong.py", WRONG, 'expect = "WA"')
    without_plugin(contest.root)
    (contest.root / "tools").mkdir()
    for tool in ("python3", "bwrap", "cc", "bash"):
        if path := shutil.which(tool, path="/usr/local/bin:/usr/bin:/bin"):
            (contest.root / "tools" / tool).symlink_to(path)
    assert contest.judge("run", "--json", "one.json", "--report", "r.html").status == 0
    return contest


def without_plugin(root: Path) -> None:
    """The problem ``P/plain``, of which there is little to verify."""
    case = root / "P" / "plain" / "data" / "sample" / "1.in"
    case.parent.mkdir(parents=True)
    case.write_text("7\n")
    case.with_suffix(".ans").write_text("7\n")
    (root / "P" / "plain" / "problem.yaml").write_text(
        "problem_format_version: 2025-09\nname: Plain\nlimits:\n  time_limit: 10\n"
    )
    (root / "S" / "plain").mkdir(parents=True)
    (root / "S" / "plain" / "reference-echo.py").write_text("print(input())\n")


def few_tools(contest: Contest, words: str) -> dict[str, str]:
    """For the command that asks every tool of the machine for its version: there are few."""
    return {"PATH": str(contest.root / "tools")} if words == "doctor" else {}


def judge_into(contest: Contest, arguments: str, streams: str) -> Said:
    """The real ``judge`` through a shell that prepares its streams."""
    return shell(
        contest, f'"$JUDGE" -m judge {arguments} {streams}', **few_tools(contest, arguments)
    )


def shell(contest: Contest, command: str, **environment: str) -> Said:
    """A command of Bash in which ``$JUDGE`` is this Python."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=contest.root,
        env=judge_environment(JUDGE=sys.executable, **environment),
        capture_output=True,
        timeout=900,
    )
    return Said(done.returncode, done.stdout.decode(), without_progress(done.stderr))


def judge_on(contest: Contest, words: str, number: int, device: str) -> Said:
    """``judge`` with a device as its standard output or standard error."""
    stream = os.open(device, os.O_WRONLY)
    try:
        streams = {number: stream}
        environment = judge_environment(**few_tools(contest, words))
        done = forked_judge(words.split(), contest.root, environment, streams)
    finally:
        os.close(stream)
    return Said(done[0], done[1].decode(), without_progress(done[2]))


@pytest.mark.long
@pytest.mark.parametrize("words", COMMANDS)
def test_standard_output_that_is_closed_is_told_in_a_line(full: Contest, words: str) -> None:
    said = judge_into(full, words, ">&-")
    assert said.err == "judge: standard output cannot be written: Bad file descriptor\n"
    assert said.status == 2


@pytest.mark.long
@pytest.mark.parametrize("words", COMMANDS)
def test_standard_output_that_is_full_is_told_in_a_line(full: Contest, words: str) -> None:
    said = judge_on(full, words, 1, "/dev/full")
    assert said.err == "judge: standard output cannot be written: No space left on device\n"
    assert said.status == 2


@pytest.mark.long
@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_reader_that_has_gone_is_told_by_the_status_alone(full: Contest, arguments: str) -> None:
    read, write = os.pipe()
    os.close(read)
    environment = judge_environment(**few_tools(full, arguments))
    status, _, err = forked_judge(arguments.split(), full.root, environment, {1: write})
    os.close(write)
    assert (status, without_progress(err)) == (141, "")


WATCH = "watch toy/sample/1 solutions/toy/right.py"


@pytest.mark.long
def test_what_goes_on_until_ctrl_c_ends_where_nobody_can_see_it(full: Contest) -> None:
    said = judge_on(full, WATCH, 1, "/dev/full")
    assert said.err == "judge: standard output cannot be written: No space left on device\n"
    assert said.status == 2
    read, write = os.pipe()
    os.close(read)
    status, _, err = forked_judge(WATCH.split(), full.root, judge_environment(), {1: write})
    os.close(write)
    assert (status, without_progress(err)) == (141, "")


@pytest.mark.long
@pytest.mark.parametrize("words", COMMANDS)
def test_standard_error_that_cannot_be_written_changes_nothing(full: Contest, words: str) -> None:
    said = judge_on(full, words, 2, "/dev/full")
    assert said.status == COMMANDS[words] and said.out


@pytest.mark.long
def test_a_server_whose_address_nobody_learns_ends(full: Contest) -> None:
    pytest.importorskip("uvicorn")
    said = judge_on(full, "serve --port 0 --store answers.sqlite", 1, "/dev/full")
    assert said.err == "judge: standard output cannot be written: No space left on device\n"
    assert said.status == 2


@pytest.mark.long
@pytest.mark.parametrize("streams", [">&- 2>&-", ">/dev/full 2>/dev/full", ">&- 2>&- <&-"])
def test_without_any_stream_the_report_and_the_store_still_hold_the_run(
    full: Contest, streams: str
) -> None:
    done = judge_into(full, "run --report late.html --json late.json --store s.sqlite", streams)
    assert (done.status, done.out, done.err) == (2, "", "")
    assert "reference-b" in (full.root / "late.html").read_text()
    assert json.loads((full.root / "late.json").read_text())["as_expected"] is True
    stored_runs = full.judge("report", "--from", "s.sqlite", "--runs").out
    assert stored_runs and "not finished" not in stored_runs


@pytest.mark.long
def test_where_standard_output_is_no_file_workers_still_judge(full: Contest) -> None:
    """As in a notebook, whose standard output has no descriptor."""
    arguments = "grade toy/sample/1 solutions/toy/right.py".split()
    program = (
        "import io, sys; from judge.cli import main; own = sys.stdout; sys.stdout = io.StringIO();"
        f"status = main({arguments}); print(status, 'AC' in sys.stdout.getvalue(), file=own)"
    )
    said = shell(full, f'"$JUDGE" -c "{program}"')
    assert said.out == "0 True\n", said.err


@pytest.mark.long
def test_a_closed_standard_input_is_told(full: Contest) -> None:
    done = judge_into(full, "grade toy/secret/01-last -", "<&-")
    assert done.status == 2 and done.err.count("\n") == 1 and "standard input" in done.err


# Files that are no files


@pytest.mark.long
def test_a_dash_is_standard_output_and_the_text_goes_to_standard_error(full: Contest) -> None:
    done = full.judge("run", "--json", "-", "--report", "r.html")
    assert done.status == 0
    assert json.loads(done.out)["problems"][0]["name"] == "toy"
    assert "all verdicts as expected" in done.err and "report: r.html" in done.err


@pytest.mark.long
@pytest.mark.parametrize("form", ["report", "json", "csv", "junit", "markdown"])
def test_every_form_can_go_to_standard_output(full: Contest, form: str) -> None:
    skip_without_standard_names()

    def written_to(place: str) -> str:
        more = [] if form == "report" else ["--report", "r.html"]
        said = full.judge("report", f"--{form}", place, *more)
        assert said.status == 0
        return said.out

    written_to("file")
    text = (full.root / "file").read_bytes().decode()
    for place in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
        assert written_to(place) == text, place


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--json - --csv -", "-: is named by --json and --csv"),
        ("--json - --csv /dev/stdout", "/dev/stdout: is named by --json and --csv"),
        ("--json a --csv ./a", "a: is named by --json and --csv"),
        ("--json a --csv link", "link: is named by --json and --csv"),
        ("--json kept.sqlite --store kept.sqlite", "is named by --store and --json"),
        ("--json problems", "problems: cannot be written: it is a folder"),
        ("--csv nowhere/below/loop", "cannot be written"),
        ("--markdown problems/toy/plugin.py/x", "cannot be written"),
        ("--json loop", "loop: cannot be written: Too many levels"),
        ("--json socket", "socket: cannot be written: it is a socket"),
    ],
)
def test_a_place_that_cannot_take_a_file_is_told_before_anything_runs(
    contest: Contest, arguments: str, message: str
) -> None:
    import socket

    if "/dev/" in arguments:
        skip_without_standard_names()
    contest.set_trap()
    (contest.root / "link").symlink_to("a")
    (contest.root / "loop").symlink_to("loop")
    (contest.root / "nowhere").symlink_to("/proc/none")
    with socket.socket(socket.AF_UNIX) as server:
        before = Path.cwd()
        os.chdir(contest.root)
        server.bind("socket")
        os.chdir(before)
        assert message in contest.run_refuses(*arguments.split())


@pytest.mark.long
def test_nothing_may_be_kept_twice_in_the_null_device(full: Contest) -> None:
    arguments = ["report", "--report", "r.html", "--json", os.devnull, "--csv", os.devnull]
    assert full.judge(*arguments).status == 0
    assert Path(os.devnull).is_char_device()


@pytest.mark.long
def test_a_full_device_is_written_into_and_stays_a_device(full: Contest) -> None:
    device = full.root / "full"
    try:
        os.mknod(device, 0o666 | 0o020000, os.makedev(1, 7))
        device.write_bytes(b"")
    except OSError as error:
        pytest.skip(f"no device can be made here: {error}")
    done = full.judge("run", "--report", "r.html", "--json", "full", "--csv", "f.csv")
    assert done.err == "judge: full: cannot be written: No space left on device\n"
    assert done.status == 2 and "all verdicts as expected" in done.out
    assert device.is_char_device() and (full.root / "f.csv").exists()
    assert "report: r.html" in done.out


@pytest.mark.long
def test_a_pipe_with_a_name_and_one_of_a_shell_are_written_into(full: Contest) -> None:
    os.mkfifo(full.root / "pipe")
    command = (
        'cat pipe > from-pipe & "$JUDGE" -m judge report --report r.html --json pipe '
        "--csv >(cat > from-shell) --markdown /dev/fd/7 7> from-descriptor; s=$?; wait; exit $s"
    )
    done = shell(full, command)
    assert (done.status, done.err) == (0, "")
    assert (full.root / "pipe").is_fifo()
    assert json.loads((full.root / "from-pipe").read_text())["schema"]
    # The shell does not wait for this one.
    wait_for((full.root / "from-shell").exists)
    wait_for(lambda: (full.root / "from-shell").read_text().startswith("problem,solution"))
    assert "Largest sum" in (full.root / "from-descriptor").read_text()


@pytest.mark.long
def test_a_link_stays_a_link_and_a_file_keeps_its_mode(full: Contest) -> None:
    (full.root / "far").mkdir()
    real = full.root / "far" / "real.json"
    real.write_text("old")
    real.chmod(0o640)
    (full.root / "near.json").symlink_to("far/real.json")
    (full.root / "new.csv").symlink_to("far/new.csv")
    arguments = ["--json", "near.json", "--csv", "new.csv", "--report", "r.html"]
    assert full.judge("report", *arguments).status == 0
    assert (full.root / "near.json").is_symlink() and (full.root / "new.csv").is_symlink()
    assert json.loads(real.read_text()) and (full.root / "far" / "new.csv").stat().st_size
    assert real.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in (full.root / "far").iterdir()) == ["new.csv", "real.json"]


# Places that are full


@pytest.fixture
def small_disk(tmp_path: Path) -> Callable[[Path], None]:
    """Says how to mount a disk of 64 KiB, which is full, on a folder."""

    def mount(folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        arguments = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
        if os.geteuid() or subprocess.run(arguments, capture_output=True).returncode:
            pytest.skip("mounting is not allowed here")
        mounted.append(folder)
        with pytest.raises(OSError):
            (folder / "filler").write_bytes(bytes(2**17))

    mounted: list[Path] = []
    yield mount  # type: ignore[misc]
    for folder in mounted:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.long
def test_a_full_folder_of_reports_costs_no_result(
    contest: Contest, small_disk: Callable[[Path], None]
) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    small_disk(contest.root / "reports")
    done = contest.judge("run", "--json", "facts.json")
    assert done.status == 2 and done.err.count("\n") == 1
    assert "No space left on device" in done.err and "this run is not stored" in done.err
    assert "all verdicts as expected" in done.out
    assert json.loads((contest.root / "facts.json").read_text())["as_expected"] is True


@pytest.mark.long
def test_a_file_where_the_folder_of_reports_should_be_costs_no_result(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    (contest.root / "reports").write_text("a file")
    done = contest.judge("run", "--json", "facts.json")
    assert done.status == 2 and done.err.count("\n") == 1 and done.err.startswith("judge: reports/")
    assert "all verdicts as expected" in done.out
    assert json.loads((contest.root / "facts.json").read_text())["as_expected"] is True


@pytest.mark.long
def test_a_report_on_a_full_disk_costs_no_other_file(
    contest: Contest, small_disk: Callable[[Path], None]
) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    small_disk(contest.root / "small")
    done = contest.judge("run", "--report", "small/r.html", "--json", "facts.json")
    message = "judge: small/r.html: cannot be written: No space left on device\n"
    assert (done.status, done.err) == (2, message)
    assert "all verdicts as expected" in done.out and (contest.root / "facts.json").exists()
    assert [path.name for path in (contest.root / "small").iterdir()] == ["filler"]


@pytest.mark.long
def test_a_report_beyond_the_limit_on_files_is_told(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    arguments = "run --no-store --sandbox none --report r.html --markdown m.md"
    done = shell(contest, f'ulimit -f 2000; TMPDIR=. "$JUDGE" -m judge {arguments}')
    assert (done.status, done.err) == (0, "")
    done = shell(contest, f'ulimit -f 20; TMPDIR=. "$JUDGE" -m judge {arguments}')
    assert (
        done.err
        == "judge: .: cannot hold temporary files: File too large: name another folder in TMPDIR\n"
    )
    assert done.status == 2


@pytest.mark.long
def test_a_limit_on_descriptors_that_allows_no_sandbox_is_told(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    done = shell(contest, 'ulimit -n 8; "$JUDGE" -m judge run --no-store --report r.html')
    # The sandbox is tried while packages are read: either may meet the limit first.
    [line] = done.err.splitlines()
    assert line.startswith("judge: ")
    assert line.endswith(": Too many open files: raise the limit `ulimit -n`")
    assert done.status == 2


@pytest.mark.parametrize("arguments", ["run", "grade toy solutions/toy/00-trap.py"])
def test_a_folder_for_temporary_files_that_is_missing_is_told_at_once(
    contest: Contest, arguments: str
) -> None:
    contest.set_trap()
    line = contest.refuses(
        *arguments.split(), "--sandbox", "none", TMPDIR=str(contest.root / "gone")
    )
    assert line.startswith("judge: gone: cannot hold temporary files: No such file")
    assert not (contest.root / "reports" / "store.sqlite").exists()


@pytest.mark.long
@pytest.mark.parametrize("arguments", ["run", "hunt toy 00-trap --against 00-trap", "verify toy"])
def test_a_folder_for_temporary_files_that_is_full_is_told_at_once(
    contest: Contest, small_disk: Callable[[Path], None], arguments: str
) -> None:
    contest.set_trap()
    small_disk(contest.root / "tmp")
    line = contest.refuses(
        *arguments.split(), "--sandbox", "none", TMPDIR=str(contest.root / "tmp")
    )
    assert line.startswith("judge: tmp: cannot hold temporary files: No space left on device")


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("grade toy/sample/1 solutions/toy/right.py", "no folder for temporary files"),
        ("new problem fresh", "fresh: cannot be written: "),
        ("board toy", "store.sqlite: the store cannot be written (disk I/O error): free some "),
        ("history right", "raise the limit `ulimit -f`, or name another store"),
    ],
)
def test_where_no_file_may_be_written_that_is_the_reason(
    full: Contest, words: str, reason: str
) -> None:
    said = shell(full, f'ulimit -f 0; exec "$JUDGE" -m judge {words}')
    assert said.status == 2 and said.err.count("\n") == 1, said
    assert reason in said.err and "None" not in said.err, said


@pytest.mark.long
def test_a_umask_that_shuts_out_its_owner_changes_no_verdict(full: Contest) -> None:
    """The files of the judge are to be read and run."""
    words = "grade toy/sample/1 solutions/toy/right.py"
    said = shell(full, f'umask 777; exec "$JUDGE" -m judge {words}')
    assert said.status == 0 and "AC" in said.out, said
