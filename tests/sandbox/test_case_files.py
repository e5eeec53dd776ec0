"""The files that a command finds in its working folder: what they are, and for how long."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from judge.model import Ended, Execution, Limits
from judge.sandbox.feedback import LinkTo
from judge.sandbox.layer import Command, SandboxDied, Session
from judge.sandbox.supervised import SupervisedSession

BOTH = {"map.txt": b"wall", "deep/er/hint": b"\0\xff"}


def _run(
    session: Session, script: str, files: Mapping[str, bytes] | None = None, disk_mib: int = 64
) -> Execution:
    command = Command(("/bin/sh", "-c", script), b"fed", files=files)
    return session.run(command, Limits(disk_mib=disk_mib))


@pytest.mark.parametrize("session", ["bubblewrap", "landlock", "none"], indirect=True)
def test_a_command_reads_them_by_their_names(session: Session) -> None:
    run = _run(session, "cat map.txt deep/er/hint; cat", BOTH)
    assert (run.ended, run.exit_status) == (Ended.EXITED, 0), run
    assert run.stdout == b"wall\0\xfffed"


@pytest.mark.parametrize("session", ["bubblewrap", "landlock", "none"], indirect=True)
def test_a_file_may_be_a_link(session: Session) -> None:
    files = {"one": LinkTo(b"deep/er/hint"), "two/three": LinkTo(b"/dev/null"), **BOTH}
    run = _run(session, "cat one two/three; readlink one two/three", files)
    assert run.stdout == b"\0\xffdeep/er/hint\n/dev/null\n", run.stderr


@pytest.mark.parametrize("session", ["bubblewrap", "landlock", "none"], indirect=True)
def test_the_next_command_has_its_own(session: Session) -> None:
    _run(session, "true", BOTH)
    assert _run(session, "cat map.txt", {"map.txt": b"door"}).stdout == b"door"
    assert _run(session, "ls -a; ls deep", {}).stdout.split() == [b".", b".."]


@pytest.mark.parametrize("session", ["bubblewrap", "landlock", "none"], indirect=True)
def test_what_a_command_makes_of_them_is_gone(session: Session) -> None:
    _run(session, "echo mine > map.txt; ln -s / deep/link; mkdir own; chmod 0 own", BOTH)
    run = _run(session, "cat map.txt; find .", {"map.txt": b"door "})
    assert run.stdout.split() == [b"door", b".", b"./map.txt"]


@pytest.mark.parametrize("session", ["bubblewrap", "landlock", "none"], indirect=True)
def test_they_are_not_counted_against_the_disk_of_a_command(session: Session) -> None:
    large = {"large": b"x" * (3 << 20), **{f"small{i}": b"x" for i in range(300)}}
    assert _run(session, "wc -c < large", large, disk_mib=1).stdout.split() == [b"3145728"]


@pytest.mark.parametrize("session", ["bubblewrap", "landlock", "none"], indirect=True)
@pytest.mark.parametrize("name", ["../out", "/etc/out", ".hidden", "a/../b", "a//b", "a/", "x\0y"])
def test_no_name_leads_out_of_the_folder(session: Session, name: str) -> None:
    if isinstance(session, SupervisedSession):
        with pytest.raises(SandboxDied, match="invalid request"):
            _run(session, "true", {name: b"data"})
