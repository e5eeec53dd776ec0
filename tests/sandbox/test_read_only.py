"""Where a package forbids submissions to write files, they can read their working folder only."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from judge.model import Ended, Limits
from judge.sandbox.layer import Command, Session
from tests.contest import Contest
from tests.packages.written import MODERN, write

LIMITS = Limits(cpu_s=60, wall_override_s=120)
#: Ends with the number of ways in which something could be changed.
ATTEMPTS = (
    "n=0; for p in /box/x /tmp/y /dev/shm/z here; do mkdir $p && n=$((n+1)); echo > $p.txt &&"
    " n=$((n+1)); done; touch . && n=$((n+1)); chmod 700 . && n=$((n+1));"
    " [ -f given.txt ] && { echo >> given.txt && n=$((n+1)); rm given.txt && n=$((n+1)); }; exit $n"
)
WRITER = (
    "try:\n    open('file', 'w').write('x')\nexcept OSError:\n    print('refused')\nelse:\n    "
)


def _shell(script: str, read_only: bool, files: dict[str, bytes] | None = None) -> Command:
    return Command(("/bin/sh", "-c", script), read_only=read_only, files=files)


@pytest.mark.parametrize("session", ["bubblewrap"], indirect=True)
def test_nothing_can_be_changed_and_the_next_command_may_write(session: Session) -> None:
    for _ in range(2):
        assert session.run(_shell(ATTEMPTS, True), LIMITS).exit_status == 0
        files = {"given.txt": b"given\n"}
        assert session.run(_shell(ATTEMPTS, True, files), LIMITS).exit_status == 0
        assert session.run(_shell("cat given.txt", True, files), LIMITS).stdout == b"given\n"
        assert session.run(_shell(ATTEMPTS, False), LIMITS).exit_status
        left = session.run(_shell("ls", True), LIMITS)
        assert (left.exit_status, left.stdout) == (0, b"")


@pytest.mark.parametrize("session", ["bubblewrap"], indirect=True)
def test_zeros_are_read_and_nothing_is_written_to_them(session: Session) -> None:
    read = session.run(_shell("head -c 3 /dev/zero | od -An -tu1", True), LIMITS)
    assert read.stdout.split() == [b"0", b"0", b"0"]
    assert session.run(_shell("echo x > /dev/zero", False), LIMITS).exit_status


@pytest.mark.long
@pytest.mark.parametrize("session", ["bubblewrap"], indirect=True)
@pytest.mark.parametrize(("line", "said"), [("", "refused"), ("allow_file_writing: true\n", "x")])
def test_a_package_says_whether_submissions_may_write(
    contest: Contest, session: Session, line: str, said: str
) -> None:
    package = write(
        contest.root,
        {
            "problem.yaml": MODERN + "limits: {time_limit: 10}\n" + line,
            **{f"data/{case}.ans": f"{said}\n" for case in ("sample/1", "secret/2")},
            "submissions/accepted/cold.py": f"import sys\n{WRITER}print(open('file').read())\n",
            "submissions/accepted/warm.py": f"{WRITER}print(open('file').read())\n",
        },
    )
    run = contest.judge("run", f"{package}/", "--no-store")
    assert run.status == 0, run


@pytest.mark.parametrize("session", ["bubblewrap", "none"], indirect=True)
@pytest.mark.parametrize(
    ("script", "counts", "ended"),
    [
        ("printf %06000d 0; printf %04000d 0 >&2", False, Ended.EXITED),
        ("printf %06000d 0; printf %04001d 0 >&2", False, Ended.OUTPUT_LIMIT),
        ("printf %010001d 0 >&2", False, Ended.OUTPUT_LIMIT),
        ("mkdir a; printf %09999d 0 > a/b; echo", True, Ended.EXITED),
        ("mkdir a; printf %09999d 0 > a/b; echo 1", True, Ended.OUTPUT_LIMIT),
        ("mkdir a; printf %09999d 0 > a/b; echo 1", False, Ended.EXITED),
        ("printf %010001d 0 > b; rm b", True, Ended.EXITED),
        ("mkdir .cache; printf %099999d 0 > .cache/b", True, Ended.EXITED),
    ],
)
def test_output_and_files_are_limited_together(
    session: Session, script: str, counts: bool, ended: Ended
) -> None:
    """What a package gives to a submission is not part of it."""
    limits = replace(LIMITS, output_bytes=10_000, counts_files=counts)
    command = _shell(script, False, {"given/words.txt": b"0" * 20_000})
    assert session.run(command, limits).ended is ended


@pytest.mark.parametrize("session", ["bubblewrap"], indirect=True)
def test_a_folder_that_nobody_may_read_counts_whole(session: Session) -> None:
    limits = replace(LIMITS, output_bytes=10_000, counts_files=True)
    script = "mkdir a; printf %09999999d 0 > a/b; chmod 0 a"
    assert session.run(_shell(script, False), limits).ended is Ended.OUTPUT_LIMIT
