"""The judge's own C parts, compiled for the machine."""

from __future__ import annotations

import os
import resource
import shutil
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.sandbox.build import OF_COMPILERS, addon, cache_folder, supervisor
from judge.sandbox.landlock import Landlock
from judge.sandbox.layer import SandboxUnavailable, View

HOSTS = Path(__file__).parents[2] / "judge" / "languages" / "hosts"
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs cc (package gcc)")


@pytest.fixture(autouse=True)
def _nothing_is_built_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.long
@pytest.mark.parametrize("variable", sorted(OF_COMPILERS))
def test_variables_of_compilers_do_not_reach_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """A header of the same name in a folder of the user's, or no compiler in it at all."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for header in ("errno.h", "stdio.h", "unistd.h"):
        (elsewhere / header).write_text("#error this is not the system's\n")
    monkeypatch.setenv(variable, f"{elsewhere}/")

    assert supervisor().exists()
    assert addon(HOSTS / "python_fork.c").exists()
    assert [path.name for path in elsewhere.iterdir() if path.suffix != ".h"] == []


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to become a user without an account")
def test_a_user_without_home_is_told_what_to_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME")
    monkeypatch.delenv("XDG_CACHE_HOME")
    child = os.fork()
    if child == 0:
        said = ""
        os.setuid(54321)
        try:
            cache_folder()
        except JudgeError as error:
            said = str(error)
        os._exit(said != "this user has no home folder: name a folder in XDG_CACHE_HOME")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_supervisor_that_cannot_be_built_leaves_no_scratch_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/none")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(SandboxUnavailable, match="cannot be written"):
        Landlock().open(View(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_too_full_for_the_supervisor_is_told_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\necho final link failed >&2; exit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(SandboxUnavailable, match="supervisor cannot be compiled: final link"):
        supervisor()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, before[1]))
    try:
        with pytest.raises(SandboxUnavailable, match=r"cache/judge: cannot be written: .*_HOME$"):
            supervisor()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
