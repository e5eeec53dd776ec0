"""Folders that a stranger's program has filled are removed, whatever it did to make that hard."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.common.removal import remove_tree

#: More than calls of Python may be nested.
DEEP = 1100
OTHER_USER = 65534
SET_DUMPABLE = 4


def nest(folder: Path, levels: int) -> None:
    """Folders in each other, with a file in each."""
    at = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("1", dir_fd=at)
        os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=at))
        inner = os.open("1", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = inner
    os.close(at)


def as_other_user(folder: Path, act: Callable[[int], bool]) -> None:
    """Call with the descriptor of a folder in a process of an ordinary user; what it says is so."""
    at = os.open(folder, os.O_RDONLY)
    child = os.fork()
    if not child:
        status = 1
        try:
            if not os.geteuid():
                os.chown(at, OTHER_USER, OTHER_USER)
                os.setgroups([])
                os.setgid(OTHER_USER)
                os.setuid(OTHER_USER)
                ctypes.CDLL(None).prctl(SET_DUMPABLE, 1, 0, 0, 0)  # as of a process
            status = int(not act(at))
        finally:
            os._exit(status)
    os.close(at)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.long
def test_folders_nested_without_end_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    nest(folder, DEEP)
    before = len([*Path("/proc/self/fd").iterdir()])
    remove_tree(folder)
    assert not [*tmp_path.iterdir()]
    assert len([*Path("/proc/self/fd").iterdir()]) == before


def test_what_its_owner_may_not_read_or_write_is_removed(tmp_path: Path) -> None:
    def act(at: int) -> bool:
        os.umask(0)
        for names, mode in (
            (("kept", "kept/unreadable", "kept/unreadable/inner"), 0o300),
            (("kept/shut", "kept/shut/in"), 0o700),
        ):
            for name in names:
                os.mkdir(name, mode, dir_fd=at)
        for name in ("kept/unreadable/inner/file", "kept/shut/in/file"):
            os.close(os.open(name, os.O_CREAT | os.O_WRONLY, 0, dir_fd=at))
        for name in ("kept/shut/in", "kept/shut", "kept"):
            os.chmod(name, 0, dir_fd=at)
        remove_tree("kept", at)
        return not os.listdir(at)

    as_other_user(tmp_path, act)


def test_no_link_is_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir(mode=0o500)
    (tmp_path / "kept" / "in").mkdir(parents=True)
    (tmp_path / "kept" / "in" / "link").symlink_to(other)
    (tmp_path / "kept" / "link").symlink_to(other)
    (tmp_path / "link").symlink_to(other)
    remove_tree(tmp_path / "kept")
    remove_tree(tmp_path / "link")
    assert not (tmp_path / "kept").exists()
    assert other.is_dir() and other.stat().st_mode & 0o777 == 0o500


def test_what_is_not_there_is_removed(tmp_path: Path) -> None:
    remove_tree(tmp_path / "none")
    assert not [*tmp_path.iterdir()]
