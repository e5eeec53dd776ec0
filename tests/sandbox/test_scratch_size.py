"""What a compiler or a validator may keep in its folder, in every layer that confines it: no more
than its limit in all, in however many files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge import sandbox
from judge.common.errors import JudgeError
from judge.model import Ended, Exceeded, Execution, Limits
from judge.sandbox.layer import Command, Session, View

WRITE = "head -c 1500000 /dev/urandom"
#: A child writes, and waits for ever then, with its files open. If writes failed the command ends.
HELD = (
    'mkfifo pipe; (for i in 5 6 7 8 9; do {each} || failed=1; done; [ "$failed" ] && echo > pipe;'
    " exec sleep 9999) & read word < pipe; exit 1"
)


def _run(session: Session, script: str) -> Execution:
    """The limits are large where they are not under test: any machine may be slow."""
    limits = Limits(cpu_s=60, memory_mib=256, disk_mib=4, wall_override_s=120)
    return session.run(Command(("/bin/sh", "-c", script), writes=True), limits)


@pytest.mark.parametrize("session", ["bubblewrap", "landlock"], indirect=True)
@pytest.mark.parametrize(
    "each",
    [
        f"{WRITE} > file$i",
        f"mkdir -p a/$i && {WRITE} > a/$i/file",
        f'eval "exec $i>gone" && rm gone && {WRITE} >&$i',
    ],
    ids=["many files", "in folders", "deleted but open"],
)
def test_more_than_the_limit_in_all_is_too_much(session: Session, each: str) -> None:
    """Its writes fail, or it is stopped before it ends."""
    run = _run(session, HELD.replace("{each}", each))
    assert run.exceeded == (Exceeded.DISK,), run
    assert run.exit_status != 0
    assert run.ended in (Ended.EXITED, Ended.SIGNALLED), run


@pytest.mark.long
def test_folders_too_deep_to_be_measured_are_too_much_on_the_host(open_folder: Path) -> None:
    try:
        layer = sandbox.choose("landlock")
    except JudgeError as error:
        pytest.skip(str(error))
    session = layer.open(View(open_folder, temporary=open_folder))
    deep = "for i in $(seq 100); do mkdir x; cd x; done"
    try:
        run = _run(session, f"mkfifo pipe; exec 4<>pipe; {deep}; cat <&4")
    finally:
        session.close()
    assert run.exceeded == (Exceeded.DISK,), run
    assert not [*open_folder.glob("scratch-*")]


@pytest.mark.skipif(not shutil.which("fallocate"), reason="needs fallocate")
@pytest.mark.parametrize("session", ["bubblewrap", "landlock"], indirect=True)
def test_no_more_than_the_limit_is_reserved(session: Session) -> None:
    """A disk is reserved in less time than a look at it takes: on the host it cannot be."""
    run = _run(session, "fallocate -l 3M one && fallocate -l 3M two && echo reserved")
    assert run.exit_status == 1 and not run.stdout, run


@pytest.mark.parametrize("session", ["bubblewrap", "landlock"], indirect=True)
def test_what_is_within_the_limit_is_no_fault(session: Session) -> None:
    """Several names of one file count once."""
    names = "for i in 1 2 3 4 5 6 7 8 9; do ln file file$i; done"
    wait = "i=0; while [ $i -lt 20 ]; do sleep 0.01; i=$((i + 1)); done"
    run = _run(session, f"{WRITE} > file; {names}; ln -s / up; mkdir -m 0 shut; rmdir shut; {wait}")
    assert (run.ended, run.exit_status, run.exceeded) == (Ended.EXITED, 0, ()), run
