"""Errors in one line."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from judge.common.errors import JudgeError, reason, told, unexpected, unreadable


def test_of_many_files_that_could_not_be_copied_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "from").mkdir()
    for name in "abc":
        (tmp_path / "from" / name).symlink_to("nowhere")
    with pytest.raises(shutil.Error) as many:
        shutil.copytree(tmp_path / "from", tmp_path / "to")
    assert reason(many.value).count("No such file or directory") == 1


def test_the_reason_of_an_error_of_the_system_has_no_number(tmp_path: Path) -> None:
    with pytest.raises(OSError) as one:
        (tmp_path / "no" / "such").write_text("")
    assert reason(one.value) == "No such file or directory"


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EACCES, "Permission denied: let this user read it"),
        (errno.EISDIR, "Is a directory: a file must have this name"),
        (errno.ENOENT, "No such file or directory: check its name"),
        (errno.EIO, "Input/output error: check that disk; see the kernel log"),
        (errno.EDOM, "Numerical argument out of domain"),  # no file can have that
    ],
)
def test_what_cannot_be_read_is_told_with_the_fix(number: int, said: str) -> None:
    error = OSError(number, os.strerror(number), "a")
    assert str(unreadable(error, Path("a"))) == f"a: cannot be read: {said}"


def test_a_reason_of_the_judge_itself_has_its_own_fix() -> None:
    error = OSError(errno.EISDIR, "it is a folder: rename it", "a")
    assert str(unreadable(error, Path("a"))) == "a: cannot be read: it is a folder: rename it"


@pytest.mark.parametrize(
    ("number", "names", "line"),
    [
        (
            errno.ENOSPC,
            ("/a/b",),
            "/a/b: No space left on device: free space there",
        ),
        (errno.EROFS, ("/a", None, "/b"), "/a and /b: Read-only file system: let this user read"),
        (errno.EIO, (), "a file in the current folder or in /scratch: Input/output error: check"),
        (errno.EMFILE, (), "this process: Too many open files: raise the limit `ulimit -n`"),
        (errno.EMFILE, ("/a",), "this process: Too many open files: raise the limit `ulimit -n`"),
        (errno.ENOENT, (b"/a\nb",), "/a⟨LF⟩b: No such file or directory: something"),
        (errno.EXDEV, ("/a",), "/a: Invalid cross-device link: mend that and start again"),
    ],
)
def test_a_file_that_nobody_expects_to_fail_is_told_with_place_and_fix(
    monkeypatch: pytest.MonkeyPatch, number: int, names: tuple[object, ...], line: str
) -> None:
    monkeypatch.setenv("TMPDIR", "/scratch")
    assert unexpected(OSError(number, os.strerror(number), *names)).startswith(line)


@pytest.mark.parametrize("end", ["'", "':", '"', ""])
def test_a_very_long_word_does_not_hide_what_follows_it(end: str) -> None:
    said = str(JudgeError(f"names {'x' * 100_000}{end} known: a"))
    assert said.endswith(f"…{end} known: a")
    assert len(said) < 200


def test_of_any_error_what_is_told_is_a_line() -> None:
    assert told(JudgeError("no luck")) == "no luck"
    assert told(OSError(errno.EMFILE, "Too many open files")).endswith("`ulimit -n`")
